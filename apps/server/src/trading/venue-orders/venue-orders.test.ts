import { pino } from "pino";
import { price, shares, type Price, type Shares } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomSource, type RandomSource } from "../../../../../tests/simulation/random-source.ts";
import { calm, createSlowVenue, type SlowVenue } from "../../../../../tests/support/slow-venue.ts";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import {
  createDatabase,
  firstRow,
  rows,
  sql,
  type Database,
  type Transaction,
} from "../../platform/sql/database.ts";
import {
  cancelAtVenue,
  openVenueLine,
  replaceAtVenue,
  submitToVenue,
  type VenueLine,
} from "./venue-orders.ts";
import type { ExecutionReport } from "../../venues/reporting-venue.ts";
import { applyReports } from "./applying.ts";
import { againAfterMs, type VenueEffect } from "./venue-orders.rules.ts";
import { strayReports } from "./set-aside.store.ts";
import { findLine, keepReports } from "./venue-orders.store.ts";

let test: TestDatabase;
let database: Database;
const log = pino({ level: "silent" });
const clock = { now: () => test.realNow() };

beforeAll(async () => {
  test = await createTestDatabase();
  // As the owner: the books of this test are a table of its own.
  database = createDatabase(test.ownerConnectionString);
  await sql`CREATE TABLE booked (execution_id text NOT NULL, order_id bigint NOT NULL, kind text NOT NULL,
    quantity bigint, price bigint)`.execute(database.reader);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** Orders of which nothing can be booked while they are here. */
const unbookable = new Set<bigint>();

/** Books in the transaction that it is given: what is rolled back was never booked. */
async function book(
  transaction: Transaction,
  { orderId, report }: { orderId: bigint; report: ExecutionReport },
  effects: readonly VenueEffect[],
): Promise<() => void> {
  if (unbookable.has(orderId) && report.type === "trade") throw new Error("no account for it");
  for (const effect of effects) {
    if (effect.kind !== "booked" && effect.kind !== "reversed" && effect.kind !== "ended") continue;
    const trade = "trade" in effect ? effect.trade : null;
    const sign = effect.kind === "reversed" ? -1n : 1n;
    await sql`INSERT INTO booked VALUES (${report.executionId}, ${orderId}, ${effect.kind},
      ${trade === null ? null : sign * trade.quantity}, ${trade?.price ?? null})`.execute(
      transaction,
    );
  }
  return () => undefined;
}

function openLine(venue: SlowVenue, on = database): Promise<VenueLine> {
  return openVenueLine({ database: on, clock, log, venue: venue.venue, book, lateAfterMs: 0 });
}

const order = (orderId: bigint, quantity = 100n, limit = 1_000n) => ({
  orderId,
  customerId: 1n,
  market: "jpy" as const,
  code: "7203",
  side: "buy" as const,
  quantity: shares(quantity),
  limit: price(limit),
  immediateOrCancel: false,
});

type Standing = {
  order_id: bigint;
  state: string;
  quantity: Shares;
  limit_price: Price;
  filled: Shares;
  busted: Shares;
  dispute: string | null;
  request_id: string | null;
};

function standings(venue: SlowVenue): Promise<Standing[]> {
  return rows(
    database.reader,
    sql<Standing>`SELECT order_id, state, quantity, limit_price, filled, busted, dispute, request_id
      FROM venue_order WHERE venue = ${venue.venue.name} ORDER BY order_id`,
  );
}

/** Each run has a venue, and numbers of orders, of its own. */
let runs = 0n;
function newVenue(seed: number, faults = calm): SlowVenue & { base: bigint } {
  runs += 1n;
  const slow = createSlowVenue(seed, { ...faults });
  slow.venue.name = `slow ${runs}`;
  return Object.assign(slow, { base: runs * 10_000n });
}

function inTransaction<Result>(work: (transaction: Transaction) => Promise<Result>) {
  return database.transaction(work);
}

/** Lets the venue and us go on until nothing is under way. */
async function settle(venue: SlowVenue, line: VenueLine, rounds = 8): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await line.look();
    venue.tick();
  }
  await line.look();
}

