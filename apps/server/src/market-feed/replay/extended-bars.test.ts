import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { price } from "@sanshi/money";
import { instantOf } from "@sanshi/rulebook";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPrices } from "../../../../../tools/read-prices.ts";
import type { Quote } from "../market-feed.ts";
import { countLeftOut } from "./left-out.ts";
import { readRecordedMarket } from "./recorded-market.ts";
import { createReplayFeed } from "./replay-feed.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanshi-extended-"));
  await mkdir(join(folder, "intraday"));
});
afterEach(() => rm(folder, { recursive: true }));

const day = "2024-12-18";
const at = (time: string, date = day) => instantOf("usd", date, time);
const header = "symbol,time_exchange_start,open,high,low,close,volume";
const row = (time: string, prices = "100,101,99,100", volume = 400, date = day) =>
  `AAPL,${date} ${time}:00,${prices},${volume}`;
const write = (name: string, ...rows: string[]) =>
  writeFile(join(folder, name), [header, ...rows].join("\n"));
const clockTimes = (bars: readonly { from: number; lengthMs: number }[], date = day) =>
  bars.map(({ from, lengthMs }) => {
    const minute = (from - at("00:00", date)) / 60_000;
    const text = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    return `${text}+${lengthMs / 60_000}`;
  });
function read() {
  const leftOut = countLeftOut();
  const { stocks } = readRecordedMarket(folder, undefined, leftOut.add);
  return { stock: stocks[0]!, leftOut: leftOut.remarks().leftOut };
}

