import { describe, expect, it } from "vitest";
import { indebtedMarkets, pointsOf } from "./net-assets.ts";

describe("net assets over time", () => {
  it("are numbers for the chart and stay as they came for the words", () => {
    expect(pointsOf([["2026-11-21T15:00:00.000Z", "1234567.89"]])).toEqual([
      { at: Date.parse("2026-11-21T15:00:00Z"), value: 1_234_567.89, text: "1234567.89" },
    ]);
  });
});

describe("the markets in which something is owed", () => {
  it("are those of the currencies with a debt", () => {
    const currencies = [
      { currency: "JPY", total_debt: "281160" },
      { currency: "USD", total_debt: "0.00" },
      { currency: "CNY", total_debt: "0.01" },
      { currency: "HKD", total_debt: "5.00" },
    ];
    expect(indebtedMarkets({ currencies })).toEqual(["jpy", "cny"]);
    expect(indebtedMarkets(undefined)).toEqual([]);
  });
});
