import type { CallOutput, Calls } from "@sanshi/contract";
import { positionStatuses } from "@sanshi/contract";
import { price, readPerShare, roundToPrice } from "@sanshi/money";
import { instantOf, localDate, nextTradingDay } from "@sanshi/rulebook";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import { createScriptedFeed, scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { createApplication } from "../../application.ts";
import { sql } from "../../platform/sql/database.ts";
import { startOrders, type Orders } from "../orders/orders.ts";

type Position = CallOutput<Calls["/trade/position"]>;

/** Beside the application's own order path, two more on its database, as other processes have them. */
let app: TestApplication;
let others: Orders[];
beforeAll(async () => {
  app = await startTestApplication({}, { jobsByThemselves: true });
  others = [await startOrders(app.context), await startOrders(app.context)];
});
afterAll(async () => {
  for (const other of others) await other.stop();
  await app.stop();
});
beforeEach(() => void app.feed.quote("jpy", "7203", "2850"));

const market = "jpy";
const openingOf = (date: string) => instantOf(market, date, "00:00");

/** The trading day `days` after the app's today. */
function dayAhead(days: number): string {
  let date = localDate(market, app.context.clock.now());
  for (let left = days; left > 0; left -= 1) date = nextTradingDay(market, date, "always");
  return date;
}

/** Past the opening of a day, with its first quote. */
async function open(date: string, last: string): Promise<void> {
  const now = app.context.clock.now();
  await app.advance(Math.ceil((openingOf(date) - now) / 1_000) + 1);
  app.feed.quote(market, "7203", last);
}

const order = (more: Partial<PlaceInput>): PlaceInput => testOrder({ type: market, ...more });

/** An order that is written late waits for the second look at its split, after fifteen seconds. */
const patienceMs = 30_000;

/** Refused while an action is being applied, so it is asked for until it is not. */
async function buy(customer: SignedIn, more: Partial<PlaceInput> = {}): Promise<string> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const { body } = await app.post("/trade/place-order", order(more), customer);
    if (body.status === 1) return body.data.id;
    if (body.msg !== "price_unavailable") throw new Error(body.msg);
    await sleep(25);
  }
  throw new Error("no order was taken");
}

async function sell(customer: SignedIn, id: string, more: object = {}): Promise<string> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const input = { id, kind: "market", request_id: newRequestId(), ...more } as const;
    const { body } = await app.post("/trade/close-position", input, customer);
    if (body.status === 1) return body.data.amount;
    if (body.msg !== "price_unavailable") throw new Error(body.msg);
    await sleep(25);
  }
  throw new Error("no sale was taken");
}

const position = (customer: SignedIn, id: string): Promise<Position> =>
  app.accepted("/trade/position", { id }, customer);

async function untilApplied(customer: SignedIn, id: string, count: number): Promise<Position> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const found = await position(customer, id);
    if (found.actions.length >= count) return found;
    await sleep(25);
  }
  throw new Error(`position ${id} did not see ${count} actions`);
}

async function available(customer: SignedIn): Promise<number> {
  return Number((await app.accepted("/user/getUserinfo", {}, customer)).jpy);
}

const split = (exDate: string, numerator: bigint, denominator: bigint) =>
  app.feed.act(market, "7203", { kind: "split", exDate, numerator, denominator });
const dividend = (exDate: string, perShare: string) =>
  app.feed.act(market, "7203", { kind: "dividend", exDate, perShare: scaled(perShare) });

