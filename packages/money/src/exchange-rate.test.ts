import { expect, it } from "vitest";
import { convertAtMid, sumAtMid } from "./exchange-rate.ts";
import { minor } from "./units.ts";

const rates = { USD: 1_000_000n, JPY: 150_000_000n, CNY: 7_200_000n };

it("converts over the dollar and rounds once, at the end", () => {
  expect(convertAtMid(minor(100n), "USD", "JPY", rates, "floor")).toBe(150n);
  expect(convertAtMid(minor(15_000n), "JPY", "USD", rates, "floor")).toBe(10_000n);
  // 100 fen are 1 ÷ 7.2 dollars, which are 20.83… yen.
  expect(convertAtMid(minor(100n), "CNY", "JPY", rates, "floor")).toBe(20n);
  expect(convertAtMid(minor(100n), "CNY", "JPY", rates, "ceiling")).toBe(21n);
  expect(convertAtMid(minor(-100n), "CNY", "JPY", rates, "half_up")).toBe(-21n);
});

it("adds several currencies up before it rounds", () => {
  // 20.83… yen and 20.83… and 0.83…: 42.5 together, 40 where each is rounded by itself.
  const parts = [
    ["CNY", minor(100n)],
    ["CNY", minor(100n)],
    ["CNY", minor(4n)],
  ] as const;
  expect(sumAtMid(parts, "JPY", rates, "floor")).toBe(42n);
  expect(
    sumAtMid(
      [
        ["CNY", minor(-100n)],
        ["JPY", minor(21n)],
      ],
      "JPY",
      rates,
      "floor",
    ),
  ).toBe(0n);
  expect(sumAtMid([], "JPY", {}, "floor")).toBe(0n);
  expect(sumAtMid([["VND", minor(0n)]], "JPY", rates, "floor")).toBe(0n);
  expect(sumAtMid([["VND", minor(1n)]], "JPY", rates, "floor")).toBeNull();
});

it("gives nothing for a currency that is not quoted", () => {
  expect(convertAtMid(minor(100n), "USD", "VND", rates, "floor")).toBeNull();
});
