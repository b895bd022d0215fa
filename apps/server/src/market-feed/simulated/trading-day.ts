import { priceUnitsPerMinor, settlementCurrency, type MarketKey } from "@sanshi/money";
import { needsWide, compactNumbers, type CompactNumbers } from "../compact-numbers.ts";
import { minutesOf } from "./day-minutes.ts";
import type { MarketHistory } from "./market-history.ts";
import { dayLimits, type DayMinutes, type SimulatedDay, type Track } from "./stock-day.ts";
import {
  fillTicks,
  fillTrades,
  roomForTicks,
  type MinuteTicks,
  type TicksQuestion,
} from "./minute-ticks.ts";
import { KeyedRandom, type SeedWords } from "./random.ts";
import { tickGrid, type TickGrid } from "./tick-grid.ts";
import { dayNumber } from "./trading-calendar.ts";

/** One stock on one day: its minutes, and its trades minute by minute. */
export type TradingDay = {
  readonly track: Track;
  readonly index: number;
  readonly date: string;
  readonly day: SimulatedDay;
  readonly minutes: DayMinutes;
  /** The start of every minute, milliseconds since the epoch; shared by the market's stocks. */
  readonly starts: readonly number[];
  readonly grid: TickGrid;
  readonly limits: { low: number; high: number } | null;
  readonly averageLots: number;
  /** Days since 1970-01-01. */
  readonly number: number;
  /** What the day's minutes and trades are drawn from. */
  readonly words: SeedWords;
  /** Highest and lowest price and lots of the minutes before each; turnover as far as it was asked for. */
  readonly highBefore: CompactNumbers;
  readonly lowBefore: CompactNumbers;
  readonly lotsBefore: CompactNumbers;
  /** Known from `turnoverFrom` until `turnoverKnown`. */
  readonly turnoverBefore: Float64Array;
  turnoverFrom: number;
  turnoverKnown: number;
};

const random = new KeyedRandom();
const scratch = roomForTicks();

/** Days that were asked for lately, per history; a day with 1,440 minutes holds about 60 kB. A cursor holds its own. */
const keptDays = new WeakMap<MarketHistory, Map<string, TradingDay>>();
const keptDaysMax = 64;

