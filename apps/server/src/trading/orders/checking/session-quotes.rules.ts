import { quantityMax, quoteAgeMsMax, quoteLeadMsMax } from "@sanshi/contract";
import { shares, type MarketKey } from "@sanshi/money";
import {
  marketDate,
  marketStatus,
  matchesAtClose,
  sessionsOf,
  type MarketHours,
} from "@sanshi/rulebook";
import type { DepthLevel, Quote } from "../../../market-feed/market-feed.ts";

/** A price that is stale, missing, zero or negative refuses the order; it is never used. */
export function isUsable(quote: Quote, now: number): boolean {
  if (quote.at - now > quoteLeadMsMax) return false;
  if (now - quote.at > quoteAgeMsMax && !holdsUntilNext(quote, now)) return false;
  if (quote.last <= 0n) return false;
  if (quote.asks.length > 0 && quote.ask <= 0n) return false;
  return quote.bids.length === 0 || quote.bid > 0n;
}

/** The prices of a recorded minute lie further apart than a quote is good for, and each holds until the next. */
const nextPriceMsMax = 60_000;

function holdsUntilNext({ at, nextAt }: Quote, now: number): boolean {
  const isSoon = nextAt !== undefined && nextAt !== null && nextAt - at <= nextPriceMsMax;
  return isSoon && now >= at && now < nextAt;
}

/** Between two prices of a recorded day nobody knows the price, but that another one comes. */
export function awaitsPrice({ nextAt, last }: Quote): boolean {
  return nextAt !== undefined && nextAt !== null && last > 0n;
}

/**
 * What orders can be matched with at this moment: the quote itself while trading is continuous; at the
 * closing auction, and while shares trade at the day's close, that one price for whatever is wanted.
 * Null where nothing is matched, and without a price to match at.
 */
export function matchableQuote(quote: Quote | null, now: number, hours: MarketHours): Quote | null {
  if (quote === null || quote.halted || quote.ageUnknown === true) return null;
  if (marketStatus(quote.market, now, hours).isOpen) return isUsable(quote, now) ? quote : null;
  return isAtClose(quote, now, hours) && isOfToday(quote, now, hours) ? atClose(quote) : null;
}

/** The day's close is matched, for everybody at once or as orders come. */
export function isAtClose(
  stock: { market: MarketKey; code: string },
  now: number,
  hours: MarketHours,
): boolean {
  return matchesAtClose(sessionsOf(stock), now, hours);
}

function isOfToday({ market, tradingDate, last }: Quote, now: number, hours: MarketHours): boolean {
  return last > 0n && tradingDate === marketDate(market, now, hours);
}

/** Whoever is locked at the day's limit meets nobody at the close either. */
function atClose(quote: Quote): Quote {
  const level: DepthLevel = { price: quote.last, quantity: shares(quantityMax) };
  const levels = (side: readonly DepthLevel[]) => (side.length === 0 ? [] : [level]);
  // Nobody was at another price on the way to it.
  const { passedFrom: _passed, ...rest } = quote;
  return { ...rest, bids: levels(quote.bids), asks: levels(quote.asks) };
}
