import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sqlClient } from "../../../../../tests/support/sql-client.ts";
import {
  createUnmigratedDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { projectFolder } from "../../../../../tools/project.ts";
import { prepareDatabase } from "../../platform/sql/prepare-database.ts";

/** Deposits of a release whose rows said nothing of when they are due, before migration 0150. */
const migrations = join(projectFolder, "database", "migrations");
const submittedAt = "2026-11-20T03:00:00.000Z";

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createUnmigratedDatabase();
  const before = mkdtempSync(join(tmpdir(), "sanshi-release-"));
  for (const name of readdirSync(migrations).filter((file) => file < "0150")) {
    cpSync(join(migrations, name), join(before, name));
  }
  await prepareDatabase(database, before);
  rmSync(before, { recursive: true });
  owner = sqlClient(database.ownerConnectionString);
  await owner.connect();
  await makeDeposits();
  await prepareDatabase(database, migrations);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** One that waits, and one that was approved; the second setting is there to be left alone. */
async function makeDeposits(): Promise<void> {
  await owner.query(`INSERT INTO config_entry (name, value)
    VALUES ('deposit_review_minutes', '45'), ('minutes_of_something_else', '7')`);
  await owner.query("INSERT INTO invitation_code (code) VALUES ('RELEASE1')");
  await owner.query(
    `INSERT INTO customer (account, password_hash, invitation_code, registered_at)
      VALUES ('0901234567', '-', 'RELEASE1', $1)`,
    [submittedAt],
  );
  await owner.query(
    `INSERT INTO document (customer_id, purpose, object_name, sealed_key, width, height,
        upload_digest, stored_at)
      SELECT id, 'receipt', 'receipt', '', 1, 1, '', $1 FROM customer`,
    [submittedAt],
  );
  await owner.query(
    `INSERT INTO deposit_channel (currency, name, instructions, account_name, account_number,
        bank_name, branch_name, simulated)
      VALUES ('JPY', '{}', '{}', '-', '-', '-', '-', true)`,
  );
  await owner.query(
    `INSERT INTO deposit (customer_id, channel_id, currency, amount, reference,
        receipt_document_id, submitted_at, status, decided_at)
      SELECT customer_id, deposit_channel.id, 'JPY', 1000, '-', document.id, $1::timestamptz,
        status, CASE status WHEN 1 THEN $1::timestamptz END
      FROM document, deposit_channel, unnest(ARRAY[0, 1]) AS s (status)`,
    [submittedAt],
  );
}

it("a deposit of the release before is due when its setting said, and was promised for then", async () => {
  const { rows } = await owner.query<Record<string, unknown>>(
    `SELECT status, extract(epoch FROM due_at - submitted_at) / 60 AS due,
        extract(epoch FROM promised_by - submitted_at) / 60 AS promised
      FROM deposit ORDER BY status`,
  );
  expect(rows.map(({ due, promised }) => [due, promised].map((one) => one && Number(one)))).toEqual(
    [
      [45, 45],
      [null, null],
    ],
  );
});
