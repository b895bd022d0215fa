import { describe, expect, it } from "vitest";
import { barsInRange, chartViews, candleSource, firstChoice, readChoice } from "./chart-choice.ts";
import { sessionWords } from "./session-words.ts";
import type { StockDetail } from "./stock-queries.ts";

const dayMs = 86_400_000;

describe("the chart's choice", () => {
  it("reads back what was stored", () => {
    const choice = { view: "week", adjust: "none", main: "BOLL", sub: "MACD" } as const;
    expect(readChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
  });

  it.each([null, "", 5, [], {}, { view: "hour", main: 1, sub: null, adjust: "up" }])(
    "falls back to the first one from %j",
    (stored) => {
      expect(readChoice(stored)).toEqual(firstChoice);
    },
  );

  it("never asks for more than 500 bars at first", () => {
    for (const view of chartViews) {
      if (view !== "timeshare") expect(candleSource(view).limit).toBeLessThanOrEqual(500);
    }
  });

  it("counts the bars of a range back from the newest one", () => {
    const bars = Array.from({ length: 200 }, (_, index) => ({ time: index * dayMs }));
    expect(barsInRange("1mo", bars)).toBe(31);
    expect(barsInRange("3mo", bars)).toBe(92);
    expect(barsInRange("day", bars)).toBeNull();
    expect(barsInRange("1mo", [])).toBeNull();
  });
});

describe("the session", () => {
  const now = Date.parse("2026-11-20T02:45:00Z");
  const closed: StockDetail["market"] = {
    open: false,
    phase: null,
    trading_date: "2026-11-20",
    opens_at: null,
    closes_at: null,
  };
  const words = (market: Partial<typeof closed>) =>
    sessionWords(
      { type: "jpy", halted: false, market: { ...closed, ...market } },
      now,
      "Asia/Tokyo",
    );

  it("says until when the market is open", () => {
    expect(words({ open: true, closes_at: "2026-11-20T06:25:00Z" })).toEqual({
      kind: "open",
      at: "2026-11-20T06:25:00Z",
    });
  });

  it("knows a market that never closes by its midnight", () => {
    expect(words({ open: true, closes_at: "2026-11-20T15:00:00Z" })).toEqual({ kind: "always" });
  });

  it("tells the lunch break from the night", () => {
    expect(words({ opens_at: "2026-11-20T03:30:00Z" })).toEqual({
      kind: "lunch",
      at: "2026-11-20T03:30:00Z",
    });
    expect(words({ opens_at: "2026-11-21T00:00:00Z" })).toMatchObject({
      kind: "closed",
      day: "tomorrow",
    });
    expect(words({ opens_at: "2026-11-24T00:00:00Z" })).toMatchObject({ day: "later" });
  });

  it("names the phases in which orders only wait", () => {
    expect(words({ phase: "order_only" })).toEqual({ kind: "order_only" });
    expect(words({ phase: "closing_auction" })).toEqual({ kind: "auction" });
  });

  it("says above all that a stock is halted", () => {
    expect(sessionWords({ type: "jpy", halted: true, market: closed }, now, "UTC")).toEqual({
      kind: "halted",
    });
  });
});
