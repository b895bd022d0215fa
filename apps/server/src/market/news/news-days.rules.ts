import { dayMs } from "@sanshi/contract";
import { divide, price, type Price, type Shares } from "@sanshi/money";
import {
  boardOf,
  daysAfter,
  priceLimits,
  roundToTick,
  tickSize,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Bar, CorporateAction, Instrument, Quote } from "../../market-feed/market-feed.ts";

/** One stock on one trading day: all that an article says of it. */
export type StockDay = {
  instrument: Instrument;
  open: Price;
  high: Price;
  low: Price;
  close: Price;
  volume: Shares;
  /** The previous close, corrected for a split or a dividend of the day; null on the first day. */
  base: Price | null;
  limits: { low: Price; high: Price } | null;
  /** Highest and lowest close of the 52 weeks before, in the day's shares; null for a younger stock. */
  yearCloses: { high: Price; low: Price } | null;
};

/** A year of closes: 52 weeks. */
export const yearDays = 364;
/** A stock whose record is this much shorter than 52 weeks has no 52-week high. */
const yearGapDaysMax = 14;

/**
 * The stock's day `index` of its bars, oldest first; the bars reach back over 52 weeks if they can. `basePrice` is what its
 * limits stand on where the close before does not decide.
 */
export function stockDay(
  instrument: Instrument,
  bars: readonly Bar[],
  index: number,
  actions: readonly CorporateAction[],
  basePrice: Price | null = null,
): StockDay {
  const { tradingDate: date, open, high, low, close, volume } = bars[index]!;
  const isFirst = isFirstDay(instrument, bars, index);
  const before = isFirst ? undefined : bars[index - 1];
  const base = before === undefined ? null : baseOf(instrument, before, date, actions);
  const daysListed = daysListedOf(instrument, bars, index);
  return {
    instrument,
    open,
    high,
    low,
    close,
    volume,
    base,
    limits: limitsOf(instrument, date, isFirst ? null : (basePrice ?? base), daysListed),
    yearCloses: yearClosesOf(bars, index, actions),
  };
}

/** The running day as far as it has got; its base is the quote's own. */
export function runningStockDay(
  instrument: Instrument,
  quote: Quote,
  daysListed: number,
  basePrice: Price | null = null,
): StockDay {
  const isFirst = daysListed === 0;
  const base = isFirst || quote.previousClose <= 0n ? null : quote.previousClose;
  return {
    instrument,
    open: quote.open,
    high: quote.high,
    low: quote.low,
    close: quote.last,
    volume: quote.volume,
    base,
    limits: limitsOf(
      instrument,
      quote.tradingDate,
      isFirst ? null : (basePrice ?? base),
      daysListed,
    ),
    yearCloses: null,
  };
}

/** What the house adds is news from the day after: what was written of the days before stays as it is. */
export function isTold({ addedOn }: Instrument, date: LocalDate): boolean {
  return addedOn === undefined || date > addedOn;
}

/** Trading days since the listing: 0 on its day, Infinity for a stock that was listed long before. */
export function daysListedOf(
  { listedOn, listedBefore }: Instrument,
  bars: readonly Pick<Bar, "tradingDate">[],
  index: number,
): number {
  if (listedBefore) return Infinity;
  const date = bars[index]!.tradingDate;
  if (daysBetween(listedOn, date) > newDaysMax) return Infinity;
  let count = 0;
  for (let at = index - 1; at >= 0 && bars[at]!.tradingDate >= listedOn; at -= 1) count += 1;
  return count;
}

/** Nothing of a listing is counted after so many days. */
const newDaysMax = 21;

function isFirstDay(instrument: Instrument, bars: readonly Bar[], index: number): boolean {
  return daysListedOf(instrument, bars, index) === 0;
}

/** As the exchange sets it: the last close without what a split or a dividend takes, on the tick grid. */
function baseOf(
  { market, tickClass }: Instrument,
  before: Bar,
  date: LocalDate,
  actions: readonly CorporateAction[],
): Price {
  let value: bigint = before.close;
  for (const action of actions) {
    if (action.exDate <= before.tradingDate || action.exDate > date) continue;
    if (action.kind === "dividend") value -= action.perShare;
    else value = divide(value * action.denominator, action.numerator, "half_up");
  }
  if (value === before.close) return before.close;
  const grid = { market, tickClass, date };
  const lowest = tickSize({ ...grid, price: price(1n) }).tick;
  const rounded = value <= 0n ? lowest : roundToTick(price(value), grid, "nearest");
  return rounded < lowest ? lowest : rounded;
}

function limitsOf(
  instrument: Instrument,
  date: LocalDate,
  base: Price | null,
  daysListed: number,
): StockDay["limits"] {
  const { market, limitClass, tickClass } = instrument;
  return priceLimits({
    market,
    limitClass,
    tickClass,
    basePrice: base,
    date,
    board: boardOf(instrument),
    exchange: instrument.exchange,
    ...(Number.isFinite(daysListed) && {
      tradingDaysSinceListing: daysListed,
      listedOn: instrument.listedOn,
    }),
  });
}

function yearClosesOf(
  bars: readonly Bar[],
  index: number,
  actions: readonly CorporateAction[],
): StockDay["yearCloses"] {
  const date = bars[index]!.tradingDate;
  const from = daysAfter(date, -yearDays);
  const oldest = bars[0]!.tradingDate;
  if (oldest > from && daysBetween(from, oldest) > yearGapDaysMax) return null;
  const splits = actions.filter((one) => one.kind === "split" && one.exDate <= date);
  let high: bigint | null = null;
  let low: bigint | null = null;
  for (let at = index - 1; at >= 0; at -= 1) {
    const bar = bars[at]!;
    if (bar.tradingDate < from) break;
    const close = splits.length === 0 ? bar.close : inSharesOf(bar, splits);
    if (high === null || close > high) high = close;
    if (low === null || close < low) low = close;
  }
  return high === null || low === null ? null : { high: price(high), low: price(low) };
}

/** A close in the shares of after the splits. */
function inSharesOf(bar: Bar, splits: readonly CorporateAction[]): bigint {
  let close: bigint = bar.close;
  for (const split of splits) {
    if (split.kind !== "split" || split.exDate <= bar.tradingDate) continue;
    close = divide(close * split.denominator, split.numerator, "half_up");
  }
  return close;
}

function daysBetween(from: LocalDate, until: LocalDate): number {
  return (Date.parse(until) - Date.parse(from)) / dayMs;
}
