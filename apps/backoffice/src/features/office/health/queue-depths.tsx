import type { Output } from "../../../shared/calls.ts";
import { link } from "../../../app/paths.ts";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { Ago } from "../../../shared/kit/time.tsx";
import { queuePlaces } from "../../../shared/queue-places.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./health.module.css";

export type Health = Output<"/api/ops/health">;

type Row = Health["queues"][number];

/** How much waits, and for how long. */
export function QueueDepths({
  queues,
  rule_changes: changes,
}: Pick<Health, "queues" | "rule_changes">) {
  const t = useText("health");
  const columns: Column<Row>[] = [
    {
      key: "name",
      head: t("queue"),
      cell: ({ name }) => {
        const place = queuePlaces[name];
        const ahead = name === "rule_changes" ? changes : [];
        return (
          <>
            {place === undefined ? (
              t(`queue_${name}`)
            ) : (
              <a href={link(place)}>{t(`queue_${name}`)}</a>
            )}
            {ahead.map(({ rule, on }) => (
              <span key={rule} className={styles["detail"]}>
                {t(`rule_change_${rule}`, { on })}
              </span>
            ))}
          </>
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
