import { minor, price, shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { typeKey, typeText, wireNumber } from "./keypad-text.ts";
import { plainPrice, stepPrice } from "./order-price.ts";
import { feeMillionthsOf, quantityForFraction, stepQuantity } from "./order-quantity.ts";
import { fieldOfRefusal, isOutcomeUnknown } from "./order-refusals.ts";

const yen = (amount: number) => minor(BigInt(amount));
const at = (amount: number) => price(BigInt(Math.round(amount * 10_000)));
const lots = (quantity: number) => shares(BigInt(quantity));

describe("a fraction of the buying power", () => {
  const budget = {
    available: yen(1_000_000),
    percent: 100,
    price: at(2480),
    lot: lots(100),
    currency: "JPY",
    feeMillionths: 0n,
  } as const;

  it.each([
    [25, 100n],
    [50, 200n],
    [75, 300n],
    [100, 400n],
  ] as const)("of %d %% buys %d shares, whole lots only", (percent, quantity) => {
    expect(quantityForFraction({ ...budget, percent })).toBe(quantity);
  });

  it("leaves room for the fees", () => {
    const exact = { ...budget, available: yen(992_000) };
    expect(quantityForFraction(exact)).toBe(400n);
    expect(quantityForFraction({ ...exact, feeMillionths: 1n })).toBe(300n);
  });

  it("never costs more than there is, down to the cent", () => {
    for (let cents = 0; cents < 3000; cents += 7) {
      const quantity = quantityForFraction({
        ...budget,
        available: minor(BigInt(cents)),
        price: at(1.2345),
        lot: lots(1),
        currency: "USD",
      });
      const cost = (quantity * 12_345n + 99n) / 100n;
      expect(cost).toBeLessThanOrEqual(BigInt(cents));
    }
  });

  it("is nothing when one lot is too dear, and without a price or money", () => {
    expect(quantityForFraction({ ...budget, available: yen(247_999) })).toBe(0n);
    expect(quantityForFraction({ ...budget, price: at(0) })).toBe(0n);
    expect(quantityForFraction({ ...budget, available: yen(-5) })).toBe(0n);
  });

  it("takes the fees' proportion from the preview, rounded up", () => {
    expect(feeMillionthsOf(yen(5), yen(100_000))).toBe(50n);
    expect(feeMillionthsOf(yen(1), yen(3))).toBe(333_334n);
    expect(feeMillionthsOf(null, yen(3))).toBe(0n);
    expect(feeMillionthsOf(yen(1), yen(0))).toBe(0n);
  });
});

describe("stepping the quantity", () => {
  it.each([
    [0, 1, 100],
    [100, 1, 200],
    [150, 1, 200],
    [150, -1, 100],
    [100, -1, 0],
    [0, -1, 0],
    [950, 1, 1000],
    [1000, 1, 1000],
  ] as const)("from %d by %d lot gives %d", (from, steps, to) => {
    expect(stepQuantity(lots(from), lots(100), steps, lots(1000))).toBe(BigInt(to));
  });
});

describe("stepping the price", () => {
  const grid = { tick: at(0.5), low: at(1980.5), high: at(2980.5) };

  it.each([
    [2480, 1, 2480.5],
    [2480, -1, 2479.5],
    [2480.3, 1, 2480.5],
    [2480.3, -1, 2480],
    [2980.5, 1, 2980.5],
    [1980.5, -1, 1980.5],
    [1, 1, 1980.5],
  ] as const)("from %d by %d tick gives %d", (from, steps, to) => {
    expect(stepPrice({ ...grid, from: at(from), steps })).toBe(at(to));
  });

  it("stops at one tick where the market has no limits", () => {
    const open = { tick: at(0.01), low: null, high: null };
    expect(stepPrice({ ...open, from: at(0.01), steps: -1 })).toBe(at(0.01));
    expect(stepPrice({ ...open, from: at(196.98), steps: 1 })).toBe(at(196.99));
  });

  it("drops the zeros that nobody types", () => {
    expect(plainPrice("2480.00")).toBe("2480");
    expect(plainPrice("2480.50")).toBe("2480.5");
    expect(plainPrice("2480")).toBe("2480");
  });
});

describe("the keypad", () => {
  it.each([
    ["", "5", 0, "5"],
    ["0", "5", 0, "5"],
    ["5", "00", 0, "500"],
    ["", "00", 0, "0"],
    ["12", "delete", 0, "1"],
    ["", "delete", 0, ""],
    ["12", "clear", 0, ""],
    ["12", ".", 0, "12"],
    ["12", ".", 2, "12."],
    ["", ".", 2, "0."],
    ["12.3", ".", 2, "12.3"],
    ["12.34", "5", 2, "12.34"],
    ["9999999999", "1", 0, "9999999999"],
  ] as const)("%j and the key %s with %d decimals gives %j", (text, key, decimals, after) => {
    expect(typeKey(text, key, decimals)).toBe(after);
  });

  it("takes no letters, signs or exponents from a keyboard", () => {
    for (const text of ["1e3", "-1", "abc", "１", "1.5"]) {
      expect(typeText(text, "7", 0)).toBe("7");
    }
    expect(typeText("1,200", "", 0)).toBe("1200");
  });

  it("finishes a number for the wire", () => {
    expect(wireNumber("12.")).toBe("12");
    expect(wireNumber("12.5")).toBe("12.5");
  });
});

describe("a refusal", () => {
  it.each([
    ["quantity_not_in_lots", "quantity"],
    ["insufficient_balance", "quantity"],
    ["price_beyond_limit", "price"],
    ["price_not_on_tick", "price"],
    ["leverage_not_offered", "leverage"],
    ["short_not_offered", "side"],
    ["market_closed", "ticket"],
    ["request_id_reused", null],
  ] as const)("%s stands at %s", (code, field) => {
    expect(fieldOfRefusal({ code, fields: [] })).toBe(field);
  });

  it("of a malformed request stands at the field that it names", () => {
    expect(fieldOfRefusal({ code: "invalid_request", fields: ["price"] })).toBe("price");
    expect(fieldOfRefusal({ code: "invalid_request", fields: ["type"] })).toBeNull();
  });

  it("leaves the outcome open only where no rule has answered", () => {
    expect(isOutcomeUnknown({ code: "network_error", httpStatus: 0 })).toBe(true);
    expect(isOutcomeUnknown({ code: "server_fault", httpStatus: 500 })).toBe(true);
    expect(isOutcomeUnknown({ code: "insufficient_balance", httpStatus: 200 })).toBe(false);
  });
});
