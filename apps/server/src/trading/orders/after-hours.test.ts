import type { CallInput, Calls } from "@sanshi/contract";
import { shares } from "@sanshi/money";
import { addTradingDays, auctionsOf, instantOf, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

/** Orders for the session after hours alone of a stock of Shanghai, at the close's price. */
let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({
    MARKET_HOURS: "exchange",
    MARKET_RULES: "exchange",
    SIMULATED_GRANT: "JPY:1000000,USD:100000,CNY:10000000",
  });
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const code = "600519";
const now = () => app.context.clock.now();
const today = () => localDate("cny", now());
const moment = (date: string, time: string) => instantOf("cny", date, time);
const iso = (at: number) => new Date(at).toISOString();
async function goTo(date: string, time: string): Promise<void> {
  await app.advance(Math.ceil((moment(date, time) - now()) / 1_000));
  await app.settle();
}
const quote = (last: string, more = {}) => void app.feed.quote("cny", code, last, more);
async function nextDay(time: string, last = "1500"): Promise<void> {
  await goTo(addTradingDays("cny", today(), 1), time);
  quote(last);
}
/** What the day's closing auction comes to. */
function print(last: string): void {
  const at = auctionsOf("SSE", today(), "exchange").find(({ auction }) => auction === "closing")!;
  app.feed.print({
    ...{ market: "cny", code, feed: "scripted", tradingDate: today(), auction: "closing" },
    ...{ sequence: 1_000_000n, at: at.matchesAt, price: scaled(last), volume: shares(1_000n) },
    locked: null,
  });
}
type Order = Partial<CallInput<Calls["/trade/place-order"]>>;
const order = (more: Order = {}) =>
  testOrder({
    ...{ type: "cny", code, quantity: "100", kind: "limit", price: "1510.00" },
    ...{ time_in_force: "after_hours", ...more },
  });
const place = (more: Order = {}) => app.accepted("/trade/place-order", order(more), customer);
const refused = async (more: Order) =>
  (await app.post("/trade/place-order", order(more), customer)).body;
const found = (id: string) => app.accepted("/trade/position", { id }, customer);
const held = async () =>
  (await app.accepted("/user/assets", {}, customer)).currencies.find(
    ({ currency }) => currency === "CNY",
  )!.available;

const closing = (id: string): CallInput<Calls["/trade/close-position"]> => ({
  ...{ id, kind: "limit", price: "1480.00", time_in_force: "after_hours" },
  request_id: newRequestId(),
});

describe("an order for the session after hours", () => {
  it("is taken from the morning on, of stocks that have the session, and at a limit alone", async () => {
    await nextDay("09:20");
    expect(await refused({})).toMatchObject({
      msg: "after_hours_not_taken_now",
      params: { rule: "sse_sessions", since: "2026-07-06", time: iso(moment(today(), "09:30")) },
    });
    await goTo(today(), "09:31");
    quote("1500");
    expect(await refused({ type: "jpy", code: "7203", price: "2850" })).toMatchObject({
      msg: "order_form_not_offered",
      params: { rule: "tse_sessions", since: "2024-11-05" },
    });
    expect(await refused({ type: "usd", code: "AAPL", price: "189.20" })).toMatchObject({
      msg: "order_form_not_offered",
      // In New York it is the evening before, of no trading day on a Monday.
      params: { rule: expect.stringMatching(/^nyse_(sessions|calendar)$/) },
    });
    const { price: _, ...atMarket } = order({ kind: "market" });
    const { body } = await app.post("/trade/place-order", atMarket, customer);
    expect(body).toMatchObject({
      msg: "order_form_not_offered",
      params: { rule: "cn_order_forms" },
    });
    expect(await refused({ price: "1700.00" })).toMatchObject({ msg: "price_beyond_limit" });
  });

  it("waits until 15:05 with its money held, whatever is traded before, and trades at the close", async () => {
    const before = Number(await held());
    const { request_id: _, ...form } = order();
    const preview = await app.accepted("/trade/preview-order", form, customer);
    const begins = iso(moment(today(), "15:05"));
    expect(preview).toMatchObject({
      ...{ quantity_filled: "0", expires_at: iso(moment(today(), "15:30")) },
      meets: { by: "after_hours_fixed_price", at: begins },
    });
    // The cage of continuous trading does not hold it: 1,530 is more than 2 % above the market.
    const placed = await place({ price: "1530.00" });
    const low = await place({ price: "1480.00" });
    expect(placed).toMatchObject({ status: 3, quantity_filled: "0" });
    expect(await found(placed.id)).toMatchObject({
      ...{ time_in_force: "after_hours", trades_from: begins },
    });
    expect(before - Number(await held())).toBeGreaterThanOrEqual(153_000 + 148_000);
    await goTo(today(), "14:00");
    quote("1470");
    await app.settle();
    await goTo(today(), "14:59");
    // A feed of few prices says from where it came; after hours nobody trades on the way.
    quote("1490", { passedFrom: scaled("1500") });
    print("1490");
    await goTo(today(), "15:00");
    await app.advance(20);
    await app.settle();
    expect(await found(placed.id)).toMatchObject({ status: 3, fills: [] });
    expect(await found(low.id)).toMatchObject({ status: 3, fills: [] });
    await goTo(today(), "15:06");
    expect((await found(placed.id)).fills).toMatchObject([{ price: "1490.00", quantity: "100" }]);
    expect(await found(low.id)).toMatchObject({ status: 3, fills: [] });
    const { fills } = await found((await place()).id);
    expect(fills).toMatchObject([{ price: "1490.00" }]);
    await goTo(today(), "15:25");
    expect(await app.refused("/trade/close-position", closing(placed.id), customer)).toBe(
      "bought_today",
    );
    await goTo(today(), "15:31");
    expect(await found(low.id)).toMatchObject({ status: 4, ending: "expired" });
    expect(before - Number(await held())).toBeLessThan(2 * 149_000 + 1_000);
  });

  it("sells what was bought before, and is amended and cancelled as any other", async () => {
    await nextDay("10:00");
    const { id } = await place({ time_in_force: "day" });
    await nextDay("10:00");
    await app.accepted("/trade/close-position", closing(id), customer);
    const waits = await place({ price: "1490.00" });
    const cancelled = await place();
    const amended = { id: waits.id, price: "1505.00", request_id: newRequestId() };
    await app.accepted("/trade/amend-order", amended, customer);
    const cancel = { id: cancelled.id, request_id: newRequestId() };
    await app.accepted("/trade/cancel-order", cancel, customer);
    const position = await found(id);
    const begins = iso(moment(today(), "15:05"));
    expect(position.closing_orders).toMatchObject([{ price: "1480.00", trades_from: begins }]);
    await goTo(today(), "14:59");
    quote("1500");
    await goTo(today(), "15:07");
    expect(await found(id)).toMatchObject({ status: 2 });
    expect((await found(id)).fills.at(-1)).toMatchObject({ price: "1500.00" });
    expect((await found(waits.id)).fills).toMatchObject([{ price: "1500.00" }]);
    expect(await found(cancelled.id)).toMatchObject({ status: 4, ending: "cancelled", fills: [] });
  });

  it("is cancelled and amended just before the closing auction, in which it is not", async () => {
    await nextDay("10:00");
    const [waits, amended, ordinary] = [
      await place(),
      await place(),
      await place({ price: "1480.00", time_in_force: "day" }),
    ];
    await goTo(today(), "14:58");
    const change = { id: amended.id, price: "1490.00", request_id: newRequestId() };
    await app.accepted("/trade/amend-order", change, customer);
    const cancel = (id: string) => ({ id, request_id: newRequestId() });
    await app.accepted("/trade/cancel-order", cancel(waits.id), customer);
    expect(await found(waits.id)).toMatchObject({ status: 4, ending: "cancelled" });
    expect(await app.refused("/trade/cancel-order", cancel(ordinary.id), customer)).toBe(
      "cancel_not_accepted",
    );
    await app.accepted("/trade/cancel-order", cancel(amended.id), customer);
  });

  it("trades at the close of a session that the clock leaps over", async () => {
    await nextDay("10:00");
    const placed = await place();
    const low = await place({ price: "1480.00" });
    print("1495");
    await goTo(today(), "16:00");
    const { fills } = await found(placed.id);
    expect(fills).toMatchObject([{ price: "1495.00", at: iso(moment(today(), "15:05")) }]);
    expect(await found(low.id)).toMatchObject({ status: 4, ending: "expired", fills: [] });
  });

  it("is not traded while its stock is halted, and ends with the session", async () => {
    await nextDay("10:00");
    const placed = await place();
    await goTo(today(), "14:59");
    quote("1500", { halted: true });
    await goTo(today(), "15:10");
    expect(await found(placed.id)).toMatchObject({ status: 3, fills: [] });
    await goTo(today(), "15:31");
    expect(await found(placed.id)).toMatchObject({ status: 4, ending: "expired", fills: [] });
  });

  it("leaves ordinary limit orders as they are: one that waits takes part after hours", async () => {
    await nextDay("10:00");
    quote("1520");
    const ordinary = await place({ price: "1515.00", time_in_force: "day" });
    await goTo(today(), "15:01");
    quote("1510");
    await goTo(today(), "15:06");
    expect((await found(ordinary.id)).fills).toMatchObject([{ price: "1510.00" }]);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
