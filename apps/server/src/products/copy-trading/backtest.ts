import { minuteMs } from "@sanshi/contract";
import {
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  minor,
  type MarketKey,
} from "@sanshi/money";
import { fees, interestRates } from "@sanshi/rulebook";
import { isAnotherPeriod } from "./copy-trading.rules.ts";
import { faultOfTargets } from "./ordering.ts";
import { pastMarkets, type StockHistory } from "./past-market.ts";
import type { MinutePrices } from "../../market-feed/market-feed.ts";
import type { BacktestDay } from "./kept.ts";
import type { Strategy, Target } from "./strategies/index.ts";
import { daysBetween } from "./figures.rules.ts";

/** What a test assumes beside the market's own past; the guide says each of them. */
export const assumptions = {
  /** Minor units: large enough that a fee's least is seldom what is paid. */
  pool: 100_000_000,
  /** What a market order meets above or below the day's opening price, in basis points. */
  halfSpread: 5,
  invested: 0.97,
};

type DayPrices = { open: number; close: number };

type Track = {
  code: string;
  /** By day, in the scale of the newest shares, in minor units a share. */
  prices: ReadonlyMap<string, DayPrices>;
  /** At the moments of a day at which it is traded and valued. */
  at(day: string): DayPrices | undefined;
  /** What is held in that scale at the end of each of a day's minutes, and when these began; null without any. */
  minutes(day: string): (Pick<MinutePrices, "starts" | "close"> & { ratio: number }) | null;
  dividends: ReadonlyMap<string, number>;
};

export type BacktestTerms = {
  managementBasisPoints: number;
  performanceBasisPoints: number;
};

/** A day's minutes, and the moments of it at which a pool decides and is valued. */
export type TestedMinutes = {
  of(code: string, day: string): MinutePrices | null;
  decidesAt(day: string): number;
  valuedAt(day: string): number;
};

/**
 * A strategy over days that have ended, one at a time: it decides on what was known that morning, trades at that
 * day's opening price and half a spread worse, pays the fees of the day's rules, and is valued at the close. With a
 * feed's minutes it trades at the first one after the cut-off, is valued at the valuation's, and what it holds is
 * looked at in every one of them.
 */
export function* backtest(...asked: Parameters<typeof backtestInSteps>): Generator<BacktestDay> {
  for (const step of backtestInSteps(...asked)) if (step !== null) yield step;
}

/** The same, yielding null too wherever a day's minutes were read, so that whoever runs it can let others work. */
export function* backtestInSteps(
  market: MarketKey,
  strategy: Strategy,
  histories: readonly StockHistory[],
  {
    days,
    terms,
    minutes = null,
  }: { days: readonly string[]; terms: BacktestTerms; minutes?: TestedMinutes | null },
): Generator<BacktestDay | null> {
  const tracks = new Map(
    histories.map((history) => [history.code, trackOf(market, history, minutes)]),
  );
  const pastOn = pastMarkets(market, histories);
  const known = new Set(tracks.keys());
  const book = { cash: assumptions.pool, held: new Map<string, number>() };
  let [last, before, highWater] = ["", days[0] ?? "", 1];
  for (const day of days) {
    const elapsed = daysBetween(before, day);
    yield* readMinutes(tracks, book.held.keys(), day);
    carry(market, book, tracks, { day, elapsed, terms });
    const decidesAt = minutes?.decidesAt(day) ?? 0;
    const early = lowestWithin(book, tracks, day, { from: 0, until: decidesAt });
    let [traded, costs] = [0, 0];
    if (isAnotherPeriod(strategy.every, last === "" ? null : last, day)) {
      const targets = strategy.decide(pastOn(day, strategy.lookBackDays));
      const fault = faultOfTargets(targets, known, strategy.leverage);
      if (fault !== null) throw new Error(fault);
      yield* readMinutes(tracks, new Set(targets.map(({ code }) => code)), day);
      ({ traded, costs } = trade(market, book, tracks, targets, day));
      last = day;
    }
    const late = lowestWithin(book, tracks, day, { from: decidesAt, until: Infinity });
    let worth = worthAt(book, tracks, day, "close");
    // The performance fee, above the highest value that there ever was.
    const value = worth / assumptions.pool;
    if (value > highWater) {
      const fee = ((value - highWater) * terms.performanceBasisPoints) / 10_000;
      book.cash -= fee * assumptions.pool;
      worth -= fee * assumptions.pool;
      highWater = value - fee;
    }
    const scale = 1_000_000 / assumptions.pool;
    const low = Math.round(Math.min(early, late, worth) * scale);
    const tested = {
      day,
      value: Math.max(0, Math.round(worth * scale)),
      traded: Math.round(traded * scale),
      costs: Math.round(costs * scale),
    };
    yield minutes === null ? tested : { ...tested, low };
    before = day;
    if (worth <= 0) return;
  }
}

