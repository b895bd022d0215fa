import { marketKeys } from "@sanshi/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  closingAuctionAt,
  instantOf,
  isTradingDay,
  localDate,
  localMinuteOfDay,
  marketStatus,
  matchesAtClose,
  sessionPhases,
  tradingDayBegins,
  tradingDayEnds,
  tradingHours,
  tradingMinuteCount,
  tradingMinutes,
} from "./index.ts";
import type { MarketHours } from "./index.ts";
import { dateOfDay, dayOf } from "./local-time.ts";

const anyMarket = fc.constantFrom(...marketKeys);
const anyHours = fc.constantFrom<MarketHours>("always", "exchange");
const anyDay = fc.integer({ min: dayOf("2022-12-01"), max: dayOf("2028-01-31") });

function clock(market: (typeof marketKeys)[number], at: number): string {
  const minute = localMinuteOfDay(market, at);
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

describe("a day order", () => {
  it.each([
    ["jpy", "2026-11-20 10:00", "exchange", "2026-11-20 15:31"],
    ["jpy", "2024-11-01 15:00", "exchange", "2024-11-05 15:31"],
    ["jpy", "2024-10-31 09:00", "exchange", "2024-10-31 15:01"],
    ["cny", "2026-07-03 14:59", "exchange", "2026-07-03 15:01"],
    ["cny", "2026-07-06 14:59", "exchange", "2026-07-06 15:30"],
    ["usd", "2026-11-27 12:59", "exchange", "2026-11-27 13:00"],
    ["usd", "2026-11-27 13:00", "exchange", "2026-11-30 16:00"],
    ["jpy", "2026-11-21 10:00", "always", "2026-11-22 00:00"],
  ] as const)("of %s given at %s (%s) ends at %s", (market, at, hours, ends) => {
    expect(tradingDayEnds(market, moment(market, at), hours)).toBe(moment(market, ends));
  });
});

describe("a day's prices", () => {
  it.each([
    ["jpy", "2026-11-20", "exchange", "2026-11-20 09:00"],
    ["usd", "2026-11-20", "exchange", "2026-11-20 09:30"],
    ["jpy", "2026-11-21", "exchange", "2026-11-21 00:00"],
    ["cny", "2026-11-20", "always", "2026-11-20 00:00"],
  ] as const)("of %s on %s (%s) begin at %s", (market, date, hours, at) => {
    expect(tradingDayBegins(market, date, hours)).toBe(moment(market, at));
  });
});

describe("the closing auction", () => {
  it.each([
    ["jpy", "2026-11-20", "2026-11-20 15:30"],
    ["jpy", "2024-11-01", "2024-11-01 15:00"],
    ["cny", "2026-11-20", "2026-11-20 15:00"],
  ] as const)("of %s on %s is at %s", (market, date, at) => {
    expect(closingAuctionAt(market, date, "exchange")).toBe(moment(market, at));
  });

  it("and what trades after it have the day's close as their price", () => {
    const matching = (market: (typeof marketKeys)[number], at: string) =>
      matchesAtClose(market, moment(market, at), "exchange");
    expect(matching("jpy", "2026-11-20 15:29")).toBe(false);
    expect(matching("jpy", "2026-11-20 15:30")).toBe(true);
    expect(matching("jpy", "2026-11-20 15:31")).toBe(false);
    expect(matching("cny", "2026-11-20 15:04")).toBe(false);
    expect(matching("cny", "2026-11-20 15:05")).toBe(true);
    expect(matching("cny", "2026-07-03 15:05")).toBe(false);
    expect(matching("usd", "2026-11-20 16:00")).toBe(false);
  });

  it("is none in New York, on a closed day, and where the market never sleeps", () => {
    expect(closingAuctionAt("usd", "2026-11-20", "exchange")).toBe(null);
    expect(closingAuctionAt("jpy", "2026-11-21", "exchange")).toBe(null);
    expect(closingAuctionAt("jpy", "2026-11-20", "always")).toBe(null);
  });
});

describe("a day's phases", () => {
  it.each([
    [
      "jpy",
      "2024-11-01",
      "order_only 08:00 09:00, opening_auction 09:00 09:00, continuous 09:00 11:30, continuous 12:30 15:00, closing_auction 15:00 15:00",
    ],
    [
      "jpy",
      "2024-11-05",
      "order_only 08:00 09:00, opening_auction 09:00 09:00, continuous 09:00 11:30, continuous 12:30 15:25, order_only 15:25 15:30, closing_auction 15:30 15:30",
    ],
    [
      "cny",
      "2026-07-03",
      "opening_auction 09:15 09:25, continuous 09:30 11:30, continuous 13:00 14:57, closing_auction 14:57 15:00",
    ],
    [
      "cny",
      "2026-07-06",
      "opening_auction 09:15 09:25, continuous 09:30 11:30, continuous 13:00 14:57, closing_auction 14:57 15:00, after_hours_fixed_price 15:05 15:30",
    ],
    ["usd", "2026-11-25", "continuous 09:30 16:00"],
    ["usd", "2026-11-27", "continuous 09:30 13:00"],
    ["usd", "2026-11-26", ""],
    ["jpy", "2026-11-22", ""],
  ] as const)("%s on %s: %s", (market, date, expected) => {
    const phases = sessionPhases(market, date, "exchange").map(
      ({ phase, from, until }) => `${phase} ${clock(market, from)} ${clock(market, until)}`,
    );
    expect(phases.join(", ")).toBe(expected);
  });

  it("is one continuous phase from midnight to midnight when always open, also on a Sunday", () => {
    const phases = sessionPhases("jpy", "2026-11-22", "always");
    expect(phases).toMatchObject([
      {
        phase: "continuous",
        from: instantOf("jpy", "2026-11-22", "00:00"),
        until: instantOf("jpy", "2026-11-23", "00:00"),
      },
    ]);
  });

  it.each([
    ["2026-03-08", 23],
    ["2026-11-01", 25],
    ["2026-11-02", 24],
  ])("lasts as long as New York's clocks make %s: %d hours", (date, hours) => {
    expect(tradingMinuteCount("usd", date, "always")).toBe(hours * 60);
  });

  it("never overlaps, stays in order and inside its day, and exists exactly on trading days", () => {
    fc.assert(
      fc.property(anyMarket, anyDay, anyHours, (market, day, hours) => {
        const date = dateOfDay(day);
        const phases = sessionPhases(market, date, hours);
        expect(phases.length > 0).toBe(isTradingDay(market, date, hours));
        let end = instantOf(market, date, "00:00");
        for (const { from, until } of phases) {
          expect(from >= end && until >= from).toBe(true);
          end = until;
        }
        expect(end <= instantOf(market, date, "24:00")).toBe(true);
      }),
    );
  });

  it.each([
    ["jpy", "2024-11-01", 300],
    ["jpy", "2024-11-05", 325],
    ["cny", "2026-11-20", 237],
    ["usd", "2026-11-20", 390],
    ["usd", "2026-11-27", 210],
    ["usd", "2026-11-26", 0],
  ] as const)("%s on %s has %d minutes of continuous trading", (market, date, count) => {
    expect(tradingMinuteCount(market, date, "exchange")).toBe(count);
    expect(tradingMinutes(market, date, "exchange")).toHaveLength(count);
  });

  it("lists minutes without the lunch break", () => {
    const minutes = tradingMinutes("jpy", "2026-11-20", "exchange");
    expect(clock("jpy", minutes[149] ?? 0)).toBe("11:29");
    expect(clock("jpy", minutes[150] ?? 0)).toBe("12:30");
  });

  it("runs from the first to the last continuous minute", () => {
    expect(tradingHours("jpy", "2026-11-20", "exchange")).toMatchObject({
      opensAt: instantOf("jpy", "2026-11-20", "09:00"),
      closesAt: instantOf("jpy", "2026-11-20", "15:25"),
    });
    expect(tradingHours("jpy", "2026-11-21", "exchange")).toBeNull();
  });
});

describe("the market's status", () => {
  it.each([
    // market, local date and time, open, phase, trading date, order date, opens, closes
    ["jpy", "2026-11-20 07:59", false, null, "2026-11-20", "2026-11-20", "2026-11-20 09:00", null],
    [
      "jpy",
      "2026-11-20 08:00",
      false,
      "order_only",
      "2026-11-20",
      "2026-11-20",
      "2026-11-20 09:00",
      null,
    ],
    [
      "jpy",
      "2026-11-20 09:00",
      true,
      "continuous",
      "2026-11-20",
      "2026-11-20",
      null,
      "2026-11-20 11:30",
    ],
    [
      "jpy",
      "2026-11-20 11:29",
      true,
      "continuous",
      "2026-11-20",
      "2026-11-20",
      null,
      "2026-11-20 11:30",
    ],
    ["jpy", "2026-11-20 11:30", false, null, "2026-11-20", "2026-11-20", "2026-11-20 12:30", null],
    [
      "jpy",
      "2026-11-20 12:30",
      true,
      "continuous",
      "2026-11-20",
      "2026-11-20",
      null,
      "2026-11-20 15:25",
    ],
    [
      "jpy",
      "2026-11-20 15:25",
      false,
      "order_only",
      "2026-11-20",
      "2026-11-20",
      "2026-11-24 09:00",
      null,
    ],
    ["jpy", "2026-11-20 15:30", false, null, "2026-11-20", "2026-11-24", "2026-11-24 09:00", null],
    ["jpy", "2026-11-21 10:00", false, null, "2026-11-24", "2026-11-24", "2026-11-24 09:00", null],
    [
      "cny",
      "2026-11-20 09:20",
      false,
      "opening_auction",
      "2026-11-20",
      "2026-11-20",
      "2026-11-20 09:30",
      null,
    ],
    ["cny", "2026-11-20 09:27", false, null, "2026-11-20", "2026-11-20", "2026-11-20 09:30", null],
    [
      "cny",
      "2026-11-20 14:57",
      false,
      "closing_auction",
      "2026-11-20",
      "2026-11-20",
      "2026-11-23 09:30",
      null,
    ],
    [
      "cny",
      "2026-11-20 15:10",
      false,
      "after_hours_fixed_price",
      "2026-11-20",
      "2026-11-20",
      "2026-11-23 09:30",
      null,
    ],
    [
      "usd",
      "2026-11-27 12:59",
      true,
      "continuous",
      "2026-11-27",
      "2026-11-27",
      null,
      "2026-11-27 13:00",
    ],
    ["usd", "2026-11-27 13:00", false, null, "2026-11-27", "2026-11-30", "2026-11-30 09:30", null],
    ["usd", "2026-11-26 10:00", false, null, "2026-11-27", "2026-11-27", "2026-11-27 09:30", null],
  ] as const)("%s at %s", (market, local, isOpen, phase, tradingDate, orderDate, opens, closes) => {
    expect(marketStatus(market, moment(market, local), "exchange")).toMatchObject({
      isOpen,
      acceptsOrders: phase !== null,
      phase,
      tradingDate,
      orderDate,
      opensAt: opens === null ? null : moment(market, opens),
      closesAt: closes === null ? null : moment(market, closes),
    });
  });

  it("names the calendar on a closed day and the sessions on a trading day", () => {
    const rule = (local: string) =>
      marketStatus("jpy", moment("jpy", local), "exchange").reference.rule;
    expect(rule("2026-11-23 10:00")).toBe("tse_calendar");
    expect(rule("2026-11-20 10:00")).toBe("tse_sessions");
  });

  it("is open at every moment when always open, until the next local midnight", () => {
    fc.assert(
      fc.property(anyMarket, anyMoment(), (market, at) => {
        const { isOpen, tradingDate, opensAt, closesAt } = marketStatus(market, at, "always");
        const today = localDate(market, at);
        expect({ isOpen, tradingDate, opensAt }).toEqual({
          isOpen: true,
          tradingDate: today,
          opensAt: null,
        });
        expect(closesAt).toBe(instantOf(market, today, "24:00"));
      }),
    );
  });

  it("agrees with the day's phases, in whatever order moments are asked", () => {
    fc.assert(
      fc.property(
        anyMarket,
        anyHours,
        fc.array(anyMoment(), { minLength: 1, maxLength: 20 }),
        (market, hours, moments) => {
          for (const at of moments) {
            // A few neighbours, so that a kept answer is asked again around its edges.
            for (const moved of [at, at + 60_000, at - 60_000, at + 3 * 3_600_000]) {
              expectStatusOfPhases(market, moved, hours);
            }
          }
        },
      ),
    );
  });
});

function expectStatusOfPhases(
  market: (typeof marketKeys)[number],
  at: number,
  hours: MarketHours,
): void {
  const status = marketStatus(market, at, hours);
  const phases = sessionPhases(market, localDate(market, at), hours);
  const current = phases.find(({ from, until }) => from <= at && at < until);
  expect(status.phase).toBe(current?.phase ?? null);
  expect(status.isOpen).toBe(status.opensAt === null);
  expect(status.isOpen).toBe(status.closesAt !== null);
  if (status.opensAt !== null) {
    expect(status.opensAt > at).toBe(true);
    expect(marketStatus(market, status.opensAt, hours).isOpen).toBe(true);
    expect(marketStatus(market, status.opensAt - 1, hours).isOpen).toBe(false);
  }
  expect(status.orderDate >= status.tradingDate).toBe(true);
  expect(isTradingDay(market, status.tradingDate, hours)).toBe(true);
}

function anyMoment() {
  return fc.integer({
    min: Date.parse("2023-01-01T00:00:00Z"),
    max: Date.parse("2027-12-20T00:00:00Z"),
  });
}

function moment(market: (typeof marketKeys)[number], local: string): number {
  const [date = "", time = ""] = local.split(" ");
  return instantOf(market, date, time);
}
