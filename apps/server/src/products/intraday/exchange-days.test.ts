import { addTradingDays, instantOf, isHalfDay, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";
import { objectToDayTrader } from "./day-traders.ts";

/** With the exchanges' own hours and rules: in New York, and at the end in Tokyo. */
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({
    MARKET_RULES: "exchange",
    SIMULATED_GRANT: "USD:20000,JPY:1000000",
  });
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

function dayOn(market: "usd" | "jpy", daysOn: number): string {
  return addTradingDays(market, localDate(market, app.context.clock.now()), daysOn);
}
async function moveTo(market: "usd" | "jpy", date: string, time: string): Promise<void> {
  const now = app.context.clock.now();
  await app.advance(Math.round((instantOf(market, date, time) - now) / 1_000));
}
async function goTo(daysOn: number, time: string): Promise<void> {
  await moveTo("usd", dayOn("usd", daysOn), time);
  app.feed.quote("usd", "AAPL", "189.20");
}
const usd = { type: "usd", code: "AAPL", side: "long", leverage: "2" } as const;
const apply = (by: SignedIn, quantity: string) => {
  const asked = { ...usd, quantity, request_id: newRequestId() };
  return app.accepted("/trade/apply-intraday", asked, by);
};
const newest = async (by: SignedIn) =>
  (await app.accepted("/trade/intradaylist", { type: "usd" }, by))[0];
const until = (by: SignedIn, part: object) => expect.poll(() => newest(by)).toMatchObject(part);

it("asks pattern day traders for 25,000 dollars on days of that rule, and limits new trades by maintenance since", async () => {
  await goTo(1, "10:00");
  const customer = await app.newCustomer();
  const row = await firstRow(
    app.context.database.reader,
    sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${customer.account}`,
  );
  const object = (date: string, value = 100_000n) =>
    objectToDayTrader(app.context, app.context.database.reader, {
      ...{ customerId: row?.id ?? 0n, market: "usd", side: "long" },
      ...{ date, value },
    });
  for (const made of [0, 1, 2]) {
    expect([made, await object("2026-06-03")]).toEqual([made, null]);
    const trade = await apply(customer, "1");
    const close = { id: trade.position ?? "", kind: "market", request_id: newRequestId() } as const;
    await app.accepted("/trade/close-position", close, customer);
  }
  expect(await object("2026-06-03")).toMatchObject({
    code: "pattern_day_trader_equity",
    params: { amount: "25000.00", rule: "us_pattern_day_trader", since: "2001-09-28" },
  });
  // Neither of a day before the rule nor of one since.
  expect(await object("2001-09-27")).toBeNull();
  expect(await object("2026-06-04")).toBeNull();
  expect(await object("2026-06-04", 100_000_000n)).toMatchObject({
    code: "day_trading_buying_power",
    params: { currency: "USD", rule: "us_intraday_margin" },
  });
  const { day_traders: shown } = await app.accepted("/trade/intraday-terms", usd0, customer);
  expect(shown).toMatchObject({ rule: "us_intraday_margin", confirmed: true, pattern: null });
  expect(Number(shown?.buying_power?.long)).toBeGreaterThan(4 * 19_900);
  expect(Number(shown?.buying_power?.long)).toBeLessThanOrEqual(4 * 20_000);
});
const usd0 = { type: "usd" } as const;

it("is refused beyond what leaves the account its maintenance margin, of two at once too", async () => {
  const customer = await app.newCustomer();
  await apply(customer, "158");
  // 29,894 dollars lose 45 %: about 6,550 dollars are left beside 5,000, of which 4,110 have to stay.
  app.feed.quote("usd", "AAPL", "104.06");
  const asked = (quantity: string) => ({ ...usd, quantity, request_id: newRequestId() });
  const { request_id: _, ...beyond } = asked("94");
  const answer = await app.post("/trade/preview-intraday", beyond, customer);
  expect(answer.body).toMatchObject({
    msg: "day_trading_buying_power",
    params: { currency: "USD", rule: "us_intraday_margin" },
  });
  expect(await app.refused("/trade/apply-intraday", asked("94"), customer)).toBe(
    "day_trading_buying_power",
  );
  // Each alone is within it, and both together are within the money.
  const both = await Promise.all(
    [asked("48"), asked("48")].map((form) => app.refused("/trade/apply-intraday", form, customer)),
  );
  expect(both.toSorted()).toEqual(["day_trading_buying_power", "ok"]);
  app.feed.quote("usd", "AAPL", "189.20");
});

it("is held against a trade beside it also where that becomes a position meanwhile", async () => {
  const customer = await app.newCustomer();
  const { squares_off_at: at, session_ends_at: ends } = await apply(customer, "158");
  app.feed.quote("usd", "AAPL", "104.06");
  const order = { ...usd, kind: "market", quantity: "48", request_id: newRequestId() } as const;
  const beside = await firstRow(
    app.context.database.reader,
    sql<{
      customer_id: bigint;
    }>`INSERT INTO intraday_trade (customer_id, request_id, input_hash, order_request_id,
        market, code, side, leverage, quantity, rule, applied_at, squares_off_at, session_ends_at)
      SELECT id, ${newRequestId()}::uuid, 'x', ${order.request_id}::uuid, 'usd', 'AAPL', 'long', 2, 48, 'x',
        app_now(), ${at}::timestamptz, ${ends}::timestamptz
      FROM customer WHERE account = ${customer.account} RETURNING customer_id`,
  );
  let objection: ReturnType<typeof objectToDayTrader> | undefined;
  await app.owner.transaction(async (transaction) => {
    await sql`LOCK TABLE intraday_trade IN ACCESS EXCLUSIVE MODE`.execute(transaction);
    const asked = Promise.withResolvers<number>();
    objection = app.owner.transaction(async (own) => {
      asked.resolve(
        (await firstRow(own, sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`))!.pid,
      );
      return objectToDayTrader(app.context, own, {
        ...{ customerId: beside?.customer_id ?? 0n, market: "usd", side: "long" },
        ...{ date: dayOn("usd", 0), value: 499_488n },
      });
    });
    const pid = await asked.promise;
    const waiting = sql<{ waits: boolean }>`SELECT EXISTS (SELECT FROM pg_locks
      WHERE pid = ${pid} AND NOT granted) AS waits`;
    const waits = async () => (await firstRow(transaction, waiting))?.waits;
    await expect.poll(waits).toBe(true);
    const { id } = await app.accepted("/trade/place-order", order, customer);
    await sql`UPDATE intraday_trade SET state = 'trading', position_id = ${id}
      WHERE order_request_id = ${order.request_id}::uuid`.execute(transaction);
  });
  expect(await objection).toMatchObject({ code: "day_trading_buying_power" });
  app.feed.quote("usd", "AAPL", "189.20");
});

