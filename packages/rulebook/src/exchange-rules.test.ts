import { price, shares, type Price } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import {
  isSaleInLots,
  isShortTestTriggered,
  largeShortFloor,
  minimumMargin,
  orderMaximum,
  priceCage,
  purchaseCap,
  shortFloor,
  soldFrom,
} from "./exchange-rules.ts";
import { instantOf } from "./local-time.ts";

const at = (units: number): Price => price(BigInt(Math.round(units * 10_000)));
const today = "2026-11-20";

describe("a sale in lots", () => {
  it.each([
    ["jpy", "main", 100n, 250n, true],
    ["jpy", "main", 50n, 250n, false],
    ["jpy", "main", 250n, 250n, true],
    // Less than a lot is sold as a whole.
    ["cny", "main", 50n, 250n, true],
    ["cny", "main", 150n, 250n, true],
    ["cny", "main", 30n, 250n, false],
    ["cny", "star", 200n, 350n, true],
    ["cny", "star", 201n, 350n, true],
    ["cny", "star", 150n, 350n, false],
    ["cny", "star", 150n, 150n, true],
    ["cny", "beijing", 101n, 350n, true],
    ["cny", "beijing", 99n, 350n, false],
    ["usd", "main", 7n, 350n, true],
  ] as const)("%s %s: %d of %d: %s", (market, board, quantity, held, allowed) => {
    expect(isSaleInLots(shares(quantity), shares(held), market, today, board)).toBe(allowed);
  });
});

describe("the largest order", () => {
  it.each([
    ["cny", "main", false, 1_000_000n],
    ["cny", "main", true, 1_000_000n],
    ["cny", "star", false, 100_000n],
    ["cny", "star", true, 50_000n],
    ["cny", "chinext", false, 300_000n],
    ["cny", "chinext", true, 150_000n],
    ["cny", "beijing", true, 1_000_000n],
    ["jpy", "main", false, undefined],
    ["usd", "main", true, undefined],
  ] as const)("%s %s, at the market %s: %d", (market, board, atMarket, most) => {
    expect(orderMaximum(market, today, board, atMarket)?.shares).toBe(most);
  });
});

describe("the price cage", () => {
  const tick = at(0.01);
  const book = { bid: at(10), ask: at(10.01), last: at(10) };

  it.each([
    // 10.01 * 1.02 is 10.2102; 10.00 * 0.98 is 9.80: the example of STAR's own page.
    ["star", "2022-01-04", book, 10.21, 9.8],
    ["main", today, book, 10.21, 9.8],
    ["beijing", today, book, 10.51, 9.5],
    // Ten ticks are more than 2 % of a low price.
    ["main", today, { bid: at(2), ask: at(2.01), last: at(2) }, 2.11, 1.9],
    // STAR has no ten ticks: 3.01 * 1.02 is 3.0702, 3.00 * 0.98 is 2.94; but one tick at least.
    ["star", today, { bid: at(3), ask: at(3.01), last: at(3) }, 3.07, 2.94],
    ["star", today, { bid: at(0.2), ask: at(0.2), last: at(0.2) }, 0.21, 0.19],
    ["chinext", "2023-04-07", { bid: at(3), ask: at(3.01), last: at(3) }, 3.07, 2.94],
    ["chinext", "2023-04-10", { bid: at(3), ask: at(3.01), last: at(3) }, 3.11, 2.9],
    ["main", today, { bid: at(10), ask: null, last: at(9) }, 10.2, 9.8],
    ["main", today, { bid: null, ask: at(10.01), last: at(9) }, 10.21, 9.81],
    ["main", today, { bid: null, ask: null, last: at(10) }, 10.2, 9.8],
  ] as const)("of %s on %s", (board, date, top, buyMost, sellLeast) => {
    expect(priceCage("cny", board, date, top, tick)).toMatchObject({
      buyMost: at(buyMost),
      sellLeast: at(sellLeast),
    });
  });

  it.each([
    ["main", "2023-04-07", false],
    ["main", "2023-04-10", true],
    ["chinext", "2020-08-21", false],
    ["chinext", "2020-08-24", true],
    ["star", "2019-07-22", true],
    ["beijing", "2021-11-15", true],
  ] as const)("of %s is there on %s: %s", (board, date, isThere) => {
    expect(priceCage("cny", board, date, book, tick) !== null).toBe(isThere);
  });

  it("is the mainland's alone", () => {
    expect(priceCage("jpy", "main", today, book, tick)).toBeNull();
  });
});

