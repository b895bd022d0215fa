import type { CallOutput, Calls, Message } from "@sanshi/contract";
import { shares } from "@sanshi/money";
import {
  lastInterestDay,
  settlementDate,
  daysAfter,
  addTradingDays,
  instantOf,
  localDate,
} from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { restrict } from "../../../../../tests/support/tampering.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import { untilTraded } from "../../../../../tests/support/until-traded.ts";
import { firstRow, rows, sql } from "../../platform/sql/database.ts";
import { marginGauges } from "./margin.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
  // Calls and interest count the days: none may turn within a test.
  await advanceToWednesday(app, "10:00");
});
afterAll(() => app.stop());
beforeEach(() => {
  app.feed.quote("jpy", "7203", "2850");
  app.feed.quote("jpy", "6758", "3300");
  app.feed.quote("usd", "AAPL", "189.20");
});

type Order = Partial<{
  type: string;
  code: string;
  side: "long" | "short";
  quantity: string;
  leverage: string;
}>;

/** Of a newcomer's million yen 950,000 become the margin of shares worth 2,850,000. */
async function open(customer: SignedIn, more: Order = {}) {
  const order = {
    type: "jpy",
    code: "7203",
    side: "long",
    quantity: "1000",
    leverage: "3",
  } as const;
  return app.accepted(
    "/trade/place-order",
    { ...order, ...more, kind: "market", request_id: newRequestId() } as never,
    customer,
  );
}

const close = (customer: SignedIn, id: string, more: object = {}) =>
  app.post(
    "/trade/close-position",
    { id, kind: "market", request_id: newRequestId(), ...more },
    customer,
  );
const margin = (customer: SignedIn, type: "jpy" | "usd" = "jpy") =>
  app.accepted("/trade/margin", { type }, customer);
const position = (customer: SignedIn, id: string) =>
  app.accepted("/trade/position", { id }, customer);
const messages = async (customer: SignedIn): Promise<Message[]> =>
  (await app.accepted("/user/messages", { limit: "100" }, customer)).items;
const told = async (customer: SignedIn, kind: Message["kind"]) =>
  (await messages(customer)).filter((message) => message.kind === kind);
const yen = async (customer: SignedIn) => {
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  const found = currencies.find(({ currency }) => currency === "JPY");
  if (found === undefined) throw new Error("no yen");
  return found;
};
const called = (customer: SignedIn) =>
  expect.poll(async () => (await margin(customer)).call !== null);
const statusOf = (customer: SignedIn, id: string) =>
  expect.poll(async () => (await position(customer, id)).status);

async function setState(customer: SignedIn, state: string): Promise<void> {
  await restrict(app, customer, state);
  const now = async () => (await app.accepted("/user/getUserinfo", {}, customer)).state;
  await expect.poll(now).toBe(state);
}

/** To the moment at which a call made now is due, with a price that is of then. */
async function advanceToDeadline(price: string): Promise<void> {
  const now = app.context.clock.now();
  const due = addTradingDays("jpy", localDate("jpy", now), 2);
  await app.advance(Math.ceil((instantOf("jpy", due, "12:00") - now) / 1_000) + 1);
  app.feed.quote("jpy", "7203", price);
}

