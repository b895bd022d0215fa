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

/** Flows of a release that looked for them in the ledger, before migration 0840. */
const migrations = join(projectFolder, "database", "migrations");

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createUnmigratedDatabase();
  const before = mkdtempSync(join(tmpdir(), "sanshi-release-"));
  for (const name of readdirSync(migrations).filter((file) => file < "0840")) {
    cpSync(join(migrations, name), join(before, name));
  }
  await prepareDatabase(database, before);
  rmSync(before, { recursive: true });
  owner = sqlClient(database.ownerConnectionString);
  await owner.connect();
  await makeFlows();
  await prepareDatabase(database, migrations);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** Of a customer and of a strategy; the first was valued, and the third moves between accounts of one customer. */
async function makeFlows(): Promise<void> {
  await owner.query("INSERT INTO invitation_code (code) VALUES ('RELEASE1')");
  await owner.query(`INSERT INTO customer (id, account, kind, password_hash, invitation_code, registered_at)
    OVERRIDING SYSTEM VALUE
    VALUES (1, '0901234567', 'person', '-', 'RELEASE1', real_now()), (2, 'pool-1', 'pool', '-', NULL, real_now())`);
  await owner.query(`INSERT INTO ledger_account (id, customer_id, currency, purpose) OVERRIDING SYSTEM VALUE
    VALUES (11, 1, 'JPY', 'available'), (12, 1, 'JPY', 'reserved_orders'), (21, 2, 'JPY', 'available')`);
  // No house's side is needed for what is looked for.
  await owner.query("ALTER TABLE ledger_posting DISABLE TRIGGER USER");
  await owner.query(`INSERT INTO ledger_posting (transfer_id, account_id, currency, amount, balance_after, version,
      kind, cause_id, happened_at)
    VALUES (101, 11, 'JPY', 1000, 1000, 1, 'deposit', 1, '2026-11-20T03:00:00Z'),
      (102, 11, 'JPY', -300, 700, 2, 'withdrawal_paid', 1, '2026-11-21T03:00:00Z'),
      (103, 11, 'JPY', -50, 650, 3, 'correction', 1, '2026-11-22T03:00:00Z'),
      (103, 12, 'JPY', 50, 50, 1, 'correction', 1, '2026-11-22T03:00:00Z'),
      (104, 11, 'JPY', -100, 550, 4, 'order_filled', 1, '2026-11-23T03:00:00Z'),
      (105, 21, 'JPY', 400, 400, 1, 'deposit', 2, '2026-11-24T03:00:00Z')`);
  await owner.query("ALTER TABLE ledger_posting ENABLE TRIGGER USER");
  await value(101, 1000);
}

async function value(transferId: number, amount: number): Promise<void> {
  await owner.query(
    `INSERT INTO net_assets_flow (customer_id, transfer_id, happened_at, valued_at, currency, amount, net_after, rates)
      VALUES (1, $1, real_now(), real_now(), 'JPY', $2, '{}', '{}')`,
    [transferId, amount],
  );
}

async function due(): Promise<unknown[]> {
  const { rows } = await owner.query<{ at: Date }>(
    "SELECT customer_id, transfer_id, currency, amount, happened_at AS at FROM net_assets_flow_due",
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

it("a flow that the release before had not valued is due, until it is valued", async () => {
  expect(await due()).toEqual([
    {
      ...{ customer_id: "1", transfer_id: "102", currency: "JPY", amount: "-300" },
      at: "2026-11-21T03:00:00.000Z",
    },
  ]);
  await value(102, -300);
  expect(await due()).toEqual([]);
});
