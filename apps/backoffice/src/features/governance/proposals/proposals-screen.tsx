import { isAnyRefusalCode } from "@sanshi/contract/operator-refusals";
import type { Output } from "../../../shared/calls.ts";
import { Differences } from "../../../shared/differences.tsx";
import { Notice, Panel } from "../../../shared/kit/panel.tsx";
import { QueueScreen } from "../../../shared/queue/queue-screen.tsx";
import { refusalText, useText, wordFor } from "../../../shared/text.ts";
import { link, paths } from "../../../app/paths.ts";
import { approvalLock } from "./approval-lock.ts";
import { casePlace } from "./case-place.ts";
import { SubjectLink } from "./subject-link.tsx";
import { subjectText } from "./subject-text.ts";

type Item = Output<"/api/ops/proposals">["items"][number];
type Case = Output<"/api/ops/proposals/:id">;

/** Four eyes: everything that one operator proposed and another is to approve. */
export default function ProposalsScreen() {
  const t = useText("proposals");
  return (
    <QueueScreen<Item, Case>
      name="proposals"
      title={t("title")}
      decide="approve_proposals"
      reasons="proposals"
      bulkApproval
      sorts={["due", "newest", "oldest"]}
      columns={[
        { key: "kind", head: t("kind"), cell: (row) => kindName(row.kind) },
        {
          key: "subject",
          head: t("subject"),
          grow: true,
          cell: (row) => row.account ?? subjectText(row.kind, row.subject),
        },
        {
          key: "proposer",
          head: t("proposer"),
          wide: true,
          clip: true,
          cell: (row) => row.proposed_by?.email ?? <span className="muted">–</span>,
        },
      ]}
      heading={(one) => kindName(one.kind)}
      detail={(one) => <ProposalDetail one={one} />}
      approvalLock={approvalLock}
      place={(id) => (id === null ? paths.proposals : paths.proposal(id))}
      empty={t("empty")}
      changes={[
        "/api/ops/customers/:account",
        "/api/ops/journals",
        "/api/ops/operators",
        "/api/ops/me",
      ]}
    />
  );
}

function ProposalDetail({ one }: { one: Case }) {
  const t = useText("proposals");
  const place = casePlace(one);
  const refusal = one.refusal === null ? null : refusalSentence(one.refusal);
  return (
    <Panel title={t("changes")} aside={<SubjectLink one={one} />}>
      {refusal !== null && (
        <Notice tone="bad">
          {t("refused_because")} {refusal}
        </Notice>
      )}
      {place !== null && (
        <Notice tone="info">
          {t("case_first")} <a href={link(place)}>{t("case_open")}</a>
        </Notice>
      )}
      <Differences differences={one.differences} />
    </Panel>
  );
}

/** As the catalogue says it today; a code of before that it has no more is named. */
function refusalSentence({ code, params }: NonNullable<Case["refusal"]>): string {
  return isAnyRefusalCode(code) ? refusalText({ code, params: params ?? {} }) : code;
}

/** `review:deposits` is a decision on a deposit. */
function kindName(kind: string): string {
  return wordFor("proposals", "kind_", kind.replace(":", "_").replaceAll("-", "_"));
}
