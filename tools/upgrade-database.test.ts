import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCustomerAccounts } from "../apps/server/src/ledger/ledger.ts";
import { startPostgres } from "../apps/server/src/platform/postgres/index.ts";
import { upgradeFolder } from "../apps/server/src/platform/postgres/upgraded-folder.ts";
import { dataLayout } from "../apps/server/src/platform/postgres/data-folder.ts";
import { createDatabase, firstRow, sql } from "../apps/server/src/platform/sql/database.ts";
import { migrate } from "../apps/server/src/platform/sql/migrate.ts";
import { prepareDatabase } from "../apps/server/src/platform/sql/prepare-database.ts";
import { fillWithHistory } from "../bench/growth/history.ts";
import { quickFolder } from "../tests/support/quick-folder.ts";
import { projectFolder } from "./project.ts";
import { upgrade } from "./upgrade-database.ts";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const migrations = join(projectFolder, "database", "migrations");
const oldMajor = 17;

let dataDir: string;
let said: string[] = [];
const environment = () => ({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
const majorOf = (folder: string) => Number(readFileSync(join(folder, "PG_VERSION"), "utf8"));

type Rows = { positions: string; postings: string; audit: string; next: string };
const rowsHash = sql<Rows>`SELECT
  (SELECT md5(string_agg(t::text, '|' ORDER BY id)) FROM position t) AS positions,
  (SELECT md5(string_agg(t::text, '|' ORDER BY transfer_id, account_id, version)) FROM ledger_posting t)
    AS postings,
  (SELECT count(*) || ' ' || max(applied_at) FROM schema_migrations) AS audit,
  (SELECT max(id) FROM customer)::text AS next`;

let before: Rows | undefined;

/** A folder as an older version left it: its tables, and a year's trading of some customers. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(quickFolder, "sanshi-upgrade-"));
  chmodSync(dataDir, 0o711);
  const old = await startPostgres({ dataDir, log: quiet, durable: false, major: oldMajor });
  await prepareDatabase(old, migrations);
  const database = createDatabase(old.ownerConnectionString, { poolMax: 1 });
  try {
    await database.transaction(async (transaction) => {
      await sql`INSERT INTO invitation_code (code) VALUES ('BENCHED1')`.execute(transaction);
      const made = await firstRow(
        transaction,
        sql<{ id: bigint }>`INSERT INTO customer
          (account, password_hash, invitation_code, registered_at)
          VALUES ('1234567890', 'none — 無し', 'BENCHED1', '2026-01-01T00:00:00.123456Z') RETURNING id`,
      );
      await openCustomerAccounts(transaction, made?.id ?? 0n, [
        { currency: "JPY", purpose: "available" },
      ]);
    });
    await fillWithHistory({ database, codes: ["7203", "6758"] }, { customers: 3 });
    before = await firstRow(database.reader, rowsHash);
  } finally {
    await database.close();
    await old.stop();
  }
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe("the way to the next major of PostgreSQL", () => {
  it("is named by a start on an older one's folder, which changes nothing", async () => {
    await expect(startPostgres({ dataDir, log: quiet })).rejects.toThrow(
      `is PostgreSQL ${oldMajor}'s and this version runs PostgreSQL 18: run "npm run upgrade-database" once`,
    );
    expect(majorOf(join(dataDir, "postgres"))).toBe(oldMajor);
  });

  it("leaves the old one in its place where something was made by hand", async () => {
    const old = await startPostgres({ dataDir, log: quiet, durable: false, major: oldMajor });
    const database = createDatabase(old.ownerConnectionString, { poolMax: 1 });
    await sql`CREATE TABLE made_by_hand (number int)`.execute(database.reader);
    await database.close();
    await old.stop();
    const refused = upgrade(environment(), () => undefined, { durable: false });
    await expect(refused).rejects.toThrow("The tables made_by_hand are not as the migrations");
    expect(majorOf(join(dataDir, "postgres"))).toBe(oldMajor);
    const again = await startPostgres({ dataDir, log: quiet, durable: false, major: oldMajor });
    const owner = createDatabase(again.ownerConnectionString, { poolMax: 1 });
    await sql`DROP TABLE made_by_hand`.execute(owner.reader);
    await owner.close();
    await again.stop();
  });

  it("is one command, after which every row, number and book is as it was", async () => {
    await upgrade(environment(), (text) => said.push(text), { durable: false });
    expect(said.join("\n")).toContain("PostgreSQL 17's data is PostgreSQL 18's now");
    expect(majorOf(join(dataDir, "postgres"))).toBe(18);
    expect(majorOf(join(dataDir, `postgres-${oldMajor}`))).toBe(oldMajor);
    const now = await startPostgres({ dataDir, log: quiet, durable: false });
    const database = createDatabase(now.connectionString, { poolMax: 1 });
    try {
      expect(await migrate(now.ownerConnectionString, migrations)).toEqual([]);
      expect(await firstRow(database.reader, rowsHash)).toEqual(before);
      const next = await firstRow(
        database.reader,
        sql<{ id: bigint }>`INSERT INTO customer
          (account, password_hash, invitation_code, registered_at)
          VALUES ('0987654321', 'none', 'BENCHED1', now()) RETURNING id`,
      );
      expect(next?.id).toBe(BigInt(before?.next ?? "0") + 1n);
      // The guards stand again, and the server owns nothing.
      await expect(sql`DELETE FROM ledger_posting`.execute(database.reader)).rejects.toThrow(
        "permission denied",
      );
    } finally {
      await database.close();
      await now.stop();
    }
  });

  it("has nothing to do a second time", async () => {
    said = [];
    await upgrade(environment(), (text) => said.push(text), { durable: false });
    expect(said).toEqual(["The data is of this version's PostgreSQL already"]);
  });

  it("is finished by the next start where a power cut came between its two renames", async () => {
    const layout = dataLayout(dataDir);
    // As the cut leaves it: the old cluster moved aside, the new one complete and not in its place.
    mkdirSync(upgradeFolder(dataDir), { mode: 0o711 });
    renameSync(layout.clusterFolder, join(upgradeFolder(dataDir), "postgres"));
    writeFileSync(join(upgradeFolder(dataDir), "complete"), "");
    const started = await startPostgres({ dataDir, log: quiet, durable: false });
    await started.stop();
    expect(majorOf(layout.clusterFolder)).toBe(18);
    expect(existsSync(upgradeFolder(dataDir))).toBe(false);
  });
});
