import type { ReactNode } from "react";
import { Badge } from "../../../shared/kit/badge.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Facts, Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { RealAt, SpanOf } from "../../../shared/kit/time.tsx";
import { usePolling } from "../../../shared/presence.ts";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { QueueDepths, type Health } from "./queue-depths.tsx";
import { RecordPanel } from "./record-panel.tsx";
import styles from "./health.module.css";
import { showBytes, showMilliseconds } from "./measures.ts";

const refetchMs = 15_000;

/** For the person on duty: the few figures that say whether something has to be done. */
export default function HealthScreen() {
  const t = useText("health");
  const query = useCall("/api/ops/health", {}, { refetchInterval: usePolling(refetchMs) });
  const health = query.data;
  return (
    <Page title={t("title")} note={health !== undefined && <Checks checks={health.checks} />}>
      {health === undefined && query.isError && (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      )}
      {health === undefined && !query.isError && <SkeletonTable />}
      {health !== undefined && <Panels health={health} />}
    </Page>
  );
}

function Checks({ checks }: { checks: Health["checks"] }) {
  const t = useText("health");
  return (
    <span className={styles["checks"]}>
      {checks.map(({ name, ok }) => (
        <Badge key={name} tone={ok ? "good" : "bad"}>
          {t(`check_${name}`)}
        </Badge>
      ))}
    </span>
  );
}

function Panels({ health }: { health: Health }) {
  const t = useText("health");
  return (
    <div className={styles["panels"]}>
      <FeedPanel feed={health.feed} />
      {health.record !== null && <RecordPanel record={health.record} />}
      <OrdersPanel orders={health.orders} margin={health.margin} />
      <Panel
        title={t("queues")}
        aside={<ListFiles list="/api/ops/health#queues" filter="" />}
        flush
      >
        <QueueDepths {...health} />
      </Panel>
      <BooksPanel books={health.books} />
      <BackupsPanel backups={health.backups} />
      <ClockPanel clock={health.clock} />
      <Panel title={t("audit_head")}>
        <code className={styles["head"]}>{health.audit_head}</code>
      </Panel>
      <DatabasePanel database={health.database} />
      <ProcessPanel process={health.process} />
      <TroublesPanel troubles={health.troubles} />
    </div>
  );
}

/** The largest thing in a panel is the figure that it is about. */
function Figure({ value, name, bad }: { value: ReactNode; name: string; bad?: boolean }) {
  return (
    <p className={styles["figure"]} data-bad={bad === true ? "" : undefined}>
      <strong>{value}</strong>
      <span>{name}</span>
    </p>
  );
}

const staleFeedMs = 15_000;

function FeedPanel({ feed }: { feed: Health["feed"] }) {
  const t = useText("health");
  const words = useText("words");
  return (
    <Panel title={t("feed")}>
      <Facts
        facts={feed.map(({ type, open, delivered_ms_ago: ago, instruments }) => ({
          name: words(`market_${type}`),
          value: (
            <span className={styles["line"]}>
              <Badge tone={!open ? "quiet" : ago !== null && ago < staleFeedMs ? "good" : "bad"}>
                {open ? t("open") : t("closed")}
              </Badge>
              {ago === null
                ? t("nothing_yet")
                : t("delivered_ago", { time: showMilliseconds(ago) })}
              <span className="muted">{t("instruments", { count: instruments })}</span>
            </span>
          ),
        }))}
      />
    </Panel>
  );
}

type OrdersPanelProps = { orders: Health["orders"]; margin: Health["margin"] };

function OrdersPanel({ orders, margin }: OrdersPanelProps) {
  const t = useText("health");
  return (
    <Panel title={t("orders")}>
      <div className={styles["figures"]}>
        <Figure value={showMilliseconds(orders.p50_ms)} name={t("p50")} />
        <Figure value={showMilliseconds(orders.p99_ms)} name={t("p99")} />
        <Figure value={orders.count} name={t("order_count")} />
        <Figure value={orders.faults} name={t("faults")} bad={orders.faults > 0} />
      </div>
      <Facts
        facts={[
          { name: t("in_call"), value: margin.accounts_in_call },
          { name: t("forced_sales"), value: margin.forced_sales_today },
        ]}
      />
    </Panel>
  );
}

/** Whether the books held when they were last held against themselves. */
function BooksPanel({ books }: { books: Health["books"] }) {
  const t = useText("health");
  if (books === null) {
    return (
      <Panel title={t("books")}>
        <p className="muted">{t("books_none")}</p>
      </Panel>
    );
  }
  const holds = books.difference_count === 0;
  return (
    <Panel
      title={t("books")}
      aside={
        <Badge tone={holds ? "good" : "bad"}>
          {holds ? t("books_hold") : t("books_differ", { count: books.difference_count })}
        </Badge>
      }
    >
      <Facts
        facts={[
          { name: t("books_checked"), value: <RealAt iso={books.finished_at} /> },
          { name: t("books_accounts"), value: books.checked.accounts },
          { name: t("books_postings"), value: books.checked.postings },
          { name: t("books_positions"), value: books.checked.positions },
        ]}
      />
    </Panel>
  );
}

