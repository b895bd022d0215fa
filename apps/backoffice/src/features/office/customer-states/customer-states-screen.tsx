import { link, paths } from "../../../app/paths.ts";
import type { Output } from "../../../shared/calls.ts";
import { CustomerStateBadge } from "../../../shared/customer-states.tsx";
import { Differences } from "../../../shared/differences.tsx";
import { Notice, Panel } from "../../../shared/kit/panel.tsx";
import { QueueScreen } from "../../../shared/queue/queue-screen.tsx";
import { useText } from "../../../shared/text.ts";

type Item = Output<"/api/ops/customer-states">["items"][number];
type Case = Output<"/api/ops/customer-states/:id">;

/** Restrictions that somebody wants to lift: an account is given back by two. */
export default function CustomerStatesScreen() {
  const t = useText("customerStates");
  return (
    <QueueScreen<Item, Case>
      name="customer-states"
      title={t("title")}
      decide="approve_proposals"
      reasons="proposals"
      bulkApproval
      sorts={["due", "newest", "oldest"]}
      columns={[
        { key: "account", head: t("account"), cell: (row) => row.account },
        {
          key: "before",
          head: t("before"),
          cell: (row) => <CustomerStateBadge state={row.state_before} />,
        },
        {
          key: "after",
          head: t("after"),
          cell: (row) => <CustomerStateBadge state={row.state_after} />,
        },
        {
          key: "proposer",
          head: t("proposer"),
          wide: true,
          clip: true,
          cell: (row) => row.proposed_by?.email ?? <span className="muted">–</span>,
        },
      ]}
      heading={(one) => one.account}
      detail={(one) => <StateDetail one={one} />}
      place={(id) => (id === null ? paths.customerStates : paths.customerState(id))}
      empty={t("empty")}
      changes={[
        "/api/ops/customers",
        "/api/ops/customers/:account",
        "/api/ops/customers/:account/activity",
      ]}
    />
  );
}

function StateDetail({ one }: { one: Case }) {
  const t = useText("customerStates");
  const words = useText("words");
  const { state_after: after } = one;
  return (
    <>
      <Panel
        title={t("changes")}
        aside={
          one.account !== null && <a href={link(paths.customer(one.account))}>{one.account}</a>
        }
      >
        <Differences differences={one.differences} />
      </Panel>
      <Notice tone="info">{words(`state_means_${after}`)}</Notice>
    </>
  );
}
