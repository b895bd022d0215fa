import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { quickFolder } from "../../../../../tests/support/quick-folder.ts";
import { dataLayout, readCredentials } from "./data-folder.ts";
import { lockDataFolder, startPostgres } from "./index.ts";
import { findPostmaster } from "./postmaster.ts";
import { isAlive } from "./process-identity.ts";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const fixture = join(import.meta.dirname, "owner.fixture.ts");

let folder: string;
let cleanUps: (() => Promise<void> | void)[];

let made: string;

// Making a cluster takes longer than any of the tests: each gets a copy of one.
beforeAll(async () => {
  made = await temporaryFolder();
  const postgres = await startPostgres({ dataDir: made, log: quiet, durable: false });
  await postgres.stop();
  return () => rmSync(made, { recursive: true, force: true });
});

beforeEach(async () => {
  folder = await temporaryFolder();
  cleanUps = [];
});

afterEach(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  expect(findPostmaster(dataLayout(folder)), "a PostgreSQL was left running").toBeNull();
  rmSync(folder, { recursive: true, force: true });
});

async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(quickFolder, "sanshi-supervisor-"));
  chmodSync(path, 0o711);
  return path;
}

function copyMadeCluster(): void {
  execFileSync("cp", ["-a", `${made}/.`, folder]);
}

interface Owner {
  readonly process: ChildProcess;
  readonly connectionString: string;
  readonly adopted: boolean;
  readonly postgresPid: number;
  readonly refused?: string;
}

/** Starts another process that owns the folder, and waits for what it says. */
async function startOwner(dataDir: string): Promise<Owner> {
  const child = spawn(process.execPath, [fixture, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = await new Promise<string>((resolve) => {
    let text = "";
    child.stdout.on("data", (part: Buffer) => {
      text += part.toString();
      if (text.endsWith("\n")) resolve(text);
    });
    child.once("exit", () => resolve(text || "{}"));
  });
  cleanUps.push(() => endOf(child, "SIGTERM"));
  return { process: child, ...(JSON.parse(said) as Omit<Owner, "process">) };
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}

async function start(dataDir = folder, durable = false) {
  const postgres = await startPostgres({ dataDir, log: quiet, durable });
  cleanUps.push(() => postgres.stop());
  return postgres;
}

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** On the socket of the PostgreSQL of this test's folder. */
async function asSuperuser(connectionString: string, text: string): Promise<void> {
  const { superuserPassword } = readCredentials(dataLayout(folder).credentialsFile) ?? {};
  const url = new URL(connectionString);
  url.username = "postgres";
  url.password = superuserPassword ?? "";
  url.pathname = "/postgres";
  await query(url.toString(), text);
}

const writeNote = `create table note as select 'kept' as words;
  grant select on note to sanshi_server`;
const readNote = "select words from note";
const kept = [{ words: "kept" }];

test("what was written is there after a stop and a start", async () => {
  copyMadeCluster();
  const first = await start();
  await query(first.ownerConnectionString, writeNote);
  await first.stop();
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second.connectionString, readNote)).toEqual(kept);
});

