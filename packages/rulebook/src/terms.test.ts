import { shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import {
  instantOf,
  isWholeLot,
  lotRule,
  marginCallDueAt,
  marginRules,
  settlementDate,
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
  ] as const)("of a trade in %s on %s is on %s", (market, tradeDate, date) => {
    expect(settlementDate(market, tradeDate).date).toBe(date);
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
    ["cny", "2023-09-07", 100, 130, [1]],
    ["cny", "2023-09-08", 80, 130, [1]],
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
