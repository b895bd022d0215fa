import type { stockSorts } from "@sanshi/contract";
import {
  averagePrice,
  divide,
  formatPrice,
  formatScaled,
  minor,
  price,
  priceScale,
  priceUnitsPerMinor,
  settlementCurrency,
  shares,
  type Currency,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import {
  boardOf,
  isTradingDay,
  lotRule,
  nextTradingDay,
  notWidened,
  priceLimits,
  tickSize,
  type LocalDate,
  type MarketHours,
  type MarketRules,
  type PriceLimits,
  type WidenedSides,
  type SessionPhase,
} from "@sanshi/rulebook";
import type { Bar, Instrument, Quote } from "../../market-feed/market-feed.ts";

export type StockSort = (typeof stockSorts)[number];

const percentDigits = 2;

/** How far `last` is from `base`, in per cent with two decimals, half away from zero; zero without a base. */
export function changePercent(last: Price, base: Price): string {
  if (base <= 0n) return formatScaled(0n, percentDigits);
  return formatScaled(divide((last - base) * 10_000n, base, "half_up"), percentDigits);
}

/** Orders quotes for a ranking; equals stay in the order of their codes, so that no row jumps. */
export function rank(quotes: readonly Quote[], sort: StockSort): Quote[] {
  return [...quotes].sort(
    (one, other) => comparisons[sort](one, other) || compareCodes(one, other),
  );
}

const comparisons: Record<StockSort, (one: Quote, other: Quote) => number> = {
  gainers: (one, other) => compareGains(other, one),
  losers: compareGains,
  turnover: (one, other) => compare(other.turnoverMinor, one.turnoverMinor),
  volume: (one, other) => compare(other.volume, one.volume),
  code: compareCodes,
};

/** By relative change, exactly: a/b < c/d is ad < cb. A stock without a base counts as unchanged. */
function compareGains(one: Quote, other: Quote): number {
  const gain = (quote: Quote) => (quote.previousClose > 0n ? quote.last - quote.previousClose : 0n);
  const base = (quote: Quote) => (quote.previousClose > 0n ? quote.previousClose : 1n);
  return compare(gain(one) * base(other), gain(other) * base(one));
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function compareCodes(one: Quote, other: Quote): number {
  return one.code < other.code ? -1 : one.code > other.code ? 1 : 0;
}

/** An index keeps two decimals; level and change are rounded so that they add up as shown. */
export function indexFigures(
  level: Price,
  previousClose: Price,
): { level: string; change: string; percent: string } {
  const rounded = divide(level, 100n, "half_up");
  const change = rounded - divide(previousClose, 100n, "half_up");
  return {
    level: formatScaled(rounded, percentDigits),
    change: formatScaled(change, percentDigits),
    percent: changePercent(level, previousClose),
  };
}

/** What a price may do on the day for which orders are taken now. */
type DayRules = { tick: Price; limits: PriceLimits | null };

/** What a day's limits follow from beside its quote. */
export type LimitFacts = {
  widened(date: LocalDate): WidenedSides;
  /** What the limits stand on where it is not the close before; null where it is. */
  basePrice(date: LocalDate): Price | null;
};

const closeDecides: LimitFacts = { widened: () => notWidened, basePrice: () => null };

/**
 * The tick at the last price and the day's limits. On a day that has no trade yet the last price is
 * the close that the limits stand on.
 */
export function dayRules(
  instrument: Instrument,
  quote: Quote,
  tradingDate: LocalDate,
  hours: MarketHours,
  facts: LimitFacts = closeDecides,
): DayRules {
  const { market, tickClass, limitClass, listedOn } = instrument;
  const isNewDay = tradingDate > quote.tradingDate;
  const date = isNewDay ? tradingDate : quote.tradingDate;
  const daysListed = instrument.listedBefore
    ? null
    : daysSinceListing(instrument, listedOn, date, hours);
  return {
    tick: tickSize({ market, tickClass, date, price: quote.last }).tick,
    limits: priceLimits({
      market,
      limitClass,
      tickClass,
      basePrice: facts.basePrice(date) ?? (isNewDay ? quote.last : quote.previousClose),
      date,
      board: boardOf(instrument),
      exchange: instrument.exchange,
      widened: facts.widened(date),
      ...(daysListed !== null && { tradingDaysSinceListing: daysListed, listedOn }),
    }),
  };
}

/** What an order's quantity goes by, and the least of a purchase: the exchange's own where its rules hold. */
export function orderLots(
  instrument: Instrument,
  rules: MarketRules,
  date: LocalDate,
): { step: Shares; least: Shares } {
  const { market, lotSize } = instrument;
  if (rules === "practice") return { step: lotSize, least: lotSize };
  const { buyStep, buyMinimum } = lotRule(market, date, boardOf(instrument));
  const most = (one: Shares, other: Shares) => (one > other ? one : other);
  return { step: most(lotSize, buyStep), least: most(lotSize, buyMinimum) };
}

/** No market frees a new share for longer. */
const freeDaysMax = 10;

/** Trading days since the day of listing (0 on it); null for a stock that has been listed for long. */
function daysSinceListing(
  { market }: Instrument,
  listedOn: LocalDate,
  date: LocalDate,
  hours: MarketHours,
): number | null {
  let day = isTradingDay(market, listedOn, hours)
    ? listedOn
    : nextTradingDay(market, listedOn, hours);
  for (let count = 0; count <= freeDaysMax; count += 1) {
    if (day >= date) return count;
    day = nextTradingDay(market, day, hours);
  }
  return null;
}

const unitsPerHundredth = 100n;

/** With two decimals, which is all that a line shows; cheap shares keep four. */
function averageForChart(turnover: Minor, volume: Shares, currency: Currency): Price {
  const exact = averagePrice(turnover, volume, currency, "half_even");
  if (exact < priceScale) return exact;
  const unit = priceUnitsPerMinor(currency);
  return price(
    divide(turnover * unit, volume * unitsPerHundredth, "half_even") * unitsPerHundredth,
  );
}

/** One point of the day: [start, price at its end, average price since the opening, volume]. */
export type TimeSharePoint = [at: string, price: string, average: string, volume: string];

/** More than any exchange is open in a day, and more than a phone's chart has room for. */
const pointsOfOneMinuteMax = 480;

/** How many minutes one point stands for. */
export function minutesPerPoint(minutesOfDay: number): 1 | 5 {
  return minutesOfDay > pointsOfOneMinuteMax ? 5 : 1;
}

/** The day's bars with the average that everybody has paid so far: turnover over volume. */
export function timeSharePoints(
  market: Instrument["market"],
  bars: readonly Bar[],
): TimeSharePoint[] {
  const currency = settlementCurrency(market);
  let volume = 0n;
  let turnover = 0n;
  return bars.map((bar) => {
    volume += bar.volume;
    turnover += bar.turnoverMinor;
    const average =
      volume > 0n ? averageForChart(minor(turnover), shares(volume), currency) : bar.close;
    return [
      new Date(bar.from).toISOString(),
      formatPrice(bar.close, currency),
      formatPrice(average, currency),
      bar.volume.toString(),
    ];
  });
}

type DaySession = { from: number; until: number };
type DayAuction = DaySession & { kind: "opening" | "closing" };

/**
 * The day as a chart draws it: continuous trading and what leads to the closing auction, in one piece
 * where nothing lies between; and the auctions, from the first order until their one price.
 */
export function daySessions(phases: readonly SessionPhase[]): {
  sessions: readonly DaySession[];
  auctions: readonly DayAuction[];
} {
  const sessions: DaySession[] = [];
  const auctions: DayAuction[] = [];
  let collectingFrom: DaySession | null = null;
  for (const { phase, from, until } of phases) {
    const last = sessions.at(-1);
    if (phase === "opening_auction" || phase === "closing_auction") {
      const first = collectingFrom?.until === from ? collectingFrom.from : from;
      auctions.push({
        kind: phase === "opening_auction" ? "opening" : "closing",
        from: first,
        until,
      });
    }
    collectingFrom = phase === "order_only" ? { from, until } : null;
    if (phase === "continuous" && last?.until !== from) sessions.push({ from, until });
    else if (last?.until === from) last.until = until;
  }
  return { sessions, auctions };
}