it("is carried over by a clock that jumps over the close, with its fee, and closed once the market opens", async () => {
  const customer = await app.newCustomer();
  const trade = await apply(customer, "10");
  await goTo(0, "17:00");
  await until(customer, { state: "trading", carry_over_fee: "5.67" });
  const waiting = await newest(customer);
  expect(waiting?.squared_off).toEqual([]);
  expect(waiting?.carried_at).not.toBeNull();
  await goTo(1, "09:45");
  await until(customer, { state: "completed", squared_off: [{ quantity: "10" }] });
  const done = await newest(customer);
  expect(done?.id).toBe(trade.id);
  expect(Number(done?.interest)).toBeGreaterThanOrEqual(5.67);
});

it("is not closed in a halt, and closed when trading goes on", async () => {
  const operator = await firstOperator(app);
  await moveTo("usd", nextDay("as_usual")!, "10:00");
  app.feed.quote("usd", "AAPL", "189.20");
  const customer = await app.newCustomer();
  await apply(customer, "10");
  const { id } = await opsAccepted(
    app,
    "/api/ops/trading-halts/create",
    {
      ...{ scope: "instrument", type: "usd", code: "AAPL", closing_allowed: false },
      ...{ ends_in_minutes: 720, reason: "technical_fault" },
    },
    operator,
  );
  await goTo(0, "15:46");
  const obstacles = async () => {
    const asked = { type: "usd", account: customer.account } as const;
    const { items } = await opsAccepted(app, "/api/ops/intraday/trades", asked, operator);
    return items[0]?.obstacles.map(({ reason }) => reason);
  };
  await expect.poll(obstacles).toContain("halted");
  expect(await newest(customer)).toMatchObject({ state: "trading", squared_off: [] });
  await opsAccepted(app, "/api/ops/trading-halts/:id/resume", { id }, operator);
  await expect
    .poll(async () => {
      app.feed.quote("usd", "AAPL", "189.20");
      return (await newest(customer))?.state;
    })
    .toBe("completed");
  expect((await newest(customer))?.carried_at).toBeNull();
});