describe("an order at a venue that answers later", () => {
  it("is sent after its transaction, filled in parts, and cancelled when the venue says so", async () => {
    const venue = newVenue(1);
    const line = await openLine(venue);
    const id = venue.base;
    await inTransaction((transaction) => submitToVenue(transaction, venue.venue.name, order(id)));
    await settle(venue, line);
    venue.fill(`${id}-1`, shares(30n));
    await settle(venue, line);
    expect(await standings(venue)).toMatchObject([{ state: "working", filled: 30n }]);
    await inTransaction((transaction) => cancelAtVenue(transaction, id));
    // Asked for is not done.
    expect(await standings(venue)).toMatchObject([{ state: "working", request_id: `${id}-2` }]);
    await settle(venue, line);
    expect(await standings(venue)).toMatchObject([{ state: "cancelled", request_id: null }]);
    const again = await inTransaction((transaction) => cancelAtVenue(transaction, id));
    expect(again).toBe("order_ended");
    await line.stop();
  });

  it("is not sent where its transaction is rolled back", async () => {
    const venue = newVenue(2);
    const line = await openLine(venue);
    const undone = inTransaction(async (transaction) => {
      await submitToVenue(transaction, venue.venue.name, order(venue.base));
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await settle(venue, line);
    expect(venue.book.size).toBe(0);
    await line.stop();
  });

  it("waits with what comes after a missing report, which is asked for", async () => {
    const venue = newVenue(3);
    const line = await openLine(venue);
    const id = venue.base;
    await inTransaction((transaction) => submitToVenue(transaction, venue.venue.name, order(id)));
    await settle(venue, line);
    venue.faults = { ...calm, lost: 1_000 };
    venue.fill(`${id}-1`, shares(10n));
    venue.faults = calm;
    venue.fill(`${id}-1`, shares(20n));
    venue.tick();
    await line.look();
    expect(await findLine(database.reader, venue.venue.name)).toMatchObject({
      received_through: 1n,
      newest: 3n,
    });
    expect(await standings(venue)).toMatchObject([{ filled: 0n }]);
    await settle(venue, line);
    expect(await standings(venue)).toMatchObject([{ filled: 30n }]);
    await line.stop();
  });

  it("is disputed and left alone where the venue says what cannot be, and others go on", async () => {
    const venue = newVenue(4);
    const line = await openLine(venue);
    const [one, other] = [venue.base, venue.base + 1n];
    for (const id of [one, other]) {
      await inTransaction((transaction) => submitToVenue(transaction, venue.venue.name, order(id)));
    }
    await settle(venue, line);
    const booked = venue.book.get(`${one}-1`);
    if (booked !== undefined) booked.filled = shares(5n);
    venue.fill(`${one}-1`, shares(10n));
    venue.fill(`${other}-1`, shares(10n));
    await settle(venue, line);
    expect(await standings(venue)).toMatchObject([
      { dispute: "figures_differ", filled: 0n },
      { dispute: null, filled: 10n },
    ]);
    await line.stop();
  });

  it("keeps a report of nobody's order, and shows it", async () => {
    const venue = newVenue(5);
    const line = await openLine(venue);
    const head = { sequence: 1n, executionId: "E1", clientOrderId: "not ours", at: 0 };
    await inTransaction((transaction) =>
      keepReports(transaction, venue.venue.name, [{ ...head, type: "request_unknown" }]),
    );
    expect(await strayReports(database.reader, venue.venue.name)).toMatchObject([
      { client_order_id: "not ours" },
    ]);
    await line.stop();
  });

  it("has one line, which another process takes up where the first dies", async () => {
    const venue = newVenue(6);
    const elsewhere = createDatabase(test.ownerConnectionString);
    const [first, second] = [await openLine(venue), await openLine(venue, elsewhere)];
    const id = venue.base;
    await inTransaction((transaction) => submitToVenue(transaction, venue.venue.name, order(id)));
    await first.look();
    await second.look();
    venue.tick();
    await second.look();
    expect(await standings(venue)).toMatchObject([{ state: "pending_new" }]);
    await first.look();
    expect(await standings(venue)).toMatchObject([{ state: "working" }]);
    await first.stop();
    venue.fill(`${id}-1`, shares(100n));
    await settle(venue, second);
    expect(await standings(venue)).toMatchObject([{ state: "filled" }]);
    await second.stop();
    await elsewhere.close();
  });

  it("reaches a venue that broke off while its line was opened", async () => {
    const venue = newVenue(7);
    const connect = venue.venue.connect.bind(venue.venue);
    let opened = 0;
    venue.venue.connect = async (after, listener) => {
      const session = await connect(after, listener);
      opened += 1;
      if (opened === 1) {
        venue.goAway();
        venue.comeBack();
      }
      return session;
    };
    const line = await openLine(venue);
    await inTransaction((transaction) =>
      submitToVenue(transaction, venue.venue.name, order(venue.base)),
    );
    await settle(venue, line);
    expect(await standings(venue)).toMatchObject([{ state: "working" }]);
    await line.stop();
  });

  it("is asked to cancel while a change of it is under way, which is answered first", async () => {
    const venue = newVenue(8);
    const line = await openLine(venue);
    const id = venue.base;
    await inTransaction((transaction) => submitToVenue(transaction, venue.venue.name, order(id)));
    await settle(venue, line);
    let cancelling: ReturnType<typeof cancelAtVenue> | undefined;
    await inTransaction(async (transaction) => {
      await replaceAtVenue(transaction, id, { quantity: shares(50n), limit: price(1_000n) });
      cancelling = inTransaction((other) => cancelAtVenue(other, id));
      await untilWaitingForLocks(database.reader, 1);
    });
    expect(await cancelling).toBe("asked");
    await settle(venue, line, 16);
    expect(await standings(venue)).toMatchObject([{ state: "cancelled", quantity: 50n }]);
    await line.stop();
  });
});

/** Lets what was set aside be due. */
function due(): Promise<unknown> {
  return sql`UPDATE venue_set_aside SET retry_at = app_now()`.execute(database.reader);
}

function setAside(venue: SlowVenue) {
  return rows(
    database.reader,
    sql<{
      order_id: bigint;
      reason: string;
      attempts: number;
      booked: boolean;
    }>`SELECT order_id, reason,
        attempts, booked_at IS NOT NULL AS booked FROM venue_set_aside
      WHERE venue = ${venue.venue.name} ORDER BY sequence`,
  );
}

/** The report of this number arrives as no venue should send it. */
function distort({ venue }: SlowVenue, sequence: bigint, wrong: object): void {
  const connect = venue.connect.bind(venue);
  venue.connect = (after, listener) =>
    connect(after, {
      ...listener,
      report: (one) => listener.report(one.sequence === sequence ? { ...one, ...wrong } : one),
    });
}

async function submitted(venue: SlowVenue & { base: bigint }, line: VenueLine, count: bigint) {
  const ids = Array.from({ length: Number(count) }, (_none, index) => venue.base + BigInt(index));
  for (const id of ids) {
    await inTransaction((transaction) => submitToVenue(transaction, venue.venue.name, order(id)));
  }
  await settle(venue, line);
  return ids;
}

describe("a report that cannot be booked", () => {
  it("is set aside with its reason; its order's later ones wait behind it, and others go on", async () => {
    const venue = newVenue(7);
    const line = await openLine(venue);
    const [one = 0n, other = 0n] = await submitted(venue, line, 2n);
    unbookable.add(one);
    venue.fill(`${one}-1`, shares(10n));
    venue.fill(`${other}-1`, shares(10n));
    venue.fill(`${one}-1`, shares(90n));
    venue.fill(`${other}-1`, shares(90n));
    await settle(venue, line);
    expect(await standings(venue)).toMatchObject([
      { state: "working", filled: 0n, dispute: null },
      { state: "filled", filled: 100n },
    ]);
    const aside = { order_id: one, reason: "Error: no account for it", booked: false };
    expect(await setAside(venue)).toEqual([{ ...aside, attempts: 1 }]);
    // Not before its time, and each time later.
    await settle(venue, line);
    expect(await setAside(venue)).toEqual([{ ...aside, attempts: 1 }]);
    await due();
    await settle(venue, line);
    expect(await setAside(venue)).toEqual([{ ...aside, attempts: 2 }]);
    unbookable.clear();
    await due();
    await settle(venue, line);
    expect(await setAside(venue)).toEqual([{ ...aside, attempts: 2, booked: true }]);
    expect(await standings(venue)).toMatchObject([{ state: "filled", filled: 100n }, {}]);
    const booked = await rows(
      database.reader,
      sql<{
        quantity: bigint | null;
      }>`SELECT quantity FROM booked WHERE order_id = ${one} ORDER BY ctid`,
    );
    expect(booked.map(({ quantity }) => quantity)).toEqual([10n, 90n, null]);
    await line.stop();
  });

  it("is tried again by two lines at once, and booked once", async () => {
    const venue = newVenue(8);
    const elsewhere = createDatabase(test.ownerConnectionString);
    const line = await openLine(venue);
    const [one = 0n] = await submitted(venue, line, 1n);
    unbookable.add(one);
    venue.fill(`${one}-1`, shares(100n));
    await settle(venue, line);
    unbookable.clear();
    await due();
    const applying = (on: Database) => applyReports({ database: on, log, book }, venue.venue.name);
    await Promise.all([applying(database), applying(elsewhere), applying(database)]);
    expect(await faultsOf(venue)).toEqual([]);
    await line.stop();
    await elsewhere.close();
  });

  it.each([
    ["is beyond every number", { quantity: shares(2n ** 70n) }],
    ["has an id that was used", { executionId: "E1" }],
    ["is of no kind that there is", { type: "allocated" }],
    ["lacks what it is about", { quantity: undefined }],
  ])("is kept under its number where it %s, so that others go on", async (_what, wrong) => {
    const venue = newVenue(9);
    distort(venue, 3n, wrong);
    const line = await openLine(venue);
    const [one = 0n, other = 0n] = await submitted(venue, line, 2n);
    venue.fill(`${one}-1`, shares(10n));
    venue.fill(`${other}-1`, shares(100n));
    await settle(venue, line);
    expect(await standings(venue)).toMatchObject([
      { state: "working", filled: 0n },
      { state: "filled", filled: 100n },
    ]);
    const [aside] = await setAside(venue);
    expect(aside).toMatchObject({ order_id: one, booked: false });
    await line.stop();
  });

  it("is left alone for longer each time, and for ten minutes at most", () => {
    expect([1, 2, 3, 4].map(againAfterMs)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect([10, 11, 1_000].map(againAfterMs)).toEqual([512_000, 600_000, 600_000]);
  });
});

const rough = {
  lost: 120,
  doubled: 120,
  delayTicksMax: 5,
  rejected: 60,
  away: 20,
  filled: 120,
  cancelled: 8,
  busted: 6,
};

describe("with crashes of everything", () => {
  const seeds = Number(process.env["VENUE_CRASH_SEEDS"] ?? 3);
  it.each(Array.from({ length: seeds }, (_none, index) => index + 1))(
    "every order ends as the venue's own book has it, booked once: seed %i",
    { timeout: 240_000 },
    async (seed) => {
      const venue = newVenue(seed, rough);
      await tradeAndCrash(venue, randomSource(seed));
      expect(await faultsOf(venue)).toEqual([]);
    },
  );
});

/** Our side dies in the middle of whatever it does, its connections with it, and begins again. */
async function tradeAndCrash(
  venue: SlowVenue & { base: bigint },
  random: RandomSource,
): Promise<void> {
  let line = await openLine(venue);
  let placed = 0n;
  for (let step = 0; step < 60; step += 1) {
    const some = venue.base + BigInt(random(Number(placed) + 1));
    const choice = random(10);
    const looking = line.look().catch(() => undefined);
    if (choice < 4) {
      const id = venue.base + placed;
      placed += 1n;
      const quantity = BigInt(1 + random(200));
      const asked = { ...order(id, quantity), immediateOrCancel: random(6) === 0 };
      await attempted(() =>
        inTransaction((transaction) => submitToVenue(transaction, venue.venue.name, asked)),
      );
    } else if (choice === 4) {
      await attempted(() => inTransaction((transaction) => cancelAtVenue(transaction, some)));
    } else if (choice === 5) {
      const to = {
        quantity: shares(BigInt(150 + random(100))),
        limit: price(BigInt(990 + random(30))),
      };
      await attempted(() => inTransaction((transaction) => replaceAtVenue(transaction, some, to)));
    } else if (choice === 6) {
      await attempted(killConnections);
      await looking;
      // Whatever it has opened meanwhile dies with it.
      await attempted(killConnections);
      line = await attempted(() => openLine(venue));
    }
    venue.tick();
    await looking;
  }
  venue.faults = calm;
  venue.comeBack();
  await settle(venue, line, 25);
  venue.closeMarket();
  await settle(venue, line, 10);
  await line.stop();
}

async function attempted<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 10) throw error;
    }
  }
}

