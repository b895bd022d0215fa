import type { HeldStock } from "@sanshi/contract";
import {
  addTradingDays,
  auctionsOf,
  instantOf,
  localDate,
  type AuctionName,
} from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../../tests/support/builders.ts";
import { firstOperator, opsAccepted } from "../../../../../../tests/support/test-operators.ts";
import { scaled } from "../../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import { rows, sql } from "../../../platform/sql/database.ts";
import { loadPositions } from "../storing/positions.store.ts";

/** The exchange's hours in Tokyo: orders of the evening and of noon, and a clock that leaps over what they wait for. */
let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_HOURS: "exchange" });
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

function dateIn(days: number): string {
  return addTradingDays("jpy", localDate("jpy", app.context.clock.now()), days);
}

async function goTo(days: number, time: string): Promise<void> {
  const at = instantOf("jpy", dateIn(days), time);
  await app.advance(Math.round((at - app.context.clock.now()) / 1_000));
}

/** What an auction of a coming day comes to. */
function print(
  days: number,
  name: AuctionName,
  price: string,
  locked: "buy" | "sell" | null = null,
): void {
  const tradingDate = dateIn(days);
  const { matchesAt: at } = auctionsOf("TSE", tradingDate, "exchange").find(
    ({ auction }) => auction === name,
  )!;
  app.feed.print({
    market: "jpy",
    code: "7203",
    feed: "scripted",
    tradingDate,
    auction: name,
    sequence: BigInt(at),
    at,
    price: scaled(price),
    volume: null,
    locked,
  });
}

const limit = (price: string, more: object = {}) =>
  testOrder({ type: "jpy", code: "7203", kind: "limit", price, quantity: "10", ...more });
const place = (price: string, more: object = {}) =>
  app.accepted("/trade/place-order", limit(price, more), customer);

async function found(id: string): Promise<HeldStock> {
  const held = await app.accepted("/trade/userstocklist", { type: "jpy" }, customer);
  const ended = await app.accepted("/trade/userstocklists", { type: "jpy" }, customer);
  const one = held[id] ?? ended[id];
  if (one === undefined || typeof one === "string") throw new Error(`no position ${id}`);
  return one;
}
const statusOf = async (id: string) => (await found(id)).status;

describe("an order of the evening", () => {
  it("is taken, says which auction it waits for, and is cancelled freely", async () => {
    await goTo(1, "20:00");
    app.feed.quote("jpy", "7203", "2850");
    const { request_id: _id, ...asked } = limit("2900");
    const preview = await app.accepted("/trade/preview-order", asked, customer);
    const tomorrow = instantOf("jpy", dateIn(1), "09:00");
    expect(preview.meets).toEqual({
      by: "opening",
      at: new Date(tomorrow).toISOString(),
      at_status: "published",
    });
    const order = await place("2900");
    expect(order).toMatchObject({ status: 3, quantity_filled: "0" });
    await app.accepted("/trade/cancel-order", { id: order.id }, customer);
    expect(await statusOf(order.id)).toBe(4);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("gets exactly the opening's price, where the clock leaps over it too, or waits on", async () => {
    await goTo(1, "20:00");
    app.feed.quote("jpy", "7203", "2850");
    print(1, "opening", "2880");
    const reached = await place("2900");
    const atPrice = await place("2880");
    const beyond = await place("2879.5");
    const stop = await place("2905", { kind: "stop_limit", stop_price: "2860" });
    await goTo(1, "13:00");
    app.feed.quote("jpy", "7203", "2850", { previousClose: scaled("2850"), asks: [] });
    app.feed.quote("jpy", "7203", "2950");
    await expect.poll(() => statusOf(reached.id)).toBe(0);
    await expect.poll(() => statusOf(atPrice.id)).toBe(0);
    expect(await found(reached.id)).toMatchObject({ buy_price: "2880", stock_num: "10" });
    expect(await found(atPrice.id)).toMatchObject({ buy_price: "2880" });
    expect([await statusOf(beyond.id), await statusOf(stop.id)]).toEqual([3, 3]);
    for (const { id } of [beyond, stop])
      await app.accepted("/trade/cancel-order", { id }, customer);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("for the day is filled by the opening of a day that the clock leaps over, and else expires", async () => {
    await goTo(1, "20:00");
    app.feed.quote("jpy", "7203", "2850");
    print(1, "opening", "2860");
    const filled = await place("2870", { time_in_force: "day" });
    const expired = await place("2840", { time_in_force: "day" });
    await goTo(2, "10:00");
    await expect.poll(() => statusOf(filled.id)).toBe(0);
    expect((await found(filled.id)).buy_price).toBe("2860");
    await expect.poll(() => statusOf(expired.id)).toBe(4);
    expect((await found(expired.id)).ending).toBe("expired");
  });

  it("takes no part in an auction on the side that is locked, nor in one before it was placed", async () => {
    await goTo(1, "20:00");
    app.feed.quote("jpy", "7203", "2850");
    print(0, "opening", "2800");
    print(1, "opening", "2860", "buy");
    const order = await place("2870");
    await goTo(1, "09:05");
    app.feed.quote("jpy", "7203", "2900");
    await app.settle();
    expect(await statusOf(order.id)).toBe(3);
    await app.accepted("/trade/cancel-order", { id: order.id }, customer);
  });

  it("takes no part in what opened while trading was halted", async () => {
    const admin = await firstOperator(app);
    await goTo(1, "20:00");
    app.feed.quote("jpy", "7203", "2850");
    print(1, "opening", "2860");
    const order = await place("2870");
    await goTo(1, "08:00");
    const { id } = await opsAccepted(
      app,
      "/api/ops/trading-halts/create",
      { scope: "market", type: "jpy", reason: "technical_fault" },
      admin,
    );
    await goTo(0, "10:00");
    app.feed.quote("jpy", "7203", "2900");
    // Read before the end of the halt is written down, and decided after it has been heard of.
    const { reader } = app.context.database;
    const positionId = BigInt(order.id);
    const [row] = await rows(
      reader,
      sql<{
        customer: bigint;
      }>`SELECT customer_id AS customer FROM trade_order WHERE id = ${positionId}`,
    );
    const [stored] = await loadPositions(reader, [{ customerId: row!.customer, positionId }]);
    expect(stored!.last_resumed_at).toBe(stored!.now);
    await opsAccepted(app, "/api/ops/trading-halts/:id/resume", { id }, admin);
    app.feed.quote("jpy", "7203", "2901");
    await app.settle();
    expect(await statusOf(order.id)).toBe(3);
    await app.accepted("/trade/cancel-order", { id: order.id }, customer);
  });
});

describe("a closing order of noon", () => {
  it("is sold at the afternoon's opening price", async () => {
    await goTo(1, "10:00");
    app.feed.quote("jpy", "7203", "2850");
    const { id } = await place("2850");
    await expect.poll(() => statusOf(id)).toBe(0);
    await goTo(0, "12:00");
    print(0, "afternoon_opening", "2875");
    const closing = await app.accepted(
      "/trade/close-position",
      { id, kind: "limit", price: "2860", request_id: newRequestId() },
      customer,
    );
    expect(closing.status).toBe(1);
    await goTo(0, "12:45");
    app.feed.quote("jpy", "7203", "2830");
    await expect.poll(() => statusOf(id)).toBe(2);
    expect((await found(id)).sell_price).toBe("2875");
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
