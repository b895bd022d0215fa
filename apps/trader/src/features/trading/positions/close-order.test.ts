import { price, shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import {
  checkClose,
  fractionOf,
  stepPrice,
  stepQuantity,
  type CloseForm,
  type CloseTerms,
} from "./close-order.ts";

type ClosePart = Pick<CloseForm, "kind" | "quantity" | "price">;

const terms: CloseTerms = {
  lot: shares(100n),
  tick: price(5_000n),
  limitUp: price(34_000_000n),
  limitDown: price(24_000_000n),
};
const held = shares(1_000n);

function check(changed: Partial<ClosePart>, own: CloseTerms | null = terms, of = held) {
  const form: ClosePart = { kind: "market", quantity: "100", price: "", ...changed };
  const { quantity, price: found } = checkClose(form, of, own, "jpy");
  return { quantity: quantity?.code, price: found?.code };
}

describe("the quantity of a closing order", () => {
  it.each([
    ["", "quantity_not_positive"],
    ["0", "quantity_not_positive"],
    ["-100", "quantity_not_positive"],
    ["1.5", "quantity_not_whole"],
    ["1e3", "quantity_not_whole"],
    ["ten", "quantity_not_whole"],
    ["1100", "quantity_exceeds_position"],
    ["99999999999999999999", "quantity_not_whole"],
    ["150", "quantity_not_in_lots"],
    ["100", undefined],
    ["1000", undefined],
  ])("%s: %s", (quantity, code) => {
    expect(check({ quantity }).quantity).toBe(code);
  });

  it("may be all that is left, also where that is less than a lot", () => {
    expect(check({ quantity: "37" }, terms, shares(37n)).quantity).toBeUndefined();
    expect(check({ quantity: "36" }, terms, shares(37n)).quantity).toBe("quantity_not_in_lots");
  });

  it("names the most and the lot in its sentence", () => {
    const found = checkClose({ kind: "market", quantity: "1001", price: "" }, held, terms, "jpy");
    expect(found.quantity?.params).toEqual({ max: "1000" });
  });
});

describe("the price of a closing order", () => {
  it.each([
    ["", "price_required"],
    ["0", "price_not_positive"],
    ["-5", "price_not_positive"],
    ["abc", "price_not_positive"],
    ["2399.5", "price_beyond_limit"],
    ["3400.5", "price_beyond_limit"],
    ["2400", undefined],
    ["3400", undefined],
  ])("%s: %s", (typed, code) => {
    expect(check({ kind: "limit", price: typed }).price).toBe(code);
  });

  it("is not looked at in a market order", () => {
    expect(check({ kind: "market", price: "-5" }).price).toBeUndefined();
  });

  it("has no limits where the market has none", () => {
    const free = { ...terms, limitUp: null, limitDown: null };
    expect(check({ kind: "limit", price: "99999" }, free).price).toBeUndefined();
  });

  it("names the day's limits in its sentence", () => {
    const form: ClosePart = { kind: "limit", quantity: "100", price: "9999" };
    expect(checkClose(form, held, terms, "jpy").price?.params).toEqual({
      low: "2400",
      high: "3400",
    });
  });
});

describe("a fraction of what is held", () => {
  it.each([
    [1, 200n],
    [2, 500n],
    [3, 700n],
    [4, 1_000n],
  ] as const)("%s quarters of 1000 in lots of 100: %s", (quarters, wanted) => {
    expect(fractionOf(held, quarters, shares(100n))).toBe(wanted);
  });

  it("is at least a lot, and all where there is no whole lot", () => {
    expect(fractionOf(shares(150n), 1, shares(100n))).toBe(100n);
    expect(fractionOf(shares(37n), 1, shares(100n))).toBe(37n);
    expect(fractionOf(shares(1n), 2, shares(1n))).toBe(1n);
  });
});

describe("a step of the quantity", () => {
  const lot = shares(100n);
  it.each([
    ["100", 1, 200n],
    ["150", 1, 200n],
    ["150", -1, 100n],
    ["200", -1, 100n],
    ["100", -1, 100n],
    ["1000", 1, 1_000n],
    ["5000", -1, 1_000n],
    ["", 1, 100n],
    ["x", -1, 100n],
  ] as const)("from %s by %s: %s", (from, direction, wanted) => {
    expect(stepQuantity(from, direction, held, lot)).toBe(wanted);
  });

  it("stays at the last shares where they are less than a lot", () => {
    expect(stepQuantity("37", -1, shares(37n), lot)).toBe(37n);
  });
});

describe("a step of the price", () => {
  it.each([
    ["2973.5", 1, 29_740_000n],
    ["2973.5", -1, 29_730_000n],
    ["2973.2", 1, 29_735_000n],
    ["2973.2", -1, 29_730_000n],
    ["3400", 1, 34_000_000n],
    ["2400", -1, 24_000_000n],
    ["", 1, 24_005_000n],
  ] as const)("from %s by %s: %s", (from, direction, wanted) => {
    expect(stepPrice(from, direction, terms)).toBe(wanted);
  });

  it("never falls below a tick where the day has no limits", () => {
    expect(stepPrice("0.5", -1, { ...terms, limitDown: null })).toBe(5_000n);
  });
});