type Book = { cash: number; held: Map<string, number> };
type Tracks = ReadonlyMap<string, Track>;

/** What is read of a day is kept until the next. */
function* readMinutes(tracks: Tracks, codes: Iterable<string>, day: string): Generator<null> {
  for (const code of codes) {
    const minutes = tracks.get(code)?.minutes(day) ?? null;
    if (minutes !== null) yield null;
  }
}

/** What a night costs and brings: interest on what is borrowed, the management fee, dividends. */
function carry(
  market: MarketKey,
  book: Book,
  tracks: Tracks,
  { day, elapsed, terms }: { day: string; elapsed: number; terms: BacktestTerms },
): void {
  const worth = worthAt(book, tracks, day, "open");
  const { longBasisPoints, shortBasisPoints } = interestRates(market, day);
  const a = (basisPoints: number, of: number) => (of * basisPoints * elapsed) / 10_000 / 365;
  let short = 0;
  for (const [code, quantity] of book.held) {
    const track = tracks.get(code);
    book.cash += quantity * (track?.dividends.get(day) ?? 0);
    if (quantity < 0) short -= quantity * priceOf(track, day, "open");
  }
  // What shorts were sold for lies with the pool's money, and is not lent to it.
  const borrowed = Math.max(0, -(book.cash - short));
  book.cash -= a(longBasisPoints, borrowed) + a(shortBasisPoints, short);
  book.cash -= a(terms.managementBasisPoints, Math.max(0, worth));
}

function trade(
  market: MarketKey,
  book: Book,
  tracks: Tracks,
  targets: readonly Target[],
  day: string,
): { traded: number; costs: number } {
  const worth = Math.max(0, worthAt(book, tracks, day, "open")) * assumptions.invested;
  const wanted = new Map(targets.map(({ code, basisPoints }) => [code, basisPoints]));
  let [traded, costs] = [0, 0];
  for (const code of new Set([...book.held.keys(), ...wanted.keys()])) {
    const price = tracks.get(code)?.at(day)?.open ?? 0;
    // Not traded that day: it stays what it is.
    if (price <= 0) continue;
    const has = book.held.get(code) ?? 0;
    const goal = Math.trunc((worth * (wanted.get(code) ?? 0)) / 10_000 / price);
    const change = goal - has;
    if (change === 0) continue;
    if (goal !== 0 && has !== 0 && Math.abs(change) * 20 < Math.abs(has)) continue;
    const amount = Math.abs(change) * price;
    const { totalMinor } = fees({
      market,
      side: change > 0 ? "buy" : "sell",
      notionalMinor: minor(BigInt(Math.round(amount))),
      quantity: shares(BigInt(Math.max(1, Math.round(Math.abs(change))))),
      date: day,
    });
    const cost = Number(totalMinor) + (amount * assumptions.halfSpread) / 10_000;
    book.cash -= change * price + cost;
    traded += amount;
    costs += cost;
    if (goal === 0) book.held.delete(code);
    else book.held.set(code, goal);
  }
  return { traded, costs };
}

