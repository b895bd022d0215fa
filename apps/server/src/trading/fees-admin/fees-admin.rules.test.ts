import { minor, type MarketKey } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import {
  daysToBegin,
  objectToDay,
  rateText,
  readTerms,
  statesOf,
  type Terms,
  type TermsText,
} from "./fees-admin.rules.ts";

describe("the day on which a commission can begin", () => {
  it.each<[string, MarketKey, string, string]>([
    ["the next one", "jpy", "2026-11-20T12:00:00+09:00", "2026-11-21"],
    ["the next one, an hour before it", "jpy", "2026-11-20T22:58:59+09:00", "2026-11-21"],
    ["not one that begins within the hour", "jpy", "2026-11-20T22:59:00+09:00", "2026-11-22"],
    ["by New York's date", "usd", "2026-11-20T12:00:00+09:00", "2026-11-20"],
    ["over the end of summer time", "usd", "2026-10-31T12:00:00-04:00", "2026-11-01"],
    ["over a year's end", "cny", "2026-12-31T12:00:00+08:00", "2027-01-01"],
  ])("is %s", (_what, market, now, earliest) => {
    expect(daysToBegin(market, Date.parse(now)).earliest).toBe(earliest);
  });

  it("is never more than a year away", () => {
    const now = Date.parse("2026-11-20T12:00:00+09:00");
    expect(daysToBegin("jpy", now).latest).toBe("2027-11-21");
    expect(objectToDay("jpy", "2027-11-21", now)).toBeNull();
    expect(objectToDay("jpy", "2027-11-22", now)?.code).toBe("fee_date_too_far");
    expect(objectToDay("jpy", "2026-11-20", now)).toEqual({
      code: "fee_date_reached",
      params: { earliest: "2026-11-21" },
    });
  });
});

describe("a commission as it was typed", () => {
  const typed: TermsText = { rate: "0.055", minimum: "99", maximum: "1000" };

  it("is read exactly", () => {
    expect(readTerms("jpy", typed)).toEqual({
      ok: true,
      terms: { rate: 550n, minimumMinor: 99n, maximumMinor: 1_000n },
    });
    expect(readTerms("usd", { rate: "0", minimum: "1.5", maximum: null })).toEqual({
      ok: true,
      terms: { rate: 0n, minimumMinor: 150n, maximumMinor: null },
    });
  });

  it.each<[string, MarketKey, Partial<TermsText>, string, Record<string, string>]>([
    ["above the ceiling", "jpy", { rate: "3.0001" }, "commission_rate_out_of_range", { max: "3" }],
    ["above the law's", "cny", { rate: "0.3001" }, "commission_rate_out_of_range", { max: "0.3" }],
    ["finer than a step", "jpy", { rate: "0.00001" }, "commission_rate_out_of_range", { max: "3" }],
    ["below zero", "jpy", { rate: "-0.1" }, "commission_rate_out_of_range", { max: "3" }],
    [
      "with a minimum above its ceiling",
      "usd",
      { minimum: "30.01" },
      "commission_minimum_out_of_range",
      { max: "30.00", currency: "USD" },
    ],
    [
      "with half a yen",
      "jpy",
      { minimum: "0.5" },
      "commission_minimum_out_of_range",
      { max: "3000", currency: "JPY" },
    ],
    [
      "with a maximum below its minimum",
      "jpy",
      { maximum: "98" },
      "commission_maximum_out_of_range",
      { currency: "JPY" },
    ],
    [
      "with a maximum of nothing",
      "jpy",
      { minimum: "0", maximum: "0" },
      "commission_maximum_out_of_range",
      { currency: "JPY" },
    ],
  ])("is refused %s", (_what, market, changed, code, params) => {
    expect(readTerms(market, { ...typed, ...changed })).toEqual({
      ok: false,
      objection: { code, params },
    });
  });

  it.each([
    [0n, "0"],
    [550n, "0.055"],
    [10_000n, "1"],
    [30_000n, "3"],
    [100n, "0.01"],
  ])("of %s millionths is shown as %s %%", (rate, text) => {
    expect(rateText(rate)).toBe(text);
  });
});

it("what has become of each decision is told by the day", () => {
  const terms: Terms = { rate: 1n, minimumMinor: minor(0n), maximumMinor: null };
  const decisions = [
    { id: 1n, validFrom: "2026-01-05", terms },
    { id: 2n, validFrom: "2026-03-02", terms },
    { id: 3n, validFrom: "2026-03-02", terms },
    { id: 4n, validFrom: "2026-06-01", terms },
    { id: 5n, validFrom: "2026-06-01", terms: null },
    { id: 6n, validFrom: "2026-05-01", terms },
  ];
  expect(statesOf(decisions, "2026-04-01")).toEqual([
    "past",
    "replaced",
    "in_force",
    "withdrawn",
    "withdrawal",
    "planned",
  ]);
  expect(statesOf(decisions, "2026-01-04").filter((state) => state === "in_force")).toEqual([]);
  expect(statesOf(decisions, "2026-07-01")[5]).toBe("in_force");
});
