import { boundsMs } from "./latencies.ts";
import type { Health } from "./health.ts";

/** The text that Prometheus scrapes: figures alone, no names and no accounts. */
export async function metricsText(health: Health): Promise<string> {
  const report = await health.report();
  const lines: string[] = [];
  const gauge = (
    name: string,
    help: string,
    values: readonly [labels: string, value: number][],
  ) => {
    lines.push(`# HELP sanshi_${name} ${help}`, `# TYPE sanshi_${name} gauge`);
    for (const [labels, value] of values) lines.push(`sanshi_${name}${labels} ${value}`);
  };
  const counter = (name: string, help: string, values: readonly [string, number][]) => {
    lines.push(`# HELP sanshi_${name} ${help}`, `# TYPE sanshi_${name} counter`);
    for (const [labels, value] of values) lines.push(`sanshi_${name}${labels} ${value}`);
  };
  gauge(
    "ready",
    "Whether each check of readiness holds.",
    report.checks.map(({ name, ok }) => [`{check="${name}"}`, ok ? 1 : 0]),
  );
  gauge(
    "feed_delivered_seconds_ago",
    "Real time since the feed delivered a quote of the market.",
    report.feed.flatMap(({ type, delivered_ms_ago }) =>
      delivered_ms_ago === null ? [] : [[`{market="${type}"}`, delivered_ms_ago / 1_000]],
    ),
  );
  gauge(
    "market_open",
    "Whether continuous trading is on.",
    report.feed.map(({ type, open }) => [`{market="${type}"}`, open ? 1 : 0]),
  );
  lines.push(...latencyLines(health));
  counter("order_faults_total", "Orders that a fault of ours answered.", [
    ["", health.orderFaults()],
  ]);
  gauge(
    "queue_waiting",
    "What waits.",
    report.queues.map(({ name, waiting }) => [`{queue="${name}"}`, waiting]),
  );
  gauge("margin_accounts_in_call", "Accounts in a margin call.", [
    ["", report.margin.accounts_in_call],
  ]);
  gauge("margin_forced_sales_today", "Forced sales of the markets' today.", [
    ["", report.margin.forced_sales_today],
  ]);
  counter("log_troubles_total", "Warnings and errors in the log.", [
    [`{level="warn"}`, report.troubles.warnings],
    [`{level="error"}`, report.troubles.errors],
  ]);
  gauge("database_bytes", "Size of the database.", [["", report.database.bytes]]);
  gauge("database_connections", "Connections to the database.", [
    ["", report.database.connections],
  ]);
  gauge("database_pool_waiting", "Calls that wait for a connection.", [
    ["", report.database.pool.waiting],
  ]);
  gauge("process_resident_memory_bytes", "Memory of the process.", [
    ["", report.process.memory_bytes],
  ]);
  gauge("process_uptime_seconds", "How long the process has been up.", [
    ["", report.process.uptime_seconds],
  ]);
  gauge("event_loop_delay_seconds", "The event loop's worst delay of the last minute.", [
    ["", report.process.loop_delay_ms / 1_000],
  ]);
  return `${lines.join("\n")}\n`;
}

function latencyLines(health: Health): string[] {
  const { atMost, count, sumMs } = health.latencies.total();
  const name = "sanshi_order_answer_seconds";
  return [
    `# HELP ${name} From an order's arrival to its answer.`,
    `# TYPE ${name} histogram`,
    ...boundsMs.map((bound, slot) => `${name}_bucket{le="${bound / 1_000}"} ${atMost[slot]}`),
    `${name}_bucket{le="+Inf"} ${count}`,
    `${name}_sum ${sumMs / 1_000}`,
    `${name}_count ${count}`,
  ];
}
