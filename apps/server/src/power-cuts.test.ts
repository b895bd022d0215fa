import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  afterPowerCut,
  clearFolder,
  forgettings,
  nameOf,
  putLeftovers,
  type DiskEvent,
  type Leftover,
} from "../../../tests/support/forgetful-disk.ts";
import { readHeadFile } from "./governance/audit/head-file.ts";
import { createFolderStore } from "./platform/objects/folder-store.ts";
import { startPostgres } from "./platform/postgres/index.ts";
import { keyFilePath, keyRingOfFile, readKeyFile } from "./platform/sealing/key-ring.ts";
import { sqlClient } from "../../../tests/support/sql-client.ts";

const recorder = join(import.meta.dirname, "../../../tests/support/disk-recorder.ts");
const fixture = join(import.meta.dirname, "power-cuts.fixture.ts");
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let place: string;
let folder: string;
let filled: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "sanshi-power-"));
  chmodSync(place, 0o711);
  folder = join(place, "data");
  filled = join(place, "filled");
});
beforeEach(() => clearFolder(folder));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Everything that the story does to the data folder, in order. */
function record(story: string): DiskEvent[] {
  const file = join(place, "record.json");
  execFileSync(process.execPath, ["--import", recorder, fixture, story, folder], {
    env: { ...process.env, DISK_ROOT: folder, DISK_RECORD: file, DISK_FILLED: filled },
  });
  return JSON.parse(readFileSync(file, "utf8")) as DiskEvent[];
}

/** What no start reads: drafts with names by chance, PostgreSQL's log, the claim of a process that is gone. */
const unread = /\.part$|^sanshi\.lock|^postgres\.log$|^socket$/;

/** Every different state that a cut after any of the events leaves, with what was acknowledged by then. */
function cuts(events: readonly DiskEvent[]): { left: Leftover[]; acknowledged: string[] }[] {
  const found = new Map<string, { left: Leftover[]; acknowledged: string[] }>();
  for (const forgetting of forgettings) {
    for (let count = 0; count <= events.length; count += 1) {
      const left = afterPowerCut(folder, events, count, forgetting);
      const acknowledged = events
        .slice(0, count)
        .flatMap((event) => (event.does === "acknowledge" ? [event.what] : []));
      // Where two cuts leave the same, the later one has promised more.
      const name = nameOf(left.filter(({ path }) => !unread.test(path)));
      found.set(name, { left, acknowledged });
    }
  }
  return [...found.values()];
}

describe("a power cut", () => {
  it("takes nothing away that was acknowledged: no key, no document, no head of the audit log", async () => {
    const events = record("keeping");
    const states = cuts(events);
    expect(states.length).toBeGreaterThan(10);
    for (const { left, acknowledged } of states) {
      clearFolder(folder);
      putLeftovers(folder, left);
      const documents = createFolderStore(join(folder, "documents"));
      const keys = acknowledged.filter((what) => what.startsWith("key "));
      await keyRingOfFile(keyFilePath(folder));
      const kept = readKeyFile(keyFilePath(folder)).map((key) => `key ${key.toString("base64")}`);
      expect(kept).toEqual(expect.arrayContaining(keys));
      const head = await readHeadFile(folder, "log");
      const heads = acknowledged.filter((what) => what.startsWith("head "));
      expect(Number(head?.number ?? -1)).toBeGreaterThanOrEqual(heads.length - 1);
      for (const what of acknowledged.filter((one) => one.startsWith("document "))) {
        const name = what.slice("document ".length);
        expect((await documents.get(name)).toString()).toBe(`the bytes of ${name}`);
      }
    }
  });

  // A database is made anew after each of the cuts, which takes a busy machine seconds every time.
  const makingMsMax = 240_000;
  it(
    "in a first start leaves a folder that the next start finishes or makes anew",
    async () => {
      const states = cuts(record("first start"));
      expect(states.length).toBeGreaterThan(7);
      for (const { left } of states) {
        clearFolder(folder);
        putLeftovers(folder, left, filled);
        const postgres = await startPostgres({ dataDir: folder, log: quiet, durable: false });
        try {
          expect(await query(postgres.connectionString, "show lc_messages")).toEqual([
            { lc_messages: "C" },
          ]);
        } finally {
          await postgres.stop();
        }
      }
    },
    makingMsMax,
  );
});

describe("a folder that a power cut damaged under an older version", () => {
  async function startedOnce(): Promise<void> {
    const first = await startPostgres({ dataDir: folder, log: quiet, durable: false });
    await query(first.ownerConnectionString, "create table note as select 'kept' as words");
    await first.stop();
  }

  async function wordsKept(): Promise<unknown[]> {
    const postgres = await startPostgres({ dataDir: folder, log: quiet, durable: false });
    try {
      return await query(postgres.ownerConnectionString, "select words from note");
    } finally {
      await postgres.stop();
    }
  }

  it("is opened again, with all that is in it, where passwords and configuration are lost", async () => {
    await startedOnce();
    const kept = [{ words: "kept" }];
    const credentials = join(folder, "postgres-credentials.json");
    writeFileSync(credentials, "");
    expect(await wordsKept()).toEqual(kept);
    writeFileSync(credentials, Buffer.alloc(120));
    expect(await wordsKept()).toEqual(kept);
    const configuration = join(folder, "postgres", "postgresql.conf");
    const text = readFileSync(configuration, "utf8");
    const zeros = text.replace("include 'sanshi.conf'\n", "\0".repeat(22));
    expect(zeros).not.toBe(text);
    writeFileSync(configuration, zeros);
    writeFileSync(join(folder, "postgres", "pg_hba.conf"), "");
    expect(await wordsKept()).toEqual(kept);
    writeFileSync(configuration, "");
    expect(await wordsKept()).toEqual(kept);
  });

  it("is never taken for an empty one", async () => {
    mkdirSync(join(folder, "postgres", "base"), { recursive: true });
    const start = () => startPostgres({ dataDir: folder, log: quiet, durable: false });
    await expect(start()).rejects.toThrow("holds files but no PostgreSQL database");
    writeFileSync(join(folder, "postgres", "PG_VERSION"), "");
    await expect(start()).rejects.toThrow("is damaged (PG_VERSION says no version)");
    expect(existsSync(join(folder, "postgres", "base"))).toBe(true);
  });

  it("gets a document key where the file of it is blank, and keeps every other", async () => {
    const path = keyFilePath(folder);
    writeFileSync(path, Buffer.alloc(45), { mode: 0o600 });
    await keyRingOfFile(path);
    const made = readKeyFile(path);
    await keyRingOfFile(path);
    expect(readKeyFile(path)).toEqual(made);
    writeFileSync(path, "half a ke", { mode: 0o600 });
    const broken = await keyRingOfFile(path);
    expect(() => broken.current()).toThrow("does not hold document keys");
  });
});

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = sqlClient(connectionString);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
