import { addTradingDays, instantOf, localDate } from "@sanshi/rulebook";
import { price, type MarketKey } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";

/** Both modes over HTTP: what the exchanges refuse is refused with `MARKET_RULES=exchange` alone. */
const grant = { SIMULATED_GRANT: "JPY:100000000,USD:1000000,CNY:10000000" };
let exchange: TestApplication;
let practice: TestApplication;
let customer: SignedIn;
let learner: SignedIn;
beforeAll(async () => {
  exchange = await startTestApplication({ MARKET_RULES: "exchange", ...grant });
  practice = await startTestApplication({ MARKET_HOURS: "exchange", ...grant });
  customer = await exchange.newCustomer();
  learner = await practice.newCustomer();
});
afterAll(async () => {
  await exchange.stop();
  await practice.stop();
});

async function goTo(market: MarketKey, daysOn: number, time: string): Promise<void> {
  for (const app of [exchange, practice]) {
    const now = app.context.clock.now();
    const date = addTradingDays(market, localDate(market, now), daysOn);
    await app.advance(Math.round((instantOf(market, date, time) - now) / 1_000));
  }
}

const at = (amount: number) => price(BigInt(Math.round(amount * 10_000)));

function quote(market: MarketKey, code: string, last: string, more: object = {}): void {
  for (const app of [exchange, practice]) app.feed.quote(market, code, last, more);
}

const order = (type: MarketKey, code: string, quantity: string, more: object = {}) => ({
  type,
  code,
  side: "long" as const,
  kind: "market" as const,
  quantity,
  leverage: "1",
  request_id: newRequestId(),
  ...more,
});

/** The answers of both: the refusal of the exchange's rules, and what practice says to the same order. */
async function answers(...asked: Parameters<typeof order>) {
  const input = order(...asked);
  const { body } = await exchange.post("/trade/place-order", input, customer);
  const learnt = await practice.post("/trade/place-order", input, learner);
  return { exchange: body, practice: learnt.body };
}

async function refused(code: string, params: object, ...asked: Parameters<typeof order>) {
  const both = await answers(...asked);
  expect(both.exchange).toMatchObject({ status: 0, msg: code, params });
  expect(both.practice.status).toBe(1);
}

