import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quickFolder } from "../../../../../tests/support/quick-folder.ts";
import { startS3Server, type S3Server } from "../../../../../tests/support/s3-server.ts";
import { startPostgres, type RunningPostgres } from "../postgres/index.ts";
import { superuserSession } from "../postgres/start-postgres.ts";
import { listBaseBackups } from "./base-backup.ts";
import type { BackupTarget } from "./backup-target.ts";
import { backUp, backUpLog, BackupRunning, LogNotKept, type BackupOptions } from "./backups.ts";
import { createFolderTarget } from "./folder-target.ts";
import type { Logger } from "../log.ts";
import { restoreInstance } from "./restore-instance.ts";
import { createBackupWatch, keepBackingUp } from "./schedule.ts";
import { createS3Target } from "./s3-target.ts";
import { TargetAway } from "./target-identity.ts";
import type { BackupSettings } from "./settings.ts";
import { verifyApart } from "./verify-apart.ts";
import { verifyBackups } from "./verify-backups.ts";
import { packWal, unpackWal } from "./wal-files.ts";
import { sqlClient, sqlPool } from "../../../../../tests/support/sql-client.ts";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let root: string;
let dataDir: string;
let postgres: RunningPostgres;
let database: pg.Pool;
let s3: S3Server;

beforeAll(async () => {
  root = mkdtempSync(join(quickFolder, "sanshi-backup-"));
  chmodSync(root, 0o711);
  dataDir = join(root, "data");
  postgres = await startPostgres({ dataDir, log: quiet, durable: false });
  database = sqlPool(postgres.ownerConnectionString, 4);
  await database.query("CREATE TABLE entry (number int PRIMARY KEY, body text NOT NULL)");
  mkdirSync(join(dataDir, "documents"));
  writeFileSync(join(dataDir, "documents", "photo-number-one"), "sealed");
  writeFileSync(join(dataDir, "document-keys"), "the key");
  s3 = await startS3Server();
});
afterAll(async () => {
  s3.close();
  await database.end();
  await postgres.stop();
  rmSync(root, { recursive: true, force: true });
});

const optionsFor = (target: BackupTarget): BackupOptions => ({
  dataDir,
  target,
  keepDays: 14,
  keysFolder: join(root, "keys"),
  documentsFolder: join(dataDir, "documents"),
});

async function enter(number: number): Promise<void> {
  await database.query("INSERT INTO entry VALUES ($1, repeat('x', 2000))", [number]);
}

/** What a restored folder's database holds, read as the application would. */
async function entriesIn(folder: string): Promise<number[]> {
  const restored = await startPostgres({ dataDir: folder, log: quiet, durable: false });
  const session = sqlClient(restored.ownerConnectionString);
  await session.connect();
  const { rows } = await session.query<{ number: number }>("SELECT number FROM entry ORDER BY 1");
  // It is no standby: it takes what comes.
  await session.query("INSERT INTO entry VALUES (-1, 'after the restore')");
  await session.end();
  await restored.stop();
  return rows.map(({ number }) => number);
}

const databaseNow = async () =>
  (await database.query<{ at: Date }>("SELECT clock_timestamp() AS at")).rows[0]!.at;

describe.each<[string, () => BackupTarget]>([
  ["a folder", () => createFolderTarget(join(root, "backups"))],
  ["S3", () => createS3Target({ ...s3.settings, bucket: "backups" })],
])("a backup to %s", (name, makeTarget) => {
  it("of a database that is being written to is restored to any moment after it", async () => {
    const target = makeTarget();
    await database.query("TRUNCATE entry");
    await enter(1);
    // Rows come before, while and after the files are copied.
    let writing = true;
    let last = 1;
    const writer = (async () => {
      while (writing) {
        await enter((last += 1));
        await sleep(1);
      }
    })();
    const report = await backUp(optionsFor(target)).finally(() => (writing = false));
    await writer;
    expect(report).toMatchObject({ documents: 1, keys: ["document-keys"] });
    await enter(100_001);
    // A moment of the test has milliseconds, one of the database's log microseconds.
    await sleep(20);
    const between = await databaseNow();
    await sleep(20);
    await enter(100_002);
    await backUpLog(optionsFor(target));
    const written = Array.from({ length: last }, (_, index) => index + 1);

    const folder = join(root, `restored-${name.replaceAll(" ", "-")}`);
    const restore = { dataDir: folder, target, keysFolder: join(root, "keys") };
    await restoreInstance({ ...restore, until: between, onProgress: () => undefined });
    expect(await entriesIn(folder)).toEqual([...written, 100_001]);
    expect(await readFile(join(folder, "documents", "photo-number-one"), "utf8")).toBe("sealed");
    expect(await readFile(join(folder, "document-keys"), "utf8")).toBe("the key");
  });
});