describe("a split", () => {
  it("makes more shares of those held at a lower price, and pays the fraction", async () => {
    const customer = await app.newCustomer();
    const id = await buy(customer, { quantity: "101" });
    const before = await position(customer, id);
    const money = await available(customer);
    const date = dayAhead(1);
    split(date, 3n, 2n);
    app.feed.close(market, "7203", app.context.clock.now(), "2850");
    await open(date, "1900");
    const after = await untilApplied(customer, id, 1);
    expect(after).toMatchObject({
      stock_num: "151",
      buy_price: "1900",
      cost: before.cost,
      market_value: String(151 * 1_900),
      actions: [
        {
          kind: "split",
          ex_date: date,
          numerator: "3",
          denominator: "2",
          quantity_before: "101",
          quantity_after: "151",
          amount: "950",
        },
      ],
    });
    expect(await available(customer)).toBe(money + 950);
    expect(Number(after.market_value) + 950).toBe(Number(before.market_value));
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items[0]).toMatchObject({
      kind: "stock_split",
      params: { before: "101", after: "151", amount: "950" },
      link: `/position/info?id=${id}`,
    });
  });

  it("carries working orders to the new price, and they are filled there", async () => {
    const customer = await app.newCustomer();
    const purchase = await buy(customer, { kind: "limit", price: "2800", quantity: "10" });
    const sale = await buy(customer, { quantity: "10" });
    await app.advance(900);
    app.feed.quote(market, "7203", "2850");
    await sell(customer, sale, { kind: "limit", price: "2900" });
    const date = dayAhead(1);
    split(date, 2n, 1n);
    await open(date, "1425");
    const bought = await untilApplied(customer, purchase, 1);
    expect(bought).toMatchObject({ status: 3, stock_num: "20", buy_price: "1400" });
    const closing = await untilApplied(customer, sale, 1);
    expect(closing).toMatchObject({ status: 1, closing_quantity: "20", closing_price: "1450" });
    for (const last of ["1400", "1450"]) {
      await expect
        .poll(
          async () => {
            app.feed.quote(market, "7203", last);
            return (await position(customer, last === "1400" ? purchase : sale)).status;
          },
          { interval: 100 },
        )
        .toBe(last === "1400" ? positionStatuses.holding : positionStatuses.closed);
    }
    expect((await position(customer, purchase)).buy_price).toBe("1400");
    expect((await position(customer, sale)).sell_price).toBe("1450");
  });
});