test("is durable, and the application's role is no superuser", async () => {
  const { connectionString } = await start(folder, true);
  const [settings] = await query(
    connectionString,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
            current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
            current_setting('max_slot_wal_keep_size') as kept_log,
            current_setting('recovery_init_sync_method') as synced_by,
            current_setting('server_encoding') as encoding, current_setting('lc_collate', true) as collation,
            (select datcollate from pg_database where datname = current_database()) as locale,
            (select rolsuper from pg_roles where rolname = current_user) as superuser`,
  );
  expect(settings).toMatchObject({
    fsync: "on",
    commit: "on",
    pages: "on",
    checksums: "on",
    kept_log: "8GB",
    synced_by: process.platform === "linux" ? "syncfs" : "fsync",
    encoding: "UTF8",
    locale: "C",
    superuser: false,
  });
});

test("a folder of an older version, whose one role owns the tables, gets the server's role", async () => {
  copyMadeCluster();
  const older = await start();
  await query(older.ownerConnectionString, "create table note as select 'kept' as words");
  await asSuperuser(older.connectionString, "drop role sanshi_server");
  await older.stop();
  const postgres = await start();
  expect(await query(postgres.ownerConnectionString, readNote)).toEqual(kept);
  const [role] = await query(
    postgres.connectionString,
    `select rolname as name, rolsuper or rolcreatedb or rolcreaterole or rolreplication as powers
     from pg_roles where rolname = current_user`,
  );
  expect(role).toEqual({ name: "sanshi_server", powers: false });
});

test("lets nobody in without the password, through the socket and through TCP", async () => {
  copyMadeCluster();
  const { connectionString } = await start();
  const wrong = new URL(connectionString);
  wrong.password = "guessed";
  await expect(query(wrong.toString(), "select 1")).rejects.toMatchObject({ code: "28P01" });
  wrong.search = "";
  await expect(query(wrong.toString(), "select 1")).rejects.toMatchObject({ code: "28P01" });
  wrong.password = new URL(connectionString).password;
  expect(await query(wrong.toString(), "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a start after the owner was killed takes over the PostgreSQL that was left running", async () => {
  copyMadeCluster();
  const owner = await startOwner(folder);
  await query(owner.connectionString, writeNote);
  await endOf(owner.process, "SIGKILL");
  const next = await startOwner(folder);
  expect(next).toMatchObject({ adopted: true, postgresPid: owner.postgresPid });
  expect(await query(next.connectionString, readNote)).toEqual(kept);
});

test("a start with other settings stops the PostgreSQL that was left running", async () => {
  copyMadeCluster();
  const owner = await startOwner(folder);
  await query(owner.connectionString, writeNote);
  await endOf(owner.process, "SIGKILL");
  const next = await start(folder, true);
  expect(next.adopted).toBe(false);
  expect(next.pid()).not.toBe(owner.postgresPid);
  expect(await query(next.connectionString, readNote)).toEqual(kept);
});

test("a start after owner and PostgreSQL were killed recovers", async () => {
  copyMadeCluster();
  const owner = await startOwner(folder);
  await query(owner.connectionString, writeNote);
  await endOf(owner.process, "SIGKILL");
  process.kill(owner.postgresPid, "SIGKILL");
  // A killed process is there until it is its turn to end.
  await expect.poll(() => isAlive(owner.postgresPid)).toBe(false);
  const next = await startOwner(folder);
  expect(next.adopted).toBe(false);
  expect(await query(next.connectionString, readNote)).toEqual(kept);
});

test("a start waits for a session that has outlived its PostgreSQL", async () => {
  copyMadeCluster();
  const owner = await startOwner(folder);
  await query(owner.connectionString, writeNote);
  const client = new pg.Client({ connectionString: owner.connectionString });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("set statement_timeout = '4s'");
  await client.query("set client_min_messages = 'error'");
  // It looks at nothing but its own time, and writes into the log meanwhile.
  const words = "for i in 1..200000 loop null; end loop; raise warning 'goes on';";
  const busy = client.query(`do $$ begin loop ${words} end loop; end $$`).catch(() => undefined);
  await sleep(200);
  await endOf(owner.process, "SIGKILL");
  process.kill(owner.postgresPid, "SIGKILL");
  const postgres = await start();
  expect(await query(postgres.connectionString, readNote)).toEqual(kept);
  await busy;
});

test("a PostgreSQL that is killed under us is started again at the same address", async () => {
  copyMadeCluster();
  const postgres = await start();
  await query(postgres.ownerConnectionString, writeNote);
  const killed = postgres.pid();
  process.kill(killed, "SIGKILL");
  expect(
    await query(await answering(postgres.connectionString, killed, postgres.pid), readNote),
  ).toEqual(kept);
});

test("a PostgreSQL whose port another program takes meanwhile is reached by its socket", async () => {
  copyMadeCluster();
  const postgres = await start();
  await query(postgres.ownerConnectionString, writeNote);
  const killed = postgres.pid();
  const port = Number(new URL(postgres.connectionString).port);
  process.kill(killed, "SIGKILL");
  const other = await listenOn(port);
  cleanUps.push(() => void other.close());
  const address = await answering(postgres.connectionString, killed, postgres.pid);
  expect(await query(address, readNote)).toEqual(kept);
});

async function listenOn(port: number): Promise<Server> {
  for (;;) {
    const server = createServer();
    try {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      return server;
    } catch {
      await sleep(1);
    }
  }
}

test("an adopted PostgreSQL that is killed is started again too", async () => {
  copyMadeCluster();
  const owner = await startOwner(folder);
  await query(owner.connectionString, writeNote);
  await endOf(owner.process, "SIGKILL");
  const postgres = await start();
  expect(postgres.adopted).toBe(true);
  process.kill(owner.postgresPid, "SIGKILL");
  const address = await answering(postgres.connectionString, owner.postgresPid, postgres.pid);
  expect(await query(address, readNote)).toEqual(kept);
});

/** Waits until another PostgreSQL process than the killed one answers. */
async function answering(
  connectionString: string,
  killed: number,
  pid: () => number,
): Promise<string> {
  for (;;) {
    await sleep(50);
    if (pid() === killed) continue;
    try {
      await query(connectionString, "select 1");
      return connectionString;
    } catch {
      // Still starting; the test's own time limit ends this.
    }
  }
}

test("a pid file whose number belongs to another program now is no obstacle", async () => {
  copyMadeCluster();
  const first = await start();
  await query(first.ownerConnectionString, writeNote);
  await first.stop();
  writeFileSync(join(folder, "postgres", "postmaster.pid"), `${process.pid}\n${folder}\n`);
  const second = await start();
  expect(await query(second.connectionString, readNote)).toEqual(kept);
});

test("a start that was killed while it made the database leaves nothing in the way", async () => {
  mkdirSync(join(folder, "postgres.new", "base"), { recursive: true });
  writeFileSync(join(folder, "postgres.new", "PG_VERSION"), "18\n");
  const postgres = await start();
  expect(await query(postgres.connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a start that fails after PostgreSQL has started leaves none running", async () => {
  copyMadeCluster();
  const first = await start();
  const readOnly = "alter role postgres set default_transaction_read_only = on";
  await asSuperuser(first.connectionString, readOnly);
  await first.stop();
  await expect(start()).rejects.toThrow("read-only transaction");
  expect(findPostmaster(dataLayout(folder))).toBeNull();
});

test("a folder whose path is too long for a socket works", async () => {
  const long = join(folder, "a".repeat(100));
  const postgres = await start(long);
  expect(await query(postgres.connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a second owner of the same folder is refused in one sentence that names the first", async () => {
  copyMadeCluster();
  const owner = await startOwner(folder);
  const second = await startOwner(folder);
  expect(second.refused).toBe(
    `Sanshi is already running on ${folder} (process ${owner.process.pid}): stop that one first, or set DATA_DIR to another folder.`,
  );
});

test("an owner that is about to end is waited for", async () => {
  const first = await lockDataFolder(folder);
  first.markStopping();
  const told: string[] = [];
  const second = lockDataFolder(folder, (text) => told.push(text));
  await sleep(2_500);
  first.release();
  (await second).release();
  expect(told).toEqual([`Waiting for process ${process.pid}, which uses ${folder}`]);
});

test("a lock of a process that is gone, or whose number is another's now, is taken over", async () => {
  for (const stale of ["999999999 long-ago\n", `${process.pid} another-start\n`, "nonsense"]) {
    writeFileSync(join(folder, "sanshi.lock"), stale);
    const lock = await lockDataFolder(folder);
    expect(readFileSync(join(folder, "sanshi.lock"), "utf8")).toMatch(
      new RegExp(`^${process.pid} `),
    );
    lock.release();
  }
});

test("a folder that cannot be written is refused in one sentence", async () => {
  writeFileSync(join(folder, "file"), "");
  const inside = join(folder, "file", "data");
  await expect(start(inside)).rejects.toThrow(`The data folder ${inside} cannot be written by `);
});

test("data of another version of PostgreSQL is refused in one sentence", async () => {
  mkdirSync(join(folder, "postgres"), { mode: 0o700 });
  writeFileSync(join(folder, "postgres", "PG_VERSION"), "12\n");
  await expect(start()).rejects.toThrow("is PostgreSQL 12's and this version runs PostgreSQL 18");
});
