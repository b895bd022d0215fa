import { addTradingDays, instantOf, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { newOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";

let app: TestApplication;
let customer: SignedIn;
let date: string;
beforeAll(async () => {
  app = await startTestApplication({
    MARKET_RULES: "exchange",
    MARKET_HOURS: "exchange",
    SIMULATED_GRANT: "CNY:100000000",
  });
  customer = await app.newCustomer();
  const now = app.context.clock.now();
  date = addTradingDays("cny", localDate("cny", now), 1);
  await app.advance(Math.round((instantOf("cny", date, "10:00") - now) / 1_000));
  // Listed on the day, it has no limits.
  const moutai = app.context.quotes.instrument("cny", "600519")!;
  app.feed.additions!.carry({ ...moutai, code: stock.code, listedOn: date, addedAt: now });
});
afterAll(() => app.stop());

const stock = { type: "cny", code: "601999" } as const;
const quote = (last: string) =>
  app.feed.quote("cny", stock.code, last, { open: scaled("1000"), tradingDate: date });
const place = (more: Partial<Parameters<typeof testOrder>[0]>) =>
  app.post("/trade/place-order", testOrder({ ...stock, quantity: "100", ...more }), customer);
const limit = (price: string) => ({ kind: "limit" as const, price });
const found = (id: string) => app.accepted("/trade/position", { id }, customer);
const isPaused = async () => (await app.accepted("/market/stock", stock, customer)).halt !== null;

it.each([
  ["30 %", "1300", "1295"],
  ["60 % downwards", "400", "405"],
])(
  "an order during the pause at %s waits, and meets the market after it",
  async (_level, moved, after) => {
    quote("1000");
    const before = await place(limit("900"));
    expect(before.body.status).toBe(1);
    quote(moved);
    await expect.poll(isPaused).toBe(true);
    // At the market and at once nobody trades; what lasts is taken, beyond the cage of continuous trading too.
    expect((await place({ kind: "market" })).body.msg).toBe("pause_takes_lasting_orders");
    const atOnce = { ...limit(moved), time_in_force: "immediate_or_cancel" as const };
    expect((await place(atOnce)).body.msg).toBe("pause_takes_lasting_orders");
    const { body } = await place(limit("1500"));
    if (body.status !== 1) throw new Error(`refused: ${body.msg}`);
    const { id } = body.data;
    quote(after);
    await app.settle();
    expect(await found(id)).toMatchObject({ status: 3, fills: [] });
    const cancelled = await place(limit("1"));
    if (cancelled.body.status !== 1) throw new Error(`refused: ${cancelled.body.msg}`);
    await app.accepted("/trade/cancel-order", { id: cancelled.body.data.id }, customer);
    await app.advance(10 * 60 + 6);
    await expect.poll(isPaused).toBe(false);
    quote(after);
    await expect.poll(async () => (await found(id)).fills).toMatchObject([{ quantity: "100" }]);
    expect((await found(id)).fills[0]?.price).toBe(`${after}.00`);
    expect(await app.ledgerFaults()).toEqual([]);
  },
);

it("a sale of what is held is taken in a pause too, and meets the market after it", async () => {
  const first = await place(limit("410"));
  if (first.body.status !== 1) throw new Error(`refused: ${first.body.msg}`);
  const { id } = first.body.data;
  await expect.poll(async () => (await found(id)).fills).toHaveLength(1);
  date = addTradingDays("cny", date, 1);
  const now = app.context.clock.now();
  await app.advance(Math.round((instantOf("cny", date, "10:00") - now) / 1_000));
  quote("1000");
  quote("1300");
  await expect.poll(isPaused).toBe(true);
  const close = (more: object) =>
    app.post("/trade/close-position", { id, request_id: newRequestId(), ...more }, customer);
  expect((await close({ kind: "market" })).body.msg).toBe("pause_takes_lasting_orders");
  expect((await close({ kind: "limit", price: "1200" })).body.status).toBe(1);
  await app.settle();
  expect((await found(id)).fills).toHaveLength(1);
  await app.advance(10 * 60 + 6);
  await expect.poll(isPaused).toBe(false);
  quote("1290");
  await expect.poll(async () => (await found(id)).fills.at(-1)).toMatchObject({ price: "1290.00" });
  expect(await app.ledgerFaults()).toEqual([]);
});

it("orders are placed and changed late in a pause, unless an operator has halted the share too", async () => {
  const waiting = await place(limit("390"));
  if (waiting.body.status !== 1) throw new Error(`refused: ${waiting.body.msg}`);
  const { id } = waiting.body.data;
  quote("400");
  await expect.poll(isPaused).toBe(true);
  // Nobody trades, and no newer price comes.
  await app.advance(60);
  expect((await place(limit("500"))).body.status).toBe(1);
  // Beyond the cage of continuous trading, as a new order in a pause may be.
  const changed = { id, price: "1250", request_id: newRequestId() };
  await app.accepted("/trade/amend-order", changed, customer);
  await app.settle();
  expect((await found(id)).fills).toEqual([]);
  const operator = await newOperator(app, "approver");
  const halt = { scope: "instrument", reason: "prices_in_doubt" } as const;
  await opsAccepted(app, "/api/ops/trading-halts/create", { ...halt, ...stock }, operator);
  const { items } = await opsAccepted(app, "/api/ops/trading-halts", { state: "active" }, operator);
  expect(items).toMatchObject([{ takes_orders: false }, { takes_orders: true }]);
  await expect.poll(async () => (await place(limit("600"))).body.msg).toBe("trading_halted");
  expect(
    (await app.post("/trade/amend-order", { ...changed, request_id: newRequestId() }, customer))
      .body.msg,
  ).toBe("trading_halted");
});