/** New York's next day that closes early, or at the usual hour. */
function nextDay(closes: "early" | "as_usual"): string | null {
  for (let days = 1; days <= 260; days += 1) {
    const date = dayOn("usd", days);
    if (isHalfDay("usd", date) === (closes === "early")) return date;
  }
  return null;
}

it("loses more than its margin as a debt where the market has gone past it over the night", async () => {
  await goTo(1, "10:00");
  const customer = await app.newCustomer();
  await apply(customer, "200");
  // A day without a price at its end; in the morning the market opens far below.
  await moveTo("usd", dayOn("usd", 1), "09:40");
  app.feed.quote("usd", "AAPL", "80");
  await until(customer, { state: "completed" });
  const done = await newest(customer);
  expect(Number(done?.result)).toBeLessThan(-21_800);
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  const dollars = currencies.find(({ currency }) => currency === "USD");
  expect(Number(dollars?.available)).toBe(0);
  expect(Number(dollars?.unpaid_debt)).toBeGreaterThan(1_800);
  app.feed.quote("usd", "AAPL", "189.20");
});

it("is squared off before 13:00 on a day that closes early, taken from its opening until half an hour before the end", async ({
  skip,
}) => {
  const date = nextDay("early");
  if (date === null) return skip("no calendar of New York has been published for so late a day");
  await moveTo("usd", date, "09:00");
  app.feed.quote("usd", "AAPL", "189.20");
  const [first, second] = [await app.newCustomer(), await app.newCustomer()];
  const form = { ...usd, quantity: "10", request_id: newRequestId() };
  // Orders are taken before the opening, but nothing can be opened and closed within the day yet.
  expect(await app.refused("/trade/apply-intraday", form, first)).toBe("intraday_closed");
  await moveTo("usd", date, "12:00");
  app.feed.quote("usd", "AAPL", "189.20");
  const trade = await apply(first, "10");
  const at = (time: string) => new Date(instantOf("usd", date, time)).toISOString();
  expect(trade).toMatchObject({ squares_off_at: at("12:45"), session_ends_at: at("13:00") });
  await moveTo("usd", date, "12:31");
  app.feed.quote("usd", "AAPL", "189.20");
  expect(
    await app.refused("/trade/apply-intraday", { ...form, request_id: newRequestId() }, second),
  ).toBe("intraday_closed");
  await moveTo("usd", date, "12:46");
  app.feed.quote("usd", "AAPL", "189.20");
  await until(first, { state: "completed", squared_off: [{ quantity: "10" }] });
  const [receipt] = (await newest(first))?.squared_off ?? [];
  expect(Date.parse(receipt?.at ?? "")).toBeLessThan(instantOf("usd", date, "13:00"));
});

