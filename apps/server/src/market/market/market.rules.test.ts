import { price, shares } from "@sanshi/money";
import { sessionPhases, type MarketHours } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { changePercent, daySessions, indexFigures, timeSharePoints } from "./market.rules.ts";

describe("the change in per cent", () => {
  it.each([
    ["a gain", 10_250n, 10_000n, "2.50"],
    ["a loss", 9_750n, 10_000n, "-2.50"],
    ["no change", 10_000n, 10_000n, "0.00"],
    ["a half, away from zero", 2_000_100n, 2_000_000n, "0.01"],
    ["a negative half, away from zero", 1_999_900n, 2_000_000n, "-0.01"],
    ["less than a half", 2_000_099n, 2_000_000n, "0.00"],
    ["more than everything", 30_000n, 10_000n, "200.00"],
    ["no base", 10_000n, 0n, "0.00"],
  ])("with %s", (_what, last, base, percent) => {
    expect(changePercent(price(last), price(base))).toBe(percent);
  });
});

describe("an index", () => {
  it("shows a level, a previous level and a change that add up as shown", () => {
    // 100.006 and 100.004 show as 100.01 and 100.00, so the change shows as 0.01 and not as 0.00.
    const figures = indexFigures(price(1_000_060n), price(1_000_040n));
    expect(figures).toEqual({ level: "100.01", change: "0.01", percent: "0.00" });
  });
});

describe("the day's minutes", () => {
  const bar = (minute: number, close: bigint, volume: bigint, turnoverMinor: bigint) => ({
    from: Date.UTC(2026, 10, 18, 0, minute),
    tradingDate: "2026-11-18",
    open: price(close),
    high: price(close),
    low: price(close),
    close: price(close),
    volume: shares(volume),
    turnoverMinor,
  });

  it("carry the average of everything traded since the opening", () => {
    const points = timeSharePoints("jpy", [
      bar(0, 28_500_000n, 100n, 285_000n),
      bar(1, 29_000_000n, 200n, 580_000n),
    ]);
    expect(points).toEqual([
      ["2026-11-18T00:00:00.000Z", "2850", "2850", "100"],
      ["2026-11-18T00:01:00.000Z", "2900", "2883.33", "200"],
    ]);
  });

  it("keep four decimals of a share that costs less than one", () => {
    const [point] = timeSharePoints("usd", [bar(0, 1_234n, 3_000n, 37_000n)]);
    expect(point).toEqual(["2026-11-18T00:00:00.000Z", "0.1234", "0.1233", "3000"]);
  });

  it("begin with the price itself while nothing was traded", () => {
    const [point] = timeSharePoints("usd", [bar(0, 1_892_000n, 0n, 0n)]);
    expect(point?.[2]).toBe("189.20");
  });
});

describe("the day that a chart draws", () => {
  const times = (market: "jpy" | "usd" | "cny", hours: MarketHours, offset: string) => {
    const local = (at: number) =>
      new Date(at + Number.parseInt(offset, 10) * 3_600_000).toISOString().slice(11, 16);
    const { sessions, auctions } = daySessions(sessionPhases(market, "2026-11-18", hours));
    return [
      sessions.map(({ from, until }) => `${local(from)}-${local(until)}`),
      auctions.map(({ kind, from, until }) => `${kind} ${local(from)}-${local(until)}`),
    ];
  };

  it("ends in Tokyo with the closing auction, for which orders are taken before", () => {
    expect(times("jpy", "exchange", "9")).toEqual([
      ["09:00-11:30", "12:30-15:30"],
      ["opening 08:00-09:00", "closing 15:25-15:30"],
    ]);
  });

  it("begins in Shanghai after the opening auction, and the trade after hours is no part of it", () => {
    expect(times("cny", "exchange", "8")).toEqual([
      ["09:30-11:30", "13:00-15:00"],
      ["opening 09:15-09:25", "closing 14:57-15:00"],
    ]);
  });

  it("is one piece without auctions in New York, and where the market never sleeps", () => {
    expect(times("usd", "exchange", "-5")).toEqual([["09:30-16:00"], []]);
    expect(times("jpy", "always", "9")).toEqual([["00:00-00:00"], []]);
  });
});