describe("Tokyo", () => {
  it("trades in hundreds, and the ticket is told so", async () => {
    await goTo("jpy", 1, "10:00");
    quote("jpy", "7203", "2850");
    await refused(
      "quantity_not_in_lots",
      { lot: "100", rule: "tse_trading_unit" },
      "jpy",
      "7203",
      "150",
    );
    expect((await answers("jpy", "7203", "200")).exchange.status).toBe(1);
    const shown = { type: "jpy", code: "7203" } as const;
    expect(await exchange.accepted("/market/stock", shown, customer)).toMatchObject({
      lot: "100",
      lot_min: "100",
    });
    expect(await practice.accepted("/market/stock", shown, learner)).toMatchObject({
      lot: "1",
      lot_min: "1",
    });
  });

  it("takes no large short at or below the last price after a fall of 10 %, that day and the next", async () => {
    quote("jpy", "7203", "2850", { previousClose: at(3_000), low: at(2_700) });
    const short = (quantity: string, more: object = {}) =>
      answers("jpy", "7203", quantity, { side: "short", ...more });
    // Of at most 50 units a customer's short is free of it.
    expect((await short("5000")).exchange.status).toBe(1);
    await refused(
      "short_price_too_low",
      { above: "2850", currency: "JPY", rule: "jp_short_sale_trigger", since: "2013-11-05" },
      "jpy",
      "7203",
      "5100",
      { side: "short" },
    );
    const above = await short("5100", { kind: "limit", price: "2851" });
    expect(above.exchange.status).toBe(1);
  });

  it("takes no short of 51 lots at the market before any fall, and none ten per cent below the base price", async () => {
    await goTo("jpy", 3, "10:00");
    const now = exchange.context.clock.now();
    exchange.feed.close("jpy", "7203", now - 2 * 86_400_000, "3000");
    exchange.feed.close("jpy", "7203", now - 86_400_000, "3000");
    quote("jpy", "7203", "2990", { previousClose: at(3_000), low: at(2_980) });
    const large = ["jpy", "7203", "5100"] as const;
    await refused("short_price_too_low", { above: "2700" }, ...large, { side: "short" });
    const limit = (price: string) => ({ side: "short", kind: "limit", price });
    await refused("short_price_too_low", { above: "2700" }, ...large, limit("2700"));
    expect((await answers(...large, limit("2701"))).exchange.status).toBe(1);
    expect((await answers("jpy", "7203", "5000", { side: "short" })).exchange.status).toBe(1);
  });

  it("holds orders within the limits of a base price that is not the last close, as after a special quote", async () => {
    await goTo("jpy", 4, "10:00");
    const date = localDate("jpy", exchange.context.clock.now());
    for (const app of [exchange, practice]) app.feed.base("jpy", "7203", date, "3400");
    quote("jpy", "7203", "3500", { previousClose: at(2_900), low: at(3_380), high: at(3_500) });
    const shown = { type: "jpy", code: "7203" } as const;
    expect(await exchange.accepted("/market/stock", shown, customer)).toMatchObject({
      previous_close: "2900",
      limit_down: "2700",
      limit_up: "4100",
    });
    const large = { side: "short", kind: "limit" } as const;
    const short = await answers("jpy", "7203", "5100", { ...large, price: "3060" });
    expect(short.exchange).toMatchObject({ msg: "short_price_too_low", params: { above: "3060" } });
    const order = { kind: "limit", price: "4105" };
    expect((await answers("jpy", "7203", "100", order)).exchange).toMatchObject({
      msg: "price_beyond_limit",
    });
    expect((await answers("jpy", "7203", "100", { ...order, price: "4100" })).exchange.status).toBe(
      1,
    );
  });

  it("tells in a preview whether the day's ticks are published", async () => {
    const published = async (day: string) => {
      const own = await startTestApplication({ MARKET_RULES: "exchange" });
      try {
        const gap = instantOf("jpy", day, "10:00") - own.context.clock.now();
        await own.advance(Math.round(gap / 1_000));
        own.feed.quote("jpy", "7203", "2850");
        const asked = {
          type: "jpy",
          code: "7203",
          side: "long",
          kind: "market",
          quantity: "100",
          leverage: "1",
        } as const;
        const who = await own.newCustomer();
        return (await own.accepted("/trade/preview-order", asked, who)).tick_published;
      } finally {
        await own.stop();
      }
    };
    expect(await published("2027-02-26")).toBe(true);
    expect(await published("2027-03-01")).toBe(false);
  });
});

describe("a margin account", () => {
  it("needs a least of own money", async () => {
    const poor = await startTestApplication({
      MARKET_RULES: "exchange",
      SIMULATED_GRANT: "JPY:299999,USD:2000",
    });
    const newcomer = await poor.newCustomer();
    const now = poor.context.clock.now();
    const open = instantOf("jpy", addTradingDays("jpy", localDate("jpy", now), 1), "10:00");
    await poor.advance(Math.round((open - now) / 1_000));
    poor.feed.quote("jpy", "7203", "2850");
    const asked = order("jpy", "7203", "100", { leverage: "2" });
    const { body } = await poor.post("/trade/place-order", asked, newcomer);
    expect(body).toMatchObject({
      msg: "minimum_margin_missing",
      params: { amount: "300000", currency: "JPY", rule: "jp_minimum_margin" },
    });
    // The refusal is kept under the request, and the own money alone buys without margin.
    expect((await poor.post("/trade/place-order", asked, newcomer)).body.msg).toBe(
      "minimum_margin_missing",
    );
    await poor.accepted("/trade/place-order", order("jpy", "7203", "100"), newcomer);
    await poor.stop();
  });
});

