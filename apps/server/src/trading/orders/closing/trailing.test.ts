import type { CallInput, Calls } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import { instantOf, localDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import { createTestDatabase } from "../../../../../../tests/support/test-database.ts";
import { startOrders, type Orders } from "../orders.ts";

/** Stops that follow the best price since they were placed; in two order paths, as two processes have them. */
let app: TestApplication;
let other: Orders;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  other = await startOrders(app.context);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});
beforeEach(async () => {
  quote("2850");
  customer = await app.newCustomer();
});

function quote(last: string, quantity = 10_000): void {
  const at = price(BigInt(Math.round(Number(last) * 10_000)));
  const levels = quantity === 0 ? [] : [{ price: at, quantity: shares(BigInt(quantity)) }];
  app.feed.quote("jpy", "7203", last, { asks: levels, bids: levels });
}

type PlaceInput = Partial<CallInput<Calls["/trade/place-order"]>>;
const order = (more: PlaceInput = {}) => ({
  type: "jpy" as const,
  code: "7203",
  side: "long" as const,
  kind: "market" as const,
  quantity: "100",
  leverage: "1",
  request_id: newRequestId(),
  ...more,
});
/** Bought, and the quarter of an hour is over. */
async function hold(more: PlaceInput = {}): Promise<string> {
  const { id } = await app.accepted("/trade/place-order", order(more), customer);
  await app.advance(900);
  quote("2850");
  return id;
}

type CloseInput = Partial<CallInput<Calls["/trade/close-position"]>>;
const closing = (id: string, more: CloseInput) => ({
  id,
  kind: "trailing_stop" as const,
  request_id: newRequestId(),
  ...more,
});
const trail = (id: string, more: CloseInput) =>
  app.accepted("/trade/close-position", closing(id, more), customer);
const refused = (id: string, more: CloseInput) =>
  app.refused("/trade/close-position", closing(id, more), customer);
const position = (id: string) => app.accepted("/trade/position", { id }, customer);
const becomes = (id: string, figures: object) =>
  expect.poll(() => position(id)).toMatchObject(figures);
const follows = (id: string, ...stops: object[]) => becomes(id, { closing_orders: stops });

