import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../../apps/server/src/platform/postgres/free-port.ts";
import {
  childrenOf,
  familySeconds,
  postmasterOf,
  processorSeconds,
} from "../orders/processor-time.ts";

export type Start = {
  /** By the clock, until `/readyz` answers with 200. */
  readySeconds: number;
  /** Of the processors until then: node with what it ran and waited for, and PostgreSQL with its connections. */
  nodeSeconds: number;
  postgresSeconds: number;
  /** Resident at rest; of PostgreSQL each shared page once. NaN where nobody may see that of another user's process. */
  nodeMegabytes: number;
  postgresMegabytes: number;
};

const readyMsMax = 240_000;
const lookMs = 20;
const stopMsMax = 60_000;
const kilobytesOfMegabyte = 1_024;
/** What an instance needs to be told; over an existing folder it makes no operator. */
const environment = {
  HOST: "127.0.0.1",
  OPERATOR_EMAIL: "operator@bench.example",
  OPERATOR_PASSWORD: "only for the bench",
  LOG_LEVEL: "warn",
};

/**
 * Starts the build in that folder as `npm start` does once everything is installed, looks at it after so many seconds at
 * rest, and stops it.
 *
 * @throws Error with what it printed where it ends, or does not get ready in four minutes.
 */
export async function startOnce(
  build: string,
  dataDir: string,
  restSeconds: number,
): Promise<Start> {
  const port = await findFreePort();
  const began = performance.now();
  const server = spawn(process.execPath, [...process.execArgv, join("tools", "start.ts")], {
    cwd: build,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...environment,
      NODE_COMPILE_CACHE: join(build, ".cache", "compiled"),
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  });
  try {
    await untilReady(server, port);
    const readySeconds = (performance.now() - began) / 1_000;
    const node = server.pid ?? 0;
    const postgres = postmasterOf(dataDir);
    const [own, others] = [familySeconds(node), familySeconds(postgres)];
    // PostgreSQL's own process is a child of node's; its connections are not.
    const isChild = childrenOf(node).includes(postgres);
    await pause(restSeconds * 1_000);
    return {
      readySeconds,
      nodeSeconds: own - (isChild ? processorSeconds(postgres) : 0),
      postgresSeconds: others,
      nodeMegabytes: residentMegabytes([node], "Rss"),
      postgresMegabytes: residentMegabytes([postgres, ...childrenOf(postgres)], "Pss"),
    };
  } finally {
    await stop(server);
  }
}

async function untilReady(server: ChildProcess, port: number): Promise<void> {
  let printed = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on("data", (part: Buffer) => (printed += part.toString()));
  }
  const until = performance.now() + readyMsMax;
  for (;;) {
    if (hasEnded(server)) throw new Error(`The server did not start:\n${printed}`);
    if (performance.now() > until) throw new Error(`The server did not get ready:\n${printed}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    await pause(lookMs);
  }
}

function residentMegabytes(pids: readonly number[], kind: "Rss" | "Pss"): number {
  const kilobytes = pids.map((pid) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
      return Number(new RegExp(`^${kind}: +(\\d+) kB`, "m").exec(rollup)?.[1]);
    } catch {
      return Number.NaN;
    }
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / kilobytesOfMegabyte;
}

async function stop(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const ended = once(server, "exit");
  const hurry = setTimeout(() => server.kill("SIGKILL"), stopMsMax);
  server.kill("SIGTERM");
  await ended;
  clearTimeout(hurry);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;
