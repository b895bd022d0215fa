import { Histogram } from "prom-client";
import type { Context } from "../../context.ts";
import { addBackupMetrics } from "../../platform/backup/index.ts";
import { addCounter, addGauge } from "../../platform/metrics.ts";
import type { Health, HealthReport } from "./health.ts";
import { boundsMs } from "./latencies.ts";

/** Registers what Prometheus scrapes: figures alone, no names and no accounts. */
export function addHealthMetrics({ metrics, http, backups }: Context, health: Health): void {
  addBackupMetrics(metrics, backups);
  const report = onePerScrape(() => health.report());
  addGauge(
    metrics,
    { name: "ready", help: "Whether each check of readiness holds.", labels: ["check"] },
    async () => (await report()).checks.map(({ name, ok }) => [{ check: name }, ok ? 1 : 0]),
  );
  addFeedMetrics(metrics, report);
  addOrderMetrics(metrics, health);
  addCounter(
    metrics,
    { name: "calls_total", help: "Answers by route and status.", labels: ["route", "status"] },
    () =>
      http.counts
        .routes()
        .map(({ route, status, count }) => [{ route, status: String(status) }, count]),
  );
  addCounter(
    metrics,
    { name: "calls_shed_total", help: "Calls turned away with 503 unread.", labels: ["kind"] },
    () => Object.entries(http.counts.shedByKind()).map(([kind, count]) => [{ kind }, count]),
  );
  addGauge(
    metrics,
    { name: "queue_waiting", help: "What waits for operators.", labels: ["queue"] },
    async () => (await report()).queues.map(({ name, waiting }) => [{ queue: name }, waiting]),
  );
  addMarginMetrics(metrics, report);
  addBooksMetrics(metrics, report);
  addCounter(
    metrics,
    { name: "log_troubles_total", help: "Warnings and errors in the log.", labels: ["level"] },
    async () => {
      const { warnings, errors } = (await report()).troubles;
      return [
        [{ level: "warn" }, warnings],
        [{ level: "error" }, errors],
      ];
    },
  );
  addClockMetrics(metrics, report);
  addDatabaseMetrics(metrics, report);
  addProcessMetrics(metrics, report);
}

type Metrics = Context["metrics"];
type Report = () => Promise<HealthReport>;

/** A scrape asks for many figures at once; they come from one report. */
function onePerScrape(make: Report): Report {
  let made: Promise<HealthReport> | null = null;
  return () =>
    (made ??= make().finally(() => {
      made = null;
    }));
}

function addFeedMetrics(metrics: Metrics, report: Report): void {
  addGauge(
    metrics,
    {
      name: "feed_delivered_seconds_ago",
      help: "Real time since the feed delivered a quote of the market.",
      labels: ["market"],
    },
    async () =>
      (await report()).feed.flatMap(({ type, delivered_ms_ago }) =>
        delivered_ms_ago === null ? [] : [[{ market: type }, delivered_ms_ago / 1_000] as const],
      ),
  );
  addGauge(
    metrics,
    { name: "market_open", help: "Whether continuous trading is on.", labels: ["market"] },
    async () => (await report()).feed.map(({ type, open }) => [{ market: type }, open ? 1 : 0]),
  );
}

function addOrderMetrics(metrics: Metrics, health: Health): void {
  health.observe(
    new Histogram({
      name: "sanshi_order_answer_seconds",
      help: "From an order's arrival to its answer.",
      buckets: boundsMs.map((bound) => bound / 1_000),
      registers: [metrics],
    }),
  );
  addCounter(
    metrics,
    { name: "order_faults_total", help: "Orders that a fault of ours answered." },
    () => [[{}, health.orderFaults()]],
  );
}

function addMarginMetrics(metrics: Metrics, report: Report): void {
  addGauge(
    metrics,
    { name: "margin_accounts_in_call", help: "Accounts in a margin call." },
    async () => [[{}, (await report()).margin.accounts_in_call]],
  );
  addGauge(
    metrics,
    { name: "margin_forced_sales_today", help: "Forced sales of the markets' today." },
    async () => [[{}, (await report()).margin.forced_sales_today]],
  );
}

function addBooksMetrics(metrics: Metrics, report: Report): void {
  addGauge(
    metrics,
    { name: "books_differences", help: "What did not hold when the books were last checked." },
    async () => {
      const { books } = await report();
      return books === null ? [] : [[{}, books.difference_count]];
    },
  );
  addGauge(
    metrics,
    {
      name: "books_checked_timestamp_seconds",
      help: "When the books were last held against themselves, in Unix time.",
    },
    async () => {
      const { books } = await report();
      return books === null ? [] : [[{}, Date.parse(books.finished_at) / 1_000]];
    },
  );
}

function addClockMetrics(metrics: Metrics, report: Report): void {
  addGauge(
    metrics,
    { name: "clock_steps", help: "How often the machine's clock was set back or forward." },
    async () => [[{}, (await report()).clock.steps]],
  );
  addGauge(
    metrics,
    {
      name: "clock_correction_seconds",
      help: "What is added to the machine's clock after a step.",
    },
    async () => [[{}, (await report()).clock.correction_ms / 1_000]],
  );
}

function addDatabaseMetrics(metrics: Metrics, report: Report): void {
  addGauge(metrics, { name: "database_bytes", help: "Size of the database." }, async () => [
    [{}, (await report()).database.bytes],
  ]);
  addGauge(
    metrics,
    { name: "database_connections", help: "Connections to the database." },
    async () => [[{}, (await report()).database.connections]],
  );
  addGauge(
    metrics,
    { name: "database_pool_waiting", help: "Calls that wait for a connection." },
    async () => [[{}, (await report()).database.pool.waiting]],
  );
}

function addProcessMetrics(metrics: Metrics, report: Report): void {
  addGauge(
    metrics,
    { name: "process_resident_memory_bytes", help: "Memory of the process." },
    async () => [[{}, (await report()).process.memory_bytes]],
  );
  addGauge(
    metrics,
    { name: "process_uptime_seconds", help: "How long the process has been up." },
    async () => [[{}, (await report()).process.uptime_seconds]],
  );
  addGauge(
    metrics,
    { name: "event_loop_delay_seconds", help: "The event loop's worst delay of the last minute." },
    async () => [[{}, (await report()).process.loop_delay_ms / 1_000]],
  );
}
