import type { CreditLoan, CreditScore, LoanOverview } from "@sanshi/contract";
import { Amount, EmptyState } from "@sanshi/ui";
import { Badge } from "./kit/badge.tsx";
import { ListFiles } from "./kit/list-tools.tsx";
import { Facts, Panel } from "./kit/panel.tsx";
import { DataTable, type Column } from "./kit/table.tsx";
import { useText } from "./text.ts";

type Limit = LoanOverview["currencies"][number];
type File = {
  /** Null of one who may not be seen. */
  account: string | null;
  score: CreditScore | null;
  limits: readonly Limit[];
  loans: readonly CreditLoan[];
};

/** What a loan is for; the plural forms have taken the ending of `other`. */
export const loanPurposeKeys = {
  investing: "purpose_investing",
  living: "purpose_living",
  education: "purpose_education",
  medical: "purpose_medical",
  other: "purpose_else",
} as const;

const statusKeys = [
  "status_0",
  "status_1",
  "status_2",
  "status_3",
  "status_4",
  "status_5",
] as const;
const tones = ["waits", "good", "quiet", "quiet", "bad", "quiet"] as const;

/** A customer's credit as the customer reads it: the score's parts, the limits and every loan. */
export function CreditFile({ account, score, limits, loans }: File) {
  const t = useText("loans");
  const csvOf = (table: "limits" | "loans") =>
    account !== null && (
      <ListFiles
        list={`/api/ops/customers/:account/loans#${table}`}
        filter={`account=${account}`}
      />
    );
  return (
    <>
      <Panel title={t("score")} aside={score !== null && <b>{score.score}</b>}>
        {score === null ? (
          t("score_none")
        ) : (
          <Facts
            facts={[
              { name: t("score_day", { day: score.day }), value: `${score.score} / 100` },
              ...score.parts.map(({ part, points, most }) => ({
                name: t(`part_${part}`),
                value: `${points < 0 ? `−${-points}` : `+${points}`} / ${most}`,
              })),
            ]}
          />
        )}
      </Panel>
      <Panel title={t("limits")} aside={csvOf("limits")} flush>
        <LimitTable limits={limits} />
      </Panel>
      <Panel title={t("loans")} aside={csvOf("loans")} flush>
        <LoanTable loans={loans} />
      </Panel>
    </>
  );
}

function LimitTable({ limits }: { limits: readonly Limit[] }) {
  const t = useText("loans");
  const amount = (name: "limit" | "loaned" | "loanable"): Column<Limit> => ({
    key: name,
    head: t(name),
    end: true,
    cell: (row) => <Amount value={row[name]} />,
  });
  return (
    <DataTable
      name={t("limits")}
      rows={limits}
      rowKey={(row) => row.currency}
      columns={[
        {
          key: "currency",
          head: t("currency"),
          grow: true,
          cell: (row) => (
            <>
              {row.currency} {row.lowered !== null && <Badge tone="waits">{t("lowered")}</Badge>}
            </>
          ),
        },
        {
          key: "computed",
          head: t("computed"),
          end: true,
          cell: (row) => <Amount value={row.computed_limit} />,
        },
        amount("limit"),
        amount("loaned"),
        amount("loanable"),
      ]}
    />
  );
}

function LoanTable({ loans }: { loans: readonly CreditLoan[] }) {
  const t = useText("loans");
  if (loans.length === 0) return <EmptyState picture="list" sentence={t("no_loans")} />;
  return (
    <DataTable
      name={t("loans")}
      rows={loans}
      rowKey={(row) => row.id}
      columns={[
        { key: "number", head: t("number"), grow: true, cell: (row) => row.number },
        {
          key: "amount",
          head: t("amount"),
          end: true,
          cell: (row) => <Amount value={row.money} currency={row.currency} />,
        },
        {
          key: "payoff",
          head: t("payoff"),
          end: true,
          cell: (row) => <Amount value={row.payoff} currency={row.currency} />,
        },
        { key: "due_on", head: t("due_on"), cell: (row) => row.due_on ?? "–" },
        {
          key: "status",
          head: t("status"),
          cell: (row) => (
            <Badge tone={row.days_late > 0 ? "bad" : (tones[row.status] ?? "quiet")}>
              {row.days_late > 0
                ? `${t("days_late")} ${row.days_late}`
                : t(statusKeys[row.status] ?? "status_0")}
            </Badge>
          ),
        },
      ]}
    />
  );
}
