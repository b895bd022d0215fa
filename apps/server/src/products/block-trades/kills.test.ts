import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hourMs, iso, minuteMs } from "@sanshi/contract";
import { afterAll, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  testDocumentKey,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { testBlock } from "../../../../../tests/support/test-blocks.ts";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { testFundPassword } from "../../../../../tests/support/test-money.ts";
import { newOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";
import { createDatabase, firstRow, sql, type Database } from "../../platform/sql/database.ts";

const children = new Set<ChildProcess>();
const folder = mkdtempSync(join(tmpdir(), "sanshi-test-"));
let database: TestDatabase | undefined;
afterAll(async () => {
  await kill([...children]);
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The whole server as a process of its own; it has begun when this answers. */
async function startServer(connectionString: string): Promise<ChildProcess> {
  const program = join(import.meta.dirname, "settling-server.fixture.ts");
  const child = spawn(
    process.execPath,
    ["--no-warnings", program, connectionString, testDocumentKey, folder],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  children.add(child);
  child.once("exit", () => children.delete(child));
  await once(child.stdout, "data");
  return child;
}

async function kill(processes: readonly ChildProcess[]): Promise<void> {
  for (const one of processes) {
    const ended = once(one, "exit");
    if (one.kill("SIGKILL")) await ended;
  }
}

const startOn = (on: TestDatabase) =>
  startTestApplication(
    { SIMULATED_GRANT: "JPY:5000000" },
    { database: { ...on, drop: async () => undefined } },
  );
const yenOf = async (app: TestApplication, who: SignedIn) =>
  Number((await app.accepted("/user/getUserinfo", {}, who)).jpy);

type Offered = {
  offer: bigint;
  position: bigint;
  seller: SignedIn;
  buyer: SignedIn;
  /** In yen, before anything of it was settled, and the buyer's before the applications. */
  had: { seller: number; buyer: number };
};

/** Sixty applications of a lot each to a customer's 600 of 900 shares: more than one step settles. */
async function offerOfCustomer(app: TestApplication): Promise<Offered> {
  const seller = await app.newCustomer();
  const password = { login_password: testPassword, new_password: testFundPassword };
  const again = { ...password, new_password2: testFundPassword };
  await app.accepted("/user/set-fund-password", again, seller);
  app.feed.quote("jpy", "7203", "2850");
  const order = testOrder({ type: "jpy", quantity: "900" });
  const { id: position } = await app.accepted("/trade/place-order", order, seller);
  await app.advance(16 * 60);
  app.feed.quote("jpy", "7203", "2850");
  const now = app.context.clock.now();
  const consent = await app.accepted(
    "/trade/consent-block-sale",
    {
      ...{ position, quantity: "600", floor_price: "2660", discount_most: "6.00", lock_up_days: 2 },
      ...{ expires_at: iso(now + 48 * hourMs), fund_password: testFundPassword },
      request_id: newRequestId(),
    },
    seller,
  );
  const form = testBlock(now, {
    ...{ seller: "customer", consent: consent.id, price: "2680", total: "600", maximum: "600" },
    opens_at: iso(now + minuteMs),
    closes_at: iso(now + minuteMs + hourMs),
    settles_at: iso(now + 2 * hourMs),
  });
  const [author, approver] = [
    await newOperator(app, "approver"),
    await newOperator(app, "approver"),
  ];
  const draft = await opsAccepted(app, "/api/ops/block-offers/draft", { form }, author);
  const proposed = await opsAccepted(app, "/api/ops/block-offers/propose", draft, author);
  const approval = { id: proposed.id, decision: "approve" } as const;
  await opsAccepted(app, "/api/ops/proposals/:id/decision", approval, approver);
  await app.advance(61);
  const [sale] = await app.accepted("/trade/block-sales", { type: "jpy" }, seller);
  const offer = sale?.offer ?? "";
  const buyer = await app.newCustomer();
  const had = { seller: await yenOf(app, seller), buyer: await yenOf(app, buyer) };
  for (let count = 0; count < 60; count += 1) {
    const apply = { id: offer, quantity: "10", request_id: newRequestId() };
    await app.accepted("/trade/apply-block", apply, buyer);
  }
  return { offer: BigInt(offer), position: BigInt(position), seller, buyer, had };
}

/** What applicants got and what the seller sold, both in shares, and whether the offer is over. */
function progressOf(owner: Database, { offer, position }: Offered) {
  return firstRow(
    owner.reader,
    sql<{ got: number; sold: number; settled: boolean }>`SELECT
        (SELECT coalesce(sum(filled_lots), 0)::int * 10 FROM block_application WHERE offer_id = ${offer}) AS got,
        (SELECT coalesce(sum(quantity), 0)::int FROM fill WHERE position_id = ${position} AND side = 'sell') AS sold,
        settled_at IS NOT NULL AS settled
      FROM block_offer WHERE id = ${offer}`,
  );
}

/** Whoever settles an application behind the first so many waits as long as the test holds the door. */
async function putDoorBehind(owner: Database, { offer }: Offered, count: number): Promise<void> {
  const behind = await firstRow(
    owner.reader,
    sql<{ id: bigint }>`SELECT id FROM block_application WHERE offer_id = ${offer}
      ORDER BY id OFFSET ${count - 1} LIMIT 1`,
  );
  for (const statement of [
    `CREATE OR REPLACE FUNCTION wait_at_the_door() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NEW; END $$`,
    `CREATE OR REPLACE TRIGGER wait_at_the_door BEFORE UPDATE ON block_application FOR EACH ROW
      WHEN (OLD.id > ${behind?.id}) EXECUTE FUNCTION wait_at_the_door()`,
  ]) {
    await sql.raw(statement).execute(owner.reader);
  }
}

/** A server is killed in the middle of the step that comes to the door. */
async function killAtTheDoor(owner: Database, connectionString: string): Promise<void> {
  await owner.transaction(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(4711)`.execute(transaction);
    const server = await startServer(connectionString);
    await expect
      .poll(async () => {
        const { rows } = await sql`SELECT FROM pg_locks
          WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`.execute(owner.reader);
        return rows.length;
      })
      .toBe(1);
    await kill([server]);
  });
  const left = async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND backend_type = 'client backend' AND usename <> current_user`.execute(owner.reader);
    return rows.length;
  };
  await expect.poll(left).toBe(0);
}

it("sells what others got and no share else, though the server is killed in the middle of each step", async () => {
  database = await createTestDatabase();
  const { connectionString, ownerConnectionString } = database;
  const before = await startOn(database);
  const offered = await offerOfCustomer(before);
  await before.stop();
  const owner = createDatabase(ownerConnectionString, { poolMax: 3 });
  await sql`UPDATE simulation_clock SET offset_seconds = offset_seconds + 7200`.execute(
    owner.reader,
  );
  for (const [door, shares] of [
    [5, 0],
    [55, 500],
  ] as const) {
    await putDoorBehind(owner, offered, door);
    await killAtTheDoor(owner, connectionString);
    expect(await progressOf(owner, offered)).toEqual({ got: shares, sold: shares, settled: false });
  }
  const pair = await Promise.all([startServer(connectionString), startServer(connectionString)]);
  await expect
    .poll(() => progressOf(owner, offered))
    .toEqual({ got: 600, sold: 600, settled: true });
  await kill(pair);
  const after = await startOn(database);
  const { seller, buyer, had, offer, position } = offered;
  const fees = await firstRow(
    owner.reader,
    sql<{ sold: number; bought: number }>`SELECT
        (SELECT sum(fee)::int FROM fill WHERE position_id = ${position} AND side = 'sell') AS sold,
        (SELECT sum(f.fee)::int FROM block_application a JOIN fill f ON f.position_id = a.position_id
          WHERE a.offer_id = ${offer}) AS bought`,
  );
  expect(await yenOf(after, seller)).toBe(had.seller + 600 * 2680 - (fees?.sold ?? 0));
  expect(await yenOf(after, buyer)).toBe(had.buyer - 600 * 2680 - (fees?.bought ?? 0));
  const held = await after.accepted("/trade/position", { id: position.toString() }, seller);
  expect(held).toMatchObject({ status: 0, stock_num: "300" });
  const { items } = await after.accepted("/user/messages", { limit: "100" }, seller);
  expect(items.filter(({ kind }) => kind === "block_sale_sold")).toHaveLength(1);
  expect(await after.ledgerFaults()).toEqual([]);
  await after.stop();
  await owner.close();
}, 180_000);