describe("in Tokyo", () => {
  const tokyo = {
    type: "jpy",
    code: "7203",
    side: "long",
    leverage: "3",
    quantity: "100",
  } as const;
  const applied = (by: SignedIn) =>
    app.post("/trade/apply-intraday", { ...tokyo, request_id: newRequestId() }, by);
  const own = async (by: SignedIn) =>
    (await app.accepted("/trade/intradaylist", { type: "jpy" }, by))[0];
  const untilOwn = (by: SignedIn, part: object) => expect.poll(() => own(by)).toMatchObject(part);
  const locked = { bids: [] };

  it("is not taken over lunch, and what is locked at its limit until 15:25 is sold at the closing auction", async () => {
    const date = dayOn("jpy", 1);
    await moveTo("jpy", date, "11:45");
    app.feed.quote("jpy", "7203", "2850");
    const customer = await app.newCustomer();
    expect((await applied(customer)).body.msg).toBe("intraday_closed");
    await moveTo("jpy", date, "13:00");
    app.feed.quote("jpy", "7203", "2850");
    expect((await applied(customer)).body.msg).toBe("ok");
    await moveTo("jpy", date, "15:20");
    app.feed.quote("jpy", "7203", "2350", locked);
    const operator = await firstOperator(app);
    const obstacles = async () => {
      const asked = { type: "jpy", account: customer.account } as const;
      const { items } = await opsAccepted(app, "/api/ops/intraday/trades", asked, operator);
      return items[0]?.obstacles.map(({ reason }) => reason);
    };
    await expect.poll(obstacles).toEqual(["locked"]);
    await moveTo("jpy", date, "15:26");
    await expect.poll(obstacles).toEqual(["locked", "closed"]);
    // What is between the sessions' end and the auction is no chance to sell.
    app.feed.quote("jpy", "7203", "2360");
    expect(await own(customer)).toMatchObject({ state: "trading", squared_off: [] });
    await moveTo("jpy", date, "15:30");
    await app.advance(1);
    app.feed.quote("jpy", "7203", "2360");
    await untilOwn(customer, {
      state: "completed",
      squared_off: [{ price: "2360", quantity: "100" }],
    });
    expect((await own(customer))?.carried_at).toBeNull();
  });

  it("is locked at its limit over the close and halted in the morning: carried over once, with its fee, and closed when both are over", async () => {
    const date = dayOn("jpy", 1);
    await moveTo("jpy", date, "13:00");
    app.feed.quote("jpy", "7203", "2850");
    const customer = await app.newCustomer();
    await applied(customer);
    await moveTo("jpy", date, "15:20");
    app.feed.quote("jpy", "7203", "2350", locked);
    await moveTo("jpy", date, "15:32");
    await untilOwn(customer, { state: "trading", carry_over_fee: "855" });
    const operator = await firstOperator(app);
    const { id } = await opsAccepted(
      app,
      "/api/ops/trading-halts/create",
      {
        ...{ scope: "instrument", type: "jpy", code: "7203", closing_allowed: false },
        ...{ ends_in_minutes: 1_440, reason: "technical_fault" },
      },
      operator,
    );
    await moveTo("jpy", dayOn("jpy", 1), "09:10");
    app.feed.quote("jpy", "7203", "2300");
    expect(await own(customer)).toMatchObject({ state: "trading", squared_off: [] });
    await opsAccepted(app, "/api/ops/trading-halts/:id/resume", { id }, operator);
    await expect
      .poll(async () => {
        app.feed.quote("jpy", "7203", "2300");
        return (await own(customer))?.state;
      })
      .toBe("completed");
    const charges = await sql<{ kind: string }>`SELECT kind FROM intraday_charge c
      JOIN intraday_trade t ON t.id = c.trade_id WHERE t.market = 'jpy'`.execute(
      app.context.database.reader,
    );
    expect(charges.rows).toEqual([{ kind: "carry_over" }]);
    const { items } = await app.accepted("/user/messages", {}, customer);
    const told = items.map(({ kind }) => kind).filter((kind) => kind.startsWith("intraday"));
    expect(told.toSorted()).toEqual(["intraday_carried", "intraday_squared_off"]);
  });
});
