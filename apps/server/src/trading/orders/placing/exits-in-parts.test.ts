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
import { untilTraded } from "../../../../../../tests/support/until-traded.ts";
import { startOrders, type Orders } from "../orders.ts";

/** IFD and IFDOCO with exits for parts, several at once; two order paths look at everything. */
let app: TestApplication;
let other: Orders;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  other = await startOrders(app.context);
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await other.stop();
  await app.stop();
});
beforeEach(async () => {
  quote("2850");
  customer = await app.newCustomer();
  // A split of the test before may not be everywhere yet.
  await untilTraded(app, customer);
});

function quote(last: string, quantity = 10_000): void {
  const at = price(BigInt(Math.round(Number(last) * 10_000)));
  const levels = [{ price: at, quantity: shares(BigInt(quantity)) }];
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
  exits: "50:2900:2800,30:2950:",
  request_id: newRequestId(),
  ...more,
});
const place = async (more: PlaceInput = {}) =>
  (await app.accepted("/trade/place-order", order(more), customer)).id;
const refused = (more: PlaceInput) => app.refused("/trade/place-order", order(more), customer);
const position = (id: string) => app.accepted("/trade/position", { id }, customer);
const becomes = (id: string, figures: object) =>
  expect.poll(() => position(id)).toMatchObject(figures);

const atLimit = { kind: "limit", price: "2840" } as const;

