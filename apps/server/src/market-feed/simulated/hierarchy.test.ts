import fc from "fast-check";
import { price } from "@sanshi/money";
import { boardOf, isOnTick, priceLimits, type KeptHours } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { demoCompanies } from "../companies/companies.ts";
import { openChance, type MarketEdition } from "./chance.ts";
import { createMarketHistory, type MarketHistory } from "./market-history.ts";
import type { Track } from "./stock-day.ts";
import { roomForTicks } from "./minute-ticks.ts";
import { createTradingCalendar } from "./trading-calendar.ts";
import { ticksOf, tradingDay, turnoverBefore } from "./trading-day.ts";

const chance = openChance("hierarchy");
const today = Date.parse("2026-11-20T12:00:00Z");
const markets = ["jpy", "usd", "cny"] as const;

function historiesOf(hours: KeptHours): MarketHistory[] {
  return markets.map((market) => {
    const calendar = createTradingCalendar(market, hours);
    const companies = demoCompanies().filter((company) => company.market === market);
    const newest = calendar.indexAt(today);
    const history = createMarketHistory(companies, calendar, chance, newest);
    history.reach(newest);
    return history;
  });
}

const histories = { exchange: historiesOf("exchange"), always: historiesOf("always") };

/** Any listed day of any stock, in either kind of hours. */
const anyDay = fc
  .record({
    hours: fc.constantFrom<KeptHours>("exchange", "always"),
    market: fc.nat({ max: 2 }),
    stock: fc.nat({ max: 1_000 }),
    day: fc.nat({ max: 100_000 }),
  })
  .map(({ hours, market, stock, day }) => {
    const history = histories[hours][market]!;
    const track = history.tracks[stock % history.tracks.length]!;
    const first = Math.max(0, track.listedAt);
    const newest = history.calendar.indexAt(today);
    return { history, track, index: first + (day % (newest - first + 1)) };
  });

function expectMinutesToAddUp(history: MarketHistory, track: Track, index: number) {
  const { day, minutes, starts } = tradingDay(history, track, index)!;
  const { open, high, low, close, lots } = minutes;
  expect(starts.length).toBe(history.calendar.minutesAt(index));
  expect(open[0]).toBe(day.open);
  expect(close.at(-1)).toBe(day.close);
  expect(Math.max(...high)).toBe(day.high);
  expect(Math.min(...low)).toBe(day.low);
  const total = [...lots].reduce((sum, value) => sum + value, 0);
  expect(total * Number(track.company.boardLot)).toBe(day.volume);
  // One assertion a day: a day has up to 1,500 minutes.
  const broken = [...open].flatMap((start, minute) => {
    const isInside =
      low[minute]! <= Math.min(start, close[minute]!) &&
      high[minute]! >= Math.max(start, close[minute]!);
    const isJoined = minute === 0 || start === close[minute - 1];
    return isInside && isJoined ? [] : [minute];
  });
  expect(broken).toEqual([]);
}

describe("a day is the sum of its minutes", () => {
  it("opens, peaks, bottoms and closes where the day does, and trades as much", () => {
    fc.assert(
      fc.property(anyDay, ({ history, track, index }) =>
        expectMinutesToAddUp(history, track, index),
      ),
      { numRuns: 120 },
    );
  });

  it("also where its numbers are too large for four bytes", () => {
    const large = { anchorPrice: 7_000_000_000, sharesMillions: 50_000_000 };
    const companies = demoCompanies().filter(({ market }) => market === "usd");
    const calendar = createTradingCalendar("usd", "exchange");
    const history = createMarketHistory([{ ...companies[0]!, ...large }], calendar, chance, 40);
    history.reach(40);
    const [track] = history.tracks;
    const { day, minutes, lotsBefore } = tradingDay(history, track!, 40)!;
    expect(Math.min(day.low, day.volume)).toBeGreaterThan(2 ** 32);
    expect(lotsBefore.at(-1)).toBe([...minutes.lots].reduce((sum, value) => sum + value, 0));
    for (let index = 0; index <= 40; index += 1) expectMinutesToAddUp(history, track!, index);
  });
});