describe("margin", () => {
  it("of nobody's position has no ratio, and tells the market's terms", async () => {
    const customer = await app.newCustomer();
    expect(await margin(customer)).toMatchObject({
      type: "jpy",
      credit_limit: "10000000",
      credit_available: "10000000",
      borrowed: "0",
      equity: "1000000",
      exposure: "0",
      ratio: null,
      initial_percent: "30",
      maintenance_percent: "20",
      forced_sale_percent: "10",
      long_rate: "2.80",
      short_rate: "1.10",
      day_count: 365,
      leverages: [1, 2, 3],
      rule: "jp_margin",
      call: null,
    });
  });

  it("counts leveraged and short positions at what they could be closed for, and the available money", async () => {
    const customer = await app.newCustomer();
    await open(customer, { quantity: "600" });
    await open(customer, { quantity: "10", leverage: "1" });
    await open(customer, { code: "6758", side: "short", quantity: "100", leverage: "2" });
    app.feed.quote("jpy", "7203", "2900", { bid: scaled("2899"), ask: scaled("2901") });
    app.feed.quote("jpy", "6758", "3310", { bid: scaled("3309"), ask: scaled("3311") });
    const answer = await margin(customer);
    // 1,000,000 less the margins and the ten shares; 1,140,000 borrowed; a day's interest on each.
    const available = 1_000_000 - 570_000 - 28_500 - 165_000;
    const interest = Math.floor((1_140_000 * 0.028) / 365) + Math.floor((330_000 * 0.011) / 365);
    const long = 600 * 2_899;
    const short = 100 * 3_311;
    expect(answer).toMatchObject({
      borrowed: "1140000",
      credit_available: "8860000",
      interest: String(interest),
      exposure: String(long + short),
      equity: String(available + long - 1_140_000 + 495_000 - short - interest),
    });
    const ratio = (Number(answer.equity) / Number(answer.exposure)) * 100;
    expect(Math.abs(Number(answer.ratio) - ratio)).toBeLessThan(0.01);
    expect((await margin(customer, "usd")).ratio).toBeNull();
  });
});