/** Up to when one can go back, and what stands in the way. */
function BackupsPanel({ backups }: { backups: Health["backups"] }) {
  const t = useText("health");
  const { kind, trouble, holes } = backups;
  if (kind === "none" || kind === "own") {
    return (
      <Panel title={t("backups")}>
        <p className="muted">{t(`backups_${kind}`)}</p>
      </Panel>
    );
  }
  const at = (iso: string | null) => (iso === null ? "–" : <RealAt iso={iso} />);
  const restorable =
    backups.restorable_to === null ? t("backups_restorable_none") : at(backups.restorable_to);
  return (
    <Panel
      title={t("backups")}
      aside={
        <Badge tone={trouble === null ? "good" : "bad"}>
          {trouble === null ? t("backups_whole") : t("backups_broken")}
        </Badge>
      }
    >
      <Facts
        facts={[
          { name: t("backups_restorable"), value: restorable },
          { name: t("backups_made"), value: at(backups.backed_up_at) },
          { name: t("backups_log"), value: at(backups.log_at) },
        ]}
      />
      {trouble !== null && <p className="mono">{trouble}</p>}
      {holes.length > 0 && (
        <>
          <p>{t("backups_holes")}</p>
          <ul>
            {holes.map((hole) => (
              <li key={hole} className="mono">
                {hole}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** How the machine's clock was set, and how far the service's own time is from it. */
function ClockPanel({ clock }: { clock: Health["clock"] }) {
  const t = useText("health");
  const seconds = (ms: number) =>
    t("seconds", { seconds: `${ms > 0 ? "+" : ""}${(ms / 1_000).toFixed(1)}` });
  const { latest, correction_ms: correctionMs } = clock;
  if (latest === null) {
    return (
      <Panel title={t("clock")}>
        <p className="muted">{t("clock_none")}</p>
      </Panel>
    );
  }
  return (
    <Panel
      title={t("clock")}
      aside={
        <Badge tone={correctionMs === 0 ? "good" : "bad"}>
          {correctionMs === 0 ? t("clock_right") : t("clock_corrected")}
        </Badge>
      }
    >
      <Facts
        facts={[
          { name: t("clock_stepped"), value: seconds(latest.stepped_ms) },
          { name: t("clock_noticed"), value: <RealAt iso={latest.at} /> },
          { name: t("clock_noticed_by"), value: latest.noticed_by },
          { name: t("clock_correction"), value: seconds(correctionMs) },
        ]}
      />
    </Panel>
  );
}

function DatabasePanel({ database }: { database: Health["database"] }) {
  const t = useText("health");
  return (
    <Panel title={t("database")}>
      <Facts
        facts={[
          { name: t("size"), value: showBytes(database.bytes) },
          {
            name: t("connections"),
            value: `${database.connections} / ${database.connections_max}`,
          },
          {
            name: t("longest_transaction"),
            value: t("seconds", { seconds: database.longest_transaction_seconds.toFixed(1) }),
          },
          {
            name: t("pool"),
            value: t("pool_use", {
              open: database.pool.open,
              idle: database.pool.idle,
              waiting: database.pool.waiting,
            }),
          },
        ]}
      />
    </Panel>
  );
}

function ProcessPanel({ process }: { process: Health["process"] }) {
  const t = useText("health");
  return (
    <Panel title={t("process")}>
      <Facts
        facts={[
          { name: t("started"), value: <RealAt iso={process.started_at} /> },
          { name: t("uptime"), value: <SpanOf milliseconds={process.uptime_seconds * 1000} /> },
          { name: t("memory"), value: showBytes(process.memory_bytes) },
          { name: t("heap"), value: showBytes(process.heap_bytes) },
          { name: t("loop_delay"), value: showMilliseconds(process.loop_delay_ms) },
        ]}
      />
    </Panel>
  );
}

function TroublesPanel({ troubles }: { troubles: Health["troubles"] }) {
  const t = useText("health");
  return (
    <Panel
      title={t("troubles")}
      aside={
        <span className="muted">
          {t("troubles_count", { errors: troubles.errors, warnings: troubles.warnings })}
        </span>
      }
    >
      {troubles.latest.length === 0 ? (
        <p className="muted">{t("no_troubles")}</p>
      ) : (
        <ul className={styles["troubles"]}>
          {troubles.latest.map(({ at, level, text }, index) => (
            <li key={`${at} ${index}`}>
              <RealAt iso={at} />
              <Badge tone={level === "error" ? "bad" : "waits"}>{t(level)}</Badge>
              <span className="mono">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
