import { minuteMs } from "@sanshi/contract";
import { price, readPerShare, shares } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { adjustBar, adjustmentSteps } from "./adjustment.ts";
import { aggregate, candles } from "./candles.ts";
import type { Bar, CorporateAction } from "./market-feed.ts";
import { createSimulatedFeed } from "./simulated/simulated-feed.ts";

function bar(date: string, time: string, ohlc: readonly [number, number, number, number]): Bar {
  const [open, high, low, close] = ohlc.map((value) => price(BigInt(Math.round(value * 10_000))));
  return {
    from: Date.parse(`${date}T${time}Z`),
    tradingDate: date,
    open: open!,
    high: high!,
    low: low!,
    close: close!,
    volume: shares(100n),
    turnoverMinor: 1_000n,
  };
}

const flatDay = (date: string, value: number) => bar(date, "00:00", [value, value, value, value]);

describe("gathering bars", () => {
  it("joins minutes on round times: first open, highest high, lowest low, last close, sums", () => {
    const minutes = [
      bar("2026-11-20", "00:03", [10, 12, 9, 11]),
      bar("2026-11-20", "00:04", [11, 15, 11, 14]),
      bar("2026-11-20", "00:05", [14, 14, 8, 8]),
    ];
    const gathered = aggregate(minutes, "5m");
    expect(gathered).toHaveLength(2);
    expect(gathered[0]).toMatchObject({
      from: Date.parse("2026-11-20T00:00Z"),
      open: 100_000n,
      high: 150_000n,
      low: 90_000n,
      close: 140_000n,
      volume: 200n,
      turnoverMinor: 2_000n,
    });
    expect(gathered[1]!.from).toBe(Date.parse("2026-11-20T00:05Z"));
  });

  it("never joins what lies on both sides of a lunch break or a night", () => {
    const minutes = [
      bar("2026-11-20", "02:29", [1, 1, 1, 1]),
      bar("2026-11-20", "03:30", [1, 1, 1, 1]),
      bar("2026-11-21", "03:31", [1, 1, 1, 1]),
    ];
    expect(aggregate(minutes, "30m")).toHaveLength(3);
  });

  it.each([
    ["week", ["2026-11-15", "2026-11-16", "2026-11-20", "2026-11-22", "2026-11-23"], [1, 3, 1]],
    ["month", ["2026-10-31", "2026-11-02", "2026-11-30", "2026-12-01"], [1, 2, 1]],
    ["year", ["2025-12-31", "2026-01-02", "2026-12-31", "2027-01-04"], [1, 2, 1]],
    ["day", ["2026-11-19", "2026-11-20"], [1, 1]],
  ] as const)("cuts days into %ss; a week starts on Monday", (period, dates, sizes) => {
    const gathered = aggregate(
      dates.map((date) => flatDay(date, 1)),
      period,
    );
    expect(gathered.map(({ volume }) => Number(volume) / 100)).toEqual(sizes);
  });
});

describe("adjusting for splits and dividends", () => {
  const days = [flatDay("2026-01-05", 400), flatDay("2026-01-06", 100), flatDay("2026-01-07", 99)];
  const actions: CorporateAction[] = [
    { kind: "split", exDate: "2026-01-06", numerator: 4n, denominator: 1n },
    { kind: "dividend", exDate: "2026-01-07", perShare: price(10_000n) },
  ];
  const steps = adjustmentSteps(
    actions,
    (exDate) => days.findLast(({ tradingDate }) => tradingDate < exDate)?.close ?? null,
  );
  const closes = (mode: "none" | "forward" | "backward") =>
    days.map((day) => Number(adjustBar(day, steps, mode).close) / 10_000);

  it("takes the dividends of one day together, with every decimal", () => {
    const paid = (exact: string, perShare: bigint) =>
      ({
        kind: "dividend",
        exDate: "2026-01-06",
        perShare: price(perShare),
        exact: readPerShare(exact)!,
      }) as const;
    const both = [paid("0.077955", 780n), paid("0.5", 5_000n)];
    const close = price(200_000n);
    const [step, ...more] = adjustmentSteps(both, () => close);
    expect(more).toEqual([]);
    // 20 − 0.577955 = 19.422045 of 20.
    expect(step?.price).toEqual({ numerator: 3_884_409n, denominator: 4_000_000n });
  });

  it("keeps today's prices when adjusting forward", () => {
    // 400 ÷ 4 = 100, and 100 × (100 − 1) ÷ 100 = 99 on both days before the dividend.
    expect(closes("forward")).toEqual([99, 99, 99]);
  });

  it("keeps the oldest prices when adjusting backward", () => {
    expect(closes("backward")).toEqual([400, 400, 400]);
  });

  it("leaves raw prices alone", () => {
    expect(closes("none")).toEqual([400, 100, 99]);
  });

  it("multiplies shares by the split alone", () => {
    expect(days.map((day) => adjustBar(day, steps, "forward").volume)).toEqual([400n, 100n, 100n]);
    expect(days.map((day) => adjustBar(day, steps, "backward").volume)).toEqual([100n, 25n, 25n]);
  });

  it("rounds once, half up, after all factors", () => {
    const thirds: CorporateAction[] = [
      { kind: "split", exDate: "2026-01-06", numerator: 3n, denominator: 1n },
      { kind: "split", exDate: "2026-01-07", numerator: 1n, denominator: 3n },
    ];
    const back = adjustmentSteps(thirds, () => null);
    expect(adjustBar(flatDay("2026-01-05", 100.0001), back, "forward").close).toBe(1_000_001n);
    expect(adjustBar(flatDay("2026-01-06", 0.0001), back, "forward").close).toBe(3n);
    const third = adjustmentSteps(thirds.slice(0, 1), () => null);
    expect(adjustBar(flatDay("2026-01-05", 0.0005), third, "forward").close).toBe(2n);
  });
});

