import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { probePort, startPostgres } from "../../../apps/server/src/platform/postgres/index.ts";
import {
  databaseName,
  superuserSession,
} from "../../../apps/server/src/platform/postgres/start-postgres.ts";
import { projectFolder } from "../../../apps/server/src/application.ts";
import { compiledFolder, type ApplicationAccess } from "../../support/application.ts";
import type { KillKind, Plant } from "./plants.ts";

/** The application as it is started by hand, on a data folder that outlives its processes. */
export type World = ApplicationAccess & {
  readonly dataDir: string;
  start(): Promise<void>;
  /** What only whoever owns the database may do. */
  change(statements: readonly string[]): Promise<void>;
  kill(kind: KillKind): Promise<void>;
  /** Ends everything in order and answers how to reach a PostgreSQL on what is left. */
  openBooks(): Promise<{ connectionString: string; close(): Promise<void> }>;
  /** What the servers have logged of calls that failed, and not because the database was gone; the newest at the end. */
  failedCalls(): readonly string[];
  remove(): Promise<void>;
};

/** As for any other start of a test: many at once keep a small machine busy. */
const startWaitMsMax = 180_000;
const failedCallsMax = 20;

/** A data folder as a first start leaves it: worlds that begin with a copy of it save themselves that start. */
export async function createTemplate(): Promise<Pick<World, "dataDir" | "remove">> {
  const world = await createWorld();
  await world.start();
  await (await world.openBooks()).close();
  return world;
}

/**
 * `plant` is a fault that is built into the server on purpose, to see that the run finds it; `template` a data folder
 * to begin with.
 */
export async function createWorld(
  plant: Plant | null = null,
  template: string | null = null,
): Promise<World> {
  // Not by the name of what other runs clear away: between a kill and a start it looks abandoned.
  const dataDir = mkdtempSync(join(tmpdir(), "sanshi-crashes-"));
  // PostgreSQL runs as another user where we are root.
  chmodSync(dataDir, 0o711);
  if (template !== null) execFileSync("cp", ["-a", `${template}/.`, dataDir]);
  const port = await findLastingPort();
  const access = {
    address: `http://127.0.0.1:${port}`,
    invitationCode: "CRASHES1",
    operatorEmail: "operator@example.com",
    operatorPassword: "an operator of the simulation",
  };
  let server: ChildProcess | null = null;
  const failedCalls: string[] = [];

  async function start(): Promise<void> {
    const child = spawn(process.execPath, serverParameters(plant), {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: compiledFolder,
        ...(plant !== null && { SANSHI_PLANT: plant.name }),
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: dataDir,
        INVITATION_CODE: access.invitationCode,
        OPERATOR_EMAIL: access.operatorEmail,
        OPERATOR_PASSWORD: access.operatorPassword,
        CUSTOMER_CALLS_PER_SECOND: "100000",
        DRAW_DELAY: "2560",
        LOG_LEVEL: "error",
        // The same prices in every run.
        MARKET_SEED: "sanshi",
      },
    });
    server = child;
    createInterface(child.stdout).on("line", (line) => {
      if (!line.includes("a call failed")) return;
      failedCalls.push(line);
      if (failedCalls.length > failedCallsMax) failedCalls.shift();
    });
    await untilRunning(child);
  }

  async function killServer(): Promise<void> {
    const child = server;
    server = null;
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  return {
    ...access,
    dataDir,
    start,
    async change(statements) {
      const session = await superuserSession(dataDir, databaseName);
      for (const statement of statements) await session.query(statement);
      await session.end();
    },
    async kill(kind) {
      const postgres = postmasterPid(dataDir);
      if (kind === "server" || kind === "both") await killServer();
      if (kind === "postgres" || kind === "both") killFamily(postgres);
      if (kind === "backend") killOneOf(childrenOf(postgres));
      if (server === null) await start();
    },
    async openBooks() {
      const child = server;
      server = null;
      if (child !== null && child.exitCode === null) {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGINT");
        await ended;
      }
      const log = { info: () => undefined, warn: () => undefined, error: console.error };
      const postgres = await startPostgres({ dataDir, log });
      return { connectionString: postgres.ownerConnectionString, close: () => postgres.stop() };
    },
    failedCalls: () => failedCalls,
    async remove() {
      await killServer();
      const postgres = postmasterPid(dataDir);
      killFamily(postgres);
      while (isRunning(postgres)) await sleep(20);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A free port below those that the system hands out: while the server is dead, no other program that
 * asks for any port must get this one.
 */
async function findLastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 30_000);
    if ((await probePort("127.0.0.1", port)) === "free") return port;
  }
}

function serverParameters(plant: Plant | null): string[] {
  const hooks = plant === null ? [] : ["--import", join(import.meta.dirname, "plant-hooks.ts")];
  return [...hooks, join(projectFolder, "apps", "server", "src", "main.ts")];
}

/** Throws with what it printed when it ends instead of listening. */
async function untilRunning(child: ChildProcess): Promise<void> {
  let output = "";
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => reject(new Error(`The server did not start in time:\n${output}`)),
    startWaitMsMax,
  );
  const collect = (part: Buffer) => {
    output = (output + part.toString()).slice(-20_000);
    if (output.includes("Sanshi is running on")) resolve();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  child.once("exit", () => reject(new Error(`The server ended:\n${output}`)));
  await promise.finally(() => clearTimeout(timer));
}

/** 0 where none is known. */
function postmasterPid(dataDir: string): number {
  try {
    const [pid] = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");
    return Number(pid);
  } catch {
    return 0;
  }
}

/** All at once: what PostgreSQL had not yet given to the disk's cache is gone. */
function killFamily(pid: number): void {
  if (pid === 0) return;
  for (const member of [pid, ...childrenOf(pid)]) killNow(member);
}

function killOneOf(pids: readonly number[]): void {
  const pid = pids[Math.floor(pids.length / 2)];
  if (pid !== undefined) killNow(pid);
}

function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function isRunning(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Direct children, by /proc; none where there is no /proc. */
function childrenOf(pid: number): number[] {
  if (pid === 0) return [];
  try {
    return readdirSync("/proc")
      .map(Number)
      .filter((each) => each > 0 && parentOf(each) === pid);
  } catch {
    return [];
  }
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}
