import { describe, expect, it } from "vitest";
import { applyTick, applyTickToDayLine, mergeExtended, type Bar, type Tick } from "./bars.ts";
import { tagDirection } from "./tag-direction.ts";

const nine = Date.parse("2026-11-20T00:00:00Z");
const minute = 60_000;

function bar(time: number, close: number, volume = 100): Bar {
  return { time, open: close, high: close, low: close, close, volume, turnover: close * volume };
}

function tick(at: number, price: number, dayVolume: number): Tick {
  return { at, price, dayHigh: 110, dayLow: 90, dayVolume, dayTurnover: dayVolume * 100 };
}

describe("a tick", () => {
  it("moves the running minute and adds what was traded since the tick before", () => {
    const bars = applyTick(
      [bar(nine, 100)],
      "1m",
      tick(nine + 20_000, 103, 530),
      tick(nine, 100, 500),
    );
    expect(bars).toEqual([
      { time: nine, open: 100, high: 103, low: 100, close: 103, volume: 130, turnover: 13_000 },
    ]);
  });

  it("starts the next bar on the period's own grid", () => {
    const at = nine + 7 * minute + 1;
    const bars = applyTick([bar(nine, 100)], "5m", tick(at, 99, 40), tick(at - 1, 100, 30));
    expect(bars.map(({ time, close, volume }) => [time, close, volume])).toEqual([
      [nine, 100, 100],
      [nine + 5 * minute, 99, 10],
    ]);
  });

  it("gives a running day the day's own high, low and volume", () => {
    const [day] = applyTick([bar(nine, 100)], "day", tick(nine + 1, 101, 900), null);
    expect(day).toMatchObject({ open: 100, high: 110, low: 90, close: 101, volume: 900 });
  });

  it("leaves a day alone whose volume it does not reach: it belongs to the next one", () => {
    const before = [bar(nine, 100, 5000)];
    expect(applyTick(before, "day", tick(nine + 1, 101, 10), null)).toEqual(before);
  });

  it("counts a smaller day's volume as a new day's", () => {
    const [week] = applyTick(
      [bar(nine, 100)],
      "week",
      tick(nine + 1, 101, 30),
      tick(nine, 100, 900),
    );
    expect(week?.volume).toBe(130);
  });

  it("adds no volume without a tick before", () => {
    expect(applyTick([bar(nine, 100)], "1m", tick(nine, 101, 900), null)[0]?.volume).toBe(100);
  });

  it("changes nothing when it is older than the last bar, or when there is no bar", () => {
    const bars = [bar(nine, 100)];
    expect(applyTick(bars, "1m", tick(nine - 1, 90, 1), null)).toBe(bars);
    expect(applyTick([], "1m", tick(nine, 90, 1), null)).toEqual([]);
  });
});

describe("a tick in the time-share", () => {
  const minutes = [{ at: nine, price: 100, average: 100, volume: 50 }];

  it("moves the running minute, and the average is the day's", () => {
    const moved = { ...tick(nine + 30_000, 104, 200), dayTurnover: 20_400 };
    expect(applyTickToDayLine(minutes, 1, moved, tick(nine, 100, 180))).toEqual([
      { at: nine, price: 104, average: 102, volume: 70 },
    ]);
  });

  it("starts the next minute, also when minutes without trades lie between", () => {
    const later = applyTickToDayLine(minutes, 1, tick(nine + 3 * minute + 5, 99, 300), null);
    expect(later.map(({ at, volume }) => [at, volume])).toEqual([
      [nine, 50],
      [nine + 3 * minute, 0],
    ]);
  });

  it("starts a day that had no trade yet", () => {
    expect(applyTickToDayLine([], 1, tick(nine + 5, 99, 0), null)).toEqual([
      { at: nine, price: 99, average: 99, volume: 0 },
    ]);
  });

  it("moves and starts points of five minutes where they are as long", () => {
    const moved = applyTickToDayLine(
      minutes,
      5,
      tick(nine + 4 * minute, 101, 90),
      tick(nine, 100, 80),
    );
    expect(moved.map(({ at, price, volume }) => [at, price, volume])).toEqual([[nine, 101, 60]]);
    const begun = applyTickToDayLine(minutes, 5, tick(nine + 6 * minute, 99, 300), null);
    expect(begun.map(({ at }) => at)).toEqual([nine, nine + 5 * minute]);
  });

  it("ignores a tick older than the last minute", () => {
    expect(applyTickToDayLine(minutes, 1, tick(nine - 1, 90, 1), null)).toBe(minutes);
  });
});

describe("the last price's tag", () => {
  const day = [bar(nine, 90), bar(nine + 5 * minute, 100)];
  const evening = (close: number) => mergeExtended(day, [bar(nine + 10 * minute, close)]);

  it("says in extended hours how their price stands against the last official one", () => {
    expect(tagDirection(evening(101), "down")).toBe("up");
    expect(tagDirection(evening(99), "up")).toBe("down");
    expect(tagDirection(evening(100), "up")).toBe("flat");
  });

  it("says what the page's head says of the regular hours, also after a morning before them", () => {
    expect(tagDirection(day, "down")).toBe("down");
    expect(tagDirection(mergeExtended(day, [bar(nine - 1, 200)]), "up")).toBe("up");
    expect(tagDirection([], "flat")).toBe("flat");
  });
});
