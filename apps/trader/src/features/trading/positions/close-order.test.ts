import { price, shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import {
  checkClose,
  fractionOf,
  kindInput,
  stepPrice,
  stepQuantity,
  type CloseForm,
  noTrail,
  stepTrail,
  stopNow,
  type CloseTerms,
} from "./close-order.ts";

type ClosePart = Pick<CloseForm, "kind" | "quantity" | "price" | "stop" | "trail">;

const terms: CloseTerms = {
  lot: shares(100n),
  tick: price(5_000n),
  limitUp: price(34_000_000n),
  limitDown: price(24_000_000n),
};
const held = shares(1_000n);

function check(changed: Partial<ClosePart>, own: CloseTerms | null = terms, of = held) {
  const empty = { kind: "market", quantity: "100", price: "", stop: "", trail: "" } as const;
  const {
    quantity,
    price: found,
    stop,
    trail,
  } = checkClose({ ...empty, ...changed }, of, own, "jpy");
  return {
    quantity: quantity?.code,
    price: found?.code,
    stop: stop?.code,
    ...(trail !== null && { trail: trail.code }),
  };
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
    const found = checkClose(
      { kind: "market", quantity: "1001", price: "", stop: "", trail: "" },
      held,
      terms,
      "jpy",
    );
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
    const form: ClosePart = { kind: "limit", quantity: "100", price: "9999", stop: "", trail: "" };
    expect(checkClose(form, held, terms, "jpy").price?.params).toEqual({
      low: "2400",
      high: "3400",
    });
  });
});

describe("the stop of a closing order", () => {
  it("is asked for where there is one, beside the limit or alone", () => {
    expect(check({ kind: "stop" })).toMatchObject({
      price: undefined,
      stop: "stop_price_required",
    });
    const both = { price: "price_required", stop: "stop_price_required" };
    expect(check({ kind: "oco" })).toMatchObject(both);
    expect(check({ kind: "stop_limit", stop: "0" }).stop).toBe("stop_price_not_positive");
    // Another day may reach it.
    expect(check({ kind: "stop", stop: "99999" }).stop).toBeUndefined();
  });

  it("goes out with its kind alone", () => {
    const prices = { price: "2900", stop: "2800", ...noTrail } as const;
    const form = {
      ...prices,
      timeInForce: "day",
      goodUntil: "",
      doNotReduce: false,
      isExtended: false,
    } as const;
    const usual = { ...form, kind: "market", timeInForce: "until_cancelled" } as const;
    expect(kindInput(usual)).toEqual({ kind: "market" });
    const rest = { kind: "stop", stop_price: "2800", time_in_force: "day" };
    expect(kindInput({ ...form, kind: "stop" })).toEqual(rest);
    expect(kindInput({ ...form, kind: "oco" })).toEqual({ ...rest, kind: "oco", price: "2900" });
  });

  it("says its hours where it is a limit order for extended ones", () => {
    const prices = { price: "2900", stop: "", ...noTrail, goodUntil: "" } as const;
    const form = { ...prices, timeInForce: "day", doNotReduce: false, isExtended: true } as const;
    expect(kindInput({ ...form, kind: "limit" }).hours).toBe("extended");
    expect(kindInput({ ...form, kind: "market" })).not.toHaveProperty("hours");
    expect(kindInput({ ...form, kind: "limit", isExtended: false })).not.toHaveProperty("hours");
  });

  it("is marked do not reduce where it lasts beyond its day", () => {
    const prices = { price: "", stop: "2800", ...noTrail, kind: "stop", goodUntil: "" } as const;
    const marked = { ...prices, doNotReduce: true, isExtended: false } as const;
    expect(kindInput({ ...marked, timeInForce: "until_cancelled" }).do_not_reduce).toBe("true");
    expect(kindInput({ ...marked, timeInForce: "day" })).not.toHaveProperty("do_not_reduce");
  });
});

describe("the distance of a trailing stop", () => {
  it("is asked for by its kind alone, and goes out by its measure", () => {
    expect(check({ kind: "trailing_stop" })).toMatchObject({ trail: "trail_required" });
    expect(check({ kind: "trailing_stop", trail: "0" }).trail).toBe("trail_not_positive");
    expect(check({ kind: "trailing_stop", trail: "2.5" })).not.toHaveProperty("trail");
    const form = { kind: "trailing_stop", price: "", stop: "", timeInForce: "day" } as const;
    const sent = { kind: "trailing_stop", time_in_force: "day" };
    const until = { goodUntil: "", doNotReduce: false, isExtended: false };
    const percent = { ...form, ...until, trail: "2.5", trailBy: "percent" } as const;
    expect(kindInput(percent)).toEqual({ ...sent, trail_percent: "2.5" });
    expect(kindInput({ ...percent, trailBy: "amount" })).toEqual({ ...sent, trail_amount: "2.5" });
  });

  it("says where the stop is now, on the tick away from the market, and is stepped by its measure", () => {
    const percent = { trail: "2.5", trailBy: "percent" } as const;
    expect(stopNow(percent, "long", "2850", terms)).toBe(27_785_000n);
    expect(stopNow(percent, "short", "2850", terms)).toBe(29_215_000n);
    expect(stopNow({ trail: "50", trailBy: "amount" }, "long", "2850", terms)).toBe(28_000_000n);
    expect(stopNow(noTrail, "long", "2850", terms)).toBeNull();
    expect(stepTrail(percent, 1, terms.tick)).toBe(26_000n);
    expect(stepTrail({ trail: "50", trailBy: "amount" }, -1, terms.tick)).toBe(495_000n);
    expect(stepTrail(noTrail, -1, terms.tick)).toBe(1_000n);
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