describe("exits for parts that an order to open brings with it", () => {
  it("work as soon as it is filled, each of its own, and sell nothing before the lock is over", async () => {
    const id = await place();
    const born = {
      status: 1,
      stock_num: "100",
      closing_quantity: "80",
      closing_orders: [
        { kind: "oco", price: "2900", stop_price: "2800", quantity: "50", origin: "customer" },
        { kind: "limit", price: "2950", quantity: "30" },
      ],
    };
    expect(await position(id)).toMatchObject(born);
    quote("2960");
    await app.advance(600);
    quote("2955");
    expect(await position(id)).toMatchObject(born);
    quote("2850");
    await app.advance(300);
    quote("2901");
    await becomes(id, { stock_num: "50", closing_quantity: "30" });
    quote("2950");
    await becomes(id, { stock_num: "20", status: 0, closing_orders: [] });
    const { fills } = await position(id);
    expect(fills.map((fill) => `${fill.quantity} ${fill.price}`)).toEqual([
      "100 2850",
      "50 2901",
      "30 2950",
    ]);
  });

  it("are shown while it waits, and begin once with its last fill, whichever process makes it", async () => {
    const id = await place(atLimit);
    const asked = [
      { quantity: "50", take_profit: "2900", stop_loss: "2800" },
      { quantity: "30", take_profit: "2950", stop_loss: null },
    ];
    expect(await position(id)).toMatchObject({ status: 3, exits: asked, closing_orders: [] });
    quote("2840", 60);
    await becomes(id, {
      stock_num: "60",
      quantity_waiting: "40",
      exits: asked,
      closing_orders: [],
    });
    quote("2839");
    await becomes(id, { stock_num: "100", quantity_waiting: "0", closing_quantity: "80" });
    const done = await position(id);
    expect(done).not.toHaveProperty("exits");
    expect(done.closing_orders.map(({ quantity }) => quantity)).toEqual(["50", "30"]);
    await app.advance(900);
    quote("2799");
    await becomes(id, { stock_num: "50", closing_quantity: "30" });
    const [left] = (await position(id)).closing_orders;
    const cancel = { id: left?.id ?? "", request_id: newRequestId() };
    await app.accepted("/trade/cancel-order", cancel, customer);
    expect(await position(id)).toMatchObject({ status: 0, stock_num: "50" });
  });

  it("take what there is in their order where less was filled, also where it is closed by hand", async () => {
    const id = await place(atLimit);
    quote("2840", 60);
    await becomes(id, { stock_num: "60" });
    await app.accepted("/trade/cancel-order", { id, request_id: newRequestId() }, customer);
    expect(await position(id)).toMatchObject({
      closing_quantity: "60",
      closing_orders: [{ quantity: "50" }, { quantity: "10" }],
    });
    quote("2850");
    const byHand = await place(atLimit);
    quote("2840", 60);
    await becomes(byHand, { stock_num: "60" });
    await app.advance(900);
    quote("2850");
    const sale = {
      id: byHand,
      kind: "market" as const,
      quantity: "30",
      request_id: newRequestId(),
    };
    await app.accepted("/trade/close-position", sale, customer);
    expect(await position(byHand)).toMatchObject({
      stock_num: "30",
      quantity_waiting: "0",
      closing_orders: [{ quantity: "30", price: "2900" }],
    });
    const partly = await place({ kind: "limit", price: "2900", quantity: "20", exits: "20::2800" });
    expect(await position(partly)).toMatchObject({ closing_orders: [{ kind: "stop" }] });
  });

  it("come to nothing with an order that is cancelled, and hold nothing", async () => {
    const id = await place(atLimit);
    await app.accepted("/trade/cancel-order", { id, request_id: newRequestId() }, customer);
    expect(await position(id)).toMatchObject({ status: 4, closing_orders: [], reserved: "0" });
  });

  it("follow the best price since the purchase, at an amount or a part behind it", async () => {
    const id = await place({ exits: "50:::100,30:::2.5%" });
    expect((await position(id)).closing_orders).toMatchObject([
      { kind: "trailing_stop", trail_amount: "100", trail_best: "2850", stop_price: "2750" },
      // 2,778.75 is between two ticks.
      { kind: "trailing_stop", trail_percent: "2.5", trail_best: "2850", stop_price: "2778.5" },
    ]);
    await app.advance(900);
    quote("3000");
    quote("2924");
    await becomes(id, { stock_num: "70", closing_quantity: "50" });
    quote("2899");
    await becomes(id, { stock_num: "20", status: 0, closing_orders: [] });
    const { fills } = await position(id);
    expect(fills.map((fill) => `${fill.quantity} ${fill.price}`)).toEqual([
      "100 2850",
      "30 2924",
      "50 2899",
    ]);
    // Of one that waits they begin at what it has cost, whatever the price has done before.
    const waits = await place({ ...atLimit, exits: "50:::100,50:2950:" });
    expect(await position(waits)).toMatchObject({
      exits: [
        { quantity: "50", take_profit: null, stop_loss: null, trail_amount: "100" },
        { quantity: "50", take_profit: "2950" },
      ],
    });
    quote("2840");
    await becomes(waits, { closing_quantity: "100" });
    expect((await position(waits)).closing_orders[0]).toMatchObject({
      trail_best: "2840",
      stop_price: "2740",
    });
    await app.advance(900);
    quote("2739");
    await becomes(waits, { stock_num: "50" });
    quote("2950");
    await becomes(waits, { status: 2 });
    // What each has closed stands in the closed list.
    const closed = await app.accepted("/trade/userstocklists", { type: "jpy" }, customer);
    expect(closed[waits]).toMatchObject({
      closed_in: [
        { kind: "trailing_stop", quantity: "50", price: "2739" },
        { kind: "limit", quantity: "50", price: "2950" },
      ],
    });
  });

  it("of a short lie the other way round", async () => {
    const id = await place({ side: "short", exits: "100:2800:2900" });
    await app.advance(900);
    quote("2905");
    await becomes(id, { status: 2, sell_price: "2905" });
  });

  it("follow a split while the order waits", async () => {
    const id = await place({ ...atLimit, exits: "50:2901:2801,30:2950:,20:::101" });
    const now = app.context.clock.now();
    const exDate = nextTradingDay("jpy", localDate("jpy", now), "always");
    app.feed.act("jpy", "7203", { kind: "split", exDate, numerator: 2n, denominator: 1n });
    await app.advance(Math.ceil((instantOf("jpy", exDate, "00:00") - now) / 1_000) + 1);
    quote("1425");
    await becomes(id, {
      limit_price: "1420",
      exits: [
        { quantity: "100", take_profit: "1450.5", stop_loss: "1400.5" },
        { quantity: "60", take_profit: "1475", stop_loss: null },
        { quantity: "40", trail_amount: "50.5" },
      ],
    });
    quote("1420");
    await becomes(id, { stock_num: "200", closing_quantity: "200" });
    expect((await position(id)).closing_orders.at(-1)).toMatchObject({
      trail_amount: "50.5",
      stop_price: "1369.5",
    });
  });

  it("are refused where they contradict, and stand for one request", async () => {
    expect(await refused({ exits: "80:2900:,30:2950:" })).toBe("exits_exceed_order");
    expect(await refused({ exits: "50::" })).toBe("exit_part_without_price");
    expect(await refused({ take_profit: "2900" })).toBe("exits_with_bracket");
    expect(await refused({ exits: "50:2900:,30:2800:" })).toBe("take_profit_on_wrong_side");
    expect(await refused({ exits: "50::2900" })).toBe("stop_loss_on_wrong_side");
    expect(await refused({ exits: "50:2900.05:" })).toBe("exit_price_not_on_tick");
    expect(await refused({ exits: "50:-1:" })).toBe("exit_price_not_positive");
    expect(await refused({ exits: "50:2900::100" })).toBe("exit_trails_alone");
    expect(await refused({ exits: "50:::0" })).toBe("trail_not_positive");
    expect(await refused({ exits: "50:::60%" })).toBe("trail_too_wide");
    expect(await refused({ exits: "50:::0.05" })).toBe("trail_not_on_tick");
    expect(await refused({ exits: "50:::2.555%" })).toBe("invalid_request");
    const tooMany = Array.from({ length: 11 }, () => "1:2900:").join(",");
    expect(await refused({ exits: tooMany })).toBe("invalid_request");
    const same = order();
    const first = await app.accepted("/trade/place-order", same, customer);
    expect(await app.accepted("/trade/place-order", same, customer)).toEqual(first);
    const others = { ...same, exits: "50:2900:2800,40:2950:" };
    expect(await app.refused("/trade/place-order", others, customer)).toBe("request_id_reused");
    expect((await position(first.id)).closing_orders).toHaveLength(2);
  });

  it("of many orders of one customer at once each begin once", async () => {
    const placed = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        place({ ...(index % 2 === 1 && atLimit), quantity: "20", exits: "10:2900:2800,6:2950:" }),
      ),
    );
    quote("2835");
    for (const id of placed) await becomes(id, { stock_num: "20", closing_quantity: "16" });
  });
});
