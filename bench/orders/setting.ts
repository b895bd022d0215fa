import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { projectFolder } from "../../tools/project.ts";
import { checkBooks } from "../check-books.ts";
import { generatorParameters, generatorProgram } from "./generators.ts";
import type { BackUpRequest, LoadReport, LoadRequest, ServerReady } from "./messages.ts";
import { findPgBench, type PgBench } from "./pgbench.ts";
import { familySeconds, processorSeconds } from "./processor-time.ts";

const scale = 50;
/** A new instance publishes its market's companies, blocks and strategies and tests these, once, in its first minute. */
const beginningMs = 25_000;
const settledMsMax = 120_000;
/** Of a processor, over a look: what the market's quotes and the jobs of every second take, and no more. */
const settledShare = 0.1;
const lookMs = 4_000;

/** A PostgreSQL of its own, the server on it in a process of its own, and customers who are signed in. */
export type Setting = {
  ready: ServerReady;
  connectionString: string;
  /** As the tables' owner. */
  ownerConnectionString: string;
  /** PostgreSQL's own TPC-B on the same server. */
  yardstick(): Promise<PgBench>;
  load(request: Partial<LoadRequest> & { seconds: number }): Promise<Measured>;
  /** A base backup and the log since, made in the server's process. */
  backUp(folder: string): Promise<void>;
  /** What the server and PostgreSQL have taken of the processors so far, in seconds. */
  spent(): { node: number; postgres: number };
};

export type Measured = LoadReport & {
  rate: number;
  nodeMicroseconds: number;
  postgresMicroseconds: number;
  /** What asking cost: the generator shares the machine with what it measures. */
  generatorMicroseconds: number;
};

/** `build` is the folder of what is measured: this one's, or an older build's. */
export async function withSetting(
  customers: number,
  measure: (setting: Setting) => Promise<void>,
  { lendsPool = false, build = projectFolder }: { lendsPool?: boolean; build?: string } = {},
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "sanshi-bench-"));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const platform = join(build, "apps", "server", "src", "platform");
  const { startPostgres } = (await import(
    pathToFileURL(join(platform, "postgres", "index.ts")).href
  )) as typeof import("../../apps/server/src/platform/postgres/index.ts");
  const postgres = await startPostgres({ dataDir, log, onProgress: console.log });
  const { connectionString, ownerConnectionString } = postgres;
  console.log("Starting the server with its customers");
  const server = fork(join(build, "bench", "orders", "server.ts"), {
    cwd: build,
    execArgv: serverFlags(),
    env: {
      ...process.env,
      DATABASE_URL: connectionString,
      DATABASE_OWNER_URL: ownerConnectionString,
      CUSTOMERS: String(customers),
      LENDS_POOL: lendsPool ? "on" : "",
    },
  });
  try {
    const [ready] = (await Promise.race([
      once(server, "message"),
      once(server, "exit").then(() => Promise.reject(new Error("the server did not start"))),
    ])) as [ServerReady];
    const pids = { node: server.pid ?? 0, postgres: postgres.pid() };
    await untilSettled(pids.node);
    await measure({
      ready,
      connectionString,
      ownerConnectionString,
      yardstick: () => startYardstick(ownerConnectionString),
      load: (request) => load({ ...usual(ready), ...request }, pids),
      async backUp(folder) {
        server.send({ kind: "back-up", dataDir, folder } satisfies BackUpRequest);
        await once(server, "message");
      },
      spent: () => ({ node: processorSeconds(pids.node), postgres: familySeconds(pids.postgres) }),
    });
  } finally {
    if (server.connected) {
      server.disconnect();
      await once(server, "exit");
    }
    if (build === projectFolder) await checkBooks(ownerConnectionString);
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What is measured is an instance that runs, and not what it does once in its life. */
async function untilSettled(pid: number): Promise<void> {
  const until = performance.now() + settledMsMax;
  console.log("Waiting until the new instance has made its companies and strategies");
  await pause(beginningMs);
  for (;;) {
    const before = processorSeconds(pid);
    await pause(lookMs);
    const share = ((processorSeconds(pid) - before) * 1_000) / lookMs;
    if (share < settledShare) return;
    if (performance.now() > until) throw new Error("the new instance does not come to rest");
  }
}

/** Those that `npm start` gives it; NODE_PROFILE=<folder> writes a processor profile of the server there. */
function serverFlags(): string[] {
  const profile = process.env["NODE_PROFILE"];
  return [
    ...process.execArgv,
    ...(profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]),
  ];
}

async function startYardstick(connectionString: string): Promise<PgBench> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("CREATE DATABASE yardstick");
  await client.end();
  const yardstick = findPgBench(connectionString, "yardstick");
  console.log(`Filling pgbench's tables at scale ${scale}`);
  await yardstick.initialise(scale);
  return yardstick;
}

function usual({ port, accounts, codes }: ServerReady): Omit<LoadRequest, "seconds"> {
  return {
    port,
    accounts,
    codes,
    connections: 256,
    warmUpSeconds: 2,
    leveraged: false,
    shorts: false,
    perSecond: null,
    waitsWhenTold: true,
  };
}

async function load(
  request: LoadRequest,
  pids: { node: number; postgres: number },
): Promise<Measured> {
  const generator = fork(join(import.meta.dirname, "load.ts"), {
    execPath: generatorProgram,
    execArgv: [...generatorParameters, process.execPath],
  });
  generator.send(request);
  await once(generator, "message");
  const spent = () => ({
    node: processorSeconds(pids.node),
    postgres: familySeconds(pids.postgres),
    generator: processorSeconds(generator.pid ?? 0),
  });
  const before = spent();
  const [report] = (await once(generator, "message")) as [LoadReport];
  const after = spent();
  generator.disconnect();
  await once(generator, "exit");
  if (report.orders === 0) {
    throw new Error(`No order was placed: ${JSON.stringify(report.refused)}`);
  }
  const perOrder = (from: number, until: number) => ((until - from) * 1e6) / report.orders;
  return {
    ...report,
    rate: report.orders / report.seconds,
    nodeMicroseconds: perOrder(before.node, after.node),
    postgresMicroseconds: perOrder(before.postgres, after.postgres),
    generatorMicroseconds: perOrder(before.generator, after.generator),
  };
}

export function describe(measured: Measured): string {
  const refused = Object.entries(measured.refused).map(([code, count]) => `${count} ${code}`);
  return [
    `${measured.rate.toFixed(0)} a second`,
    `p50 ${measured.p50Ms.toFixed(1)} ms`,
    `p99 ${measured.p99Ms.toFixed(1)} ms`,
    `${measured.nodeMicroseconds.toFixed(0)} + ${measured.postgresMicroseconds.toFixed(0)} µs of node and PostgreSQL an order, ${measured.generatorMicroseconds.toFixed(0)} µs of the generator`,
    ...(measured.shed.count > 0 ? [`shed: ${measured.shed.count}`] : []),
    ...(refused.length > 0 ? [`refused: ${refused.join(", ")}`] : []),
  ].join(", ");
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
