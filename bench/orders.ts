import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../apps/server/src/platform/postgres/index.ts";
import type { LoadAnswer, LoadRequest, ServerReady } from "./orders/messages.ts";
import { findPgBench, type PgBench } from "./orders/pgbench.ts";
import { familySeconds, processorSeconds } from "./orders/processor-time.ts";

const folder = join(import.meta.dirname, "orders");
const scale = 50;
const customers = 512;
const connectionCounts = [256, 64] as const;
const yardstickClients = [8, 32] as const;
const warmUpSeconds = 2;

type Report = Extract<LoadAnswer, { kind: "report" }>;
type Measured = Report & { rate: number; nodeMicroseconds: number; postgresMicroseconds: number };

/**
 * Durable orders over HTTP, form-encoded and signed in, in alternating rounds with pgbench's TPC-B on
 * the same PostgreSQL. `npm run bench orders [rounds] [seconds]`. The ratio counts: absolute figures
 * move by half from hour to hour.
 */
export async function run([rounds = "3", seconds = "10"]: string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "sanshi-bench-"));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const postgres = await startPostgres({ dataDir, log, onProgress: console.log });
  let server: ChildProcess | undefined;
  try {
    await createDatabase(postgres.connectionString, "yardstick");
    const yardstick = findPgBench(postgres.connectionString, "yardstick");
    console.log(`Filling pgbench's tables at scale ${scale}`);
    await yardstick.initialise(scale);
    console.log("Starting the server with its customers");
    server = fork(join(folder, "server.ts"), {
      execArgv: serverFlags(),
      env: {
        ...process.env,
        DATABASE_URL: postgres.connectionString,
        CUSTOMERS: String(customers),
      },
    });
    const [ready] = (await once(server, "message")) as [ServerReady];
    const pids = { node: server.pid ?? 0, postgres: postgres.pid() };
    await measureRounds(Number(rounds), Number(seconds), { yardstick, ready, pids });
  } finally {
    if (server?.connected) {
      server.disconnect();
      await once(server, "exit");
    }
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** NODE_PROFILE=<folder> writes a processor profile of the server there. */
function serverFlags(): string[] {
  const profile = process.env["NODE_PROFILE"];
  return profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`];
}

async function createDatabase(connectionString: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
}

type Setting = {
  yardstick: PgBench;
  ready: ServerReady;
  pids: { node: number; postgres: number };
};

async function measureRounds(rounds: number, seconds: number, setting: Setting): Promise<void> {
  const rates = new Map<number, number[]>(yardstickClients.map((count) => [count, []]));
  const orders = new Map<number, Measured[]>(connectionCounts.map((count) => [count, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const index of [0, 1] as const) {
      const clients = yardstickClients[index];
      const rate = await setting.yardstick.measure(clients, seconds);
      rates.get(clients)?.push(rate);
      console.log(`round ${round}: pgbench, ${clients} clients: ${rate.toFixed(0)} a second`);
      const connections = connectionCounts[index];
      const measured = await measureOrders(connections, seconds, setting);
      orders.get(connections)?.push(measured);
      console.log(`round ${round}: ${connections} connections: ${describe(measured)}`);
    }
  }
  printSummary(rates, orders);
}

async function measureOrders(
  connections: number,
  seconds: number,
  { ready, pids }: Setting,
): Promise<Measured> {
  const load = fork(join(folder, "load.ts"));
  const request: LoadRequest = {
    port: ready.port,
    connections,
    seconds,
    warmUpSeconds,
    accounts: ready.accounts,
    codes: ready.codes,
  };
  load.send(request);
  await once(load, "message");
  const before = { node: processorSeconds(pids.node), postgres: familySeconds(pids.postgres) };
  const [report] = (await once(load, "message")) as [Report];
  const after = { node: processorSeconds(pids.node), postgres: familySeconds(pids.postgres) };
  load.disconnect();
  await once(load, "exit");
  if (report.orders === 0)
    throw new Error(`No order was filled: ${JSON.stringify(report.refused)}`);
  const perOrder = (from: number, until: number) => ((until - from) * 1e6) / report.orders;
  return {
    ...report,
    rate: report.orders / report.seconds,
    nodeMicroseconds: perOrder(before.node, after.node),
    postgresMicroseconds: perOrder(before.postgres, after.postgres),
  };
}

function describe(measured: Measured): string {
  const refused = Object.entries(measured.refused).map(([code, count]) => `${count} ${code}`);
  return [
    `${measured.rate.toFixed(0)} a second`,
    `p50 ${measured.p50Ms.toFixed(1)} ms`,
    `p99 ${measured.p99Ms.toFixed(1)} ms`,
    `${measured.nodeMicroseconds.toFixed(0)} + ${measured.postgresMicroseconds.toFixed(0)} µs of node and PostgreSQL an order`,
    ...(refused.length > 0 ? [`refused: ${refused.join(", ")}`] : []),
  ].join(", ");
}

function printSummary(
  rates: ReadonlyMap<number, readonly number[]>,
  orders: ReadonlyMap<number, readonly Measured[]>,
): void {
  const best = Math.max(...[...rates.values()].map(median));
  console.log(`\nMedians of the rounds. pgbench TPC-B, best: ${best.toFixed(0)} a second`);
  console.table(
    [...orders].map(([connections, measured]) => {
      const of = (pick: (one: Measured) => number) => median(measured.map(pick));
      return {
        connections,
        "orders a second": Math.round(of((one) => one.rate)),
        "÷ pgbench": Number((of((one) => one.rate) / best).toFixed(2)),
        "p50 ms": Number(of((one) => one.p50Ms).toFixed(1)),
        "p99 ms": Number(of((one) => one.p99Ms).toFixed(1)),
        "node µs an order": Math.round(of((one) => one.nodeMicroseconds)),
        "PostgreSQL µs an order": Math.round(of((one) => one.postgresMicroseconds)),
      };
    }),
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