describe("a minute is the sum of its trades", () => {
  it("starts, peaks, bottoms and ends with a trade, in rising milliseconds, in whole lots on the grid", () => {
    const room = roomForTicks();
    fc.assert(
      fc.property(anyDay, fc.nat({ max: 2_000 }), ({ history, track, index }, anyMinute) => {
        const of = tradingDay(history, track, index)!;
        const minute = anyMinute % of.starts.length;
        const { count, price: prices, lots, offsetMs } = ticksOf(of, minute, room);
        const traded = [...prices.subarray(0, count)];
        expect(traded[0]).toBe(of.minutes.open[minute]);
        expect(traded.at(-1)).toBe(of.minutes.close[minute]);
        expect(Math.max(...traded)).toBe(of.minutes.high[minute]);
        expect(Math.min(...traded)).toBe(of.minutes.low[minute]);
        expect(sum(lots.subarray(0, count))).toBe(of.minutes.lots[minute]);
        expect(Math.min(...lots.subarray(0, count))).toBeGreaterThanOrEqual(1);
        expect(offsetMs[count - 1]).toBeLessThan(60_000);
        const grid = { market: history.market, tickClass: track.company.tickClass, date: of.date };
        expect(traded.filter((value) => !isOnTick(price(BigInt(value)), grid))).toEqual([]);
        const times = [...offsetMs.subarray(0, count)];
        expect(times.filter((time, tick) => tick > 0 && time <= times[tick - 1]!)).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });

  it("adds the same turnover in whatever order minutes are asked for", () => {
    const history = histories.exchange[0]!;
    const [track] = history.tracks;
    const forward = tradingDay(history, track!, 1_500)!;
    const whole = turnoverBefore(forward, forward.starts.length);
    const { low, high, volume } = forward.day;
    expect(whole).toBeGreaterThan((low / 10_000) * volume);
    expect(whole).toBeLessThan((high / 10_000) * volume);
    expect(turnoverBefore(forward, 100)).toBeLessThan(whole);
  });
});

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

describe("every stock on every day of a year", () => {
  for (const hours of ["exchange", "always"] as const) {
    it(`stays on the tick grid and inside the rulebook's limits with hours ${hours}`, () => {
      let atLimit = 0;
      for (const history of histories[hours]) {
        const newest = history.calendar.indexAt(today);
        for (const track of history.tracks) {
          for (let index = newest - 244; index <= newest; index += 1) {
            atLimit += checkDay(history, track, index);
          }
        }
      }
      expect(atLimit).toBeGreaterThan(0);
    });
  }
});

describe("ChiNext before its reform of 2020-08-24", () => {
  const largestMoves = (edition: MarketEdition) => {
    const calendar = createTradingCalendar("cny", "exchange");
    const companies = demoCompanies().filter(
      (company) => company.market === "cny" && boardOf(company) === "chinext",
    );
    const reform = calendar.indexOfDate("2020-08-24");
    // The exact 10 % is a matter of fen, which `checkDay` looks at.
    return Array.from({ length: 20 }, (_, seed) => {
      const history = createMarketHistory(companies, calendar, openChance(`${seed}`, edition), 300);
      history.reach(300);
      const moves = (from: number, to: number) =>
        history.tracks.flatMap((track) =>
          Array.from({ length: to - from }, (_one, index) => {
            if (edition === 2) checkDay(history, track, from + index);
            const day = history.day(track, from + index);
            return day === null ? 0 : Math.max(day.high / day.base - 1, 1 - day.low / day.base);
          }),
        );
      return { before: Math.max(...moves(1, reform)), after: Math.max(...moves(reform, 300)) };
    });
  };

  it("moves by 10 % at most, and by up to 20 % since", () => {
    const moves = largestMoves(2);
    expect(Math.max(...moves.map(({ before }) => before))).toBeLessThan(0.102);
    expect(Math.max(...moves.map(({ after }) => after))).toBeGreaterThan(0.11);
  });

  it("keeps its moves of up to 20 % where a database has shown them", () => {
    expect(Math.max(...largestMoves(1).map(({ before }) => before))).toBeGreaterThan(0.11);
  });
});

/** 1 when the day touched a limit. */
function checkDay(history: MarketHistory, track: Track, index: number): 0 | 1 {
  const day = history.day(track, index);
  if (day === null) return 0;
  const { market, tickClass, limitClass, boardLot } = track.company;
  const date = history.calendar.dateAt(index);
  const grid = { market, tickClass, date };
  const prices = [day.open, day.high, day.low, day.close, day.base];
  if (prices.some((value) => !isOnTick(price(BigInt(value)), grid))) {
    throw new Error(`${track.company.code} is off the grid on ${date}: ${prices.join(" ")}`);
  }
  if (day.volume <= 0 || BigInt(day.volume) % boardLot !== 0n) throw new Error("not in whole lots");
  const tradingDaysSinceListing = track.listedAt < 0 ? 1_000 : index - track.listedAt;
  const limits = priceLimits({
    market,
    tickClass,
    limitClass,
    basePrice: market === "jpy" && tradingDaysSinceListing === 0 ? null : price(BigInt(day.base)),
    date,
    board: boardOf(track.company),
    tradingDaysSinceListing,
  });
  if (limits === null) return 0;
  if (BigInt(day.low) < limits.low || BigInt(day.high) > limits.high) {
    throw new Error(`${track.company.code} left its limits on ${date}`);
  }
  return BigInt(day.low) === limits.low || BigInt(day.high) === limits.high ? 1 : 0;
}

describe("the shape of the market", () => {
  const history = histories.exchange[1]!;
  const newest = history.calendar.indexAt(today);

  it("trades most at the open and the close and least in the middle of the day", () => {
    const buckets = [0, 0, 0, 0, 0, 0];
    for (let index = newest - 30; index <= newest; index += 1) {
      const { minutes } = tradingDay(history, history.tracks[0]!, index)!;
      for (const [minute, lots] of minutes.lots.entries()) {
        buckets[Math.floor((minute * 6) / minutes.lots.length)]! += lots;
      }
    }
    const [first, second, third, fourth, fifth, last] = buckets as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    expect(Math.min(first, last)).toBeGreaterThan(1.5 * Math.max(third, fourth));
    expect(Math.min(second, fifth)).toBeGreaterThan(Math.max(third, fourth) * 0.95);
  });

  it("moves companies of one market together, and calm and stormy days come in clusters", () => {
    const moves = history.tracks
      .filter((track) => track.listedAt < 0)
      .map((track) => returnsOf(history, track, newest));
    const [apple, microsoft] = moves as [number[], number[]];
    expect(correlation(apple, microsoft)).toBeGreaterThan(0.15);
    const market = apple.map((_, day) => sum(moves.map((move) => move[day]!)) / moves.length);
    const size = market.map((move) => Math.abs(move));
    expect(correlation(size.slice(1), size.slice(0, -1))).toBeGreaterThan(0.03);
  });

  it("opens away from yesterday's close", () => {
    const track = history.tracks[1]!;
    let gaps = 0;
    for (let index = newest - 200; index <= newest; index += 1) {
      const { open, base } = history.day(track, index)!;
      if (open !== base) gaps += 1;
    }
    expect(gaps).toBeGreaterThan(180);
  });
});

function returnsOf(history: MarketHistory, track: Track, newest: number): number[] {
  const moves: number[] = [];
  for (let index = 1; index <= newest; index += 1) {
    const { close, base } = history.day(track, index)!;
    moves.push(close / base - 1);
  }
  return moves;
}

function correlation(left: readonly number[], right: readonly number[]): number {
  const mean = (values: readonly number[]) => sum(values) / values.length;
  const [leftMean, rightMean] = [mean(left), mean(right)];
  const product = sum(left.map((value, at) => (value - leftMean) * (right[at]! - rightMean)));
  const square = (values: readonly number[], middle: number) =>
    Math.sqrt(sum(values.map((value) => (value - middle) ** 2)));
  return product / (square(left, leftMean) * square(right, rightMean));
}

describe("listings, splits and dividends", () => {
  it("has no day before a listing, and a first day that opens above the offer price", () => {
    const history = histories.exchange[2]!;
    const track = history.tracks.find(({ company }) => company.code === "688795")!;
    expect(history.calendar.dateAt(track.listedAt)).toBe("2025-12-05");
    expect(history.day(track, track.listedAt - 1)).toBeNull();
    const first = history.day(track, track.listedAt)!;
    expect(first.open).toBeGreaterThan(first.base);
    expect(first.volume).toBeGreaterThan(history.day(track, track.listedAt + 60)!.volume);
  });

  it("divides the raw price at a split, and the base price with it", () => {
    const history = histories.exchange[1]!;
    const track = history.tracks.find(({ company }) => company.code === "NVDA")!;
    const split = track.actions.find(({ exDate }) => exDate === "2024-06-10")!;
    const before = history.day(track, split.index - 1)!;
    const after = history.day(track, split.index)!;
    expect(after.base / before.close).toBeCloseTo(0.1, 2);
    expect(Math.abs(after.open / after.base - 1)).toBeLessThan(0.2);
  });

  it("takes a dividend off the base price on its ex-date", () => {
    const history = histories.exchange[0]!;
    const track = history.tracks.find(({ company }) => company.code === "2914")!;
    const dividends = track.actions.filter(
      ({ kind, exDate }) => kind === "dividend" && exDate < "2026-11",
    );
    expect(dividends.length).toBe(14);
    for (const action of dividends) {
      if (action.kind !== "dividend") continue;
      const close = history.close(track, action.index - 1);
      const { base } = history.day(track, action.index)!;
      // Half a tick of 10 yen: the base price lies on the grid.
      expect(Math.abs(close - Number(action.perShare) - base)).toBeLessThanOrEqual(50_000);
    }
  });
});
