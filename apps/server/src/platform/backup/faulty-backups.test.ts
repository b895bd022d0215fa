import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { randomSource } from "../../../../../tests/simulation/random-source.ts";
import { testSeed } from "../../../../../tests/support/chance.ts";
import { quickFolder } from "../../../../../tests/support/quick-folder.ts";
import { startS3Server, type S3Server } from "../../../../../tests/support/s3-server.ts";
import { sqlClient, sqlPool } from "../../../../../tests/support/sql-client.ts";
import { startPostgres, type RunningPostgres } from "../postgres/index.ts";
import type { BackupTarget } from "./backup-target.ts";
import { backUp, backUpLog } from "./backups.ts";
import { createFolderTarget } from "./folder-target.ts";
import { restoreInstance } from "./restore-instance.ts";
import { createS3Target } from "./s3-target.ts";
import { verifyBackups } from "./verify-backups.ts";

/**
 * A loaded stretch of time is backed up; then each case spoils a copy of the target in one way and restores to a
 * moment of that time, or to its end. What comes of it is exact, or refused with the last moment that can be
 * reached, which is then restored: never a silent loss. FAULTY_BACKUPS says how many cases, LOADED_MINUTES how
 * long the stretch is; without it, it is as short as its backups allow.
 */
const cases = Number(process.env["FAULTY_BACKUPS"] ?? "9");
const loadedMinutes = Number(process.env["LOADED_MINUTES"] ?? "0");
const { turns, turnMs, turnsOfBase, paceMs } =
  loadedMinutes > 0
    ? { turns: loadedMinutes * 6, turnMs: 10_000, turnsOfBase: 60, paceMs: 20 }
    : { turns: 12, turnMs: 300, turnsOfBase: 6, paceMs: 0 };
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const random = randomSource(testSeed);
const pick = <One>(list: readonly One[]): One => list[random(list.length)]!;

let root: string;
let s3: S3Server;
let postgres: RunningPostgres;
/** Of each acknowledged entry, the database's time before it was sent and after it was acknowledged, in ms. */
const entries: { number: number; before: number; after: number }[] = [];
let begins = 0;
let ends = 0;

beforeAll(
  async () => {
    root = mkdtempSync(join(quickFolder, "sanshi-faulty-"));
    chmodSync(root, 0o711);
    s3 = await startS3Server();
    const dataDir = join(root, "data");
    postgres = await startPostgres({ dataDir, log: quiet, durable: false });
    const database = sqlPool(postgres.ownerConnectionString, 4);
    await database.query("CREATE TABLE entry (number int PRIMARY KEY, body text NOT NULL)");
    mkdirSync(join(dataDir, "documents"));
    const options = (target: BackupTarget) => ({
      dataDir,
      target,
      keepDays: 14,
      keysFolder: null,
      documentsFolder: join(dataDir, "documents"),
    });
    const target = createFolderTarget(join(root, "whole"));
    let isLoaded = true;
    const loads = [0, 1].map(async (worker) => {
      for (let number = worker; isLoaded; number += 2) {
        const before = await timeOf(database);
        await database.query("INSERT INTO entry VALUES ($1, repeat('x', 2000))", [number]);
        entries.push({ number, before, after: await timeOf(database) });
        if (paceMs > 0) await sleep(paceMs);
      }
    });
    await backUp(options(target));
    begins = await timeOf(database);
    for (let turn = 1; turn <= turns; turn += 1) {
      await sleep(turnMs);
      if (turn % turnsOfBase === 0 && turn < turns) await backUp(options(target));
      else await backUpLog(options(target));
    }
    isLoaded = false;
    await Promise.all(loads);
    ends = (await backUpLog(options(target))).reachedAt;
    await database.end();
    await postgres.stop();
  },
  120_000 + loadedMinutes * 120_000,
);
afterAll(() => {
  s3.close();
  rmSync(root, { recursive: true, force: true });
});

async function timeOf(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  return +rows[0]!.at;
}

type Fault = (target: BackupTarget) => Promise<void>;

const spoilLog =
  (spoil: (target: BackupTarget, path: string, other: string) => Promise<void>): Fault =>
  async (target) => {
    const files = await target.list("wal/");
    await spoil(target, pick(files), pick(files));
  };

