import { quantityMax, type TimeInForce } from "@sanshi/contract";
import { shares, type MarketKey } from "@sanshi/money";
import {
  afterHoursBegin,
  auctionMatchingMs,
  auctionsBetween,
  marketDate,
  sessionsOf,
  tradingDayBegins,
} from "@sanshi/rulebook";
import type { AuctionPrint, DepthLevel, Quote } from "../../../market-feed/market-feed.ts";
import { isForAuction } from "../checking/validity.rules.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import type { StoredPosition } from "../storing/positions.store.ts";
import { isStopped, limitInAuction } from "../working/watches.ts";

/** Between which moments an order has waited as it is; it took part in whatever auctions there were. */
type Waited = { after: number; until: number };

/**
 * The auctions that an order has waited through, the oldest first, each as a quote of its one price: whoever
 * waited gets exactly that, also where the clock has leapt over it. An order takes no part in what lies before a
 * halt's end, nor before a split or dividend, which has given its prices another scale.
 */
export function auctionQuotes(
  { context }: Pick<OrderServices, "context">,
  {
    market,
    code,
    last_resumed_at: resumedAt,
  }: Pick<StoredPosition, "market" | "code" | "last_resumed_at">,
  quote: Quote,
  { after, until }: Waited,
): Quote[] {
  const { feed, hours, quotes } = context;
  const exchange = quotes.instrument(market, code)?.exchange;
  if (exchange === undefined || feed.auction === undefined) return [];
  const from = Math.max(after, resumedAt ?? after, lastActionAt(context, market, code, until));
  return auctionsBetween(exchange, from, until, hours).flatMap(({ auction, date: tradingDate }) => {
    const print = feed.auction?.({ market, code, tradingDate, auction }) ?? null;
    return print === null ? [] : auctionQuote(quote, print);
  });
}

/**
 * The close's price in the session after hours that ends at a moment, for what was placed for it alone; null where the
 * feed has told none, and of a session within a halt or before a split or dividend.
 */
export function closeAfterHours(
  { context }: Pick<OrderServices, "context">,
  { market, code, now, last_resumed_at: resumedAt }: StoredPosition,
  quote: Quote,
  until: number,
): Quote | null {
  const { feed, hours } = context;
  const begun = afterHoursBegin(until);
  const at = Math.max(begun, resumedAt ?? begun);
  if (at >= until || at < lastActionAt(context, market, code, now)) return null;
  const tradingDate = marketDate(sessionsOf({ market, code }), begun, hours);
  const print = feed.auction?.({ market, code, tradingDate, auction: "closing" }) ?? null;
  return print === null ? null : { ...auctionQuote(quote, print), at };
}

/** Whether an auction of the stock may have matched something that is not written yet. */
export function hasJustMatched(
  { context }: Pick<OrderServices, "context">,
  { market, code, now }: Pick<StoredPosition, "market" | "code" | "now">,
): boolean {
  const exchange = context.quotes.instrument(market, code)?.exchange;
  if (exchange === undefined) return false;
  return auctionsBetween(exchange, now - auctionMatchingMs, now, context.hours).length > 0;
}

/** When the newest split or dividend has taken effect by a moment. */
function lastActionAt(
  { feed, hours }: Pick<OrderServices["context"], "feed" | "hours">,
  market: MarketKey,
  code: string,
  until: number,
): number {
  // A day's own opening is in the new scale already, and comes at the beginning of its prices or a little before.
  const begun = feed
    .corporateActions(market, code)
    .map(({ exDate }) => tradingDayBegins(market, exDate, hours) - auctionLeadMs)
    .filter((at) => at <= until);
  return Math.max(-Infinity, ...begun);
}

/** Shanghai's opening auction matches five minutes before its prices go on. */
const auctionLeadMs = 600_000;

/** One price for whatever is wanted; of a side that was left at the day's limit nobody gets any. */
function auctionQuote(quote: Quote, print: AuctionPrint): Quote {
  const { feed, sequence, at, price, locked, tradingDate } = print;
  const level: DepthLevel = { price, quantity: shares(quantityMax) };
  const { passedFrom: _passed, ...rest } = quote;
  return {
    ...rest,
    feed,
    sequence,
    at,
    last: price,
    bid: price,
    ask: price,
    bids: locked === "sell" ? [] : [level],
    asks: locked === "buy" ? [] : [level],
    tradingDate,
  };
}

/** The auctions, by now, that orders were placed for: those they meet whenever somebody looks. */
export function ownAuctions(stored: StoredPosition): number[] {
  return endsBy(stored, (tif) => isForAuction(tif) || tif === "market_at_close");
}

/** The ends, by now, of the sessions after hours that orders were placed for. */
export function ownAfterHours(stored: StoredPosition): number[] {
  return endsBy(stored, (tif) => tif === "after_hours");
}

function endsBy(stored: StoredPosition, isOf: (timeInForce: TimeInForce) => boolean): number[] {
  const works = stored.opening_works && stored.status !== "closing" ? [stored] : [];
  return [...works, ...stored.closings].flatMap(({ time_in_force: tif, expires_at: at }) =>
    isOf(tif) && at !== null && at <= stored.now ? [at] : [],
  );
}

/** Stops and exits are set off by a price that was traded: they meet the next one. */
export function takesAuctions(stored: StoredPosition): boolean {
  const { status, opening_works: works } = stored;
  const takes = (order: Parameters<typeof limitInAuction>[0]) =>
    limitInAuction(order, -1, true) !== undefined;
  if (status === "closing") return !isStopped(stored) && stored.closings.some(takes);
  return works && (status === "pending" || status === "holding") && takes(stored);
}