describe("a dividend", () => {
  it("is paid for the shares that were held over its date, and for no others", async () => {
    const customer = await app.newCustomer();
    const id = await buy(customer, { quantity: "100" });
    const waiting = await buy(customer, { kind: "limit", price: "2800", quantity: "10" });
    const money = await available(customer);
    const date = dayAhead(1);
    dividend(date, "12.5");
    await open(date, "2840");
    const held = await untilApplied(customer, id, 1);
    expect(held.actions[0]).toMatchObject({
      kind: "dividend",
      per_share: "12.5",
      quantity_before: "100",
      quantity_after: "100",
      amount: "1250",
    });
    expect(await available(customer)).toBe(money + 1_250);
    const later = await buy(customer, { quantity: "10" });
    expect((await position(customer, later)).actions).toEqual([]);
    expect((await position(customer, waiting)).actions).toEqual([]);
    const { rows } = await app.context.database.pool.query<{ kind: string; amount: bigint }>(
      `SELECT p.kind, -p.amount AS amount FROM ledger_posting p
        JOIN ledger_account a ON a.id = p.account_id
        WHERE a.customer_id IS NULL AND a.purpose = 'dividends' AND p.cause_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ kind: "dividend", amount: 1_250n }]);
  });
});

describe("a dividend of more decimals than a price", () => {
  it("is paid and shown as it was announced, to two openings what one holding is paid", async () => {
    const customer = await app.newCustomer();
    const ids = [await buy(customer, { quantity: "50" }), await buy(customer, { quantity: "50" })];
    const money = await available(customer);
    const date = dayAhead(1);
    // At four decimals it would be 0.0150, and 2 yen; each opening by itself would be paid 1.
    const exact = readPerShare("0.014999")!;
    app.feed.act(market, "7203", {
      kind: "dividend",
      exDate: date,
      perShare: roundToPrice(exact),
      exact,
    });
    await open(date, "2850");
    const [first, second] = await Promise.all(ids.map((id) => untilApplied(customer, id, 1)));
    expect(first?.actions[0]).toMatchObject({ per_share: "0.014999", amount: "1" });
    expect(second?.actions[0]).toMatchObject({ per_share: "0.014999", amount: "0" });
    expect(await available(customer)).toBe(money + 1);
  });
});

describe("an order that a split leaves nothing of", () => {
  it("is cancelled, and its customer is sent a message", async () => {
    const customer = await app.newCustomer();
    const id = await buy(customer, { kind: "limit", price: "2800", quantity: "10" });
    const date = dayAhead(1);
    split(date, 1n, 100n);
    await open(date, "285000");
    await expect.poll(async () => (await position(customer, id)).ending).toBe("corporate_action");
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items.filter(({ kind }) => kind === "order_rejected")).toMatchObject([
      { params: { code: "7203", reason: "corporate_action", quantity: "10" } },
    ]);
  });
});

describe("a clock that is moved over several actions", () => {
  it("applies each of them, in the order of their dates", async () => {
    const customer = await app.newCustomer();
    const id = await buy(customer, { quantity: "101" });
    const money = await available(customer);
    const dates = [1, 2, 3].map(dayAhead);
    split(dates[2] ?? "", 1n, 4n);
    dividend(dates[1] ?? "", "10");
    split(dates[0] ?? "", 2n, 1n);
    app.feed.close(market, "7203", app.context.clock.now(), "2850");
    await open(dayAhead(4), "5700");
    const after = await untilApplied(customer, id, 3);
    expect(
      after.actions.map((one) => [one.ex_date, one.quantity_before, one.quantity_after]),
    ).toEqual([
      [dates[0], "101", "202"],
      [dates[1], "202", "202"],
      [dates[2], "202", "50"],
    ]);
    // 2,020 of dividends, and half a share at four times the close that the test's feed has.
    expect(await available(customer)).toBe(money + 2_020 + 5_700);
  });
});

describe("several processes", () => {
  it("together apply an action once to everybody", async () => {
    const customers = await Promise.all(Array.from({ length: 12 }, () => app.newCustomer()));
    const ids = await Promise.all(customers.map((customer) => buy(customer, { quantity: "50" })));
    const money = await available(customers[0]!);
    const date = dayAhead(1);
    split(date, 2n, 1n);
    dividend(date, "5");
    await open(date, "1425");
    for (const [index, customer] of customers.entries()) {
      const after = await untilApplied(customer, ids[index]!, 2);
      expect(after.stock_num).toBe("100");
      expect(await available(customer)).toBe(money + 500);
      const { items } = await app.accepted("/user/messages", {}, customer);
      expect(items.map(({ kind }) => kind)).toEqual(["dividend_paid", "stock_split", "welcome"]);
    }
  });

  it("and so they do when they are interrupted in the middle", async () => {
    // One after the other: they are applied to in this order, too.
    const customers: SignedIn[] = [];
    for (let count = 0; count < 5; count += 1) customers.push(await app.newCustomer());
    const ids = await Promise.all(customers.map((customer) => buy(customer, { quantity: "50" })));
    const { pool } = app.context.database;
    // Somebody holds the last one's position, so that all processes come to a stop there.
    const holder = await pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM position WHERE id = $1 FOR UPDATE", [ids[4]]);
      const date = dayAhead(1);
      split(date, 2n, 1n);
      await open(date, "1425");
      await untilApplied(customers[0]!, ids[0]!, 1);
      await expect
        .poll(async () => {
          const interrupted = await pool.query(
            `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                  AND query LIKE '%FROM position WHERE customer_id%'`,
          );
          return interrupted.rowCount;
        })
        .toBeGreaterThan(0);
      expect((await position(customers[4]!, ids[4]!)).actions).toEqual([]);
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
    for (const [index, customer] of customers.entries()) {
      const after = await untilApplied(customer, ids[index]!, 1);
      expect([after.stock_num, after.actions.length]).toEqual(["100", 1]);
    }
  });
});

describe("orders at the moment of a split", () => {
  it("are worth the same before and after it", async () => {
    const customer = await app.newCustomer();
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await buy(customer, { quantity: "10" }));
    await app.advance(900);
    app.feed.quote(market, "7203", "2850");
    const date = dayAhead(1);
    split(date, 2n, 1n);
    const now = app.context.clock.now();
    await app.advance(Math.ceil((openingOf(date) - now) / 1_000) - 2);
    // The opening comes while they are on their way; the old quote is still there after it, and of before.
    app.feed.quote(market, "7203", "2850", { at: openingOf(date) - 1_000 });
    const sales = ids.map(async (id, index) => {
      await sleep(index * 20);
      return sell(customer, id);
    });
    const other = await app.newCustomer();
    const purchases = Array.from({ length: 12 }, async (_, index) => {
      await sleep(index * 20);
      return buy(other, { quantity: "10" });
    });
    await app.advance(2);
    await sleep(300);
    app.feed.quote(market, "7203", "1425");
    // 10 at 2,850 or 20 at 1,425.
    expect(new Set(await Promise.all(sales))).toEqual(new Set(["28500"]));
    for (const id of await Promise.all(purchases)) {
      await expect
        .poll(async () => {
          const { stock_num, buy_price, cost } = await position(other, id);
          return Number(stock_num) * Number(buy_price) === Number(cost) && buy_price === "1425";
        })
        .toBe(true);
    }
  });
});

/** Until every process has been through the action and shows prices again. */
async function untilAllTrade(signedIn: SignedIn): Promise<void> {
  const customer = await app.context.sessions.resolve(signedIn.token, signedIn.account);
  if (customer === null) throw new Error("a new customer is signed in");
  const { request_id: _, time_in_force: __, ...form } = order({ quantity: "1" });
  const own = () => app.refused("/trade/preview-order", form, signedIn);
  const another = (desk: Orders) => async () => {
    const outcome = await desk.preview(customer, {
      ...form,
      type: market,
      kind: "market",
      price: undefined,
      timeInForce: "until_cancelled",
    });
    return outcome.ok ? "ok" : outcome.refusal.code;
  };
  for (const preview of [own, ...others.map(another)]) await expect.poll(preview).toBe("ok");
}

describe("a purchase at an old quote that is written late", () => {
  it("has no price until the split has come to it, too", async () => {
    const customer = await app.newCustomer();
    const id = await buy(customer, { quantity: "10" });
    await app.advance(900);
    const date = dayAhead(1);
    split(date, 2n, 1n);
    await open(date, "1425");
    await untilApplied(customer, id, 1);
    await untilAllTrade(customer);
    // As if the first one's twin had been under way the whole time, fill and all.
    const late = "9000000000000000";
    const { pool } = app.context.database;
    await pool.query(
      `WITH twin AS (
        INSERT INTO position (id, customer_id, market, code, side, kind, time_in_force, leverage,
          state, opened, open_price, cost, open_fee, margin, opened_at, sellable_at)
        SELECT $2::bigint, customer_id, market, code, side, kind, time_in_force, leverage, state, 10,
          28500000, cost, open_fee, margin, app_now(), sellable_at
        FROM position WHERE id = $1::bigint
      )
      INSERT INTO fill SELECT $2::bigint, number, side, price, quantity, amount, fee, fee_items, profit, feed,
        quote_sequence, bid, ask, quote_at, filled_at
      FROM fill WHERE position_id = $1::bigint`,
      [id, late],
    );
    // Never its 10 shares at the new price.
    expect(await sell(customer, late)).toBe("28500");
    expect((await position(customer, late)).actions).toHaveLength(1);
  });
});

describe("a server that was down over an ex-date", () => {
  it("applies what it missed before it takes an order", async () => {
    const first = await startTestApplication({}, { jobsByThemselves: true });
    const { context } = first;
    const customer = await first.newCustomer();
    const { id } = await first.accepted("/trade/place-order", order({ quantity: "10" }), customer);
    // Before the clock is moved: it may ask the database at any moment.
    const exDate = nextTradingDay(market, localDate(market, context.clock.now()), "always");
    await sql`UPDATE simulation_clock SET offset_seconds = offset_seconds + 200000`.execute(
      context.database.reader,
    );
    const { settings, log, database } = context;
    await first.close();
    const options = {
      settings,
      log,
      connectionString: database.connectionString,
      onProgress: () => undefined,
      createFeed: (clock: { now(): number }) => {
        const feed = createScriptedFeed(clock);
        feed.act(market, "7203", { kind: "split", exDate, numerator: 2n, denominator: 1n });
        feed.act(market, "7203", { kind: "dividend", exDate, perShare: price(50_000n) });
        return feed;
      },
    };
    for (let start = 1; start <= 2; start += 1) {
      const again = await createApplication(options);
      const { rows } = await again.context.database.pool.query<{ opened: bigint; actions: bigint }>(
        `SELECT opened, (SELECT count(*) FROM position_action WHERE position_id = p.id) AS actions
          FROM position p WHERE id = $1`,
        [id],
      );
      expect(rows).toEqual([{ opened: 20n, actions: 2n }]);
      await again.close();
    }
  });
});

describe("the books", () => {
  it("are right after all of it", async () => {
    // But for the twin, whose opening was never posted.
    expect(await app.ledgerFaults()).toEqual([
      expect.stringMatching(/^position market: .*, position 9000000000000000: /),
    ]);
  });
});