const faults: Readonly<Record<string, Fault>> = {
  none: () => Promise.resolve(),
  missing: spoilLog((target, path) => target.remove(path)),
  "a stretch missing": spoilLog(async (target, path, other) => {
    const [from, to] = [path, other].toSorted() as [string, string];
    const between = (await target.list("wal/")).filter((one) => one >= from && one <= to);
    for (const one of between) await target.remove(one);
  }),
  zeroed: spoilLog((target, path) => target.put(path, gzipSync(Buffer.alloc(16 << 20)))),
  "zeroed as it lies": spoilLog(async (target, path) =>
    target.put(path, Buffer.alloc((await target.get(path)).length)),
  ),
  truncated: spoilLog(async (target, path) => {
    const bytes = await target.get(path);
    await target.put(path, bytes.subarray(0, random(bytes.length)));
  }),
  doubled: spoilLog(async (target, path, other) =>
    path === other ? target.remove(path) : target.put(path, await target.get(other)),
  ),
  foreign: spoilLog(async (target, path) => {
    const bytes = gunzipSync(await target.get(path));
    bytes.writeBigUInt64LE(7n, 24);
    await target.put(path, gzipSync(bytes));
  }),
  "a base without its manifest": async (target) => {
    const manifests = (await target.list("base/")).filter((one) => one.endsWith("manifest.json"));
    await target.remove(pick(manifests));
  },
  "a part of a base damaged": async (target) => {
    const path = pick((await target.list("base/")).filter((one) => one.endsWith(".tar.gz")));
    const bytes = await target.get(path);
    bytes[random(bytes.length)]! ^= 1;
    await target.put(path, bytes);
  },
};

/** A copy of the whole target, in a folder or in a bucket. */
async function copyOfTarget(number: number): Promise<BackupTarget> {
  const folder = join(root, `case-${number}`);
  cpSync(join(root, "whole"), folder, { recursive: true });
  const inFolder = createFolderTarget(folder);
  if (number % 2 === 0) return inFolder;
  const inBucket = createS3Target({ ...s3.settings, bucket: `case-${number}` });
  for (const path of await inFolder.list("")) await inBucket.put(path, await inFolder.get(path));
  return inBucket;
}

/** What was restored, or the sentence that refused it. */
async function restored(
  target: BackupTarget,
  until: number | null,
  name: string,
): Promise<Set<number> | string> {
  const dataDir = join(root, name);
  try {
    await restoreInstance({
      dataDir,
      target,
      until: until === null ? null : new Date(until),
      keysFolder: null,
      onProgress: () => undefined,
    });
  } catch (error) {
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
    return (error as Error).message;
  }
  const running = await startPostgres({ dataDir, log: quiet, durable: false });
  const session = sqlClient(running.ownerConnectionString);
  await session.connect();
  const { rows } = await session.query<{ number: number }>("SELECT number FROM entry");
  await session.end();
  await running.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return new Set(rows.map(({ number }) => number));
}

function expectExact(found: ReadonlySet<number>, until: number): void {
  const lost = entries.filter(({ number, after }) => after < until && !found.has(number));
  const tooMany = entries.filter(({ number, before }) => before > until + 1 && found.has(number));
  expect({ lost, tooMany }).toEqual({ lost: [], tooMany: [] });
}

const names = Object.keys(faults);

it.each(
  Array.from({ length: cases }, (_, number) => ({ number, fault: names[number % names.length]! })),
)(
  "case $number ($fault) is restored exactly, or refused with the moment that can be reached",
  async ({ number, fault }) => {
    const target = await copyOfTarget(number);
    await faults[fault]!(target);
    const until = random(10) < 3 ? null : begins + random(ends - begins);
    const first = await restored(target, until, `restored-${number}`);
    const { problems, spans } = await verifyBackups(target, { whole: true });
    if (typeof first !== "string") {
      expectExact(first, until ?? ends);
    } else {
      // Verifying says the same before anybody needs it.
      if (fault !== "a base without its manifest") expect(problems).not.toEqual([]);
      const named = /last moment that can be reached is (\S+Z):/.exec(first)?.[1];
      if (named === undefined) {
        expect(first).toMatch(/No moment before it is known|The oldest backup|is damaged/);
      } else {
        const again = await restored(target, Date.parse(named), `named-${number}`);
        if (typeof again === "string") throw new Error(`${named}: ${again}`);
        expectExact(again, Date.parse(named));
      }
    }
    // Each stretch that verifying calls restorable is so at its end.
    const last = spans.at(-1);
    if (last !== undefined) {
      const found = await restored(target, last.to, `span-${number}`);
      if (typeof found === "string") throw new Error(found);
      expectExact(found, last.to);
    }
    rmSync(join(root, `case-${number}`), { recursive: true, force: true });
  },
  60_000 + loadedMinutes * 10_000,
);
