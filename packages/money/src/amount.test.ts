import { describe, expect, it } from "vitest";
import { readAmount } from "./amount.ts";
import { currencies, minorDigits } from "./currency.ts";
import { formatMinor } from "./decimal.ts";

describe("an amount that somebody typed", () => {
  it.each(currencies)(
    "in %s has as many decimals as its smallest unit, and not one more",
    (currency) => {
      const digits = minorDigits(currency);
      const smallest = digits === 0 ? "1" : `0.${"0".repeat(digits - 1)}1`;
      expect(readAmount(smallest, currency)).toEqual({ ok: true, amount: 1n });
      const finer = digits === 0 ? "1.1" : `${smallest}1`;
      expect(readAmount(finer, currency)).toEqual({
        ok: false,
        fault: "amount_too_precise",
        digits,
      });
    },
  );

  it("in won takes two decimals where they are zeros alone, and has none of its own", () => {
    expect(readAmount("1000.00", "KRW")).toEqual({ ok: true, amount: 1_000n });
    for (const text of ["1000.01", "1000.10", "0.99"]) {
      expect(readAmount(text, "KRW")).toEqual({
        ok: false,
        fault: "amount_too_precise",
        digits: 0,
      });
    }
    const read = readAmount("1000", "KRW");
    expect(read.ok && formatMinor(read.amount, "KRW")).toBe("1000");
  });

  it("has eight decimals at most, whatever they are", () => {
    expect(readAmount("1.00000000", "USD")).toEqual({ ok: true, amount: 100n });
    expect(readAmount("0.00000001", "USD")).toMatchObject({ fault: "amount_too_precise" });
    expect(readAmount("0.000000001", "USD")).toEqual({ ok: false, fault: "amount_not_positive" });
  });
});