describe("the test of shorts", () => {
  it.each([
    ["jpy", today, 100, 90, true],
    ["jpy", today, 100, 90.1, false],
    ["jpy", "2013-11-04", 100, 80, false],
    ["usd", today, 200, 180, true],
    ["usd", today, 200, 180.01, false],
    ["usd", "2011-02-25", 200, 150, false],
    ["cny", today, 100, 80, false],
  ] as const)("in %s on %s from %d to %d: %s", (market, date, base, low, triggered) => {
    const fall = { basePrice: at(base), low: at(low) };
    expect(isShortTestTriggered(market, date, fall)).toBe(triggered);
  });

  it("asks for more than the last price in Tokyo, and than the best bid in New York", () => {
    const top = { bid: at(99), ask: at(101), last: at(100) };
    expect(shortFloor("jpy", today, shares(5_000n), top)).toBeNull();
    expect(shortFloor("jpy", today, shares(5_001n), top)?.above).toBe(at(100));
    expect(shortFloor("usd", today, shares(1n), top)?.above).toBe(at(99));
    expect(shortFloor("usd", today, shares(1n), { ...top, bid: null })?.above).toBe(at(100));
  });
});

it("a short of 51 lots in Tokyo stays above ten per cent below the base price, fall or none", () => {
  const above = (quantity: bigint, base: number) =>
    largeShortFloor("jpy", today, shares(quantity), at(base))?.above;
  expect(above(5_000n, 1_000)).toBeUndefined();
  expect(above(5_001n, 1_000)).toBe(at(900));
  expect(above(5_100n, 999)).toBe(at(899.1));
  expect(largeShortFloor("usd", today, shares(10_000n), at(100))).toBeNull();
  expect(largeShortFloor("jpy", "2013-11-04", shares(10_000n), at(100))).toBeNull();
});

it("least own money", () => {
  expect(minimumMargin("jpy")?.amount).toBe(300_000n);
  expect(minimumMargin("usd")?.amount).toBe(200_000n);
  expect(minimumMargin("cny")).toBeNull();
});

it("what was bought on the mainland is sold from the next trading day's opening on", () => {
  const bought = "2026-09-24";
  // The 25th is a holiday, and a weekend follows.
  expect(soldFrom("cny", bought, "exchange")).toMatchObject({
    on: "2026-09-28",
    at: instantOf("cny", "2026-09-28", "09:30"),
  });
  expect(soldFrom("jpy", bought, "exchange")).toBeNull();
  expect(soldFrom("usd", bought, "exchange")).toBeNull();
});

describe("the day's most of a stock under a risk warning", () => {
  const most = (exchange: "SSE" | "SZSE" | "BSE", date: string, limitClass = "special_treatment") =>
    purchaseCap({ exchange, limitClass: limitClass as "standard" }, date)?.shares;

  it("is 500,000 shares in Shanghai and Shenzhen, and 200,000 in Beijing since 2026-08-31", () => {
    expect([most("SSE", "2026-11-30"), most("SZSE", "2026-11-30")]).toEqual([500_000n, 500_000n]);
    expect([most("BSE", "2026-08-30"), most("BSE", "2026-08-31")]).toEqual([undefined, 200_000n]);
  });

  it("is asked of no other stock", () => {
    expect(most("SSE", "2026-11-30", "standard")).toBeUndefined();
    expect(most("SSE", "2026-11-30", "growth_board")).toBeUndefined();
  });
});
