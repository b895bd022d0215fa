import type { CopyStrategy } from "@sanshi/contract";

/** A finished trading day, in the scale of today's shares. Strategies reckon in floating point: they only decide. */
export type PastDay = {
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  /** What was paid for everything that was traded, in whole units of the currency. */
  turnover: number;
};

export type PastStock = {
  code: string;
  sector: string;
  /** Oldest first, at most as many as the strategy looks back. */
  days: readonly PastDay[];
  /** With an ex-date until today, per share of today's scale. */
  dividends: readonly { date: string; perShare: number }[];
};

/** So many basis points of the pool in a stock; below zero it is sold short. */
export type Target = { code: string; basisPoints: number };

/** What another account held, as parts of its net assets, and what the pool that mirrors it is worth, in whole units. */
export type Mirrored = { holds: readonly Target[]; pool: number };

/**
 * All that a strategy is ever handed: days that have ended, by value. There is no feed, no clock and no book in
 * it, so that nothing of the future can be looked at.
 */
export type PastMarket = {
  today: string;
  stocks: readonly PastStock[];
  /** Null of every strategy that decides by itself. */
  mirrored: Mirrored | null;
};

/**
 * One file a strategy. Given the same past it has to come to the same targets: no chance, no clock. What throws,
 * or asks for what cannot be, stops its product; nothing is guessed.
 */
export type Strategy = {
  key: CopyStrategy;
  /** How often it decides anew; in between it keeps what it has. */
  every: "day" | "week" | "month";
  /** So many trading days are handed to it; with fewer of a stock it has to do without that stock. */
  lookBackDays: number;
  /** Of each of its orders. The sum of its targets may be as many times the pool. */
  leverage: 1 | 2;
  decide(past: PastMarket): readonly Target[];
};

/** The whole pool, in basis points. */
export const wholePool = 10_000;

/** The same share for each. */
export function equally(codes: readonly string[], basisPoints = wholePool): Target[] {
  const each = codes.length === 0 ? 0 : Math.floor(basisPoints / codes.length);
  return each === 0 ? [] : codes.map((code) => ({ code, basisPoints: each }));
}

/** The `count` first by a figure, the greatest at the front; what has none is left out, equals go by their code. */
export function best(
  stocks: readonly PastStock[],
  count: number,
  figure: (stock: PastStock) => number | null,
): PastStock[] {
  return stocks
    .flatMap((stock) => {
      const value = figure(stock);
      return value === null || !Number.isFinite(value) ? [] : [{ stock, value }];
    })
    .sort((one, other) => other.value - one.value || (one.stock.code < other.stock.code ? -1 : 1))
    .slice(0, count)
    .map(({ stock }) => stock);
}

/** The close so many trading days before the last; null where there were not as many. */
export function closeBefore({ days }: PastStock, ago: number): number | null {
  const day = days[days.length - 1 - ago];
  return day === undefined || day.close <= 0 ? null : day.close;
}

/** The last `count` daily returns; null where there were not as many. */
export function returnsOf({ days }: PastStock, count: number): number[] | null {
  const first = days.length - count;
  if (first < 1 || days.slice(first - 1).some(({ close }) => close <= 0)) return null;
  return days.slice(first).map(({ close }, index) => close / days[first + index - 1]!.close - 1);
}

export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  let squares = 0;
  for (const value of values) squares += (value - middle) ** 2;
  return values.length === 0 ? 0 : Math.sqrt(squares / values.length);
}

/** On average a day over the last `count` days; null where there were not as many. */
export function turnoverOf({ days }: PastStock, count: number): number | null {
  return days.length < count ? null : mean(days.slice(-count).map(({ turnover }) => turnover));
}
