import {
  addTradingDays,
  calendarStatus,
  instantOf,
  localDate,
  settlementDate,
} from "@sanshi/rulebook";
import type { MarketKey } from "@sanshi/money";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { firstOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";
import {
  readyToWithdraw,
  setSetting,
  testFundPassword,
} from "../../../../../tests/support/test-money.ts";

/** Over HTTP with the exchanges' rules: what a sale brought, and everything that a thief would try with it. */
const grant = { SIMULATED_GRANT: "JPY:1000000,USD:10000,CNY:200000" };
type Customer = SignedIn & { cardId: string };
let app: TestApplication;
let customer: Customer;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_RULES: "exchange", ...grant });
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
});
beforeEach(async () => {
  customer = await readyToWithdraw(app);
});
afterEach(async () => expect(await app.ledgerFaults()).toEqual([]));
afterAll(() => app.stop());

/** To a time of a trading day to come; a sale of that day is then `days` trading days from settled. */
async function goTo(market: MarketKey, days: number, time: string): Promise<string> {
  const now = app.context.clock.now();
  const date = addTradingDays(market, localDate(market, now), days);
  await app.advance(Math.round((instantOf(market, date, time) - now) / 1_000));
  return date;
}

const stocks = { jpy: "7203", usd: "AAPL", cny: "600519" } as const;
const prices = { jpy: ["2800", "2900"], usd: ["100", "110"], cny: ["1500", "1550"] } as const;

function buy(type: MarketKey, quantity: string, more: object = {}) {
  return app.accepted(
    "/trade/place-order",
    {
      type,
      code: stocks[type],
      side: "long",
      kind: "market",
      quantity,
      leverage: "1",
      request_id: newRequestId(),
      ...more,
    },
    customer,
  );
}

const sell = (id: string) =>
  app.accepted(
    "/trade/close-position",
    { id, kind: "market", request_id: newRequestId() },
    customer,
  );

/** Bought with money that has settled, and held until the purchase has too. */
async function held(market: MarketKey, quantity: string): Promise<string> {
  await goTo(market, 1, "10:00");
  app.feed.quote(market, stocks[market], prices[market][0]);
  const { id } = await buy(market, quantity);
  await goTo(market, 3, "10:00");
  app.feed.quote(market, stocks[market], prices[market][1]);
  return id;
}

/** Answers the day of the sale. */
async function soldIn(market: MarketKey, quantity: string): Promise<string> {
  await sell(await held(market, quantity));
  return localDate(market, app.context.clock.now());
}

const withdraw = (currency: "JPY" | "USD" | "CNY", amount: string) =>
  app.post(
    "/user/withdraw",
    {
      currency,
      amount,
      card_id: customer.cardId,
      fund_password: testFundPassword,
      request_id: newRequestId(),
    },
    customer,
  );

async function wallet(currency: string) {
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  const found = currencies.find((one) => one.currency === currency);
  if (found === undefined) throw new Error(`no wallet of ${currency}`);
  const { available, withdrawable, unsettled } = found;
  return { available, withdrawable, unsettled };
}