describe("a restore", () => {
  it("without a moment takes all that there is, and never goes over a database", async () => {
    const target = createFolderTarget(join(root, "backups"));
    const restore = { target, until: null, keysFolder: null, onProgress: () => undefined };
    await expect(restoreInstance({ ...restore, dataDir })).rejects.toThrow(
      "has a database already",
    );
    const folder = join(root, "restored-whole");
    await restoreInstance({ ...restore, dataDir: folder });
    expect((await entriesIn(folder)).at(-1)).toBe(100_002);
  });

  it("says which seconds there are", async () => {
    const target = createFolderTarget(join(root, "backups"));
    const dataDirOf = (name: string) => join(root, `refused-${name}`);
    const restore = (folder: string, until: Date) =>
      restoreInstance({
        dataDir: dataDirOf(folder),
        target,
        until,
        keysFolder: null,
        onProgress: () => undefined,
      });
    await expect(restore("early", new Date("2020-01-01T00:00:00Z"))).rejects.toThrow(
      /The oldest backup .* was complete at 20/,
    );
    await expect(restore("late", new Date("2090-01-01T00:00:00Z"))).rejects.toThrow(
      "The backup ends before 2090-01-01T00:00:00.000Z",
    );
    expect(existsSync(join(dataDirOf("late"), "postgres"))).toBe(false);
  });
});

/** A target of its own with a backup and several files of the log, an entry in each. */
async function targetWithLog(name: string) {
  const folder = join(root, name);
  const target = createFolderTarget(folder);
  await database.query("TRUNCATE entry");
  await enter(1);
  await backUp(optionsFor(target));
  const moments: Date[] = [];
  for (let number = 2; number <= 6; number += 1) {
    await enter(number);
    moments.push(await databaseNow());
    await sleep(5);
    await backUpLog(optionsFor(target));
  }
  const files = (await target.list("wal/")).toSorted();
  return { folder, target, moments, files };
}

const restoreFrom = (target: BackupTarget, folder: string, until: Date | null = null) =>
  restoreInstance({
    dataDir: join(root, folder),
    target,
    until,
    keysFolder: null,
    onProgress: () => undefined,
  });

