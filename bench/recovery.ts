import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { findFreePort } from "../apps/server/src/platform/postgres/free-port.ts";
import { startPostgres } from "../apps/server/src/platform/postgres/index.ts";
import { projectFolder } from "../tools/project.ts";
import { checkBooks } from "./check-books.ts";
import { olderBuild } from "./older-build.ts";
import { childrenOf, postmasterOf } from "./orders/processor-time.ts";

/** What is killed outright: the server alone, PostgreSQL with all its processes, or both at one moment. */
const kinds = ["node", "PostgreSQL", "both"] as const;
type Kind = (typeof kinds)[number];

const customers = 64;
const invitationCode = "BENCHED1";
const password = "a long pass phrase 7";
/** Of load before each kill, and as much again at most. */
const loadSeconds = "4";
const againMs = 100;
const startMsMax = 180_000;
/** A new instance keeps its market for the next start within its first minute, and publishes and tests what it has. */
const beginningMs = 90_000;

/**
 * How long an instance that is under load is gone after a kill: until the first order that was sent after it is taken. It
 * is run as `npm start` runs it, and started again as soon as it has ended. Its books are checked when all is over.
 *
 * `npm run bench recovery [kills of each kind] [--load <seconds before each>] [--against <commit>]`.
 */
export async function run(parameters: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: parameters,
    options: { against: { type: "string" }, load: { type: "string", default: loadSeconds } },
    allowPositionals: true,
  });
  const kills = Number(positionals[0] ?? "10");
  const { against } = values;
  const loadMs = Number(values.load) * 1_000;
  const builds = new Map([["this build", projectFolder]]);
  if (against !== undefined) builds.set(against, olderBuild(against));
  const instances = new Map<string, Instance>();
  try {
    for (const [name, folder] of builds) instances.set(name, await openInstance(folder, loadMs));
    console.log("Waiting until the new instance has made what it begins with");
    await pause(beginningMs);
    const taken = new Map<string, number[]>();
    for (let round = 1; round <= kills; round += 1) {
      for (const kind of kinds) {
        for (const [name, instance] of instances) {
          const key = `${kind}, ${name}`;
          const backMs = await instance.kill(kind);
          console.log(`round ${round}: ${key}: back after ${backMs.toFixed(0)} ms`);
          taken.set(key, [...(taken.get(key) ?? []), backMs]);
        }
      }
    }
    console.table([...taken].map(([killed, times]) => ({ killed, ...summaryOf(times) })));
  } finally {
    for (const instance of instances.values()) await instance.remove();
  }
}

function summaryOf(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return { kills: times.length, "p50 ms": at(0.5), "p99 ms": at(0.99) };
}

type Instance = {
  /** Loads it, kills it, and returns how many milliseconds it was gone. */
  kill(kind: Kind): Promise<number>;
  remove(): Promise<void>;
};