describe("the proceeds of a sale", () => {
  it.each([
    ["jpy", "JPY", "100"],
    ["usd", "USD", "10"],
    ["cny", "CNY", "100"],
  ] as const)(
    "in %s leave on the day of their settlement and not before",
    async (market, currency, quantity) => {
      const day = await soldIn(market, quantity);
      const settlesOn = settlementDate(market, day).date;
      const { available, withdrawable, unsettled } = await wallet(currency);
      expect(unsettled).toHaveLength(1);
      expect(unsettled[0]?.settles_on).toBe(settlesOn);
      expect(Number(withdrawable) + Number(unsettled[0]?.amount)).toBeCloseTo(Number(available), 2);
      const refused = await withdraw(currency, available);
      expect(refused.body).toMatchObject({
        msg: "cash_not_settled",
        params: { amount: withdrawable, currency, date: settlesOn },
      });
      const now = app.context.clock.now();
      // A minute before the date begins there, and a minute after.
      const begins = instantOf(market, settlesOn, "00:00");
      await app.advance(Math.round((begins - now) / 1_000) - 60);
      expect((await withdraw(currency, available)).body).toMatchObject({ msg: "cash_not_settled" });
      await app.advance(120);
      expect(await wallet(currency)).toEqual({ available, withdrawable: available, unsettled: [] });
      expect((await withdraw(currency, available)).body.status).toBe(1);
    },
  );

  it("have their day said before an order, and whether its year's holidays are published", async () => {
    await goTo("cny", 1, "10:00");
    app.feed.quote("cny", stocks.cny, prices.cny[0]);
    const order = { side: "long", kind: "market", quantity: "100", leverage: "1" } as const;
    const preview = await app.accepted(
      "/trade/preview-order",
      { ...order, type: "cny", code: stocks.cny },
      customer,
    );
    const { settles_on: settlesOn } = preview;
    const today = localDate("cny", app.context.clock.now());
    expect(settlesOn).toBe(settlementDate("cny", today).date);
    expect(preview.settles_on_status).toBe(calendarStatus("cny", settlesOn));
  });

  it("buy again at once, and are still proceeds once that is sold", async () => {
    await soldIn("jpy", "200");
    const before = await wallet("JPY");
    // Another stock: what was bought back with the proceeds of its own sale is not sold on the same day.
    app.feed.quote("jpy", "6758", "2900");
    const { id } = await buy("jpy", "300", { code: "6758" });
    await app.advance(1_000);
    app.feed.quote("jpy", "6758", "2900");
    await sell(id);
    expect(await wallet("JPY")).toEqual(before);
    expect((await withdraw("JPY", before.available)).body).toMatchObject({
      msg: "cash_not_settled",
    });
    expect((await withdraw("JPY", before.withdrawable)).body.status).toBe(1);
    expect((await withdraw("JPY", "100000")).body).toMatchObject({ msg: "cash_not_settled" });
  });

  it("are dated on the fill, the movement and the statement, and shown to operators", async () => {
    const id = await held("jpy", "100");
    await sell(id);
    const today = localDate("jpy", app.context.clock.now());
    const settlesOn = settlementDate("jpy", today).date;
    const position = await app.accepted("/trade/position", { id }, customer);
    expect(position.fills.find(({ side }) => side === "sell")?.settles_on).toBe(settlesOn);
    const { items } = await app.accepted("/user/fund-records", {}, customer);
    const dates = items.map(({ kind, settles_on: date }) => [kind, date]);
    expect(dates).toContainEqual(["position_closed", settlesOn]);
    expect(dates).toContainEqual(["simulated_grant", null]);
    const wanted = { from: today, to: today, format: "csv", language: "jp" } as const;
    const { base64 } = await app.accepted("/user/statement", wanted, customer);
    const lines = Buffer.from(base64, "base64").toString().split("\r\n");
    expect(lines).toContainEqual("日時,内容,銘柄,受渡日,通貨,金額,残高");
    expect(lines.some((line) => line.includes(`トヨタ自動車,${settlesOn},JPY,`))).toBe(true);
    const { account } = customer;
    const operator = await firstOperator(app);
    const seen = await opsAccepted(
      app,
      "/api/ops/customers/:account/assets",
      { account, currency: "JPY" },
      operator,
    );
    const yen = seen.currencies.find(({ currency }) => currency === "JPY");
    expect(yen).toMatchObject(await wallet("JPY"));
    expect(yen?.unsettled).toHaveLength(1);
  });

  it("do not leave as another currency", async () => {
    await soldIn("usd", "50");
    const { available, withdrawable, unsettled } = await wallet("USD");
    const quote = (amount: string) =>
      app.post("/user/exchange-quote", { from: "USD", to: "JPY", amount }, customer);
    expect((await quote(available)).body).toMatchObject({
      msg: "cash_not_settled",
      params: {
        amount: withdrawable,
        currency: "USD",
        date: unsettled[0]?.settles_on,
        rule: "us_settlement",
        since: "2024-05-28",
      },
    });
    expect((await quote(withdrawable)).body.status).toBe(1);
  });

  it("do not leave by a quote that was asked for before the sale", async () => {
    const id = await held("usd", "50");
    const ask = () =>
      app.accepted("/user/exchange-quote", { from: "USD", to: "JPY", amount: "4000" }, customer);
    const [one, other] = [await ask(), await ask()];
    await sell(id);
    const exchange = (quoteId: string) =>
      app.refused("/user/exchange", { quote_id: quoteId, request_id: newRequestId() }, customer);
    // Once it is its own money; the second time there are proceeds alone.
    expect(await exchange(one.quote_id)).toBe("ok");
    expect(await exchange(other.quote_id)).toBe("cash_not_settled");
  });

  it("do not leave by way of an order that is cancelled", async () => {
    await soldIn("jpy", "200");
    const { withdrawable } = await wallet("JPY");
    const { id } = await buy("jpy", "200", { kind: "limit", price: "2500" });
    expect((await wallet("JPY")).withdrawable).toBe(withdrawable);
    await app.accepted("/trade/cancel-order", { id }, customer);
    expect((await wallet("JPY")).withdrawable).toBe(withdrawable);
  });

  it("do not leave with a withdrawal of the same instant", async () => {
    await setSetting(app, "withdrawal_requires_no_positions", "off");
    const id = await held("jpy", "300");
    const { available } = await wallet("JPY");
    // Ten ask for what is there and a part of what the sale brings, while it is sold.
    const amount = String(Number(available) + 100_000);
    const [, ...answers] = await Promise.all([
      sell(id),
      ...Array.from({ length: 10 }, () => withdraw("JPY", amount)),
    ]);
    const codes = answers.map(({ body }) => ("msg" in body && body.status === 0 ? body.msg : "ok"));
    expect(codes.filter((code) => code === "ok")).toEqual([]);
    // The database says no where it is not sold yet, the rule where it is.
    const known = ["insufficient_balance", "cash_not_settled"];
    expect(codes.filter((code) => !known.includes(code))).toEqual([]);
    expect((await withdraw("JPY", available)).body.status).toBe(1);
    await setSetting(app, "withdrawal_requires_no_positions", "on");
  });
});

describe("in practice", () => {
  it("all of it leaves at once", async () => {
    const practice = await startTestApplication({ ...grant });
    const learner = await practice.newCustomer();
    practice.feed.quote("jpy", "7203", "2000");
    const order = {
      type: "jpy",
      code: "7203",
      side: "long",
      kind: "market",
      leverage: "1",
    } as const;
    const { id } = await practice.accepted(
      "/trade/place-order",
      { ...order, quantity: "100", request_id: newRequestId() },
      learner,
    );
    await practice.advance(1_000);
    practice.feed.quote("jpy", "7203", "2100");
    await practice.accepted(
      "/trade/close-position",
      { id, kind: "market", request_id: newRequestId() },
      learner,
    );
    const { currencies } = await practice.accepted("/user/assets", {}, learner);
    for (const { available, withdrawable, unsettled } of currencies) {
      expect({ withdrawable, unsettled }).toEqual({ withdrawable: available, unsettled: [] });
    }
    await practice.stop();
  });
});