describe("a hole in the log", () => {
  const reachable = /The last moment that can be reached is (\S+Z): to go back to it/;

  it.each<[string, (path: string, next: string) => void, string]>([
    [
      "missing",
      (path) => rmSync(path),
      "is missing, and 2 files after it cannot be reached, up to",
    ],
    ["empty", (path) => writeFileSync(path, ""), "is cut off or damaged"],
    [
      "cut off",
      (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
      "is cut off or damaged",
    ],
    ["zeroed", (path) => writeFileSync(path, gzipSync(Buffer.alloc(16 << 20))), "is damaged"],
    ["another one's copy", (path, next) => copyFileSync(next, path), "is damaged"],
  ])("(%s) is told, and nothing is restored unless what is reached is named", async (...one) => {
    const [name, spoil, problem] = one;
    const { folder, target, moments, files } = await targetWithLog(
      `hole ${name}`.replaceAll(" ", "-"),
    );
    const [spoilt, next] = files.slice(-3);
    spoil(join(folder, spoilt!), join(folder, next!));
    const failure = await restoreFrom(target, `from-hole-${one[2].length}`).catch(
      (error: Error) => error.message,
    );
    expect(failure).toContain(problem);
    const at = new Date(reachable.exec(String(failure))![1]!);
    expect(existsSync(join(root, `from-hole-${one[2].length}`, "postgres"))).toBe(false);
    await expect(restoreFrom(target, "from-beyond", moments[4])).rejects.toThrow(problem);
    // What lies before the hole is not touched by it.
    const { problems, spans, isNewestWhole } = await verifyBackups(target, { whole: true });
    expect(problems.join()).toContain(problem);
    expect(isNewestWhole).toBe(false);
    expect(spans.at(-1)!.to).toBe(+at);
    const restored = join(root, `named-${name.replaceAll(/\W/g, "")}`);
    await restoreFrom(target, `named-${name.replaceAll(/\W/g, "")}`, at);
    expect(await entriesIn(restored)).toEqual([1, 2, 3]);
  });

  it("at its end is known by what was shipped last", async () => {
    const { folder, target, files } = await targetWithLog("without-an-end");
    rmSync(join(folder, files.at(-1)!));
    await expect(restoreFrom(target, "from-without-an-end")).rejects.toThrow(reachable);
  });

  it("of another database's file says so", async () => {
    const { folder, target, files } = await targetWithLog("foreign");
    const path = join(folder, files.at(-2)!);
    const bytes = gunzipSync(readFileSync(path));
    bytes.writeBigUInt64LE(1n, 24);
    // Under a name that an older release would have given it: without a checksum.
    rmSync(path);
    writeFileSync(join(folder, "wal", `${basename(path).slice(0, 24)}.gz`), gzipSync(bytes));
    await expect(restoreFrom(target, "from-foreign")).rejects.toThrow(
      "belongs to another database, and 1 file after it",
    );
  });

  it("in the backup's own part leaves what an older one reaches", async () => {
    const { folder, target } = await targetWithLog("older");
    const { first_wal } = await backUp(optionsFor(target));
    const own = (await target.list("wal/")).find((path) => path.includes(first_wal))!;
    rmSync(join(folder, own));
    await expect(restoreFrom(target, "from-older")).rejects.toThrow(reachable);
  });

  it("of a base backup's part is told", async () => {
    const { folder, target } = await targetWithLog("parts");
    const [part] = (await target.list("base/")).filter((path) => path.endsWith(".tar.gz"));
    const bytes = readFileSync(join(folder, part!));
    writeFileSync(join(folder, part!), bytes.subarray(0, bytes.length - 100));
    await expect(restoreFrom(target, "from-parts")).rejects.toThrow(
      `${part} in ${folder} is damaged`,
    );
    expect((await verifyBackups(target, { whole: true })).problems).toEqual([`${part} is damaged`]);
  });
});

it("a restore that falls back on an older backup reads each file of the log once", async () => {
  const { folder, target } = await targetWithLog("fallen-back");
  await sleep(1_000);
  await backUp(optionsFor(target));
  await enter(7);
  await backUpLog(optionsFor(target));
  const part = (await target.list("base/")).findLast((path) => path.endsWith(".tar.gz"))!;
  writeFileSync(join(folder, part), "damaged");
  const read: string[] = [];
  const watched: BackupTarget = {
    ...target,
    get(path) {
      read.push(path);
      return target.get(path);
    },
  };
  await restoreFrom(watched, "from-fallen-back");
  const log = read.filter((path) => path.startsWith("wal/")).toSorted();
  expect(log).toEqual((await target.list("wal/")).toSorted());
  expect(await entriesIn(join(root, "from-fallen-back"))).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it("a file of the log is unpacked in one piece, whatever it holds", async () => {
  const folder = join(root, "data", "postgres", "pg_wal");
  const name = (await readdir(folder)).filter((one) => /^[0-9A-F]{24}$/.test(one)).toSorted()[0]!;
  const bytes = await readFile(join(folder, name));
  const { packed, ...file } = await packWal(name, bytes, null);
  const unpacked = await unpackWal(file, packed, null);
  expect(unpacked.equals(bytes)).toBe(true);
  // In pieces they would be copied into a buffer of the very size.
  expect(unpacked.buffer.byteLength).toBeGreaterThan(bytes.length);
});

describe("a target that is away", () => {
  it("is not written to, and gets what it missed when it is back", async () => {
    const { folder, target } = await targetWithLog("away");
    renameSync(folder, `${folder}-unmounted`);
    mkdirSync(folder);
    await enter(7);
    await expect(backUpLog(optionsFor(target))).rejects.toThrow("look whether its disk is mounted");
    await expect(backUp(optionsFor(target))).rejects.toThrow(TargetAway);
    expect(await readdir(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
    renameSync(`${folder}-unmounted`, folder);
    await enter(8);
    await backUpLog(optionsFor(target));
    await restoreFrom(target, "from-away");
    expect(await entriesIn(join(root, "from-away"))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("keeps the log that was written into the empty folder in its place", async () => {
    const { folder, target } = await targetWithLog("going-away");
    let isAway = false;
    const goingAway: BackupTarget = {
      ...target,
      name: folder,
      async put(path, bytes) {
        if (!isAway) {
          isAway = true;
          renameSync(folder, `${folder}-unmounted`);
          mkdirSync(folder);
        }
        await target.put(path, bytes);
      },
    };
    await enter(7);
    await expect(backUpLog(optionsFor(goingAway))).rejects.toThrow(TargetAway);
    rmSync(folder, { recursive: true });
    renameSync(`${folder}-unmounted`, folder);
    await backUpLog(optionsFor(target));
    expect((await verifyBackups(target, { whole: true })).problems).toEqual([]);
    await restoreFrom(target, "from-going-away");
    expect((await entriesIn(join(root, "from-going-away"))).at(-1)).toBe(7);
  });

  it("of another database or another target is refused", async () => {
    const { folder, target } = await targetWithLog("swapped");
    const identity = join(folder, "target.json");
    const own = JSON.parse(readFileSync(identity, "utf8")) as object;
    writeFileSync(identity, JSON.stringify({ ...own, id: "another" }));
    await expect(backUpLog(optionsFor(target))).rejects.toThrow("another target");
    writeFileSync(identity, JSON.stringify({ ...own, system_identifier: "1" }));
    await expect(backUpLog(optionsFor(target))).rejects.toThrow("another database");
  });
});

describe("a backup that was killed", () => {
  it("while documents were copied is removed, and the next one is complete", async () => {
    const target = createFolderTarget(join(root, "killed"));
    const killed: BackupTarget = {
      ...target,
      put: (path, bytes) =>
        path.startsWith("documents/")
          ? Promise.reject(new Error("killed"))
          : target.put(path, bytes),
    };
    await expect(backUp(optionsFor(killed))).rejects.toThrow(
      "the document photo-number-one could not be copied",
    );
    expect(await listBaseBackups(target)).toEqual([]);
    const [half] = await target.list("base/");
    // An id has a second's resolution.
    await sleep(1_000);
    await backUp(optionsFor(target));
    expect(await target.list("base/")).not.toContain(half);
    expect((await verifyBackups(target, { whole: true })).problems).toEqual([]);
  });

  it("by an older release before its list of documents does not stop the next ones", async () => {
    const target = createFolderTarget(join(root, "killed-before"));
    const { id } = await backUp(optionsFor(target));
    await target.remove(`base/${id}/documents.json`);
    await sleep(1_000);
    await backUp(optionsFor(target));
    expect(await listBaseBackups(target)).toHaveLength(2);
  });
});

describe("an instance that backs itself up", () => {
  const backingUp = (target: BackupTarget) => {
    const backup: BackupSettings = {
      to: { kind: "folder", folder: target.name },
      everyHours: 24,
      keepDays: 14,
      keysTo: null,
    };
    const watch = createBackupWatch({ backup, databaseUrl: null });
    const log = { ...quiet, debug: () => undefined } as unknown as Logger;
    const readTarget = (signal: AbortSignal) => verifyApart({ backup, store: null }, signal);
    const options = { ...optionsFor(target), everyHours: 24, log, watch, readTarget };
    return { watch, backups: keepBackingUp(options) };
  };

  it("reads what it wrote, makes a new one where there is a hole, and ships the last as it stops", async () => {
    const { folder, target, files } = await targetWithLog("watched");
    rmSync(join(folder, files.at(-2)!));
    await sleep(1_000);
    const { watch, backups } = backingUp(target);
    await expect.poll(() => watch.restorableTo ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);
    await expect.poll(() => listBaseBackups(target), { timeout: 20_000 }).toHaveLength(2);
    await expect.poll(() => watch.trouble, { timeout: 20_000 }).toBeNull();
    expect(watch.holes).toEqual([expect.stringContaining("is missing")]);
    await enter(7);
    await backups.stop();
    await restoreFrom(target, "from-watched");
    expect((await entriesIn(join(root, "from-watched"))).at(-1)).toBe(7);
  });

  it("is stopped while it reads its target, and says nothing of it", async () => {
    const { target } = await targetWithLog("stopped-reading");
    const stopping = new AbortController();
    const backup = { to: { kind: "folder", folder: target.name }, everyHours: 24 } as const;
    const task = { backup: { ...backup, keepDays: 14, keysTo: null }, store: null };
    const reading = verifyApart(task, stopping.signal);
    stopping.abort();
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
    expect((await verifyApart(task, new AbortController().signal)).problems).toEqual([]);
  });

  it("says why nothing is backed up", async () => {
    const { folder, target } = await targetWithLog("unmounted");
    renameSync(folder, `${folder}-unmounted`);
    mkdirSync(folder);
    const { watch, backups } = backingUp(target);
    await expect.poll(() => watch.trouble, { timeout: 20_000 }).toContain("is mounted");
    await backups.stop();
    expect(watch).toMatchObject({ kind: "folder", restorableTo: null, logAt: null });
  });
});

describe("backups", () => {
  it("run one at a time", async () => {
    const options = optionsFor(createFolderTarget(join(root, "backups")));
    const outcomes = await Promise.allSettled([backUp(options), backUp(options)]);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(1);
    expect((refused[0] as PromiseRejectedResult).reason).toBeInstanceOf(BackupRunning);
  });

  it("notice a gap in the log, however often they look, until a new one closes it", async () => {
    const options = optionsFor(createFolderTarget(join(root, "gap")));
    await backUp(options);
    const superuser = await superuserSession(dataDir);
    await superuser.query("SELECT pg_drop_replication_slot('sanshi_backup')");
    await superuser.end();
    await expect(backUpLog(options)).rejects.toThrow(LogNotKept);
    await expect(backUpLog(options)).rejects.toThrow(LogNotKept);
    await backUp(options);
    await backUpLog(options);
  });

  it("keep the log that nobody has fetched, and let go of what was", async () => {
    const target = createFolderTarget(join(root, "slow"));
    const walNames = async () =>
      (await readdir(join(dataDir, "postgres", "pg_wal"))).filter((one) => one.length === 24);
    const [oldest] = (await walNames()).toSorted();
    await database.query("SELECT 1");
    await backUp(optionsFor(target));
    await database.query("TRUNCATE entry");
    await enter(1);
    await backUpLog(optionsFor(target));
    const { rows } = await database.query<{ restart: string }>(
      "SELECT pg_walfile_name(restart_lsn) AS restart FROM pg_replication_slots",
    );
    expect(rows[0]!.restart > oldest!).toBe(true);
    expect(await listBaseBackups(target)).toHaveLength(1);
  });

  it("never mixes with those of another major of PostgreSQL, whose log counts from the beginning", async () => {
    const target = createFolderTarget(join(root, "before-the-upgrade"));
    const older = { id: "20250101T000000Z", ended_at: "2025-01-01T00:00:00Z", postgres_major: 17 };
    await target.put("base/20250101T000000Z/manifest.json", Buffer.from(JSON.stringify(older)));
    await expect(backUp(optionsFor(target))).rejects.toThrow(
      "holds backups of PostgreSQL 17: name a new folder with BACKUP_TO",
    );
    expect(await target.list("wal/")).toEqual([]);
  });
});
