import { divide, price, shares, type Price } from "@sanshi/money";
import type { DepthLevel, Quote } from "../market-feed/market-feed.ts";
import type { ExecutionVenue, Slice, VenueOrder } from "./execution-venue.ts";

/**
 * Fills against the levels of the quote that it is shown, the best first: a purchase at the asks, a
 * sale at the bids, none of them worse than the limit. Every order meets the levels as the quote has
 * them, whatever others took of it: the market's own participants stand behind them, and paper money
 * moves no price. A side without a level is locked at the day's limit: nobody sells, or nobody buys. Of a bar no price
 * is met outside of what it traded.
 */
export const simulatedVenue: ExecutionVenue = {
  name: "simulated",
  kind: "simulated",
  match(order, quote) {
    const { side, quantity, limit } = order;
    const levels = levelsFor(order, quote);
    const slices: Slice[] = [];
    let left: bigint = quantity;
    let value = 0n;
    for (const level of levels) {
      const at = passedPrice(level.price, order, quote);
      const reached = limit === null || (side === "buy" ? at <= limit : at >= limit);
      if (left === 0n || !reached) break;
      const taken = level.quantity < left ? level.quantity : left;
      if (taken <= 0n) continue;
      slices.push({ price: at, quantity: shares(taken) });
      value += at * taken;
      left -= taken;
    }
    const filled = quantity - left;
    return {
      slices,
      quantity: shares(filled),
      value,
      price: filled > 0n ? price(divide(value, filled, "half_up")) : null,
      hasCounterparty: levels.length > 0,
    };
  },
};

/** A stop that the market passed on its way into the lock was met before: others stood there then. */
function levelsFor({ side, waited }: VenueOrder, quote: Quote): readonly DepthLevel[] {
  const { asks, bids, passedFrom: from, last } = quote;
  const [own, others] = side === "buy" ? [bids, asks] : [asks, bids];
  const stop = waited?.stop ?? null;
  if (others.length > 0 || stop === null || from === undefined) return others;
  const isPassed = side === "buy" ? from < last && stop < last : from > last && stop > last;
  return isPassed ? own.slice(0, 1) : others;
}

/**
 * A feed that tells only some of a bar's prices leaves a way between two of them, and the market was at every price
 * on it. An order that waited meets it where it came to the order's own price, not where it turned: a limit is
 * filled at the limit, a stop where it lay. Where the way began beyond that price, it is filled where the way began,
 * which is the last price that anybody knew when it was placed.
 */
function passedPrice(level: Price, { side, limit, waited }: VenueOrder, quote: Quote): Price {
  const { passedFrom: from, last } = quote;
  if (waited === undefined || from === undefined || from === last) return level;
  const isBuy = side === "buy";
  const spread = (isBuy ? quote.ask : quote.bid) - last;
  const isTowardsLimit = isBuy ? last < from : last > from;
  const start = within(quote.bar, from + spread);
  if (isTowardsLimit) {
    if (limit === null) return level;
    return isBuy
      ? price(most(level, least(limit, start)))
      : price(least(level, most(limit, start)));
  }
  if (waited.stop === null) return level;
  return isBuy
    ? price(least(level, within(quote.bar, most(waited.stop + spread, start))))
    : price(most(level, within(quote.bar, least(waited.stop + spread, start))));
}

/** What is added to a price for the spread leads nowhere that was not traded. */
function within(bar: Quote["bar"], at: bigint): bigint {
  return bar === undefined ? at : least(bar.high, most(bar.low, at));
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