async function openInstance(folder: string, loadMs: number): Promise<Instance> {
  const dataDir = mkdtempSync(join(tmpdir(), "sanshi-bench-recovery-"));
  // PostgreSQL runs as another user where we are root.
  chmodSync(dataDir, 0o711);
  const port = await findFreePort();
  let launcher: ChildProcess | null = null;
  let isOver = false;
  const start = () => {
    launcher = spawn(process.execPath, [join("tools", "run.mjs"), "start"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        INVITATION_CODE: invitationCode,
        OPERATOR_EMAIL: "operator@bench.example",
        OPERATOR_PASSWORD: "only for the bench",
        SIMULATED_GRANT: "JPY:1000000000000",
        CUSTOMER_CALLS_PER_SECOND: "1000000",
        LOG_LEVEL: "fatal",
      },
    });
    launcher.once("exit", () => {
      if (!isOver) start();
    });
  };
  start();
  const stop = async () => {
    isOver = true;
    if (launcher === null) return;
    const ended = once(launcher, "exit");
    launcher.kill("SIGTERM");
    await ended;
  };
  // However this ends, nothing of it goes on.
  process.once("exit", () => {
    isOver = true;
    launcher?.kill("SIGTERM");
  });
  const ask = caller(port);
  const all = await signUpAll(ask);
  const code = await cheapestOf(ask, all[0]!);

  /** Orders until told to stop; resolves with when the first one was taken that was sent after `after.at`. */
  function load(after: { at: number }): { back: Promise<number>; stop(): Promise<unknown> } {
    let isLoading = true;
    const { promise: back, resolve } = Promise.withResolvers<number>();
    const loops = all.map(async (customer) => {
      while (isLoading) {
        const sentAt = performance.now();
        const order = { type: "jpy", code, kind: "market", quantity: "100", side: "long" };
        const fields = { ...order, leverage: "1", request_id: randomUUID() };
        const status = await ask("/trade/place-order", fields, customer);
        if (status?.status === 1 && sentAt > after.at) resolve(performance.now());
        if (status === null) await pause(againMs);
        else if (status.status !== 1) throw new Error(JSON.stringify(status));
      }
    });
    return {
      back,
      stop: () => {
        isLoading = false;
        return Promise.all(loops);
      },
    };
  }

  return {
    async kill(kind) {
      const after = { at: Number.POSITIVE_INFINITY };
      const loaded = load(after);
      await pause(loadMs + Math.random() * loadMs);
      const postmaster = postmasterOf(dataDir);
      const server = childrenOf(launcher?.pid ?? 0).filter((pid) => pid !== postmaster);
      after.at = performance.now();
      if (kind !== "PostgreSQL") killAll(server);
      if (kind !== "node") killAll([postmaster, ...childrenOf(postmaster)]);
      const backMs = (await loaded.back) - after.at;
      await loaded.stop();
      return backMs;
    },
    async remove() {
      await stop();
      if (folder === projectFolder) await checkBooksOf(dataDir);
      for (const path of [dataDir, `${dataDir}-keys`])
        rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Of an instance that was stopped. */
async function checkBooksOf(dataDir: string): Promise<void> {
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const postgres = await startPostgres({ dataDir, log });
  try {
    await checkBooks(postgres.ownerConnectionString);
  } finally {
    await postgres.stop();
  }
}

type Customer = { token: string; account: string };
type Answered = { status: number; data?: unknown };
type Ask = (
  path: string,
  fields: Record<string, string>,
  customer: Customer | null,
) => Promise<Answered | null>;

/** Null where the server is not there, or cannot say now. */
function caller(port: number): Ask {
  const agent = new Agent({ keepAlive: true });
  return (path, fields, customer) =>
    new Promise((resolve) => {
      const headers = { "content-type": "application/x-www-form-urlencoded", ...customer };
      const asked = request(
        { host: "127.0.0.1", port, method: "POST", path: `/api/vue${path}`, headers, agent },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (part: string) => (text += part));
          answer.on("error", () => resolve(null));
          answer.on("close", () =>
            resolve(answer.statusCode === 200 ? (JSON.parse(text) as Answered) : null),
          );
        },
      );
      asked.setTimeout(10_000, () => asked.destroy());
      asked.on("error", () => resolve(null));
      asked.end(new URLSearchParams(fields).toString());
    });
}

async function signUpAll(ask: Ask): Promise<Customer[]> {
  const until = performance.now() + startMsMax;
  const signedUp: Customer[] = [];
  while (signedUp.length < customers) {
    const account = String(9_000_000_000 + signedUp.length);
    const given = { account, password, password2: password };
    const registered = await ask(
      "/user/register",
      { ...given, invite_code: invitationCode, agree: "true" },
      null,
    );
    if (registered?.status === 1) signedUp.push(registered.data as Customer);
    else if (registered !== null) throw new Error(JSON.stringify(registered));
    else if (performance.now() > until) throw new Error("The instance does not start");
    else await pause(200);
  }
  return signedUp;
}

async function cheapestOf(ask: Ask, customer: Customer): Promise<string> {
  const listed = await ask("/market/stocks", { type: "jpy" }, customer);
  const stocks = (listed?.data ?? []) as { code: string; price: string }[];
  const [cheapest] = stocks.toSorted((one, other) => Number(one.price) - Number(other.price));
  if (cheapest === undefined) throw new Error("There are no stocks");
  return cheapest.code;
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}
