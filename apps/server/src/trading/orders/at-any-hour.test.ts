import type { HeldStock } from "@sanshi/contract";
import { price, shares, type MarketKey } from "@sanshi/money";
import { addTradingDays, instantOf, localDate, calendarStatus } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

/** Exchange hours, the exchanges' rules: what is ordered in the evening and before the opening. */
let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_HOURS: "exchange", MARKET_RULES: "exchange" });
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const dayOn = (market: MarketKey, days: number) =>
  addTradingDays(market, localDate(market, app.context.clock.now()), days);

async function goTo(market: MarketKey, date: string, time: string): Promise<void> {
  const ahead = instantOf(market, date, time) - app.context.clock.now();
  await app.advance(Math.round(ahead / 1_000));
}

const codes = { jpy: "7203", cny: "600519" } as const;
const yen = (text: string) => price(BigInt(Math.round(Number(text) * 10_000)));

function quote(market: "jpy" | "cny", last: string): void {
  const level = [{ price: yen(last), quantity: shares(10_000n) }];
  app.feed.quote(market, codes[market], last, {
    previousClose: yen(last),
    asks: level,
    bids: level,
  });
}

const order = (market: "jpy" | "cny", more: object) =>
  testOrder({ type: market, code: codes[market], kind: "limit", quantity: "100", ...more });
const place = (market: "jpy" | "cny", more: object) =>
  app.accepted("/trade/place-order", order(market, more), customer);
const found = async (id: string): Promise<HeldStock> =>
  app.accepted("/trade/position", { id }, customer);
const moment = (market: MarketKey, date: string, time: string) =>
  new Date(instantOf(market, date, time)).toISOString();

async function money(): Promise<{ available: number; frozen: number }> {
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  const yens = currencies.find(({ currency }) => currency === "JPY");
  return { available: Number(yens?.available), frozen: Number(yens?.frozen) };
}

describe("an order that is placed in the evening", () => {
  it("reserves its money, says which opening it waits for, and is changed and cancelled until then", async () => {
    const today = dayOn("jpy", 1);
    await goTo("jpy", today, "15:29");
    quote("jpy", "2850");
    await goTo("jpy", today, "19:00");
    const before = await money();
    const next = dayOn("jpy", 1);
    const at = moment("jpy", next, "09:00");
    const meets = { by: "opening", at, at_status: "published" };
    const asked = order("jpy", { price: "2840" });
    const { request_id: _, ...form } = asked;
    const preview = await app.accepted("/trade/preview-order", form, customer);
    expect(preview.meets).toEqual(meets);
    const placed = await app.accepted("/trade/place-order", asked, customer);
    expect(placed).toMatchObject({ status: 3, quantity_waiting: "100" });
    // Asked for again it is the same order.
    expect(await app.accepted("/trade/place-order", asked, customer)).toEqual(placed);
    const { reserved } = await found(placed.id);
    expect(await money()).toEqual({
      available: before.available - Number(reserved),
      frozen: before.frozen + Number(reserved),
    });
    const { id } = placed;
    const changed = await app.accepted(
      "/trade/amend-order",
      { id, price: "2830", request_id: newRequestId() },
      customer,
    );
    expect(changed).toMatchObject({ status: 3, price: "2830" });
    await app.accepted("/trade/cancel-order", { id }, customer);
    expect(await money()).toEqual(before);
  });
});

describe("a mainland share", () => {
  it("bought today is offered in the evening for the next day, not for today", async () => {
    const date = dayOn("cny", 1);
    await goTo("cny", date, "10:00");
    quote("cny", "150.00");
    const { id } = await place("cny", { price: "150.00" });
    expect((await found(id)).status).toBe(0);
    await goTo("cny", date, "11:40");
    const close = { id, kind: "limit", price: "151.00" } as const;
    const sell = () => ({ ...close, request_id: newRequestId() });
    expect(await app.refused("/trade/close-position", sell(), customer)).toBe("bought_today");
    await goTo("cny", date, "18:00");
    const sale = await app.accepted("/trade/close-position", sell(), customer);
    expect(sale).toMatchObject({ status: 1, quantity_waiting: "100" });
    await app.accepted("/trade/cancel-order", { id }, customer);
    const market = { id, kind: "market", request_id: newRequestId() } as const;
    expect(await app.accepted("/trade/close-position", market, customer)).toMatchObject({
      status: 1,
      quantity_waiting: "100",
      meets: { by: "opening" },
    });
    await app.accepted("/trade/cancel-order", { id }, customer);
  });

  it("ordered at 09:27, between the auction and the session, waits for the session", async () => {
    const date = dayOn("cny", 1);
    await goTo("cny", date, "09:27");
    quote("cny", "150.00");
    const { request_id: _, ...form } = order("cny", { price: "149.00" });
    const { meets } = await app.accepted("/trade/preview-order", form, customer);
    expect(meets).toEqual({
      by: "continuous",
      at: moment("cny", date, "09:30"),
      at_status: calendarStatus("cny", date),
    });
    expect((await place("cny", { price: "149.00" })).status).toBe(3);
  });

  it("leaves right books", async () => {
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
