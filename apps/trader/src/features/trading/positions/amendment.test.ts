import type { HeldStock } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { amendFieldOf, amendFormOf, changesOf } from "./amendment.ts";
import type { WorkingOrder } from "./working-order.ts";

const order = (changed: Partial<WorkingOrder>): WorkingOrder => ({
  id: "7",
  position: { quantity_opened: "100", quantity_ordered: "300" } as HeldStock,
  part: "opening",
  quantity: "300",
  filled: "0",
  expiresAt: null,
  expiresAtStatus: "published",
  isUnreduced: false,
  isExtended: false,
  tradesFrom: null,
  limit: "2480",
  stop: null,
  trail: null,
  isOco: false,
  reserved: "744000",
  atVenue: null,
  ...changed,
});

describe("an amendment", () => {
  it("says other hours alone", () => {
    const before = amendFormOf(order({}));
    expect(changesOf(before, { ...before, isExtended: true })).toEqual({ hours: "extended" });
    const extended = amendFormOf(order({ isExtended: true }));
    expect(changesOf(extended, { ...extended, isExtended: false })).toEqual({ hours: "regular" });
    expect(changesOf(extended, { ...extended, price: "2490" })).toEqual({ price: "2490" });
  });

  it("begins with the order as it is, of a partly filled one with all that was ordered", () => {
    expect(amendFormOf(order({}))).toEqual({
      trail: null,
      price: "2480",
      stop: null,
      quantity: "300",
      isExtended: false,
    });
    expect(amendFormOf(order({ part: "rest", quantity: "200" })).quantity).toBe("300");
    expect(amendFormOf(order({ part: "closing", quantity: "100" })).quantity).toBe("100");
    const partly = order({ part: "closing", quantity: "70", filled: "30" });
    expect(amendFormOf(partly).quantity).toBe("100");
  });

  it("sends only what differs in value", () => {
    const before = {
      trail: null,
      price: "2480.00",
      stop: "2500",
      quantity: "300",
      isExtended: false,
    };
    expect(changesOf(before, { ...before, price: "2480" })).toEqual({});
    expect(changesOf(before, { ...before, price: "2475.5" })).toEqual({ price: "2475.5" });
    expect(changesOf(before, { ...before, price: "2480", stop: "2510", quantity: "200" })).toEqual({
      stop_price: "2510",
      quantity: "200",
    });
  });

  it("of a trailing stop changes its distance, by the same measure or another", () => {
    const before = amendFormOf(
      order({ limit: null, stop: "2430", trail: { amount: "50", percent: null, best: "2480" } }),
    );
    const trail = { trail: "50", trailBy: "amount" } as const;
    expect(before).toMatchObject({ price: null, stop: null, trail, quantity: "300" });
    expect(changesOf(before, { ...before, trail: { ...trail, trail: "50.0" } })).toEqual({});
    expect(changesOf(before, { ...before, trail: { ...trail, trail: "60" } })).toEqual({
      trail_amount: "60",
    });
    expect(changesOf(before, { ...before, trail: { trail: "50", trailBy: "percent" } })).toEqual({
      trail_percent: "50",
    });
  });

  it("sends no price that the order does not have", () => {
    const before = { trail: null, price: null, stop: "2500", quantity: "300", isExtended: false };
    expect(changesOf(before, { ...before, quantity: "100" })).toEqual({ quantity: "100" });
  });

  it("finds the field that a refusal is about", () => {
    expect(amendFieldOf({ code: "insufficient_balance", params: {} })).toBe("quantity");
    expect(amendFieldOf({ code: "stop_price_reached", params: {} })).toBe("stop");
    expect(amendFieldOf({ code: "price_beyond_limit", params: { field: "stop_price" } })).toBe(
      "stop",
    );
    expect(amendFieldOf({ code: "order_not_pending", params: {} })).toBeNull();
  });
});