/** Null before the stock was listed. The history must have reached the day. */
export function tradingDay(history: MarketHistory, track: Track, index: number): TradingDay | null {
  let kept = keptDays.get(history);
  if (kept === undefined) keptDays.set(history, (kept = new Map()));
  const key = `${track.company.code} ${index}`;
  const known = kept.get(key);
  if (known !== undefined) {
    // The oldest goes first: what is asked for again moves to the end.
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const made = makeTradingDay(history, track, index);
  if (made === null) return null;
  if (kept.size >= keptDaysMax) kept.delete(kept.keys().next().value!);
  kept.set(key, made);
  return made;
}

/** A day's minutes alone, drawn anew: years of them are read once, and would push out the days that are traded. */
export function drawnMinutes(
  history: MarketHistory,
  track: Track,
  index: number,
): (DayMinutes & { starts: readonly number[] }) | null {
  const day = history.day(track, index);
  if (day === null) return null;
  const { company, character } = track;
  const date = history.calendar.dateAt(index);
  const starts = history.calendar.minuteStarts(index);
  const number = dayNumber(date);
  const question = {
    ...{ day, minutes: starts.length, lotSize: Number(company.boardLot), dayNumber: number },
    ...{ grid: tickGrid(company.market, company.tickClass, date), entity: character.entity },
    words: history.chance.of(number),
  };
  return { starts, ...minutesOf(question, random) };
}

function makeTradingDay(history: MarketHistory, track: Track, index: number): TradingDay | null {
  const day = history.day(track, index);
  if (day === null) return null;
  const { company, character, listedAt } = track;
  const date = history.calendar.dateAt(index);
  const starts = history.calendar.minuteStarts(index);
  const grid = tickGrid(company.market, company.tickClass, date);
  const number = dayNumber(date);
  const words = history.chance.of(number);
  const lotSize = Number(company.boardLot);
  const { entity } = character;
  const minutes =
    keptMinutes(track, index, starts.length) ??
    minutesOf(
      { day, minutes: starts.length, lotSize, grid, words, entity, dayNumber: number },
      random,
    );
  const daysListed = listedAt < 0 ? 1_000 : index - listedAt;
  const limits = dayLimits(company, date, day.base, daysListed, history.chance.edition);
  return {
    track,
    index,
    date,
    day,
    minutes,
    starts,
    grid,
    limits,
    averageLots: day.volume / lotSize / starts.length,
    number,
    words,
    ...runningSums(minutes, day, day.volume / lotSize),
    ...turnoverSoFar(track, index, starts.length),
  };
}

/**
 * As an earlier process drew them, if it kept that; the day holds them from then on. Before the first trade
 * of a day the one before it is still asked for.
 */
function keptMinutes(track: Track, index: number, count: number): DayMinutes | null {
  const { drawn } = track;
  if (drawn?.index === index || (drawn !== null && drawn.index < index - 1)) track.drawn = null;
  return drawn?.index === index && drawn.minutes.open.length === count ? drawn.minutes : null;
}

/** From where an earlier process was, if it kept that. */
function turnoverSoFar({ soFar }: Track, index: number, minutes: number) {
  const turnoverBefore = new Float64Array(minutes + 1);
  const isKnown = soFar?.index === index && soFar.minute <= minutes;
  const { minute, turnover } = isKnown ? soFar : { minute: 0, turnover: 0 };
  turnoverBefore[minute] = turnover;
  return { turnoverBefore, turnoverFrom: minute, turnoverKnown: minute };
}

/** The trades of one minute, in `room`. */
export function ticksOf(of: TradingDay, minute: number, room: MinuteTicks): MinuteTicks {
  fillTicks(ticksQuestion(of, minute), room, random);
  return room;
}

function ticksQuestion(of: TradingDay, minute: number): TicksQuestion {
  const { minutes, track, grid, words, number, averageLots } = of;
  const { ticksPerMinute, entity } = track.character;
  const bar = {
    open: minutes.open[minute]!,
    high: minutes.high[minute]!,
    low: minutes.low[minute]!,
    close: minutes.close[minute]!,
    lots: minutes.lots[minute]!,
  };
  return { bar, averageLots, ticksPerMinute, grid, words, entity, key: number * 2_048 + minute };
}

/** What was paid in all trades before a minute, in the currency's minor unit: the sum over every trade. */
export function turnoverBefore(of: TradingDay, minute: number): number {
  const { market, boardLot } = of.track.company;
  const lot = Number(boardLot);
  if (minute < of.turnoverFrom) {
    of.turnoverFrom = 0;
    of.turnoverKnown = 0;
  }
  while (of.turnoverKnown < minute) {
    fillTrades(ticksQuestion(of, of.turnoverKnown), scratch, random);
    let sum = of.turnoverBefore[of.turnoverKnown]!;
    for (let index = 0; index < scratch.count; index += 1) {
      sum += tradeTurnover(market, scratch.price[index]!, scratch.lots[index]! * lot);
    }
    of.turnoverKnown += 1;
    of.turnoverBefore[of.turnoverKnown] = sum;
  }
  return of.turnoverBefore[minute]!;
}

const unitsPerMinor: Record<MarketKey, number> = {
  jpy: Number(priceUnitsPerMinor(settlementCurrency("jpy"))),
  usd: Number(priceUnitsPerMinor(settlementCurrency("usd"))),
  cny: Number(priceUnitsPerMinor(settlementCurrency("cny"))),
};

/** One trade's price × shares in the currency's minor unit, half up. Exact: both factors are whole and small. */
export function tradeTurnover(market: MarketKey, value: number, shares: number): number {
  const unit = unitsPerMinor[market];
  const cost = value * shares;
  const whole = Math.floor(cost / unit);
  return cost - whole * unit >= unit / 2 ? whole + 1 : whole;
}

/** The last minute that has started at `at`, or −1; `starts` may leave out a lunch break. */
export function minuteAt(starts: readonly number[], at: number): number {
  let low = -1;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** Before the first minute the day's high is the lowest and its low the highest: none of its trades is beyond them. */
function runningSums({ high, low, lots }: DayMinutes, day: SimulatedDay, lotsOfDay: number) {
  const count = lots.length;
  const highBefore = compactNumbers(needsWide(day.high), count + 1);
  const lowBefore = compactNumbers(needsWide(day.high), count + 1);
  const lotsBefore = compactNumbers(needsWide(lotsOfDay), count + 1);
  highBefore[0] = day.low;
  lowBefore[0] = day.high;
  for (let minute = 0; minute < count; minute += 1) {
    highBefore[minute + 1] = Math.max(highBefore[minute]!, high[minute]!);
    lowBefore[minute + 1] = Math.min(lowBefore[minute]!, low[minute]!);
    lotsBefore[minute + 1] = lotsBefore[minute]! + lots[minute]!;
  }
  return { highBefore, lowBefore, lotsBefore };
}
