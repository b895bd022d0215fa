import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  busyBeatMs,
  type FromClients,
  type FromServer,
  type ToClients,
  type ToServer,
} from "./quotes/messages.ts";

const folder = join(import.meta.dirname, "quotes");
const symbolsEach = 20;
const settleMs = 5_000;

type Report = Extract<FromClients, { kind: "report" }>;
type Usage = Extract<FromServer, { kind: "usage" }>;

/**
 * Stream clients that each watch 20 stocks of the busiest market there can be, against the server's
 * own stream in a process of its own. `npm run bench quotes [clients] [seconds]`: once with a list of its
 * own for every client, once with the same list for all.
 */
export async function run([count = "10000", seconds = "20"]: string[]): Promise<void> {
  const clientCount = Number(count);
  const measureMs = Number(seconds) * 1_000;
  const rows = [
    await measure(clientCount, measureMs, "a list of its own each", "own"),
    await measure(clientCount, measureMs, "the same list for all", "same"),
  ];
  console.log(
    `${clientCount} clients × ${symbolsEach} stocks, every stock changes every ${busyBeatMs} ms, ${seconds} s`,
  );
  const names = Object.keys(rows[0]![1]);
  // A column for each run: the figures' names are long.
  console.table(
    Object.fromEntries(
      names.map((name) => [name, Object.fromEntries(rows.map(([run, of]) => [run, of[name]]))]),
    ),
  );
}

async function measure(
  clientCount: number,
  measureMs: number,
  name: string,
  sharing: "own" | "same",
): Promise<[string, Record<string, number>]> {
  const server = start("server.ts", []);
  const { port } = (await answer<FromServer>(server, "listening")) as { port: number };
  const before = await usage(server);
  const processCount = Math.ceil(clientCount / 10_000);
  const share = String(Math.ceil(clientCount / processCount));
  const clients = Array.from({ length: processCount }, () =>
    start("clients.ts", [String(port), share, String(symbolsEach), sharing]),
  );
  await Promise.all(clients.map((client) => answer<FromClients>(client, "connected")));
  await pause(settleMs);
  const begin = await usage(server);
  for (const client of clients) client.send("measure" satisfies ToClients);
  const began = performance.now();
  await pause(measureMs);
  const reports = await Promise.all(clients.map(report));
  const seconds = (performance.now() - began) / 1_000;
  const end = await usage(server);
  for (const child of [...clients, server]) await stop(child);
  return [name, figures(reports, { before, begin, end, seconds, clientCount })];
}

function figures(
  reports: readonly Report[],
  run: { before: Usage; begin: Usage; end: Usage; seconds: number; clientCount: number },
): Record<string, number> {
  const sum = (of: (report: Report) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  const frames = sum((report) => report.frames);
  const lags = (of: (report: Report) => number[]) =>
    reports.map(of).reduce((one, other) => one.map((value, index) => value + other[index]!));
  const cpuMs = run.end.cpuMs - run.begin.cpuMs;
  const quoteLags = lags((report) => report.quoteLags);
  const frameLags = lags((report) => report.frameLags);
  return {
    "server cores": round(cpuMs / run.seconds / 1_000, 3),
    "µs a frame": round((cpuMs / frames) * 1_000, 1),
    "frames a client and second": round(frames / run.seconds / run.clientCount, 2),
    "quote lag p50 ms": quantile(quoteLags, 0.5),
    "quote lag p99 ms": quantile(quoteLags, 0.99),
    "frame lag p50 ms": quantile(frameLags, 0.5),
    "frame lag p99 ms": quantile(frameLags, 0.99),
    "kB a connection": round((run.end.rssBytes - run.before.rssBytes) / run.clientCount / 1_000, 1),
    "bytes a frame": Math.round(sum((report) => report.bytes) / frames),
    "MB a second": round(sum((report) => report.bytes) / run.seconds / 1e6, 1),
    "clients' cores": round(sum((report) => report.cpuMs) / run.seconds / 1_000, 2),
    "lines lost": sum((report) => report.closed),
  };
}

/** The lag in milliseconds that this share of all did not exceed. */
function quantile(counts: readonly number[], share: number): number {
  const wanted = counts.reduce((total, count) => total + count, 0) * share;
  let seen = 0;
  for (const [lagMs, count] of counts.entries()) {
    seen += count;
    if (seen >= wanted) return lagMs;
  }
  return counts.length - 1;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function start(file: string, parameters: string[]): ChildProcess {
  return fork(join(folder, file), parameters, { stdio: "inherit" });
}

async function answer<Message extends { kind: string }>(
  child: ChildProcess,
  kind: Message["kind"],
): Promise<Message> {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`a process of the bench ended early with ${code}`);
  });
  ended.catch(() => undefined);
  for (;;) {
    const [message] = (await Promise.race([once(child, "message"), ended])) as [Message];
    if (message.kind === kind) return message;
  }
}

async function usage(server: ChildProcess): Promise<Usage> {
  server.send("usage" satisfies ToServer);
  return (await answer<FromServer>(server, "usage")) as Usage;
}

async function report(client: ChildProcess): Promise<Report> {
  client.send("report" satisfies ToClients);
  return (await answer<FromClients>(client, "report")) as Report;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
}
