import { shares } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateOfDay, dayOf } from "./local-time.ts";
import {
  instantOf,
  isWholeLot,
  lotRule,
  marginCallDueAt,
  marginRules,
  settlementDate,
  unsettledDays,
} from "./index.ts";

describe("settlement", () => {
  it.each([
    ["jpy", "2026-11-19", "2026-11-24"],
    ["jpy", "2026-11-16", "2026-11-18"],
    ["jpy", "2026-12-29", "2027-01-04"],
    ["usd", "2024-05-24", "2024-05-29"],
    ["usd", "2024-05-28", "2024-05-29"],
    ["usd", "2026-11-25", "2026-11-27"],
    ["cny", "2026-09-30", "2026-10-08"],
    ["jpy", "2026-11-21", "2026-11-25"],
    ["jpy", "2019-06-12", "2019-06-17"],
    ["jpy", "2019-07-16", "2019-07-18"],
    ["usd", "2026-10-09", "2026-10-13"],
    ["usd", "2026-10-12", "2026-10-13"],
    ["usd", "2026-11-10", "2026-11-12"],
    ["usd", "2026-11-11", "2026-11-12"],
    ["usd", "2018-11-09", "2018-11-14"],
    // Over holidays that are expected, and days on which only the banks are closed.
    ["cny", "2026-12-31", "2027-01-04"],
    ["cny", "2027-02-04", "2027-02-15"],
    ["jpy", "2028-12-28", "2029-01-04"],
    ["usd", "2029-10-05", "2029-10-09"],
    ["usd", "2029-11-09", "2029-11-13"],
    ["usd", "2029-12-24", "2029-12-26"],
  ] as const)("of a trade in %s on %s is on %s", (market, tradeDate, date) => {
    expect(settlementDate(market, tradeDate).date).toBe(date);
  });
});

describe("what has not settled", () => {
  const noon = (market: "jpy" | "usd" | "cny", date: string) => instantOf(market, date, "12:00");
  const dates = (market: "jpy" | "usd" | "cny", date: string) =>
    unsettledDays(market, noon(market, date), "exchange").map(({ settlesOn }) => settlesOn);

  it.each([
    ["jpy", "2026-11-18", ["2026-11-19", "2026-11-20"]],
    // The 23rd is a holiday.
    ["jpy", "2026-11-24", ["2026-11-25", "2026-11-25", "2026-11-25", "2026-11-25", "2026-11-26"]],
    ["usd", "2026-11-18", ["2026-11-19"]],
    ["cny", "2026-11-18", ["2026-11-19"]],
    ["cny", "2026-09-30", ["2026-10-08"]],
    // On the day itself a trade's money is there.
    ["cny", "2026-10-08", ["2026-10-09"]],
  ] as const)("in %s on %s settles on %s", (market, date, settling) => {
    expect(dates(market, date)).toEqual(settling);
  });

  it("are whole local days without a gap, the last without an end", () => {
    const days = unsettledDays("jpy", noon("jpy", "2026-11-24"), "exchange");
    expect(days.map(({ until }) => until)).toEqual([
      ...days.slice(1).map(({ from }) => from),
      null,
    ]);
    expect(days[0]?.from).toBe(instantOf("jpy", "2026-11-20", "00:00"));
  });

  it("are exactly those whose date is still to come, on any day", () => {
    const markets = fc.constantFrom("jpy", "usd", "cny");
    fc.assert(
      fc.property(markets, fc.integer({ min: 0, max: 12_000 }), (market, after) => {
        const day = dayOf("2015-01-01") + after;
        const today = dateOfDay(day);
        const listed = unsettledDays(market, noon(market, today), "exchange");
        const expected = Array.from({ length: 20 }, (_, back) => dateOfDay(day - 19 + back))
          .map((date) => settlementDate(market, date).date)
          .filter((settlesOn) => settlesOn > today);
        expect(listed.map(({ settlesOn }) => settlesOn)).toEqual(expected);
      }),
    );
  });
});

describe("lots", () => {
  it.each([
    ["jpy", "main", 100n, true],
    ["jpy", "main", 150n, false],
    ["usd", "main", 1n, true],
    ["usd", "main", 0n, false],
    ["cny", "main", 100n, true],
    ["cny", "main", 99n, false],
    ["cny", "star", 199n, false],
    ["cny", "star", 201n, true],
    ["cny", "chinext", 201n, false],
    ["cny", "beijing", 99n, false],
    ["cny", "beijing", 101n, true],
  ] as const)("%s %s: a purchase of %d keeps to them: %s", (market, board, quantity, whole) => {
    expect(isWholeLot(shares(quantity), lotRule(market, "2026-11-20", board))).toBe(whole);
  });
});

describe("margin", () => {
  it.each([
    ["jpy", "2026-11-20", 30, 20, [1, 2, 3]],
    ["usd", "2026-11-20", 50, 25, [1, 2]],
    ["cny", "2023-09-08", 100, 130, [1]],
    ["cny", "2023-09-11", 80, 130, [1]],
    // The exchanges' notice of 2026-01-14: new contracts from Monday, 2026-01-19.
    ["cny", "2026-01-16", 80, 130, [1]],
    ["cny", "2026-01-19", 100, 130, [1]],
  ] as const)(
    "in %s on %s: initial %d %, maintenance %d %",
    (market, date, initial, kept, multiples) => {
      expect(marginRules(market, date)).toMatchObject({
        initialPercent: initial,
        maintenancePercent: kept,
        leverageMultiples: multiples,
      });
    },
  );

  it("calls are due at noon of the second trading day", () => {
    expect(marginCallDueAt("jpy", "2026-11-20").at).toBe(instantOf("jpy", "2026-11-25", "12:00"));
    expect(marginCallDueAt("jpy", "2026-11-20").reference.confirmed).toBe(false);
  });
});