describe("candles of the simulated market", () => {
  const now = Date.parse("2026-11-20T05:15:20Z");
  const feed = createSimulatedFeed({
    seed: "candles",
    hours: "exchange",
    clock: { now: () => now },
  });
  const question = {
    feed,
    market: "jpy",
    code: "7203",
    adjust: "none",
    before: now,
    limit: 40,
  } as const;

  it.each(["1m", "5m", "15m", "30m", "day", "week", "month"] as const)(
    "answers whole %s candles that add up to their parts, the last one running",
    async (period) => {
      const { items, more } = await candles({ ...question, period });
      expect(items).toHaveLength(40);
      expect(more).toBe(true);
      const quote = feed.snapshot().find(({ code }) => code === "7203")!;
      expect(items.at(-1)!.close).toBe(quote.last);
      const parts = await feed.bars({
        market: "jpy",
        code: "7203",
        period: period.endsWith("m") ? "1m" : "1d",
        before: now,
        limit: 5_000,
      });
      for (const [index, item] of items.entries()) {
        const until = items[index + 1]?.from ?? now;
        const own = parts.filter(({ from }) => from >= item.from && from < until);
        expect(item.open).toBe(own[0]!.open);
        expect(item.volume).toBe(own.reduce((sum, { volume }) => sum + volume, 0n));
      }
    },
  );

  it("continues without a gap or an overlap from the oldest candle of the page before", async () => {
    for (const period of ["30m", "week", "month"] as const) {
      const whole = await candles({ ...question, period, limit: 30 });
      const newer = await candles({ ...question, period, limit: 15 });
      const older = await candles({
        ...question,
        period,
        limit: 15,
        before: newer.items[0]!.from,
      });
      expect([...older.items, ...newer.items]).toEqual(whole.items);
    }
  });

  it("says when nothing older exists", async () => {
    const { items, more } = await candles({ ...question, period: "year", limit: 100 });
    expect(items.map(({ tradingDate }) => tradingDate.slice(0, 4))).toEqual([
      "2020",
      "2021",
      "2022",
      "2023",
      "2024",
      "2025",
      "2026",
    ]);
    expect(more).toBe(false);
  });

  it("starts a 30-minute candle at 9:00 and 12:30 in Tokyo", async () => {
    const { items } = await candles({ ...question, period: "30m", limit: 40 });
    const times = new Set(
      items.map(({ from }) => new Date(from + 540 * minuteMs).toISOString().slice(11, 16)),
    );
    expect([...times].toSorted()).toEqual([
      "09:00",
      "09:30",
      "10:00",
      "10:30",
      "11:00",
      "12:30",
      "13:00",
      "13:30",
      "14:00",
      "14:30",
      "15:00",
    ]);
  });

  it("shows a split as a drop in raw prices and not at all in adjusted ones", async () => {
    const around = {
      ...question,
      period: "day",
      before: Date.parse("2021-10-02T00:00:00Z"),
      limit: 4,
    } as const;
    const raw = (await candles(around)).items;
    const forward = (await candles({ ...around, adjust: "forward" })).items;
    const backward = (await candles({ ...around, adjust: "backward" })).items;
    const at = raw.findIndex(({ tradingDate }) => tradingDate === "2021-09-29");
    expect(at).toBe(1);
    const move = (items: readonly Bar[]) =>
      Number(items[at]!.open) / Number(items[at - 1]!.close) - 1;
    expect(move(raw)).toBeLessThan(-0.7);
    expect(Math.abs(move(forward))).toBeLessThan(0.15);
    expect(Math.abs(move(backward))).toBeLessThan(0.15);
  });

  it("adjusts minutes by the day that they belong to", async () => {
    const minute = {
      ...question,
      period: "1m",
      before: Date.parse("2021-09-29T00:01:00Z"),
      limit: 2,
    } as const;
    const [last, first] = (await candles({ ...minute, adjust: "forward" })).items;
    expect(Math.abs(Number(first!.open) / Number(last!.close) - 1)).toBeLessThan(0.15);
  });

  it("answers nothing for a stock that the feed does not have", async () => {
    expect(await candles({ ...question, code: "0000", period: "day" })).toEqual({
      items: [],
      more: false,
    });
  });
});
