import { iso, type CallOutput, type Calls } from "@sanshi/contract";
import {
  formatPrice,
  formatShares,
  price,
  settlementCurrency,
  shares,
  type MarketKey,
} from "@sanshi/money";
import { extendedPhaseAt, marketStatus, nextExtendedPhase } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { hasExtendedHours, siteRules } from "../../governance/site/site.ts";
import type { Quote } from "../../market-feed/market-feed.ts";
import { eveningOf } from "./extended-chart.ts";
import { changePercent } from "./market.rules.ts";

type OfferContext = Pick<Context, "database" | "feed" | "hours">;
type StockContext = OfferContext &
  Pick<Context, "quotes"> & { clock: Pick<Context["clock"], "now"> };
type ExtendedOnWire = NonNullable<CallOutput<Calls["/market/stock"]>["extended"]>;

/** Whether orders can be given for New York's extended hours: the house offers them, and the feed has prices of them. */
export async function offersExtendedHours(context: OfferContext): Promise<boolean> {
  if (!hasExtendedHours(context)) return false;
  return (await siteRules(context.database.reader)).extendedHours;
}

/** Whether a chart has the extended hours that it is asked for. */
export async function showsExtended(
  context: OfferContext,
  { type, hours }: { type: MarketKey; hours?: "regular" | "extended" | undefined },
): Promise<boolean> {
  return hours === "extended" && type === "usd" && (await offersExtendedHours(context));
}

/** What a US stock trades at outside of the regular hours; null where that is not offered. */
export async function extendedHoursOf(
  context: StockContext,
  { type, code }: { type: MarketKey; code: string },
): Promise<ExtendedOnWire | null> {
  if (type !== "usd" || !(await offersExtendedHours(context))) return null;
  const { clock, feed, hours } = context;
  const now = clock.now();
  const next = nextExtendedPhase(now, hours);
  if (next === null || next.phase === "night") return null;
  const { phase, from, until } = next;
  const quote = extendedPhaseAt(now, hours) === null ? null : (feed.extended?.(type, code) ?? null);
  const last = quote === null ? lastOfEvening(context, type, code, now) : null;
  return {
    ...{ phase, from: iso(from), until: iso(until), quote: quote && quoteOnWire(quote) },
    ...(last !== null && { last }),
  };
}

/** Once the evening is over, and until the next morning trades. */
function lastOfEvening(
  context: StockContext,
  market: MarketKey,
  code: string,
  now: number,
): NonNullable<ExtendedOnWire["last"]> | null {
  const { hours, quotes } = context;
  const official = quotes.get(market, code);
  if (official === null || marketStatus(market, now, hours).isOpen) return null;
  const bar = eveningOf(context, official);
  if (bar === null) return null;
  const currency = settlementCurrency(market);
  return {
    price: formatPrice(bar.close, currency),
    change: formatPrice(price(bar.close - official.last), currency),
    change_percent: changePercent(bar.close, official.last),
    at: iso(typeof hours === "string" ? bar.from : hours.toApp(bar.from)),
  };
}

/** The change is that from the last official price. */
function quoteOnWire(quote: Quote): ExtendedOnWire["quote"] {
  const currency = settlementCurrency(quote.market);
  return {
    price: formatPrice(quote.last, currency),
    change: formatPrice(price(quote.last - quote.previousClose), currency),
    change_percent: changePercent(quote.last, quote.previousClose),
    bid: formatPrice(quote.bid, currency),
    ask: formatPrice(quote.ask, currency),
    bid_quantity: formatShares(quote.bids[0]?.quantity ?? shares(0n)),
    ask_quantity: formatShares(quote.asks[0]?.quantity ?? shares(0n)),
    at: iso(quote.at),
  };
}
