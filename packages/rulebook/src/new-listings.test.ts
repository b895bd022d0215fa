import { price } from "@sanshi/money";
import { expect, it } from "vitest";
import { newShareRule, offerPriceRange } from "./new-listings.ts";

it("prices a Japanese offering up to a fifth outside its range since October 2023, others inside", () => {
  const range = { low: price(1_200_0000n), high: price(1_400_0000n) };
  const bounds = (market: "jpy" | "usd" | "cny", date: string) => {
    const { low, high } = offerPriceRange(market, range, date);
    return [low, high];
  };
  expect(bounds("jpy", "2026-11-23")).toEqual([960_0000n, 1_680_0000n]);
  expect(bounds("jpy", "2023-09-30")).toEqual([range.low, range.high]);
  expect(bounds("usd", "2026-11-23")).toEqual([range.low, range.high]);
  expect(bounds("cny", "2026-11-23")).toEqual([range.low, range.high]);
});

it("bars from subscribing after three unpaid allotments in China alone, and since 2016", () => {
  expect(newShareRule("cny", "2026-11-23")).toMatchObject({
    isCancellable: false,
    missedPayments: { most: 3, months: 12, days: 180 },
  });
  expect(newShareRule("cny", "2015-12-31").missedPayments).toBeNull();
  for (const market of ["jpy", "usd"] as const) {
    expect(newShareRule(market, "2026-11-23")).toMatchObject({
      isCancellable: true,
      missedPayments: null,
    });
  }
});