describe("bars outside of New York's regular hours", () => {
  const regular = ["09:30", "09:31", "15:59"].map((time) => row(time));
  const outside = ["04:00", "09:29", "16:01", "19:59"];

  it("are extended bars, and leave the regular ones and the days as they are without them", async () => {
    await write("intraday/bars.csv", ...regular);
    const without = read().stock;
    const wild = outside.map((time) => row(time, "500,900,1,500", 9_000));
    await write("intraday/bars.csv", ...[...regular, row("16:00"), ...wild].toSorted());
    const { stock, leftOut } = read();
    expect(clockTimes(stock.extended)).toEqual(outside.map((time) => `${time}+1`));
    expect(leftOut).toEqual([]);
    // The minute of the closing auction stays the day's, as it was.
    expect(clockTimes(stock.minutes)).toEqual(["09:30+1", "09:31+1", "15:59+1", "16:00+1"]);
    expect(stock.minutes.slice(0, 3)).toEqual(without.minutes);
    expect(stock.days.bar(0)).toMatchObject({ high: 1_010_000n, low: 990_000n, volume: 1_600n });
  });

  it("are none at night and on a day without regular bars", async () => {
    await write(
      "intraday/bars.csv",
      ...[
        row("03:59"),
        ...regular,
        row("20:00"),
        row("05:00", "100,101,99,100", 400, "2024-12-19"),
      ],
    );
    const { stock, leftOut } = read();
    expect(stock.extended).toEqual([]);
    expect(leftOut.map(({ reason, rows }) => [reason, rows])).toEqual([
      ["outside_hours", 2],
      ["outside_hours", 1],
    ]);
  });

  it("end where the regular hours begin, if the file's bars begin anew there", async () => {
    const hours = ["08:00", "09:00", "09:30", "10:30", "15:30", "16:00", "17:00"];
    await write("intraday/bars.csv", ...hours.map((time) => row(time)));
    const { stock } = read();
    expect(clockTimes(stock.extended)).toEqual(["08:00+60", "09:00+30", "16:00+60", "17:00+60"]);
    // A bar over the opening has prices of both: it is neither.
    await write(
      "intraday/bars.csv",
      ...["08:00", "09:00", "10:00", "11:00"].map((time) => row(time)),
    );
    const onTheHour = read();
    expect(clockTimes(onTheHour.stock.extended)).toEqual(["08:00+60"]);
    expect(onTheHour.leftOut).toMatchObject([{ reason: "outside_hours", rows: 1 }]);
  });

  it("have the first five minutes after the close where the file goes on, and the day has none of their prices", async () => {
    const times = ["09:25", "09:30", "09:35", "15:55"].map((time) => row(time));
    const wild = ["16:00", "16:05", "19:55"].map((time) => row(time, "500,900,1,500"));
    await write("intraday/bars.csv", ...times, ...wild);
    const { stock, leftOut } = read();
    expect(clockTimes(stock.minutes)).toEqual(["09:30+5", "09:35+5", "15:55+5"]);
    expect(clockTimes(stock.extended)).toEqual(["09:25+5", "16:00+5", "16:05+5", "19:55+5"]);
    expect(stock.days.bar(0)).toMatchObject({ high: 1_010_000n, low: 990_000n, close: 1_000_000n });
    expect(leftOut).toEqual([]);
    // A file that ends there has the closing auction in it, and nothing else.
    await write("intraday/bars.csv", ...times, row("16:00", "100,101,99,101"));
    expect(read().stock.days.bar(0)).toMatchObject({ close: 1_010_000n });
  });

  it("are the same from times in UTC, before and after New York's clocks change", async () => {
    const utc = (time: string, date: string, prices?: string) =>
      row(time, prices, 400, date).replace(" ", "T").replace(/:00,/, ":00Z,");
    const [winter, summer] = ["2024-03-08", "2024-03-11"];
    await write(
      "intraday/bars.csv",
      ...["08:59", "09:00", "14:29", "14:30", "20:59", "21:01"].map((time) => utc(time, winter)),
      utc("00:59", "2024-03-09"),
      ...["07:59", "08:00", "13:29", "13:30", "19:59", "20:01", "23:59"].map((time) =>
        utc(time, summer),
      ),
      utc("00:00", "2024-03-12"),
    );
    const { stock, leftOut } = read();
    const bothDays = (bars: typeof stock.extended) =>
      [winter, summer].map((date) =>
        clockTimes(
          bars.filter(({ tradingDate }) => tradingDate === date),
          date,
        ),
      );
    expect(bothDays(stock.minutes)).toEqual([
      ["09:30+1", "15:59+1"],
      ["09:30+1", "15:59+1"],
    ]);
    expect(bothDays(stock.extended)).toEqual([
      ["04:00+1", "09:29+1", "16:01+1", "19:59+1"],
      ["04:00+1", "09:29+1", "16:01+1", "19:59+1"],
    ]);
    expect(leftOut).toMatchObject([{ reason: "outside_hours", rows: 3 }]);
  });

  it("come once where a file has one twice, and may have no volume", async () => {
    await write(
      "intraday/bars.csv",
      ...[row("08:00"), row("08:00", "400,401,399,400")],
      ...["09:30", "09:31", "09:32", "15:59"].map((time) => row(time)),
      row("16:01", "103,105,102,104", 0),
      row("16:02", "103,105,102,104"),
    );
    const { stock } = read();
    expect(clockTimes(stock.extended)).toEqual(["08:00+1", "16:01+1", "16:02+1"]);
    expect(stock.extended[0]).toMatchObject({ close: 1_000_000n });
    expect(stock.extended[1]).toMatchObject({ close: 1_040_000n, volume: 0n });
    expect(stock.days.bar(0)).toMatchObject({ high: 1_010_000n, low: 990_000n });
  });

  it("begin at 13:00 and end at 17:00 on a half day, but for the closing auction's minute", async () => {
    const half = "2024-12-24";
    const times = ["09:30", "12:59", "13:00", "13:01", "15:59", "16:30", "17:00"];
    await write("intraday/bars.csv", ...times.map((time) => row(time, "100,101,99,100", 4, half)));
    const { stock, leftOut } = read();
    expect(clockTimes(stock.minutes, half)).toEqual(["09:30+1", "12:59+1"]);
    expect(clockTimes(stock.extended, half)).toEqual(["13:01+1", "15:59+1", "16:30+1"]);
    expect(leftOut.map(({ reason, rows }) => [reason, rows])).toEqual([
      ["half_day", 1],
      ["outside_hours", 1],
    ]);
  });

  it("are counted by read-prices", async () => {
    await write(
      "intraday/bars.csv",
      ...[...regular, ...outside.map((time) => row(time))].toSorted(),
    );
    const { lines, code } = readPrices(folder, at("12:00", "2025-01-10"));
    expect(lines[1]).toContain("1 day, 3 bars within a day, 4 of extended hours");
    expect(code).toBe(0);
  });
});