describe("Shanghai", () => {
  it("keeps limits within 2 % of the best opposite price", async () => {
    await goTo("cny", 1, "10:00");
    quote("cny", "600519", "150.00", { previousClose: at(150) });
    const limit = (text: string) => ({ kind: "limit", price: text });
    await refused(
      "price_outside_cage",
      { limit: "153.00", currency: "CNY", rule: "cn_price_cage", since: "2023-04-10" },
      "cny",
      "600519",
      "100",
      limit("153.01"),
    );
    expect((await answers("cny", "600519", "100", limit("153.00"))).exchange.status).toBe(1);
  });

  it("takes no order of more than a million shares", async () => {
    const input = order("cny", "600519", "1000100", { kind: "limit", price: "150.00" });
    const { body } = await exchange.post("/trade/place-order", input, customer);
    expect(body).toMatchObject({ msg: "quantity_above_maximum", params: { max: "1000000" } });
  });

  it("sells what was bought today from the next trading day on; practice after 15 minutes", async () => {
    quote("cny", "600519", "150.00");
    const { exchange: bought, practice: learnt } = await answers("cny", "600519", "200");
    if (bought.status !== 1 || learnt.status !== 1) throw new Error("not bought");
    await goTo("cny", 0, "10:30");
    quote("cny", "600519", "150.00");
    const close = (id: string, quantity: string) => ({
      id,
      quantity,
      kind: "market" as const,
      request_id: newRequestId(),
    });
    const { body } = await exchange.post(
      "/trade/close-position",
      close(bought.data.id, "100"),
      customer,
    );
    expect(body).toMatchObject({ msg: "bought_today", params: { rule: "cn_t_plus_1" } });
    const held = await exchange.accepted("/trade/userstocklist", { type: "cny" }, customer);
    expect(held[bought.data.id]).toMatchObject({ sellable_at: bought.data.sellable_at });
    await practice.accepted("/trade/close-position", close(learnt.data.id, "100"), learner);

    await goTo("cny", 1, "09:31");
    quote("cny", "600519", "150.00");
    expect(Date.parse(bought.data.sellable_at ?? "")).toBe(
      instantOf("cny", localDate("cny", exchange.context.clock.now()), "09:30"),
    );
    await exchange.accepted("/trade/close-position", close(bought.data.id, "100"), customer);
  });
});

describe("New York", () => {
  it("takes a short only above the best bid after a fall of 10 %, that day and the next (Rule 201)", async () => {
    await goTo("usd", 1, "10:00");
    const book = { bid: at(179.5), ask: at(180.5), previousClose: at(200), low: at(180) };
    quote("usd", "AAPL", "180.00", book);
    await refused(
      "short_price_too_low",
      { above: "179.50", currency: "USD", rule: "us_rule_201" },
      "usd",
      "AAPL",
      "10",
      { side: "short" },
    );
    const limit = { side: "short", kind: "limit", price: "179.51" };
    expect((await answers("usd", "AAPL", "10", limit)).exchange.status).toBe(1);
    const before = exchange.context.clock.now();
    exchange.feed.close("usd", "AAPL", before - 86_400_000, "200.00");
    exchange.feed.close("usd", "AAPL", before, "180.00");
    await goTo("usd", 1, "10:00");
    quote("usd", "AAPL", "185.00", { previousClose: at(180), low: at(184) });
    await refused("short_price_too_low", { above: "185.00" }, "usd", "AAPL", "10", {
      side: "short",
    });
    await goTo("usd", 1, "10:00");
    quote("usd", "AAPL", "185.00", { previousClose: at(185), low: at(184) });
    exchange.feed.close("usd", "AAPL", exchange.context.clock.now() - 86_400_000, "185.00");
    const free = await answers("usd", "AAPL", "10", { side: "short" });
    expect(free.exchange.status).toBe(1);
  });
});