function worthAt({ cash, held }: Book, tracks: Tracks, day: string, at: "open" | "close"): number {
  let worth = cash;
  for (const [code, quantity] of held) worth += quantity * priceOf(tracks.get(code), day, at);
  return worth;
}

/** The least that a book came to at the end of any of a day's minutes; infinite where none was looked at. */
function lowestWithin(
  { cash, held }: Book,
  tracks: Tracks,
  day: string,
  { from, until }: { from: number; until: number },
): number {
  const parts = [...held].map(([code, quantity]) => {
    const track = tracks.get(code);
    return { quantity, minutes: track?.minutes(day) ?? null, else: priceOf(track, day, "open") };
  });
  const starts = parts.find(({ minutes }) => minutes !== null)?.minutes?.starts ?? [];
  let lowest = Infinity;
  for (const [index, start] of starts.entries()) {
    if (start < from || start >= until) continue;
    let worth = cash;
    for (const part of parts) {
      const { minutes } = part;
      const close = minutes === null ? undefined : minutes.close[index];
      worth += part.quantity * (close === undefined ? part.else : close * (minutes?.ratio ?? 0));
    }
    lowest = Math.min(lowest, worth);
  }
  return lowest;
}

/** The day's, or where a stock was not traded the last one before it. */
function priceOf(track: Track | undefined, day: string, at: "open" | "close"): number {
  const own = track?.at(day);
  if (own !== undefined) return own[at];
  let found = 0;
  for (const [date, { close }] of track?.prices ?? []) {
    if (date > day) break;
    found = close;
  }
  return found;
}

function trackOf(
  market: MarketKey,
  { code, bars, actions }: StockHistory,
  tested: TestedMinutes | null,
): Track {
  const perMinor = Number(priceUnitsPerMinor(settlementCurrency(market)));
  const splits = actions.filter((action) => action.kind === "split");
  const ratioOf = (date: string) =>
    splits.reduce(
      (ratio, { exDate, numerator, denominator }) =>
        exDate > date ? (ratio * Number(denominator)) / Number(numerator) : ratio,
      1,
    );
  const prices = new Map(
    bars.map((bar) => {
      const ratio = ratioOf(bar.tradingDate) / perMinor;
      return [
        bar.tradingDate,
        { open: Number(bar.open) * ratio, close: Number(bar.close) * ratio },
      ];
    }),
  );
  const dividends = new Map(
    actions.flatMap((action): [string, number][] =>
      action.kind === "dividend"
        ? [[action.exDate, (Number(action.perShare) * ratioOf(action.exDate)) / perMinor]]
        : [],
    ),
  );
  if (tested === null) {
    return { code, prices, dividends, at: (day) => prices.get(day), minutes: () => null };
  }
  // One day at a time: what was read of it is kept until the next.
  let read: { day: string; minutes: MinutePrices | null } = { day: "", minutes: null };
  const minutesOn = (day: string) => {
    if (read.day !== day) read = { day, minutes: tested.of(code, day) };
    return read.minutes;
  };
  return {
    ...{ code, prices, dividends },
    at(day) {
      const minutes = minutesOn(day);
      if (minutes === null) return prices.get(day);
      const ratio = ratioOf(day) / perMinor;
      const { starts, open, close } = minutes;
      const decided = starts.findIndex((start) => start >= tested.decidesAt(day));
      const valued = starts.findLastIndex((start) => start + minuteMs <= tested.valuedAt(day));
      const last = close.at(-1) ?? 0;
      return {
        open: (open[decided] ?? last) * ratio,
        close: (close[valued] ?? last) * ratio,
      };
    },
    minutes(day) {
      const minutes = minutesOn(day);
      return minutes === null ? null : { ...minutes, ratio: ratioOf(day) / perMinor };
    },
  };
}