async function killConnections(): Promise<void> {
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`.execute(
    database.reader,
  );
}

type Booked = { order_id: bigint; quantity: bigint; value: bigint; ends: bigint };

async function faultsOf(venue: SlowVenue & { base: bigint }): Promise<string[]> {
  const faults: string[] = [];
  const booked = await rows(
    database.reader,
    sql<Booked>`SELECT order_id, coalesce(sum(quantity), 0)::bigint AS quantity,
        coalesce(sum(quantity * price), 0)::bigint AS value, count(*) FILTER (WHERE kind = 'ended') AS ends
      FROM booked WHERE order_id BETWEEN ${venue.base} AND ${venue.base + 9_999n} GROUP BY order_id`,
  );
  for (const own of await standings(venue)) {
    const theirs = venue.book.get(`${own.order_id}-1`);
    const trades = [...(theirs?.trades.values() ?? [])];
    const expected = [
      theirs?.status ?? "cancelled",
      ...[theirs?.filled ?? 0n, theirs?.busted ?? 0n, theirs?.quantity ?? own.quantity],
      ...[theirs?.limit ?? own.limit_price, trades.reduce((sum, one) => sum + one.quantity, 0n)],
      ...[trades.reduce((sum, one) => sum + one.quantity * one.price, 0n), 1n, null, null],
    ];
    const books = booked.find(({ order_id: id }) => id === own.order_id);
    const found = [
      ...[own.state, own.filled, own.busted, own.quantity, own.limit_price, books?.quantity],
      ...[books?.value, books?.ends, own.dispute, own.request_id],
    ];
    if (found.join() !== expected.join()) {
      faults.push(`${own.order_id}: ${found.join()}, at the venue ${expected.join()}`);
    }
  }
  const unapplied = await firstRow(
    database.reader,
    sql<{ count: bigint }>`SELECT count(*) AS count FROM venue_report
      WHERE venue = ${venue.venue.name} AND applied_at IS NULL`,
  );
  if (unapplied?.count !== 0n) faults.push(`${unapplied?.count} reports are not applied`);
  return faults;
}
