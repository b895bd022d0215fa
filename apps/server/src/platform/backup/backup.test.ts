import { mkdtempSync, chmodSync, rmSync, writeFileSync, mkdirSync, existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quickFolder } from "../../../../../tests/support/quick-folder.ts";
import { startS3Server, type S3Server } from "../../../../../tests/support/s3-server.ts";
import { startPostgres, type RunningPostgres } from "../postgres/index.ts";
import { superuserSession } from "../postgres/start-postgres.ts";
import { listBaseBackups } from "./base-backup.ts";
import type { BackupTarget } from "./backup-target.ts";
import { backUp, backUpLog, BackupRunning, LogGap, type BackupOptions } from "./backups.ts";
import { createFolderTarget } from "./folder-target.ts";
import { restoreInstance } from "./restore-instance.ts";
import { createS3Target } from "./s3-target.ts";
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
    await expect(backUpLog(options)).rejects.toThrow(LogGap);
    await expect(backUpLog(options)).rejects.toThrow(LogGap);
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
