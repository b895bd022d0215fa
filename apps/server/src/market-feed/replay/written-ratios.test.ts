import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writtenRatio } from "./written-ratios.ts";

const ratio = (text: string, more?: bigint) => {
  const found = writtenRatio(text, more);
  return found === null ? null : `${found.numerator}:${found.denominator}`;
};

describe("a ratio that a vendor has written", () => {
  it.each([
    ["0.333333", "1:3"],
    ["0.3333", "1:3"],
    ["0.142857", "1:7"],
    ["0.1428572", "1:7"],
    ["0.066667", "1:15"],
    ["0.666667", "2:3"],
    ["0.66666667", "2:3"],
    ["0.01", "1:100"],
    ["0.2", "1:5"],
    ["1.5", "3:2"],
    ["1.05", "21:20"],
    ["1.1", "11:10"],
    ["1.3", "13:10"],
    ["1.01", "101:100"],
    ["4", "4:1"],
    ["4:1", "4:1"],
    ["3/2", "3:2"],
    ["1:20", "1:20"],
    ["1.5:1", "3:2"],
    ["10:4", "5:2"],
  ])("%s means %s", (text, meant) => {
    expect(ratio(text)).toBe(meant);
  });

  it.each(["0", "-2", "", "x", "1", "2:2", "1:0", "0:4", "1e3", "NaN", "."])(
    "%j is none",
    (text) => {
      expect(ratio(text)).toBeNull();
    },
  );

  it("counts bonus shares beside the share that is held", () => {
    expect(ratio("0.3", 1n)).toBe("13:10");
    expect(ratio("0.333333", 1n)).toBe("4:3");
    expect(ratio("0", 1n)).toBeNull();
  });

  it("is read again from six decimals of any ratio of small numbers, rounded or cut", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 200 }),
        fc.boolean(),
        (numerator, denominator, isCut) => {
          const value = (BigInt(numerator) * 10n ** 7n) / BigInt(denominator);
          const digits = (isCut ? value / 10n : (value + 5n) / 10n).toString().padStart(7, "0");
          const found = writtenRatio(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
          const [above, below] = found === null ? [1n, 1n] : [found.numerator, found.denominator];
          expect(above * BigInt(denominator)).toBe(below * BigInt(numerator));
        },
      ),
    );
  });

  it("of forty decimals is read too", () => {
    expect(ratio(`0.${"3".repeat(40)}`)).toBe("1:3");
    expect(ratio(`1.${"1".repeat(40)}`)).toBe("10:9");
  });
});
