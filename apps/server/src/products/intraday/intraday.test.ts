import { lastInterestDay, localDate } from "@sanshi/rulebook";
import {
  dayMs,
  iso,
  minuteMs,
  type CallInput,
  type Calls,
  type IntradayTrade,
} from "@sanshi/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  createScriptedFeed,
  type ScriptedFeed,
} from "../../../../../tests/support/scripted-feed.ts";
import { testFundPassword } from "../../../../../tests/support/test-money.ts";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import type { Application } from "../../application.ts";
import { sql, type Transaction } from "../../platform/sql/database.ts";
import { ordersOf } from "../../trading/orders/orders.ts";
import { customersById } from "./intraday-customers.store.ts";
import { carryOver, findByRequest } from "./intraday.store.ts";
import { placeOrder } from "./intraday.ts";
import { squareOffDue } from "./square-off.ts";

let app: TestApplication;
let other: Application;
let otherFeed: ScriptedFeed;
beforeAll(async () => {
  app = await startTestApplication();
  // Jobs run in both processes, as on an instance with two.
  other = await app.startAnother((clock) => (otherFeed = createScriptedFeed(clock)));
  await toTheMorning();
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

const terms = (by: SignedIn) => app.accepted("/trade/intraday-terms", { type: "jpy" }, by);
/** An hour after a day of Tokyo has begun, so that no test meets its end by chance. */
async function toTheMorning(): Promise<void> {
  const { session_ends_at: ends } = await terms(await app.newCustomer());
  const seconds = (Date.parse(ends) - app.context.clock.now()) / 1_000;
  await app.advance(Math.ceil(seconds) + 3_600);
  quote("2850");
}
function quote(last: string, more: Parameters<ScriptedFeed["quote"]>[3] = {}): void {
  for (const feed of [app.feed, otherFeed]) feed.quote("jpy", "7203", last, more);
}
type Asked = CallInput<Calls["/trade/apply-intraday"]>;
const tokyo = { type: "jpy", code: "7203", side: "long", leverage: "3" } as const;
const ask = (more: Partial<Asked> = {}): Asked & { request_id: string } => ({
  ...tokyo,
  amount: "285000",
  request_id: newRequestId(),
  ...more,
});
const apply = (by: SignedIn, more: Partial<Asked> = {}): Promise<IntradayTrade> =>
  app.accepted("/trade/apply-intraday", ask(more), by);
const refused = async (by: SignedIn, more: Partial<Asked> = {}) =>
  (await app.post("/trade/apply-intraday", ask(more), by)).body.msg;
async function inOther(path: string, form: Record<string, string>, by: SignedIn) {
  const answer = await other.context.http.fastify.inject({
    method: "POST",
    url: `/api/vue${path}`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...by },
    payload: new URLSearchParams(form).toString(),
  });
  return answer.json();
}
const listed = (by: SignedIn) => app.accepted("/trade/intradaylist", { type: "jpy" }, by);
async function newest(by: SignedIn): Promise<IntradayTrade> {
  const [one] = await listed(by);
  if (one === undefined) throw new Error("no intraday trade");
  return one;
}
async function advanceTo(time: string, seconds = 1): Promise<void> {
  const left = (Date.parse(time) - app.context.clock.now()) / 1_000;
  if (left + seconds > 0) await app.advance(Math.ceil(left) + seconds);
}
const untilState = (by: SignedIn, state: string) =>
  expect.poll(async () => (await newest(by)).state).toBe(state);

describe("an intraday trade", () => {
  it("is bought by amount with leverage, without the lock on sales, and closed in parts by hand", async () => {
    const customer = await app.newCustomer();
    const asked = {
      type: "jpy",
      code: "7203",
      side: "long",
      amount: "300000",
      leverage: "3",
    } as const;
    const preview = await app.accepted("/trade/preview-intraday", asked, customer);
    expect(preview).toMatchObject({ quantity: "105", margin: "99750", amount: "299250" });
    const trade = await apply(customer, { amount: "300000" });
    expect(trade).toMatchObject({ state: "trading", quantity: "105", open_price: "2850" });
    const close = (quantity: string) =>
      app.accepted(
        "/trade/close-position",
        { id: trade.position ?? "", kind: "market", quantity, request_id: newRequestId() },
        customer,
      );
    expect(await close("5")).toMatchObject({ quantity_left: "100", interest: "0" });
    quote("2900");
    expect(await close("100")).toMatchObject({ quantity_left: "0", interest: "0" });
    await untilState(customer, "completed");
    const done = await newest(customer);
    expect(Number(done.result)).toBeGreaterThan(4_900);
    expect(done.squared_off).toEqual([]);
    quote("2850");
  });

  it("is opened by a number of shares, and stands in the specification's list of applications", async () => {
    const customer = await app.newCustomer();
    const { amount: _, ...rest } = ask();
    const asked = { ...rest, quantity: "7" };
    const trade = await app.accepted("/trade/apply-intraday", asked, customer);
    expect(trade).toMatchObject({ state: "trading", quantity: "7" });
    const again = await app.accepted("/trade/apply-intraday", asked, customer);
    expect(again.id).toBe(trade.id);
    const other = await app.post("/trade/apply-intraday", { ...asked, quantity: "8" }, customer);
    expect(other.body.msg).toBe("request_id_reused");
    const list = await app.accepted("/trade/ustockslist", { type: "jpy" }, customer);
    expect(list).toMatchObject([
      { kind: "intraday", id: trade.id, status: 1, state: "trading", credit: "-", quantity: "7" },
    ]);
  });

  it("is squared off by the system in its window at the market's own price, with a receipt and the day's result", async () => {
    const customers = [await app.newCustomer(), await app.newCustomer()] as const;
    for (const customer of customers) await apply(customer, {});
    await apply(customers[0], { side: "short", amount: "28500" });
    const { squares_off_at: at } = await newest(customers[0]);
    await advanceTo(at);
    quote("2800");
    for (const customer of customers) {
      const running = async () =>
        (await listed(customer)).filter(({ state }) => state === "trading");
      await expect.poll(running).toEqual([]);
    }
    const [short, long] = await listed(customers[0]);
    expect(long).toMatchObject({
      interest: "0",
      squared_off: [{ price: "2800", quantity: "100" }],
    });
    expect(Number(long?.result)).toBeLessThanOrEqual(-5_000);
    expect(Number(short?.result)).toBeGreaterThan(400);
    const [day] = await app.accepted("/trade/intraday-days", { type: "jpy" }, customers[0]);
    expect(day).toMatchObject({ trades: 2, wins: 1, losses: 1, average_loss: long?.result });
    const { items } = await app.accepted("/user/messages", {}, customers[0]);
    expect(items.map(({ kind }) => kind)).toContain("intraday_squared_off");
    expect(await refused(customers[1])).toBe("intraday_closed");
    await toTheMorning();
  });

  it("is squared off at a quote of its window alone: the first of a stock is waited for, by those behind too", async () => {
    const by = await app.newCustomer();
    await apply(by, {});
    for (const feed of [app.feed, otherFeed]) feed.quote("jpy", "6758", "2850");
    await apply(by, { code: "6758" });
    const { squares_off_at: at } = await newest(by);
    await advanceTo(at);
    const opens = Date.parse(at);
    quote("2700", { at: opens - 1 });
    for (const feed of [app.feed, otherFeed]) feed.quote("jpy", "6758", "2850");
    expect(await squareOffDue(app.context)).toBe(0);
    expect(await squareOffDue(other.context)).toBe(0);
    quote("2800", { at: opens });
    await expect
      .poll(async () => (await listed(by)).map(({ squared_off }) => squared_off.length))
      .toEqual([1, 1]);
    const inTurn = (await listed(by)).toReversed().map(({ squared_off: [receipt] }) => receipt);
    expect(inTurn.map((receipt) => receipt?.price)).toEqual(["2800", "2850"]);
    await toTheMorning();
  });

  it("is carried over where it cannot be sold, bears interest from then on, and is closed at the next chance", async () => {
    const customer = await app.newCustomer();
    const trade = await apply(customer);
    quote("2800", { bids: [] });
    await advanceTo(trade.squares_off_at);
    quote("2800", { bids: [] });
    await advanceTo(trade.session_ends_at, 60);
    const carried = async () => (await newest(customer)).carried_at;
    await expect.poll(carried).not.toBeNull();
    expect((await newest(customer)).state).toBe("trading");
    quote("2700");
    await untilState(customer, "completed");
    const done = await newest(customer);
    expect(done.squared_off).toMatchObject([{ price: "2700", quantity: "100" }]);
    // 0.30 % of 285,000 yen once, and the market's interest of the days since, where one lies between the settlements.
    expect(done.carry_over_fee).toBe("855");
    const openedAt = Date.parse(trade.applied_at);
    const paidOn = (at: number) =>
      lastInterestDay({ market: "jpy", openedAt }, localDate("jpy", at));
    const bears = paidOn(app.context.clock.now()) > paidOn(openedAt);
    expect(Number(done.interest) > 855).toBe(bears);
    expect(Number(done.interest)).toBeGreaterThanOrEqual(855);
    expect(done.premium).toBeNull();
    await toTheMorning();
  });

  it("is not carried over where it is being closed, or has been, as its session ends", async () => {
    const customer = await app.newCustomer();
    const { id, position, session_ends_at: ends } = await apply(customer);
    const { database } = app.context;
    const after = Date.parse(ends) + 1;
    const carried = async (transaction: Transaction) =>
      (await carryOver(transaction, after, [])).some((trade) => trade.id === BigInt(id));
    const undone = new Error("what was only tried is undone");
    const tried = async (work: (transaction: Transaction) => Promise<unknown>) => {
      const trying = database.transaction(async (transaction) => {
        await work(transaction);
        throw undone;
      });
      await expect(trying).rejects.toBe(undone);
    };
    await tried(async (transaction) => expect(await carried(transaction)).toBe(true));
    // Whoever closes a position has its row.
    await tried(async (closing) => {
      await sql`SELECT FROM position WHERE id = ${position} FOR UPDATE`.execute(closing);
      await tried(async (transaction) => expect(await carried(transaction)).toBe(false));
    });
    // Closed by hand, and not yet completed: no process looks at a trade that another has.
    await tried(async (transaction) => {
      await sql`SELECT FROM intraday_trade WHERE id = ${id} FOR UPDATE`.execute(transaction);
      const close = { id: position ?? "", kind: "market", request_id: newRequestId() } as const;
      await app.accepted("/trade/close-position", close, customer);
      expect(await carried(transaction)).toBe(false);
    });
    await untilState(customer, "completed");
    expect((await newest(customer)).carried_at).toBeNull();
  });

  it("is opened once for its request id, in whichever process, and closed once by hand or by the system", async () => {
    const customer = await app.newCustomer();
    const asked = {
      type: "jpy",
      code: "7203",
      side: "long",
      leverage: "3",
      amount: "28500",
    } as const;
    const request = { ...asked, request_id: newRequestId() };
    const answers = await Promise.all([
      app.post("/trade/apply-intraday", request, customer).then(({ body }) => body),
      inOther("/trade/apply-intraday", request, customer),
      app.post("/trade/apply-intraday", request, customer).then(({ body }) => body),
    ]);
    expect(answers.map(({ msg }) => msg)).toEqual(["ok", "ok", "ok"]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await listed(customer)).toHaveLength(1);
    const trade = await newest(customer);
    await untilState(customer, "trading");
    const position = (await newest(customer)).position ?? "";
    const otherInput = await app.post(
      "/trade/apply-intraday",
      { ...request, amount: "57000" },
      customer,
    );
    expect(otherInput.body.msg).toBe("request_id_reused");
    await advanceTo(trade.squares_off_at, -1);
    quote("2850");
    const close = { id: position, kind: "market", request_id: newRequestId() } as const;
    await Promise.all([
      app.advance(2),
      app.post("/trade/close-position", close, customer),
      inOther("/trade/close-position", { ...close, request_id: newRequestId() }, customer),
    ]);
    quote("2850");
    await untilState(customer, "completed");
    const fills = await sql<{ closed: string }>`SELECT sum(quantity)::text AS closed FROM fill
      WHERE position_id = ${position} AND side = 'sell'`.execute(app.context.database.reader);
    expect(fills.rows[0]?.closed).toBe("10");
    await toTheMorning();
  });

  it("is refused once for its request id, whatever the market does until it is asked again", async () => {
    const customer = await app.newCustomer();
    const asked = { ...tokyo, amount: "2840", request_id: newRequestId() };
    const answer = async () => (await app.post("/trade/apply-intraday", asked, customer)).body;
    const first = await answer();
    expect(first.msg).toBe("amount_below_minimum");
    quote("2830");
    expect(await answer()).toEqual(first);
    expect(await inOther("/trade/apply-intraday", asked, customer)).toEqual(first);
    const otherInput = { ...asked, amount: "2860" };
    expect((await app.post("/trade/apply-intraday", otherInput, customer)).body.msg).toBe(
      "request_id_reused",
    );
    expect(await listed(customer)).toEqual([]);
    quote("2850");
  });

  it("is closed by its own take-profit or stop before the window, without a receipt of the system's", async () => {
    const [taker, stopped] = [await app.newCustomer(), await app.newCustomer()];
    const exits = async (by: SignedIn, take_profit: string, stop_loss: string) => {
      const { position } = await apply(by, { amount: "28500" });
      const set = { id: position ?? "", take_profit, stop_loss, request_id: newRequestId() };
      await app.accepted("/trade/set-exits", set, by);
    };
    await exits(taker, "2900", "");
    await exits(stopped, "", "2800");
    quote("2910");
    await untilState(taker, "completed");
    quote("2790");
    await untilState(stopped, "completed");
    expect(await newest(taker)).toMatchObject({ squared_off: [], close_price: "2910" });
    expect(await newest(stopped)).toMatchObject({ squared_off: [], close_price: "2790" });
    quote("2850");
  });

  it("is closed once, by hand in two processes while the system squares off, of many at once", async () => {
    const customers: SignedIn[] = [];
    while (customers.length < 8) customers.push(await app.newCustomer());
    const trades = await Promise.all(customers.map((by) => apply(by, { amount: "28500" })));
    // In the window, but with nobody to sell to until all of it happens at once.
    await advanceTo(trades[0]?.squares_off_at ?? "");
    quote("2850", { bids: [] });
    const close = (index: number) => ({
      id: trades[index]?.position ?? "",
      kind: "market" as const,
      request_id: newRequestId(),
    });
    quote("2850");
    const answers = await Promise.all(
      customers.flatMap((by, index) => [
        app.post("/trade/close-position", close(index), by).then(({ body }) => body.msg),
        inOther("/trade/close-position", close(index), by).then(({ msg }) => msg),
      ]),
    );
    for (const by of customers) await untilState(by, "completed");
    const byHand = answers.filter((msg) => msg === "ok").length;
    const receipts = (await Promise.all(customers.map(newest))).flatMap((one) => one.squared_off);
    expect(byHand + receipts.length).toBe(customers.length);
    const ids = trades.map(({ position }) => position);
    const fills = await sql<{ closed: string }>`SELECT sum(quantity)::text AS closed FROM fill
      WHERE position_id = ANY (${ids}::bigint[]) AND side = 'sell' GROUP BY position_id`.execute(
      app.context.database.reader,
    );
    expect(fills.rows).toEqual(customers.map(() => ({ closed: "10" })));
    await toTheMorning();
  });

  it("costs a premium for the day where the pool's shares run short, shown before and paid on closing", async () => {
    const lender = await app.newCustomer();
    const held = await app.accepted("/trade/place-order", testOrder({ quantity: "100" }), lender);
    const lent = { id: held.id, quantity: "100", request_id: newRequestId() };
    await app.accepted("/trade/lend", lent, lender);
    const customer = await app.newCustomer();
    const { amount: _, ...rest } = ask();
    const asked = { ...rest, side: "short", leverage: "2", quantity: "99" } as const;
    const { request_id: _id, ...previewed } = asked;
    const preview = async () => app.accepted("/trade/preview-intraday", previewed, customer);
    // 99 of 100 are borrowed: 4 % a year of 282,150 yen, for a day.
    await expect.poll(async () => (await preview()).premium_rate).toBe("4.0000");
    expect(await preview()).toMatchObject({
      ...{ premium: "30", carry_over_rate: "0.30", carry_over_fee: "846" },
    });
    const trade = await app.accepted("/trade/apply-intraday", asked, customer);
    expect(trade).toMatchObject({ premium: "30", carry_over_fee: null });
    const close = { id: trade.position ?? "", kind: "market" } as const;
    const half = { ...close, quantity: "50", request_id: newRequestId() };
    expect(await app.accepted("/trade/close-position", half, customer)).toMatchObject({
      interest: "15",
    });
    await app.accepted("/trade/close-position", { ...close, request_id: newRequestId() }, customer);
    await untilState(customer, "completed");
    expect(await newest(customer)).toMatchObject({ premium: "30", interest: "30" });
    // Where nothing is lent into the pool, institutions lend, and there is no premium.
    const elsewhere = { ...asked, code: "6758", quantity: "10", request_id: newRequestId() };
    app.feed.quote("jpy", "6758", "3300");
    const other = await app.accepted("/trade/apply-intraday", elsewhere, customer);
    expect(other.premium).toBeNull();
  });

  /** As a process leaves it that is killed between the trade and its order, so many days ago. */
  async function leaveSubmitted(
    by: SignedIn,
    days: number,
    order: string = newRequestId(),
    { leverage = 3, since = "1 minute" } = {},
  ): Promise<void> {
    const { squares_off_at: at, session_ends_at: ends } = await terms(by);
    const ago = sql`make_interval(days => ${days})`;
    await sql`INSERT INTO intraday_trade (customer_id, request_id, input_hash, order_request_id, market, code,
        side, leverage, quantity, rule, applied_at, squares_off_at, session_ends_at)
      SELECT id, ${newRequestId()}::uuid, 'x', ${order}::uuid, 'jpy', '7203', 'long', ${leverage}, 10,
        'jp_day_margin', app_now() - ${since}::interval - ${ago}, ${at}::timestamptz - ${ago},
        ${ends}::timestamptz - ${ago}
      FROM customer WHERE account = ${by.account}`.execute(app.context.database.reader);
  }

  it("is gone on with where a process was killed before its order was placed", async () => {
    const customer = await app.newCustomer();
    await leaveSubmitted(customer, 0);
    await expect.poll(async () => (await newest(customer)).state).not.toBe("submitted");
    expect(await newest(customer)).toMatchObject({
      state: "trading",
      failure: null,
      quantity: "10",
      open_price: "2850",
    });
  });

  it("is not opened in another session than the one that it was applied for, and one that was placed then is", async () => {
    const customer = await app.newCustomer();
    await leaveSubmitted(customer, 1);
    await expect.poll(async () => (await newest(customer)).state).not.toBe("submitted");
    expect(await newest(customer)).toMatchObject({ state: "failed", failure: "intraday_closed" });
    const orders = sql`SELECT FROM trade_order WHERE customer_id =
      (SELECT id FROM customer WHERE account = ${customer.account})`;
    expect((await orders.execute(app.owner.reader)).rows).toEqual([]);
    // Killed after its order: what is held is the trade's.
    const placer = await app.newCustomer();
    const order = testOrder({ code: "7203", quantity: "10", leverage: "3" });
    const immediate = { ...order, time_in_force: "immediate_or_cancel" as const };
    const { id } = await app.accepted("/trade/place-order", immediate, placer);
    await leaveSubmitted(placer, 1, immediate.request_id);
    await expect.poll(async () => (await newest(placer)).position).toBe(id);
  });

  /** Its trade that was left, and the customer as a job knows one. */
  async function leftOf(by: SignedIn) {
    const { reader } = app.context.database;
    const { rows } = await sql<{
      id: bigint;
      request_id: string;
    }>`SELECT c.id, t.request_id::text FROM customer c
      JOIN intraday_trade t ON t.customer_id = c.id WHERE c.account = ${by.account}
      ORDER BY t.id DESC LIMIT 1`.execute(reader);
    const [row] = rows;
    const trade = row && (await findByRequest(reader, row.id, row.request_id));
    const customer = row && (await customersById(reader, [row.id])).get(row.id);
    if (trade === undefined || customer === undefined) throw new Error("no trade was left");
    return { trade, customer };
  }

  /** Until it is released, nothing that needs this customer's money is written. */
  async function holdMoney(by: SignedIn): Promise<{ pid: number; release(): Promise<void> }> {
    const holder = await app.owner.pool.connect();
    await holder.query("BEGIN");
    const { rows } = await holder.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await holder.query(
      `SELECT FROM ledger_balance WHERE account_id IN (SELECT a.id FROM ledger_account a
        JOIN customer c ON c.id = a.customer_id WHERE c.account = $1) FOR UPDATE`,
      [by.account],
    );
    return {
      pid: rows[0]?.pid ?? 0,
      async release() {
        await holder.query("ROLLBACK");
        holder.release();
      },
    };
  }

  /** How many wait for a connection, or for one that does. */
  async function waitingFor(pid: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`WITH RECURSIVE behind (pid) AS (
        SELECT ${pid}::int UNION SELECT a.pid FROM pg_stat_activity a, behind b
        WHERE b.pid = ANY (pg_blocking_pids(a.pid)))
      SELECT count(*)::int - 1 AS count FROM behind`.execute(app.owner.reader);
    return rows[0]?.count ?? 0;
  }

  it("has the position of its order, also where nobody could be asked for it for a while", async () => {
    const by = await app.newCustomer();
    const order = testOrder({ code: "7203", quantity: "10", leverage: "3" });
    const immediate = { ...order, time_in_force: "immediate_or_cancel" as const };
    const { id } = await app.accepted("/trade/place-order", immediate, by);
    await leaveSubmitted(by, 0, immediate.request_id, { since: "0 seconds" });
    const { trade, customer } = await leftOf(by);
    const money = await holdMoney(by);
    const one = { type: "jpy", code: "7203", side: "long", leverage: "1", quantity: "1" } as const;
    const form = { ...one, kind: "market", price: undefined, timeInForce: "day" } as const;
    const crowd = Array.from({ length: 500 }, () =>
      ordersOf(app.context).place(customer, form, newRequestId()),
    );
    expect(await Promise.race(crowd)).toMatchObject({ refusal: { code: "overloaded" } });
    await placeOrder(app.context, customer, trade);
    await money.release();
    await Promise.all(crowd);
    await placeOrder(app.context, customer, trade);
    expect(await newest(by)).toMatchObject({ state: "trading", position: id, failure: null });
  });

  it("has the position of its order or none, where that is still being written as trades are taken no more", async () => {
    const by = await app.newCustomer();
    const { taken_until: until } = await terms(by);
    await advanceTo(until, -60);
    quote("2850");
    await leaveSubmitted(by, 0, newRequestId(), { since: "0 seconds" });
    const { trade, customer } = await leftOf(by);
    const money = await holdMoney(by);
    const first = placeOrder(app.context, customer, trade);
    await expect.poll(() => waitingFor(money.pid)).toBe(1);
    await advanceTo(until);
    // Another call for the same trade, in whichever process.
    const second = placeOrder(app.context, customer, trade);
    await Promise.race([second, expect.poll(() => waitingFor(money.pid)).toBe(2)]);
    await money.release();
    await Promise.all([first, second]);
    const { rows } = await sql<{ id: string }>`SELECT id::text FROM position
      WHERE customer_id = ${customer.customerId}`.execute(app.owner.reader);
    const [held] = rows;
    const { state, position } = await newest(by);
    expect([state, position]).toEqual(held ? ["trading", held.id] : ["failed", null]);
    await toTheMorning();
  });

  it("without leverage is not held back for a block: it could not be squared off", async () => {
    const customer = await app.newCustomer();
    const order = testOrder({ code: "7203", quantity: "10" });
    const immediate = { ...order, time_in_force: "immediate_or_cancel" as const };
    const bought = await app.accepted("/trade/place-order", immediate, customer);
    await app.advance(16 * 60);
    app.feed.quote("jpy", "7203", "2850");
    const password = {
      login_password: testPassword,
      new_password: testFundPassword,
      new_password2: testFundPassword,
    };
    await app.accepted("/user/set-fund-password", password, customer);
    const { position } = await apply(customer, { leverage: "1" });
    const sale = {
      position: position ?? "",
      quantity: "100",
      floor_price: "2660",
      discount_most: "6.00",
      lock_up_days: 2,
      expires_at: iso(app.context.clock.now() + 2 * dayMs),
      fund_password: testFundPassword,
      request_id: newRequestId(),
    };
    const consented = (more: object) =>
      app.refused("/trade/consent-block-sale", { ...sale, ...more }, customer);
    expect(await consented({})).toBe("block_sale_not_possible");
    // Nor what is held of an order whose trade nobody has gone on with yet, as a kill leaves it.
    const unmarked = { position: bought.id, quantity: "10", request_id: newRequestId() };
    await leaveSubmitted(customer, 0, immediate.request_id, { leverage: 1, since: "0 seconds" });
    expect(await consented(unmarked)).toBe("block_sale_not_possible");
  });

  it("is refused by its terms: market, leverage, amount, money", async () => {
    const customer = await app.newCustomer();
    const moutai = { type: "cny", code: "600519" } as const;
    expect(await refused(customer, moutai)).toBe("product_not_available");
    expect(await refused(customer, { leverage: "5" })).toBe("leverage_not_offered");
    const amount = (text: string) => refused(customer, { amount: text });
    expect(await amount("0")).toBe("amount_not_positive");
    expect(await amount("2000")).toBe("amount_below_minimum");
    const byShares = async (quantity?: string) => {
      const { amount: _, ...rest } = ask();
      const form = { ...rest, ...(quantity === undefined ? {} : { quantity }) };
      return (await app.post("/trade/apply-intraday", form, customer)).body.msg;
    };
    expect(await byShares()).toBe("amount_not_positive");
    expect(await byShares("0")).toBe("quantity_not_positive");
    expect(await byShares("1.5")).toBe("quantity_not_whole");
    expect(await refused(customer, { quantity: "10" })).toBe("amount_or_quantity");
    expect(await refused(customer, { amount: "285000000" })).not.toBe("ok");
    expect((await listed(customer)).filter(({ state }) => state === "trading")).toEqual([]);
    const { taken_until: until, squares_off_at: at } = await terms(customer);
    expect(Date.parse(at) - Date.parse(until)).toBe(15 * minuteMs);
  });
});
