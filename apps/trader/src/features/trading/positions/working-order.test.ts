import type { HeldStock } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import {
  freeShares,
  isAllClosing,
  nextPrice,
  onlyClosingOrder,
  progressOf,
  sellableShares,
  workingOrderName,
  workingOrdersOf,
  type WorkingOrder,
} from "./working-order.ts";

function stock(changed: Partial<HeldStock>): HeldStock {
  return {
    id: "7",
    status: 0,
    side: "long",
    stock_num: "300",
    buy_price: "2480",
    margin: "744000",
    closing_quantity: null,
    closing_filled: null,
    closing_price: null,
    closing_orders: [],
    limit_price: null,
    stop_price: null,
    triggered_at: null,
    quantity_waiting: "0",
    reserved: "0",
    ...changed,
  } as HeldStock;
}

const sale = (
  changed: Partial<HeldStock["closing_orders"][number]>,
): HeldStock["closing_orders"][number] => ({
  id: "8",
  origin: "customer",
  quantity: "100",
  filled: "0",
  price: "2600",
  expires_at: null,
  expires_at_status: "published",
  ...changed,
});

function firstOf(position: HeldStock): WorkingOrder {
  const [first] = workingOrdersOf(position);
  if (first === undefined) throw new Error("nothing waits");
  return first;
}

describe("what waits of a position", () => {
  it("is nothing of one that is only held, or has ended", () => {
    expect(workingOrdersOf(stock({}))).toEqual([]);
    expect(workingOrdersOf(stock({ status: 2 }))).toEqual([]);
  });

  it("is all of a pending order, with the money that it holds", () => {
    const order = firstOf(
      stock({ status: 3, limit_price: "2480", quantity_waiting: "300", reserved: "744000" }),
    );
    expect(order).toMatchObject({ part: "opening", quantity: "300", reserved: "744000" });
    expect(progressOf(order)).toBeNull();
    expect(workingOrderName(order)).toBe("waiting_buy_limit");
  });

  it("says when what is for the session after hours begins to trade, of each order its own", () => {
    const opens = "2026-12-01T07:05:00.000Z";
    const closes = "2026-12-02T07:05:00.000Z";
    const position = stock({
      ...{ quantity_waiting: "200", trades_from: opens },
      closing_orders: [sale({}), sale({ trades_from: closes })],
    });
    const found = workingOrdersOf(position).map(({ tradesFrom }) => tradesFrom);
    expect(found).toEqual([opens, null, closes]);
  });

  it("is the rest of one that is filled in part", () => {
    const order = firstOf(
      stock({
        limit_price: "2480",
        quantity_waiting: "200",
        reserved: "496000",
        quantity_opened: "100",
        quantity_ordered: "300",
      }),
    );
    expect(order).toMatchObject({ part: "rest", quantity: "200", reserved: "496000" });
    expect(progressOf(order)).toEqual({ filled: "100", ordered: "300" });
  });

  it("is the sale of a position that is being closed, which holds shares and no money", () => {
    const order = firstOf(
      stock({ status: 1, closing_quantity: "100", closing_orders: [sale({})] }),
    );
    expect(order).toMatchObject({
      part: "closing",
      quantity: "100",
      limit: "2600",
      reserved: null,
    });
    expect(workingOrderName(order)).toBe("waiting_sell");
    expect(progressOf(order)).toBeNull();
  });

  it("is the rest of a sale that is filled in part", () => {
    const order = firstOf(
      stock({ status: 1, closing_orders: [sale({ quantity: "70", filled: "30" })] }),
    );
    expect(order).toMatchObject({ part: "closing", quantity: "70" });
    expect(progressOf(order)).toEqual({ filled: "30", ordered: "100" });
  });

  it("goes by its stop until the market has reached it, and then by its limit", () => {
    const waiting = { status: 3, stop_price: "2500", limit_price: "2510", quantity_waiting: "300" };
    const before = firstOf(stock(waiting));
    expect([nextPrice(before), workingOrderName(before)]).toEqual([
      "2500",
      "waiting_buy_stop_limit",
    ]);
    const after = firstOf(stock({ ...waiting, triggered_at: "2026-11-20T02:00:00Z" }));
    expect([nextPrice(after), workingOrderName(after)]).toEqual(["2510", "waiting_buy_limit"]);
  });

  it("names a short's orders as such", () => {
    const stop = stock({ status: 3, side: "short", stop_price: "2400", quantity_waiting: "300" });
    expect(workingOrderName(firstOf(stop))).toBe("waiting_short_stop");
    const cover = stock({
      status: 1,
      side: "short",
      closing_orders: [sale({ price: "2300" })],
    });
    expect(workingOrderName(firstOf(cover))).toBe("waiting_cover");
  });

  it("is each of several sales, by its own id, beside the rest of the purchase", () => {
    const position = stock({
      status: 1,
      limit_price: "2480",
      quantity_waiting: "200",
      closing_quantity: "170",
      closing_orders: [sale({}), sale({ id: "9", quantity: "70", price: "2700" })],
    });
    expect(workingOrdersOf(position).map(({ id, part, limit }) => [id, part, limit])).toEqual([
      ["7", "rest", "2480"],
      ["8", "closing", "2600"],
      ["9", "closing", "2700"],
    ]);
    expect(freeShares(position)).toBe(130n);
  });

  it("has no price to reach where a stop-loss goes on at the market", () => {
    const order = firstOf(stock({ status: 1, closing_orders: [sale({ price: null })] }));
    expect([nextPrice(order), workingOrderName(order)]).toEqual([null, "waiting_sell_market"]);
  });

  it("is one order to cancel where all shares wait in it, whatever else is to be bought", () => {
    const all = stock({ status: 1, closing_quantity: "300", closing_orders: [sale({})] });
    expect(isAllClosing(all)).toBe(true);
    expect(onlyClosingOrder({ ...all, quantity_waiting: "200" })?.id).toBe("8");
    const several = { ...all, closing_orders: [sale({}), sale({ id: "9" })] };
    expect(onlyClosingOrder(several)).toBeNull();
    const part = { ...all, closing_quantity: "100" };
    expect([isAllClosing(part), onlyClosingOrder(part)]).toEqual([false, null]);
  });
});

describe("what can be sold at this moment", () => {
  const unlocks = Date.parse("2026-11-20T03:15:00Z");
  const position = stock({
    closing_quantity: "50",
    quantity_locked: "200",
    locked_until: "2026-11-20T03:15:00Z",
  });

  it.each([
    ["without what is locked", unlocks - 1, 50n],
    ["all that is free once the lock is over, also before the server says so", unlocks, 250n],
  ])("is %s", (_what, now, quantity) => {
    expect(sellableShares(position, now)).toBe(quantity);
  });

  it("is all that is free where nothing is locked", () => {
    const free = stock({ quantity_locked: "0", locked_until: null });
    expect(sellableShares(free, unlocks - 1)).toBe(300n);
  });
});

it("a trailing stop is called by its name, at its present stop", () => {
  const trailing = { kind: "trailing_stop", price: null, stop_price: "2500" } as const;
  const closing = sale({ ...trailing, trail_amount: "100", trail_best: "2600" });
  const order = firstOf(stock({ status: 1, closing_quantity: "100", closing_orders: [closing] }));
  expect(order.trail).toEqual({ amount: "100", percent: null, best: "2600" });
  expect([workingOrderName(order), nextPrice(order)]).toEqual(["waiting_sell_trailing", "2500"]);
});
