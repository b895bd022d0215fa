import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlClient } from "../../../../../tests/support/sql-client.ts";
import {
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  createUnmigratedDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { prepareDatabase } from "../../platform/sql/prepare-database.ts";
import { projectFolder } from "../../../../../tools/project.ts";

/**
 * Orders and positions in every state, as the release before migration 0220 has written them through its own
 * calls: the rows of its tables, and what it answered of them at that moment.
 */
type Release = {
  at: string;
  ids: Record<string, string>;
  answers: { account: string; assets: { currencies: unknown }; live: object; ended: object }[];
  tables: Record<string, object[]>;
};
const release: Release = JSON.parse(
  readFileSync(
    join(projectFolder, "tests", "support", "releases", "orders-before-0220.json"),
    "utf8",
  ),
);
const migrations = join(projectFolder, "database", "migrations");

let database: TestDatabase;
let app: TestApplication;
beforeAll(async () => {
  database = await createUnmigratedDatabase();
  const before = mkdtempSync(join(tmpdir(), "sanshi-release-"));
  for (const name of readdirSync(migrations).filter((file) => file < "0220")) {
    cpSync(join(migrations, name), join(before, name));
  }
  await prepareDatabase(database, before);
  rmSync(before, { recursive: true });
  const owner = sqlClient(database.ownerConnectionString);
  await owner.connect();
  await restore(owner);
  await prepareDatabase(database, migrations);
  await owner.end();
  app = await startTestApplication({}, { database });
});
afterAll(() => app.stop());

/** Made by the triggers of these tables. */
const sums = ["ledger_total", "ledger_increment"];
const summed = new Set(["ledger_account", "ledger_posting"]);

/** The rows as they were, without the triggers that watched over their making; and the moment. */
async function restore(owner: pg.Client): Promise<void> {
  const tables = Object.entries(release.tables);
  for (const name of [...tables.map(([table]) => table).toReversed(), ...sums]) {
    await owner.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await owner.query(`DELETE FROM ${name}`);
    if (summed.has(name)) await owner.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  }
  for (const [name, rows] of tables) {
    await owner.query(
      `INSERT INTO ${name} OVERRIDING SYSTEM VALUE
        SELECT * FROM json_populate_recordset(NULL::"${name}", $1)`,
      [JSON.stringify(rows)],
    );
    await owner.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  }
  for (const name of ["customer", "ledger_account", "message"]) {
    await owner.query(
      `SELECT setval(pg_get_serial_sequence('${name}', 'id'), (SELECT max(id) FROM ${name}))`,
    );
  }
  await owner.query("SELECT setval('position_id_block', 1000), setval('ledger_transfer_id', 1000)");
  // The clock goes forward only, except here.
  await owner.query(
    "ALTER TABLE simulation_clock DROP CONSTRAINT simulation_clock_offset_seconds_check",
  );
  await owner.query(
    `UPDATE simulation_clock
      SET offset_seconds = extract(epoch FROM $1::timestamptz - clock_timestamp())::bigint`,
    [release.at],
  );
}

const signIn = (account: string): Promise<SignedIn> =>
  app.accepted("/user/login", { account, password: testPassword });

/** What was not there before is not compared. */
function without(list: Record<string, unknown>, field: string) {
  return Object.fromEntries(
    Object.entries(list).map(([key, value]) => {
      if (typeof value !== "object" || value === null) return [key, value];
      return [key, Object.fromEntries(Object.entries(value).filter(([name]) => name !== field))];
    }),
  );
}

describe("a database of the release before", () => {
  it.each(release.answers)("answers %# as that release did", async (answers) => {
    const customer = await signIn(answers.account);
    const { currencies } = await app.accepted("/user/assets", {}, customer);
    expect(currencies).toEqual(answers.assets.currencies);
    const live = await app.accepted("/trade/userstocklist", { type: "jpy" }, customer);
    expect(without(live, "closing_orders")).toEqual(answers.live);
    const ended = await app.accepted("/trade/userstocklists", { type: "jpy" }, customer);
    expect(without(ended, "closing_orders")).toEqual(answers.ended);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("has an order for each closing order that worked, with what it had filled", async () => {
    const { rows } = await app.owner.pool.query<Record<string, unknown>>(
      `SELECT position_id::text AS position, side, origin, state, quantity::int, filled::int,
        limit_price::int / 10000 AS price, expires_at IS NOT NULL AS expires FROM trade_order ORDER BY position_id`,
    );
    const { ids } = release;
    const order = { side: "sell", origin: "customer", state: "working", expires: false };
    expect(rows).toEqual([
      { ...order, position: ids["closing_part"], quantity: 12, filled: 5, price: 2_900 },
      {
        ...order,
        position: ids["closing_day"],
        quantity: 6,
        filled: 0,
        price: 2_990,
        expires: true,
      },
      { ...order, position: ids["closing_two"], quantity: 20, filled: 0, price: 2_980 },
      {
        ...order,
        position: ids["gain"],
        origin: "take_profit",
        quantity: 30,
        filled: 8,
        price: 3_400,
      },
      {
        ...order,
        position: ids["loss"],
        origin: "stop_loss",
        quantity: 30,
        filled: 9,
        price: null,
      },
      { ...order, position: ids["short"], side: "buy", quantity: 6, filled: 0, price: 3_100 },
    ]);
  });
});
