import { divide, price, type Price } from "@sanshi/money";
import {
  bandAverageMs,
  bandHoldMs,
  bandPauseMs,
  movedAverage,
  priceBand,
  type BandTier,
  type BandQuestion,
} from "@sanshi/rulebook";

/** A stock whose trades are followed: what its band stands on, and since when it has been at one of its ends. */
export type FollowedStock = {
  readonly tradingDate: string;
  readonly trades: readonly Trade[];
  readonly average: Price;
  readonly heldSince: number | null;
};

type Trade = { readonly at: number; readonly price: Price };

type TradedQuote = {
  readonly at: number;
  readonly last: Price;
  readonly tradingDate: string;
  readonly previousClose: Price;
};

/**
 * No feed says which stocks are in the S&P 500 or the Russell 1000. The house carries large companies, so that
 * the narrower bands hold for all of them.
 */
const tier: BandTier = 1;

/**
 * The stock after a trade. A day, and what comes after a pause or a leap of the clock, begins with its first trade
 * as the average; the band that a trade is held against is that of the trades before it.
 */
export function follow(
  before: FollowedStock | null,
  quote: TradedQuote,
  session: BandQuestion["session"],
): FollowedStock {
  const { at, last, tradingDate, previousClose } = quote;
  const trade = { at, price: last };
  const newest = before?.trades.at(-1)?.at ?? -Infinity;
  if (before === null || before.tradingDate !== tradingDate || at - newest > bandAverageMs) {
    return { tradingDate, trades: [trade], average: last, heldSince: null };
  }
  const { average } = before;
  const band = priceBand({ tier, date: tradingDate, previousClose, average, at, session });
  const isInside = band === null || (last > band.low && last < band.high);
  const trades = [...before.trades.filter((one) => at - one.at < bandAverageMs), trade];
  return {
    tradingDate,
    trades,
    // What is at a band cannot trade beyond it: the average waits until it is back.
    average: isInside ? movedAverage(average, averageOf(trades)) : average,
    heldSince: isInside ? null : (before.heldSince ?? at),
  };
}

function averageOf(trades: readonly Trade[]): Price {
  const sum = trades.reduce((total, one) => total + one.price, 0n);
  return price(divide(sum, BigInt(trades.length), "half_up"));
}

/** Until when a stock is paused that has been at its band for long enough; null where it is not. */
export function pauseOf({ heldSince }: FollowedStock, now: number): { until: number } | null {
  return heldSince === null || now - heldSince < bandHoldMs ? null : { until: now + bandPauseMs };
}
