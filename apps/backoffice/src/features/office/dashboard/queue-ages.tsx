import { serverNow } from "@sanshi/web/server-clock";
import { link, routes } from "../../../app/paths.ts";
import { ChartPanel } from "../../../shared/kit/chart-panel.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { DataTable } from "../../../shared/kit/table.tsx";
import { Ago } from "../../../shared/kit/time.tsx";
import { queuePlaces } from "../../../shared/queue-places.ts";
import { useText } from "../../../shared/text.ts";
import type { Dashboard } from "./dashboard.ts";
import styles from "./dashboard.module.css";

type Queue = Dashboard["queues"][number];

/** How long the oldest of each queue has been waiting. */
export function QueueAges({ data }: { data: Dashboard }) {
  const t = useText("dashboard");
  const health = useText("health");
  // What nobody decides is left to the health screen.
  const queues = data.queues.filter(({ name }) => queuePlaces[name] !== undefined);
  const waiting = queues.filter((queue) => queue.waiting > 0);
  const age = ({ oldest_at: at }: Queue) =>
    at === null ? 0 : Math.max(0, serverNow() - Date.parse(at));
  const oldest = Math.max(1, ...waiting.map(age));
  const name = (queue: Queue) => (
    <a href={link(queuePlaces[queue.name] ?? routes.health)}>{health(`queue_${queue.name}`)}</a>
  );
  return (
    <ChartPanel
      title={t("ages")}
      note={t("ages_note")}
      empty={waiting.length === 0 ? t("ages_none") : null}
      chart={
        <ul className={styles["ages"]}>
          {waiting.map((queue) => (
            <li key={queue.name}>
              {name(queue)}
              <span>
                {t("ages_waiting", { count: queue.waiting })}
                {queue.oldest_at !== null && (
                  <>
                    {" · "}
                    <Ago iso={queue.oldest_at} />
                  </>
                )}
              </span>
              <span className={styles["age"]} aria-hidden="true">
                <span style={{ width: `${(age(queue) / oldest) * 100}%` }} />
              </span>
            </li>
          ))}
        </ul>
      }
      csv={<ListFiles list="/api/ops/dashboard#queues" filter="" />}
      table={
        <DataTable
          name={t("ages")}
          rows={queues}
          rowKey={(row) => row.name}
          columns={[
            { key: "name", head: t("queue"), cell: name },
            { key: "waiting", head: t("waiting"), end: true, cell: (row) => row.waiting },
            {
              key: "oldest",
              head: t("oldest"),
              end: true,
              cell: (row) =>
                row.oldest_at === null ? (
                  <span className="muted">–</span>
                ) : (
                  <Ago iso={row.oldest_at} />
                ),
            },
          ]}
        />
      }
    />
  );
}
