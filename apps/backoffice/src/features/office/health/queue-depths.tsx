import type { Output } from "../../../shared/calls.ts";
import { link, routes } from "../../../app/paths.ts";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { Ago } from "../../../shared/kit/time.tsx";
import { useText } from "../../../shared/text.ts";

export type Health = Output<"/api/ops/health">;

type Row = Health["queues"][number];

/** Where a queue is worked on. */
const places: Partial<Record<Row["name"], string>> = {
  proposals: routes.proposals,
  verifications: routes.verifications,
  deposits: routes.deposits,
  withdrawals: routes.withdrawals,
  login_password_resets: routes.loginResets,
  factor_resets: routes.factorResets,
  restriction_reviews: `${routes.customers}?review=overdue`,
};

/** How much waits, and for how long. */
export function QueueDepths({ queues }: { queues: Health["queues"] }) {
  const t = useText("health");
  const columns: Column<Row>[] = [
    {
      key: "name",
      head: t("queue"),
      cell: ({ name }) => {
        const place = places[name];
        return place === undefined ? (
          t(`queue_${name}`)
        ) : (
          <a href={link(place)}>{t(`queue_${name}`)}</a>
        );
      },
    },
    { key: "waiting", head: t("waiting"), end: true, cell: (row) => row.waiting },
    {
      key: "oldest",
      head: t("oldest"),
      end: true,
      cell: (row) =>
        row.oldest_at === null ? <span className="muted">–</span> : <Ago iso={row.oldest_at} />,
    },
  ];
  return (
    <DataTable name={t("queues")} columns={columns} rows={queues} rowKey={(row) => row.name} />
  );
}