describe("a margin call", () => {
  it("is made below maintenance, told with its deadline, and over when the ratio is restored", async () => {
    const customer = await app.newCustomer();
    await open(customer);
    app.feed.quote("jpy", "7203", "2320");
    await expect.poll(async () => (await margin(customer)).ratio).toBe("20.25");
    expect((await margin(customer)).call).toBeNull();
    app.feed.quote("jpy", "7203", "2300");
    await called(customer).toBe(true);
    const { call } = await margin(customer);
    const due = addTradingDays("jpy", localDate("jpy", app.context.clock.now()), 2);
    const dueAt = new Date(instantOf("jpy", due, "12:00")).toISOString();
    // 20 % of 2,300,000 are 460,000; there are 450,000 less a day's interest of 145.
    expect(call).toMatchObject({ due_at: dueAt, ratio: "19.55", missing: "10145" });
    const [message] = await told(customer, "margin_call");
    // To the market of the call, whichever the customer looked at last.
    expect(message?.link).toBe("/position/index?type=jpy");
    expect(message?.params).toMatchObject({
      type: "jpy",
      ratio: "19.55",
      required: "20",
      restore: "20",
      missing: "10145",
      due_at: dueAt,
    });
    expect((await marginGauges(app.context)).accountsInCall).toBeGreaterThanOrEqual(1);

    app.feed.quote("jpy", "7203", "2400");
    await called(customer).toBe(false);
    expect(await told(customer, "margin_restored")).toHaveLength(1);
    // On the same day it is the same call again, with its deadline.
    app.feed.quote("jpy", "7203", "2290");
    await called(customer).toBe(true);
    expect((await margin(customer)).call).toMatchObject({
      called_at: call?.called_at,
      due_at: dueAt,
    });
    expect(await told(customer, "margin_call")).toHaveLength(2);
    app.feed.quote("jpy", "7203", "2400");
    await called(customer).toBe(false);
    // A ratio that moves about the line is not told of at every turn.
    expect(await told(customer, "margin_restored")).toHaveLength(1);
  });

  it("is over as soon as enough is closed away", async () => {
    const customer = await app.newCustomer();
    const { id } = await open(customer);
    await app.advance(16 * 60);
    app.feed.quote("jpy", "7203", "2300");
    await called(customer).toBe(true);
    expect((await close(customer, id, { quantity: "500" })).body.status).toBe(1);
    await called(customer).toBe(false);
    expect((await position(customer, id)).forced_sales).toEqual([]);
  });

  it("lets nothing be opened until it is met: no order, no amendment, no fill of what waits", async () => {
    const customer = await app.newCustomer();
    const { id } = await open(customer);
    const one = { type: "jpy", code: "7203", quantity: "1" } as const;
    const place = (more: object) => ({ ...one, ...more, request_id: newRequestId() }) as never;
    const stop = { side: "short", kind: "stop", stop_price: "2290", leverage: "2" };
    const waits = await app.accepted("/trade/place-order", place(stop), customer);
    await app.advance(16 * 60);
    app.feed.quote("jpy", "7203", "2300");
    await called(customer).toBe(true);
    const order = place({ side: "long", kind: "market", leverage: "1" });
    expect(await app.refused("/trade/place-order", order, customer)).toBe("margin_call_open");
    expect(await app.refused("/trade/place-order", order, customer)).toBe("margin_call_open");
    const short = place({ side: "short", kind: "market", leverage: "2" });
    expect(await app.refused("/trade/place-order", short, customer)).toBe("margin_call_open");
    for (const { request_id: _, ...form } of [order, short] as Record<string, string>[]) {
      expect(await app.refused("/trade/preview-order", form, customer)).toBe("margin_call_open");
    }
    const amendment = { id: waits.id, stop_price: "2280", request_id: newRequestId() };
    expect(await app.refused("/trade/amend-order", amendment, customer)).toBe("margin_call_open");
    app.feed.quote("jpy", "7203", "2270");
    // What the market has reached is looked at again every second.
    await app.settle();
    expect(await position(customer, waits.id)).toMatchObject({ status: 3 });
    // Another market's positions are another account.
    const apple = place({ type: "usd", code: "AAPL", side: "long", kind: "market", leverage: "1" });
    expect((await app.post("/trade/place-order", apple, customer)).body.msg).not.toBe(
      "margin_call_open",
    );

    expect((await close(customer, id, { quantity: "500" })).body.status).toBe(1);
    await called(customer).toBe(false);
    app.feed.quote("jpy", "7203", "2268");
    await statusOf(customer, waits.id).toBe(0);
    const again = place({ side: "long", kind: "market", leverage: "1" });
    expect((await app.post("/trade/place-order", again, customer)).body.status).toBe(1);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("that is not met by its deadline is followed by a forced sale, with its receipt", async () => {
    const customer = await app.newCustomer();
    const { id } = await open(customer);
    app.feed.quote("jpy", "7203", "2300");
    await called(customer).toBe(true);
    const { call } = await margin(customer);
    await advanceToDeadline("2300");
    await statusOf(customer, id).toBe(2);
    const { forced_sales: sales, ...closed } = await position(customer, id);
    expect(closed).toMatchObject({
      ending: "forced_sale",
      sell_price: "2300",
      quantity_closed: "1000",
    });
    expect(sales).toHaveLength(1);
    expect(sales[0]).toMatchObject({
      reason: "call_overdue",
      quantity: "1000",
      price: "2300",
      exposure: "2300000",
      ratio_required: "20.00",
      called_at: call?.called_at,
      due_at: call?.due_at,
      rule: "jp_margin",
    });
    expect(Number(sales[0]?.ratio)).toBeLessThan(20);
    const [message] = await told(customer, "forced_sale");
    expect(message).toMatchObject({ link: `/position/info?id=${id}` });
    expect(message?.params).toMatchObject({ code: "7203", reason: "call_overdue", price: "2300" });
    await called(customer).toBe(false);
    expect((await marginGauges(app.context)).forcedSales).toBeGreaterThanOrEqual(1);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a forced sale", () => {
  it("is made at once below its ratio, before the fifteen minutes are over", async () => {
    const customer = await app.newCustomer();
    const { id } = await open(customer);
    expect((await close(customer, id)).body.msg).toBe("sell_locked");
    app.feed.quote("jpy", "7203", "2050");
    await statusOf(customer, id).toBe(2);
    const { forced_sales: sales } = await position(customer, id);
    expect(sales).toMatchObject([
      { reason: "ratio_too_low", ratio_required: "10.00", called_at: null, due_at: null },
    ]);
    const { available, total_debt, unpaid_debt } = await yen(customer);
    // 2,050,000 less the loan of 1,900,000 and a day's interest of 145, and 50,000 that were there.
    expect({ available, total_debt, unpaid_debt }).toEqual({
      available: "199855",
      total_debt: "0",
      unpaid_debt: "0",
    });
  });

  it("takes the largest loss first, and no more than it must", async () => {
    const customer = await app.newCustomer();
    const small = await open(customer, { quantity: "200" });
    const sony = await open(customer, { code: "6758", quantity: "300" });
    const large = await open(customer, { quantity: "400" });
    app.feed.quote("jpy", "7203", "1400");
    await statusOf(customer, large.id).toBe(2);
    // 130,000 yen behind 1,270,000: above the forced sale's ratio again, and called for.
    await called(customer).toBe(true);
    expect((await margin(customer)).ratio).toBe("10.22");
    for (const { id } of [small, sony]) {
      expect(await position(customer, id)).toMatchObject({ status: 0, forced_sales: [] });
    }
  });

  it("buys shorts back, and leaves alone what is paid in full", async () => {
    const customer = await app.newCustomer();
    const { id } = await open(customer, { side: "short", quantity: "900" });
    const own = await open(customer, { code: "6758", quantity: "10", leverage: "1" });
    app.feed.quote("jpy", "7203", "3700");
    await statusOf(customer, id).toBe(2);
    expect(await position(customer, id)).toMatchObject({
      ending: "forced_sale",
      sell_price: "3700",
    });
    expect(await position(customer, own.id)).toMatchObject({ status: 0, forced_sales: [] });
    const loan = await firstRow(
      app.context.database.reader,
      sql<{ sum: bigint }>`SELECT sum(quantity)::bigint AS sum FROM share_loan
        WHERE position_id = ${id}`,
    );
    expect(loan?.sum).toBe(0n);
  });

  it("takes what the market takes, and goes on with the next quote", async () => {
    const customer = await app.newCustomer();
    const { id } = await open(customer);
    const bids = [{ price: scaled("2000"), quantity: shares(100n) }];
    app.feed.quote("jpy", "7203", "2000", { bid: scaled("2000"), ask: scaled("2001"), bids });
    await expect.poll(async () => (await position(customer, id)).quantity_closed).toBe("100");
    expect(await position(customer, id)).toMatchObject({ status: 0, stock_num: "900" });
    app.feed.quote("jpy", "7203", "1990");
    await statusOf(customer, id).toBe(2);
    const { forced_sales: sales } = await position(customer, id);
    expect(sales.map(({ quantity, price }) => [quantity, price])).toEqual([
      ["100", "2000"],
      ["900", "1990"],
    ]);
  });

  it("passes over a stock that is halted, until it trades again", async () => {
    const customer = await app.newCustomer();
    const worst = await open(customer, { quantity: "600" });
    const other = await open(customer, { code: "6758", quantity: "300" });
    app.feed.quote("jpy", "7203", "1250", { halted: true });
    app.feed.quote("jpy", "6758", "3300");
    await statusOf(customer, other.id).toBe(2);
    expect(await position(customer, worst.id)).toMatchObject({ status: 0, forced_sales: [] });
    app.feed.quote("jpy", "7203", "1250");
    await statusOf(customer, worst.id).toBe(2);
  });

  it("cancels what waits on the position, and comes to an account that is frozen", async () => {
    const customer = await app.newCustomer();
    const { id } = await open(customer);
    await app.advance(16 * 60);
    app.feed.quote("jpy", "7203", "2850");
    expect((await close(customer, id, { kind: "limit", price: "3000" })).body.status).toBe(1);
    expect((await position(customer, id)).status).toBe(1);
    await setState(customer, "frozen");
    app.feed.quote("jpy", "7203", "2050");
    await statusOf(customer, id).toBe(2);
    expect((await position(customer, id)).ending).toBe("forced_sale");
  });
});

describe("a gap beyond what there is", () => {
  it("becomes a debt that is shown, stops new openings, and is repaid first", async () => {
    const customer = await app.newCustomer();
    const own = await open(customer, { code: "6758", quantity: "10", leverage: "1" });
    const { id } = await open(customer);
    const before = await yen(customer);
    expect(before.available).toBe("17000");
    await app.advance(16 * 60);
    app.feed.quote("jpy", "6758", "3300");
    app.feed.quote("jpy", "7203", "2290");
    await called(customer).toBe(true);
    app.feed.quote("jpy", "7203", "1500");
    await statusOf(customer, id).toBe(2);
    await called(customer).toBe(false);
    // The call was not met.
    expect(await told(customer, "margin_restored")).toEqual([]);
    // 1,500,000 less 1,900,000 and the interest of a day or two; 17,000 were there.
    const { interest_paid: interest } = await position(customer, id);
    const owed = 400_000 + Number(interest) - 17_000;
    const after = await yen(customer);
    expect(after).toMatchObject({
      available: "0",
      unpaid_debt: String(owed),
      total_debt: String(owed),
      net_assets: String(33_000 - owed),
    });
    expect((await margin(customer)).unpaid_debt).toBe(String(owed));
    const [message] = await told(customer, "unpaid_debt");
    expect(message?.link).toBe("/mine/index?type=jpy");
    expect(message?.params).toMatchObject({ type: "jpy", debt: String(owed) });
    const order = {
      code: "6758",
      side: "long",
      kind: "market",
      quantity: "1",
      leverage: "1",
    } as const;
    expect(
      await app.refused("/trade/place-order", { ...order, request_id: newRequestId() }, customer),
    ).toBe("unpaid_debt");
    app.feed.quote("jpy", "6758", "3400");
    expect((await close(customer, own.id)).body.status).toBe(1);
    expect(await yen(customer)).toMatchObject({
      available: "0",
      unpaid_debt: String(owed - 34_000),
    });
    // None of the available money moved at the end, and still it is one record.
    const records = await app.accepted("/user/fund-records", { kind: "trade" }, customer);
    expect(records.items.map(({ kind }) => kind)).toEqual([
      "position_closed",
      "position_closed",
      "order_filled",
      "order_filled",
    ]);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("interest", () => {
  it("is accrued for every day of the calendar, once, also where the clock jumps, and paid at closing", async () => {
    const customer = await app.newCustomer();
    const { id } = await open(customer, { quantity: "600" });
    const short = await open(customer, {
      side: "short",
      code: "6758",
      quantity: "100",
      leverage: "2",
    });
    const interestOf = (principal: number, rate: number, days: number) =>
      String(Math.floor((principal * rate * days) / 365));
    expect(await position(customer, id)).toMatchObject({
      interest: interestOf(1_140_000, 0.028, 1),
      interest_rate: "2.80",
      borrowed: "1140000",
      margin: "570000",
    });
    const openedAt = app.context.clock.now();
    const lastDay = () =>
      lastInterestDay({ market: "jpy", openedAt }, localDate("jpy", app.context.clock.now()));
    const first = lastDay();
    for (const days of [1, 6, 30]) {
      await app.advance(days * 86_400);
      const yesterday = localDate("jpy", app.context.clock.now() - 86_400_000);
      // Nothing before the opening has settled, where that counts.
      const through = yesterday < first ? null : yesterday;
      await expect.poll(async () => accruedThrough(id)).toBe(through);
    }
    const both = (Date.parse(lastDay()) - Date.parse(first)) / 86_400_000 + 1;
    // Where holidays put off the first settlement, some of the 37 days bear none.
    expect(both).toBeGreaterThanOrEqual(30);
    const due = interestOf(1_140_000, 0.028, both);
    expect(await position(customer, id)).toMatchObject({ interest: due });
    expect(await position(customer, short.id)).toMatchObject({
      interest: interestOf(330_000, 0.011, both),
      interest_rate: "1.10",
    });
    const debt = (await yen(customer)).total_debt;
    expect(Number(debt)).toBe(
      1_140_000 + 165_000 + Number(due) + Number(interestOf(330_000, 0.011, both)),
    );
    app.feed.quote("jpy", "7203", "2850");
    const closed = (await close(customer, id)).body.data;
    expect(closed).toMatchObject({ interest: due, profit: `-${due}` });
    expect(await position(customer, id)).toMatchObject({ interest: "0", interest_paid: due });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("of many positions and several processes is each day's, once", async () => {
    const customer = await app.newCustomer();
    // By the terms since 2026-12-07: from the day on which the purchase settles.
    const termsBegin = instantOf("jpy", "2026-12-07", "12:00");
    const gap = Math.round((termsBegin - app.context.clock.now()) / 1_000);
    if (gap > 0) await app.advance(gap);
    app.feed.quote("jpy", "7203", "2850");
    const settlesOn = settlementDate("jpy", localDate("jpy", app.context.clock.now())).date;
    for (let count = 0; count < 5; count += 1) await open(customer, { quantity: "10" });
    const { createInterestAccrual } = await import("./interest-accrual.ts");
    const jobs = Array.from({ length: 4 }, () => createInterestAccrual(app.context));
    const inThreeDays = instantOf("jpy", daysAfter(settlesOn, 3), "12:00");
    await app.advance(Math.round((inThreeDays - app.context.clock.now()) / 1_000));
    await Promise.all(jobs.map((job) => job.run()));
    await Promise.all(jobs.map((job) => job.run()));
    const found = await rows(
      app.context.database.reader,
      sql<{ interest_units: bigint }>`SELECT p.interest_units FROM position p
        JOIN customer c ON c.id = p.customer_id WHERE c.account = ${customer.account}`,
    );
    // Three days that are over, of 280 basis points on 19,000 yen.
    expect(found.map((row) => row.interest_units)).toEqual(
      Array.from({ length: 5 }, () => 3n * 280n * 19_000n),
    );
  });
});

async function accruedThrough(id: string): Promise<string | null> {
  const row = await firstRow(
    app.context.database.reader,
    sql<{ through: string | null }>`SELECT interest_through::text AS through FROM position
      WHERE id = ${id}`,
  );
  return row?.through ?? null;
}

describe("a dividend", () => {
  it("is charged to whoever is short of the stock, and becomes a debt where it cannot be paid", async () => {
    const customer = await app.newCustomer();
    const stranger = await app.newCustomer();
    const short = await open(customer, { side: "short", quantity: "1000" });
    await open(stranger, { quantity: "100", leverage: "1" });
    const exDate = localDate("jpy", app.context.clock.now() + 86_400_000);
    app.feed.act("jpy", "7203", { kind: "dividend", exDate, perShare: scaled("60") });
    const [before, owner] = [await yen(customer), await yen(stranger)];
    expect(before.available).toBe("50000");
    await app.advance(86_400);
    app.feed.quote("jpy", "7203", "2850");
    await expect.poll(async () => (await told(customer, "dividend_charged")).length).toBe(1);
    expect(await yen(customer)).toMatchObject({ available: "0", unpaid_debt: "10000" });
    await expect
      .poll(async () => Number((await yen(stranger)).available))
      .toBe(Number(owner.available) + 6_000);
    const [message] = await told(customer, "dividend_charged");
    expect(message?.params).toMatchObject({ amount: "60000", before: "1000", per_share: "60" });
    expect(await position(customer, short.id)).toMatchObject({
      actions: [{ kind: "dividend", amount: "-60000" }],
    });
    await untilTraded(app, stranger);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("an account's state", () => {
  it.each([
    ["frozen", "account_frozen", "ok"],
    ["trading_disabled", "trading_disabled", "ok"],
  ] as const)("%s: opening is refused as %s, closing as %s", async (state, opening, closing) => {
    const customer = await app.newCustomer();
    const { id } = await open(customer, { quantity: "100" });
    const sold = await open(customer, { side: "short", quantity: "100" });
    await app.advance(16 * 60);
    app.feed.quote("jpy", "7203", "2850");
    await setState(customer, state);
    const order = {
      code: "7203",
      side: "long",
      kind: "market",
      quantity: "1",
      leverage: "3",
    } as const;
    expect(
      await app.refused("/trade/place-order", { ...order, request_id: newRequestId() }, customer),
    ).toBe(opening);
    expect(await app.refused("/trade/preview-order", order, customer)).toBe(opening);
    expect((await close(customer, id)).body.msg).toBe(closing);
    expect((await close(customer, sold.id, { quantity: "40" })).body.msg).toBe(closing);
    expect((await margin(customer)).call).toBeNull();
  });
});

type Margin = CallOutput<Calls["/trade/margin"]>;

it("is nobody else's", async () => {
  const [customer, stranger] = [await app.newCustomer(), await app.newCustomer()];
  await open(customer);
  const answer: Margin = await margin(stranger);
  expect(answer).toMatchObject({ exposure: "0", borrowed: "0" });
});