describe("a replay of them", () => {
  const everything = { atOrBelow: price(2n ** 62n), atOrAbove: null };
  const nothing = { atOrBelow: null, atOrAbove: null };

  function replay(moment: number, speed = 1) {
    const clock = { moment, now: () => clock.moment };
    const startsAt = at("00:00");
    const feed = createReplayFeed({ folder, clock, from: day, startsAt, speed });
    const zero = Date.parse(`${day}T00:00:00Z`);
    return { clock, feed, appTime: (one: number) => startsAt + (one - zero) / speed };
  }
  const passed = (feed: ReturnType<typeof replay>["feed"], until: number): Quote[] => [
    ...feed.passed!({
      ...{ market: "usd", code: "AAPL", after: 0n, until },
      waitedFor: () => everything,
      extended: () => everything,
    }),
  ];

  beforeEach(() =>
    write(
      "intraday/bars.csv",
      ...[
        row("09:30"),
        row("15:59", "100,102,99,101"),
        row("16:01", "103,105,102,104", 8),
        row("18:00", "90,92,88,91", 12),
        row("08:00", "110,112,108,111", 4, "2024-12-19"),
        row("09:30", "106,107,105,106", 400, "2024-12-19"),
      ],
    ),
  );

  it("shows a price of theirs apart, and who trades at it while its bar lasts", () => {
    const { clock, feed, appTime } = replay(at("00:00"));
    const shownAt = (time: string, date = day) => {
      clock.moment = appTime(at(time, date));
      return feed.extended!("usd", "AAPL");
    };
    expect(shownAt("15:00")).toBeNull();
    expect(shownAt("16:00")).toBeNull();
    const first = shownAt("16:01")!;
    expect(first).toMatchObject({
      ...{ feed: "extended:replay", last: 1_030_000n, previousClose: 1_010_000n },
      ...{ bids: [{ quantity: 2n }], asks: [{ quantity: 2n }] },
      bar: { low: 1_020_000n, high: 1_050_000n },
    });
    expect(shownAt("17:00")).toMatchObject({ last: 1_040_000n, bids: [], asks: [] });
    expect(shownAt("18:00")).toMatchObject({ last: 900_000n, previousClose: 1_010_000n });
    expect(shownAt("20:00")).toBeNull();
    expect(shownAt("08:00", "2024-12-19")).toMatchObject({
      ...{ last: 1_100_000n, previousClose: 1_010_000n },
    });
    // Nothing of it is a price of the regular hours.
    expect(feed.snapshot()).toMatchObject([{ last: 1_010_000n, high: 1_020_000n, low: 990_000n }]);
    clock.moment = appTime(at("12:00", "2024-12-20"));
    const days = feed.bars({
      ...{ market: "usd", code: "AAPL", period: "1d" },
      ...{ before: Infinity, limit: 9 },
    });
    expect(days).toMatchObject([
      { high: 1_020_000n, low: 990_000n, close: 1_010_000n },
      { open: 1_060_000n, high: 1_070_000n, low: 1_050_000n },
    ]);
  });

  it.each([1, 1_000])(
    "passes over none of them, in one order with the rest, %d times as fast",
    (speed) => {
      const { clock, feed, appTime } = replay(at("00:00"), speed);
      clock.moment = Math.ceil(appTime(at("23:00", "2024-12-19")));
      const quotes = passed(feed, clock.moment);
      expect(quotes.map(({ feed: source, last }) => [source, Number(last) / 10_000])).toEqual([
        ...[100, 99, 101, 100].map((last) => ["replay", last]),
        ...[100, 99, 102, 101].map((last) => ["replay", last]),
        ...[103, 102, 105, 104].map((last) => ["extended:replay", last]),
        ...[90, 88, 92, 91].map((last) => ["extended:replay", last]),
        ...[110, 108, 112, 111].map((last) => ["extended:replay", last]),
        ...[106, 105, 107, 106].map((last) => ["replay", last]),
      ]);
      const sequences = quotes.map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.toSorted((one, other) => (one < other ? -1 : 1)));
      expect(new Set(sequences).size).toBe(sequences.length);
      // Whoever waits for regular prices alone hears of none of them.
      const regular = feed.passed!({
        ...{ market: "usd", code: "AAPL", after: 0n, until: clock.moment },
        waitedFor: () => everything,
      });
      expect(new Set([...regular].map(({ feed: source }) => source))).toEqual(new Set(["replay"]));
      const unwaited = feed.passed!({
        ...{ market: "usd", code: "AAPL", after: 0n, until: clock.moment },
        ...{ waitedFor: () => nothing, extended: () => nothing },
      });
      expect([...unwaited]).toEqual([]);
    },
  );

  it("keeps the order where the last price of a morning and the first of the day are one moment", async () => {
    await write("intraday/bars.csv", row("09:29", "200,201,199,200", 4), row("09:30"));
    const { clock, feed, appTime } = replay(at("00:00"), 5_000);
    clock.moment = Math.ceil(appTime(at("23:00")));
    const quotes = passed(feed, clock.moment);
    expect(quotes.map(({ last }) => Number(last) / 10_000)).toEqual([100, 99, 101, 100]);
    // A record's first morning has no official price before it; its second has.
    await write(
      "intraday/bars.csv",
      ...[row("09:30"), row("15:59")],
      row("09:29", "200,201,199,200", 4, "2024-12-19"),
      row("09:30", "150,151,149,150", 4, "2024-12-19"),
    );
    const second = replay(at("00:00"), 5_000);
    second.clock.moment = Math.ceil(second.appTime(at("23:00", "2024-12-19")));
    const after = passed(second.feed, second.clock.moment).slice(8);
    expect(after.map(({ last }) => Number(last) / 10_000)).toEqual([
      ...[200, 199, 201, 200],
      ...[150, 149, 151, 150],
    ]);
  });

  it("has none that orders meet on the morning of a split, and its bars all the same", async () => {
    await mkdir(join(folder, "corpactions"));
    await writeFile(
      join(folder, "corpactions/actions.csv"),
      "symbol,ex_date,action,value\nAAPL,2024-12-19,split,2",
    );
    await write(
      "intraday/bars.csv",
      ...[row("09:30"), row("15:59", "100,102,99,101")],
      row("08:00", "55,56,54,55", 4, "2024-12-19"),
      row("09:30", "51,52,50,51", 400, "2024-12-19"),
    );
    const { clock, feed, appTime } = replay(at("00:00"));
    clock.moment = appTime(at("08:00", "2024-12-19"));
    expect(feed.extended!("usd", "AAPL")).toBeNull();
    clock.moment = appTime(at("09:00", "2024-12-19"));
    const span = { from: at("04:00", "2024-12-19"), until: at("09:30", "2024-12-19") };
    expect(feed.extendedBars!({ market: "usd", code: "AAPL", ...span })).toMatchObject([
      { high: 560_000n, low: 540_000n, close: 550_000n, volume: 4n },
    ]);
    expect(passed(feed, clock.moment).some(({ last }) => last === 550_000n)).toBe(false);
  });

  it("shows bars of what has come by now", () => {
    const { clock, feed, appTime } = replay(at("00:00"));
    const barsAt = (moment: number) => {
      clock.moment = appTime(moment);
      const span = { from: at("04:00"), until: at("20:00") };
      return feed.extendedBars!({ market: "usd", code: "AAPL", ...span });
    };
    expect(barsAt(at("16:00"))).toEqual([]);
    expect(barsAt(at("16:01") + 20_000)).toMatchObject([
      { open: 1_030_000n, high: 1_030_000n, low: 1_020_000n, close: 1_020_000n, volume: 4n },
    ]);
    expect(barsAt(at("19:00"))).toHaveLength(2);
  });

  it("has no extended hours where a record has no such bars", async () => {
    await write("intraday/bars.csv", row("09:30"));
    expect(replay(at("00:00")).feed.extended).toBeUndefined();
  });
});
