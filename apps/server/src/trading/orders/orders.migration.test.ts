import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { positionStatuses } from "@sanshi/contract";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realTimeBegins } from "../../../../../tests/support/real-time.ts";
import { sqlClient } from "../../../../../tests/support/sql-client.ts";
import {
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { createUnmigratedDatabase } from "../../../../../tests/support/test-database.ts";
import { prepareDatabase } from "../../platform/sql/prepare-database.ts";
import { projectFolder } from "../../../../../tools/project.ts";

/**
 * Orders and positions in every state, as the release before a migration has written them through its own
 * calls: the rows of its tables, and what it answered of them at that moment.
 */
type Answers = {
  account: string;
  assets: { currencies: object[] };
  live: object;
  ended: object;
  profit?: { markets: object[] };
};
type Release = {
  at: string;
  ids: Record<string, string>;
  answers: Answers[];
  tables: Record<string, object[]>;
};

function releaseBefore(migration: string): Release {
  const name = `orders-before-${migration}.json`;
  return JSON.parse(
    readFileSync(join(projectFolder, "tests", "support", "releases", name), "utf8"),
  );
}

const migrations = join(projectFolder, "database", "migrations");

async function openedNow(migration: string, release: Release): Promise<TestApplication> {
  const database = await createUnmigratedDatabase();
  const before = mkdtempSync(join(tmpdir(), "sanshi-release-"));
  for (const name of readdirSync(migrations).filter((file) => file < migration)) {
    cpSync(join(migrations, name), join(before, name));
  }
  await prepareDatabase(database, before);
  rmSync(before, { recursive: true });
  const owner = sqlClient(database.ownerConnectionString);
  await owner.connect();
  await restore(owner, release);
  await prepareDatabase(database, migrations);
  await owner.end();
  return startTestApplication({}, { database });
}

/** Made by the triggers of these tables. */
const sums = ["ledger_total", "ledger_increment"];
const summed = new Set(["ledger_account", "ledger_posting"]);

/** The rows as they were, without the triggers that watched over their making; and the moment. */
async function restore(owner: pg.Client, release: Release): Promise<void> {
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
      SET offset_seconds = extract(epoch FROM $1::timestamptz - $2::timestamptz)::bigint`,
    [release.at, realTimeBegins],
  );
}

/** The same positions with what was said of each; what calls say beyond that has come since. */
function expectSameList(now: object, before: object): void {
  expect(Object.keys(now)).toEqual(Object.keys(before));
  expect(now).toMatchObject(before);
}

async function compare(app: TestApplication, before: Answers): Promise<void> {
  const { account } = before;
  const customer: SignedIn = await app.accepted("/user/login", { account, password: testPassword });
  // The total in one currency is at the rates of its moment.
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  expect(currencies).toMatchObject(before.assets.currencies);
  const live = await app.accepted("/trade/userstocklist", { type: "jpy" }, customer);
  expectSameList(live, before.live);
  const ended = await app.accepted("/trade/userstocklists", { type: "jpy" }, customer);
  expectSameList(ended, before.ended);
  if (before.profit !== undefined) {
    const { markets } = await app.accepted("/user/profit", { currency: "JPY" }, customer);
    expect(markets).toMatchObject(before.profit.markets);
  }
}

describe("a database of the release before closing orders were records", () => {
  const release = releaseBefore("0220");
  let app: TestApplication;
  beforeAll(async () => {
    app = await openedNow("0220", release);
  });
  afterAll(() => app.stop());

  it.each(release.answers)("answers %# as that release did", async (answers) => {
    await compare(app, answers);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("has an order for each closing order that worked, with what it had filled", async () => {
    const { rows } = await app.owner.pool.query<Record<string, unknown>>(
      `SELECT position_id::text AS position, side, origin, state, quantity::int, filled::int,
        limit_price::int / 10000 AS price, expires_at IS NOT NULL AS expires
      FROM trade_order WHERE purpose = 'close' ORDER BY position_id`,
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

describe("a database of the release before opening orders were records", () => {
  const release = releaseBefore("0250");
  const nameOf = new Map(Object.entries(release.ids).map(([name, id]) => [id, name]));
  let app: TestApplication;
  beforeAll(async () => {
    app = await openedNow("0250", release);
  });
  afterAll(() => app.stop());

  it.each(release.answers)("answers %# as that release did", async (answers) => {
    await compare(app, answers);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("has an order for everything that was not filled at once, and a position for every fill", async () => {
    const { rows: orders } = await app.owner.pool.query<{ id: string; said: string }>(
      `SELECT id::text, concat_ws(' ', state, reason, filled, 'of', quantity,
          CASE WHEN reserved > 0 THEN 'reserved' END, CASE WHEN position_id IS NULL THEN 'alone' END) AS said
        FROM trade_order WHERE purpose = 'open' ORDER BY id`,
    );
    expect(Object.fromEntries(orders.map(({ id, said }) => [nameOf.get(id), said]))).toEqual({
      cancelled: "cancelled 0 of 10 alone",
      expired: "expired 0 of 10 alone",
      expired_part: "cancelled 6 of 9",
      part_cancelled: "cancelled 4 of 9",
      part_market: "cancelled 5 of 11",
      part_works: "working 7 of 20 reserved",
      pending: "working 0 of 10 reserved alone",
      pending_day: "working 0 of 10 reserved alone",
      pending_two: "working 0 of 10 reserved alone",
      short_pending: "working 0 of 10 reserved alone",
      split_gone: "cancelled corporate_action 0 of 1 alone",
      split_waiting: "filled 7 of 7",
      stop: "working 0 of 10 reserved alone",
      stop_filled: "filled 10 of 10",
      stop_limit: "working 0 of 10 reserved alone",
      stop_rejected: "rejected no_counterparty 0 of 10 alone",
      triggered: "filled 10 of 10",
      triggered_waits: "working 7 of 10 reserved",
      waited_limit: "filled 12 of 12",
    });
    const { rows: wrong } = await app.owner.pool.query(
      `SELECT f.position_id FROM fill f JOIN position p ON p.id = f.position_id
        WHERE f.order_id IS DISTINCT FROM CASE WHEN (f.side = 'buy') = (p.side = 'long') THEN p.id END
      UNION ALL SELECT p.id FROM position p WHERE NOT EXISTS (SELECT FROM fill f WHERE f.position_id = p.id)`,
    );
    expect(wrong).toEqual([]);
  });

  it("goes on with what worked", async () => {
    const [one] = release.answers;
    const account = one?.account ?? "";
    const customer: SignedIn = await app.accepted("/user/login", {
      account,
      password: testPassword,
    });
    const id = release.ids["part_works"] ?? "";
    const waits = await app.accepted("/trade/cancel-order", { id }, customer);
    expect(waits.status).toBe(positionStatuses.holding);
    app.feed.quote("jpy", "7203", "2690");
    const filled = () =>
      app.accepted("/trade/position", { id: release.ids["pending"] ?? "" }, customer);
    await expect.poll(async () => (await filled()).status).toBe(positionStatuses.holding);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
