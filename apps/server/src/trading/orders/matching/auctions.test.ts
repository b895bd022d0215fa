import type { HeldStock } from "@sanshi/contract";
import { addTradingDays, closingAuctionAt, instantOf, localDate } from "@sanshi/rulebook";
import { price, shares, type MarketKey } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";

/** Exchange hours: the clock is moved to the minutes around the closing auctions of the next trading days. */
let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_HOURS: "exchange" });
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

async function goTo(market: MarketKey, daysOn: number, time: string): Promise<void> {
  const now = app.context.clock.now();
  const date = addTradingDays(market, localDate(market, now), daysOn);
  await app.advance(Math.round((instantOf(market, date, time) - now) / 1_000));
}

const stocks = {
  jpy: { type: "jpy", code: "7203", last: "2850", quantity: "10" },
  cny: { type: "cny", code: "600519", last: "150.00", quantity: "100" },
} as const;

/** The last quote of the day, with little on either side. */
function quote(market: "jpy" | "cny", more: { asks?: [] } = {}) {
  const { last } = stocks[market];
  const close = price(BigInt(Math.round(Number(last) * 10_000)));
  const level = { price: close, quantity: shares(1n) };
  app.feed.quote(market, stocks[market].code, last, {
    previousClose: close,
    bids: [level],
    asks: more.asks ?? [level],
  });
}

const order = (market: "jpy" | "cny", more: object) =>
  testOrder({
    type: market,
    code: stocks[market].code,
    kind: "limit",
    quantity: stocks[market].quantity,
    ...more,
  });
const place = (market: "jpy" | "cny", more: object) =>
  app.accepted("/trade/place-order", order(market, more), customer);

async function found(market: MarketKey, id: string): Promise<HeldStock> {
  const held = await app.accepted("/trade/userstocklist", { type: market }, customer);
  const ended = await app.accepted("/trade/userstocklists", { type: market }, customer);
  const one = held[id] ?? ended[id];
  if (one === undefined || typeof one === "string") throw new Error(`no position ${id}`);
  return one;
}
const statusOf = async (market: MarketKey, id: string) => (await found(market, id)).status;

describe("the closing auction in Tokyo", () => {
  it("fills what was collected, at the close, and only what the close reaches", async () => {
    await goTo("jpy", 1, "15:27");
    quote("jpy");
    const reached = await place("jpy", { price: "2860", time_in_force: "day" });
    const beyond = await place("jpy", { price: "2849.5", time_in_force: "day" });
    const later = await place("jpy", { price: "2849" });
    expect([reached.status, beyond.status]).toEqual([3, 3]);
    // Nothing is matched before the auction.
    await app.advance(60);
    expect(await statusOf("jpy", reached.id)).toBe(3);

    await goTo("jpy", 0, "15:30");
    await expect.poll(() => statusOf("jpy", reached.id)).toBe(0);
    expect(await found("jpy", reached.id)).toMatchObject({ buy_price: "2850", stock_num: "10" });
    expect(await statusOf("jpy", beyond.id)).toBe(3);

    // What it has not reached is over with the day, or waits for the next.
    await goTo("jpy", 0, "15:31");
    await expect.poll(() => statusOf("jpy", beyond.id)).toBe(4);
    expect((await found("jpy", beyond.id)).ending).toBe("expired");
    expect(await statusOf("jpy", later.id)).toBe(3);
    const after = await app.post("/trade/place-order", order("jpy", { price: "2860" }), customer);
    // After the close it waits for the next opening.
    expect(after.body).toMatchObject({ msg: "ok", data: { status: 3 } });
  });

  it("fills nobody on a side where nobody stands: the stock is locked at its limit", async () => {
    await goTo("jpy", 1, "15:27");
    quote("jpy", { asks: [] });
    const locked = await place("jpy", { price: "2860" });
    await goTo("jpy", 0, "15:30");
    quote("jpy", { asks: [] });
    await app.settle();
    expect(await statusOf("jpy", locked.id)).toBe(3);
    await app.accepted("/trade/cancel-order", { id: locked.id }, customer);
  });
});

describe("the mainland's closing auction", () => {
  it("fills at three, and afterwards shares trade at the close for as many as are wanted", async () => {
    await goTo("cny", 1, "14:58");
    quote("cny");
    const collected = await place("cny", { price: "150.01" });
    expect(collected.status).toBe(3);
    const date = localDate("cny", app.context.clock.now());
    expect(closingAuctionAt("cny", date, "exchange")).toBe(instantOf("cny", date, "15:00"));
    await goTo("cny", 0, "15:00");
    await expect.poll(() => statusOf("cny", collected.id)).toBe(0);

    await goTo("cny", 0, "15:10");
    const fixed = await place("cny", { price: "150.05" });
    expect(fixed).toMatchObject({ status: 0, price: "150.00", quantity_filled: "100" });
    const below = await place("cny", { price: "149.99" });
    expect(below.status).toBe(3);
    await goTo("cny", 0, "15:20");
    const sold = await app.accepted(
      "/trade/close-position",
      { id: collected.id, kind: "limit", price: "150.00", request_id: newRequestId() },
      customer,
    );
    expect(sold).toMatchObject({ status: 2, price: "150.00" });
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