describe("a stop that follows the market", () => {
  it("rises with the best price, never falls, and closes at the market once the price has turned by its distance", async () => {
    const id = await hold();
    expect(await trail(id, { trail_amount: "50", quantity: "60" })).toMatchObject({
      status: 1,
      quantity_waiting: "60",
      price: "2800",
    });
    await trail(id, { trail_percent: "2.5", quantity: "40" });
    await follows(
      id,
      { kind: "trailing_stop", trail_amount: "50", trail_best: "2850", stop_price: "2800" },
      // 2,778.75 lies between two ticks.
      { kind: "trailing_stop", trail_percent: "2.5", trail_best: "2850", stop_price: "2778.5" },
    );
    quote("2900");
    quote("2880");
    quote("2860");
    await follows(
      id,
      { trail_best: "2900", stop_price: "2850" },
      { trail_best: "2900", stop_price: "2827.5" },
    );
    quote("2851");
    quote("2850.5");
    expect(await position(id)).toMatchObject({ stock_num: "100" });
    quote("2850", 25);
    // Reached, it goes on at the market until it is filled.
    await becomes(id, { stock_num: "75" });
    quote("2890");
    await becomes(id, { stock_num: "40" });
    quote("2827.5");
    await becomes(id, { status: 2 });
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items.filter(({ kind }) => kind === "closing_filled")).toMatchObject([
      { params: { reason: "trailing_stop", quantity: "40" } },
      { params: { reason: "trailing_stop", quantity: "60" } },
    ]);
  });

  it("of a short falls with the market", async () => {
    const id = await hold({ side: "short" });
    await trail(id, { trail_amount: "30" });
    quote("2700");
    quote("2729.5");
    await follows(id, { trail_best: "2700", stop_price: "2730" });
    expect(await position(id)).toMatchObject({ stock_num: "100" });
    quote("2730");
    await becomes(id, { status: 2, sell_price: "2730" });
  });

  it("counts a rise and a turn that come faster than anything is written", async () => {
    const id = await hold();
    await trail(id, { trail_amount: "50" });
    for (const last of ["2900", "3000", "2951", "2950"]) quote(last);
    await becomes(id, { status: 2, sell_price: "2950" });
  });

  it("is refused with what is wrong with its distance, and opens nothing", async () => {
    const id = await hold();
    for (const [more, code] of [
      [{}, "trail_required"],
      [{ trail_amount: "50", trail_percent: "2" }, "trail_required"],
      [{ trail_amount: "0" }, "trail_not_positive"],
      [{ trail_percent: "0.00" }, "trail_not_positive"],
      [{ trail_amount: "0.3" }, "trail_not_on_tick"],
      [{ trail_amount: "1425.5" }, "trail_too_wide"],
      [{ trail_percent: "50.01" }, "trail_too_wide"],
      [{ trail_amount: "50", stop_price: "2800" }, "stop_price_not_allowed"],
      [{ trail_amount: "50", price: "2800" }, "price_not_allowed"],
      [{ kind: "stop", stop_price: "2800", trail_amount: "50" }, "trail_not_allowed"],
      [{ trail_amount: "50", time_in_force: "at_close" }, "order_form_not_offered"],
    ] as const) {
      expect([more, await refused(id, more)]).toEqual([more, code]);
    }
    const widest = closing(id, { trail_percent: "50" });
    expect(await app.refused("/trade/close-position", widest, customer)).toBe("ok");
    const opens = order({ kind: "trailing_stop" });
    expect(await app.refused("/trade/place-order", opens, customer)).toBe("order_kind_closes_only");
  });

  it("waits at no price where the stock has none", async () => {
    const id = await hold();
    const gone = { halted: false, last: price(0n), bids: [], asks: [] };
    app.feed.quote("jpy", "7203", "0", gone);
    expect(await refused(id, { trail_amount: "50" })).toBe("price_unavailable");
    quote("2850");
  });

  it("is changed from the best price on, cancelled, and its request is known again", async () => {
    const id = await hold();
    const asked = closing(id, { trail_amount: "100" });
    const first = await app.accepted("/trade/close-position", asked, customer);
    expect(await app.accepted("/trade/close-position", asked, customer)).toEqual(first);
    const another = { ...asked, trail_amount: undefined, trail_percent: "100" };
    expect((await app.post("/trade/close-position", another, customer)).body).toMatchObject({
      status: 0,
    });
    quote("2900");
    quote("2890");
    await follows(id, { trail_best: "2900", stop_price: "2800" });
    const amend = (more: object) => ({ id, request_id: newRequestId(), ...more });
    const amended = amend({ trail_percent: "2", quantity: "80" });
    expect(await app.accepted("/trade/amend-order", amended, customer)).toMatchObject({
      stop_price: "2842",
      trail_percent: "2",
      quantity: "80",
    });
    await follows(id, { trail_percent: "2", trail_best: "2900", stop_price: "2842" });
    const tooNear = amend({ trail_amount: "10" });
    expect(await app.refused("/trade/amend-order", tooNear, customer)).toBe("stop_price_reached");
    const fixed = amend({ stop_price: "2800" });
    expect(await app.refused("/trade/amend-order", fixed, customer)).toBe("stop_price_not_allowed");
    quote("2950");
    await follows(id, { trail_best: "2950", stop_price: "2891" });
    const smaller = amend({ quantity: "70" });
    await app.accepted("/trade/amend-order", smaller, customer);
    await follows(id, { trail_best: "2950", stop_price: "2891", quantity: "70" });
    await app.accepted("/trade/cancel-order", { id, request_id: newRequestId() }, customer);
    quote("2500");
    await becomes(id, { status: 0, stock_num: "100", closing_orders: [] });
  });

  it("goes with a split to the new prices, and follows on there", async () => {
    const id = await hold();
    const cover = await hold({ side: "short", quantity: "10" });
    await trail(id, { trail_amount: "51" });
    await trail(cover, { trail_percent: "2" });
    quote("2900");
    await follows(id, { trail_best: "2900", stop_price: "2849" });
    const now = app.context.clock.now();
    const exDate = nextTradingDay("jpy", localDate("jpy", now), "always");
    app.feed.act("jpy", "7203", { kind: "split", exDate, numerator: 1n, denominator: 2n });
    await app.advance(Math.ceil((instantOf("jpy", exDate, "00:00") - now) / 1_000) + 1);
    // Twice the price, before the split is applied and after: no rise for what follows.
    quote("5800");
    await follows(id, {
      trail_amount: "102",
      trail_best: "5800",
      stop_price: "5698",
      quantity: "50",
    });
    await follows(cover, { trail_percent: "2", trail_best: "5700", stop_price: "5814" });
    // Until the split is applied everywhere, no price sets anything off or moves anything.
    const rises = async () => {
      quote("5900");
      return position(id);
    };
    const risen = { closing_orders: [{ trail_best: "5900", stop_price: "5798" }] };
    await expect.poll(rises).toMatchObject(risen);
    quote("5798");
    await becomes(id, { status: 2 });
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

it("is after the end of all processes where it was told to be", async () => {
  const database = await createTestDatabase();
  const before = await startTestApplication({}, { database });
  const feedAt = (one: TestApplication, last: string) => {
    const at = price(BigInt(Number(last) * 10_000));
    const levels = [{ price: at, quantity: shares(10_000n) }];
    one.feed.quote("jpy", "7203", last, { asks: levels, bids: levels });
  };
  const who = await before.newCustomer();
  feedAt(before, "2850");
  const { id } = await before.accepted("/trade/place-order", order(), who);
  await before.advance(900);
  feedAt(before, "2850");
  await before.accepted("/trade/close-position", closing(id, { trail_amount: "50" }), who);
  feedAt(before, "3000");
  feedAt(before, "2980");
  const held = (one: TestApplication) => one.accepted("/trade/position", { id }, who);
  await expect
    .poll(() => held(before))
    .toMatchObject({ closing_orders: [{ trail_best: "3000", stop_price: "2950" }] });
  // Nothing is written as it ends.
  await before.close();
  const after = await startTestApplication({}, { database });
  feedAt(after, "2951");
  await expect
    .poll(() => held(after))
    .toMatchObject({ stock_num: "100", closing_orders: [{ stop_price: "2950" }] });
  feedAt(after, "2950");
  await expect.poll(() => held(after)).toMatchObject({ status: 2, sell_price: "2950" });
  expect(await after.ledgerFaults()).toEqual([]);
  await after.stop();
});
