import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  averagePrice,
  currencies,
  displayDecimal,
  displayMoney,
  displaySignedMoney,
  divide,
  formatMinor,
  formatPrice,
  minor,
  notional,
  parseMinor,
  parsePrice,
  parseShares,
  price,
  shares,
} from "./index.ts";

describe("reading amounts", () => {
  it.each([
    "1e3",
    " 5",
    "5 ",
    "0x10",
    "１２",
    "1,000",
    "+1",
    "01",
    ".5",
    "5.",
    "",
    "NaN",
    "--1",
    "1.123456789",
  ])("refuses %j", (text) => {
    expect(parseMinor(text, "USD")).toBeNull();
    expect(parsePrice(text)).toBeNull();
    expect(parseShares(text)).toBeNull();
  });

  it("refuses decimals that the currency does not have", () => {
    expect(parseMinor("1.5", "JPY")).toBeNull();
    expect(parseMinor("1.00", "JPY")).toBe(1n);
    expect(parseMinor("1.005", "USD")).toBeNull();
  });

  it("reads back whatever it writes", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        fc.constantFrom(...currencies),
        (value, currency) => {
          expect(parseMinor(formatMinor(minor(value), currency), currency)).toBe(value);
          expect(parsePrice(formatPrice(price(value), currency))).toBe(value);
        },
      ),
    );
  });
});

describe("dividing", () => {
  it.each([
    [7n, 2n, "floor", 3n],
    [-7n, 2n, "floor", -4n],
    [7n, 2n, "ceiling", 4n],
    [-7n, 2n, "ceiling", -3n],
    [5n, 2n, "half_up", 3n],
    [-5n, 2n, "half_up", -3n],
    [5n, 2n, "half_even", 2n],
    [7n, 2n, "half_even", 4n],
    [-5n, 2n, "half_even", -2n],
    [1n, 2n, "half_up", 1n],
    [-1n, 2n, "half_up", -1n],
    [1n, 3n, "half_up", 0n],
    [-2n, 3n, "half_up", -1n],
  ] as const)("%d / %d %s is %d", (dividend, divisor, rounding, result) => {
    expect(divide(dividend, divisor, rounding)).toBe(result);
  });

  it.each([0n, -1n])("by %d is refused in our own words", (divisor) => {
    expect(() => divide(1n, divisor, "floor")).toThrow("the divisor must be positive");
  });

  it("is never further than one from the truth, and floor ≤ half ≤ ceiling", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 12n }), (dividend, divisor) => {
        const floor = divide(dividend, divisor, "floor");
        const ceiling = divide(dividend, divisor, "ceiling");
        expect(floor * divisor <= dividend && dividend <= ceiling * divisor).toBe(true);
        for (const rounding of ["half_up", "half_even"] as const) {
          const half = divide(dividend, divisor, rounding);
          expect(half === floor || half === ceiling).toBe(true);
        }
      }),
    );
  });
});

describe("prices and costs", () => {
  it("costs 100 shares at 2,850.5 yen 285,050 yen", () => {
    expect(notional(price(28_505_000n), shares(100n), "JPY", "ceiling")).toBe(285_050n);
  });

  it("rounds a cost that falls between two minor units as named", () => {
    expect(notional(price(5_000n), shares(1n), "JPY", "ceiling")).toBe(1n);
    expect(notional(price(5_000n), shares(1n), "JPY", "floor")).toBe(0n);
  });

  it("averages back to the price it came from", () => {
    const cost = notional(price(1_892_000n), shares(10n), "USD", "ceiling");
    expect(averagePrice(cost, shares(10n), "USD", "half_even")).toBe(1_892_000n);
  });

  it.each([
    [28_500_000n, "JPY", "2850"],
    [28_505_000n, "JPY", "2850.5"],
    [1_892_000n, "USD", "189.20"],
    [1_234n, "USD", "0.1234"],
  ] as const)("writes %d %s as %s", (value, currency, text) => {
    expect(formatPrice(price(value), currency)).toBe(text);
  });
});

describe("showing money", () => {
  it.each([
    ["1234567.5", "1,234,567.50"],
    ["-1234", "−1,234.00"],
    ["0", "0.00"],
    ["-0.001", "0.00"],
    ["0.005", "0.01"],
    ["999.995", "1,000.00"],
    ["abc", "0.00"],
    ["", "0.00"],
    [null, "0.00"],
    [undefined, "0.00"],
    ["1e5", "0.00"],
  ])("%j is %j", (text, shown) => {
    expect(displayMoney(text)).toBe(shown);
  });

  it("puts a plus on gains only", () => {
    expect(displaySignedMoney("12.3")).toBe("+12.30");
    expect(displaySignedMoney("-12.3")).toBe("−12.30");
    expect(displaySignedMoney("0")).toBe("0.00");
  });

  it("shows prices with as many decimals as they need", () => {
    expect(displayDecimal("2850", 0, 4)).toBe("2,850");
    expect(displayDecimal("2850.5", 0, 4)).toBe("2,850.5");
    expect(displayDecimal("0.1234", 2, 4)).toBe("0.1234");
  });
});
