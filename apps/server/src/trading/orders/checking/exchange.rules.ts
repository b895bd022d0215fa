import type { Minor, Price, Shares } from "@sanshi/money";
import { formatMinor, formatPrice, formatShares, settlementCurrency } from "@sanshi/money";
import {
  auctionAt,
  boardOf,
  cancelsAgain,
  isSaleInLots,
  isWholeLot,
  largeShortFloor,
  lotRule,
  marketDate,
  marketStatus,
  minimumMargin,
  orderMaximum,
  priceCage,
  ruleParams,
  shortFloor,
  tickSize,
} from "@sanshi/rulebook";
import type { Instrument, Quote } from "../../../market-feed/market-feed.ts";
import type { TimeInForce } from "@sanshi/contract";
import { object, type MarketFacts, type Refused, type SoundOrder } from "./order-checks.rules.ts";
import { isForAuction } from "./validity.rules.ts";

/**
 * What an exchange itself refuses: its lots, its largest orders, how far a limit may lie from the market,
 * shorts into a fall, and who borrows with too little of his own. Nothing of it holds in practice mode.
 */

/** Lots and the largest order. `held` is what is left of the position that is closed; null where one opens. */
export function checkExchangeQuantity(
  quantity: Shares,
  held: Shares | null,
  isAtMarket: boolean,
  instrument: Instrument,
  { exchange, now, hours }: MarketFacts,
): Refused | null {
  if (exchange === null) return null;
  const { market } = instrument;
  const date = marketDate(market, now, hours);
  const board = boardOf(instrument);
  const rule = lotRule(market, date, board);
  const inLots =
    held === null ? isWholeLot(quantity, rule) : isSaleInLots(quantity, held, market, date, board);
  if (!inLots) {
    const named = ruleParams(rule.reference, instrument.exchange);
    return rule.buyStep === 1n
      ? object("quantity_below_minimum", { min: formatShares(rule.buyMinimum), ...named })
      : object("quantity_not_in_lots", { lot: formatShares(rule.buyStep), ...named });
  }
  const most = orderMaximum(market, date, board, isAtMarket);
  if (most === null || quantity <= most.shares) return null;
  return object("quantity_above_maximum", {
    max: formatShares(most.shares),
    ...ruleParams(most.reference, instrument.exchange),
  });
}

/** Of an order that trades or waits now; a stop meets the rules of the moment at which it is reached. */
export function checkExchangePrice(
  {
    instrument,
    quote,
    quantity,
    limit,
    stop,
    timeInForce,
  }: Omit<SoundOrder, "isMatching"> & { timeInForce?: TimeInForce },
  side: "buy" | "sell" | "sell_short",
  facts: MarketFacts,
): Refused | null {
  if (facts.exchange === null || stop !== null) return null;
  const { market } = instrument;
  const date = marketDate(market, facts.now, facts.hours);
  const top = topOf(quote);
  const buys = side === "buy" ? "buy" : "sell";
  // The cage is that of continuous trading.
  const isAfterHours = timeInForce === "after_hours";
  const caged = isAfterHours ? null : checkCage(instrument, date, limit, buys, facts, top);
  if (caged !== null || side !== "sell_short") return caged;
  const floor = facts.exchange.isShortTested(instrument, quote)
    ? shortFloor(market, date, quantity, top)
    : largeShortFloor(market, date, quantity, facts.exchange.basePrice(instrument, quote, date));
  if (floor === null || (limit !== null && limit > floor.above)) return null;
  const currency = settlementCurrency(market);
  return object("short_price_too_low", {
    above: formatPrice(floor.above, currency),
    currency,
    ...ruleParams(floor.reference, instrument.exchange),
  });
}

type Top = ReturnType<typeof topOf>;

function topOf({ bid, ask, bids, asks, last }: Quote) {
  return { bid: bids.length > 0 ? bid : null, ask: asks.length > 0 ? ask : null, last };
}

function checkCage(
  instrument: Instrument,
  date: string,
  limit: Price | null,
  side: "buy" | "sell",
  { now, hours, halt }: MarketFacts,
  top: Top,
): Refused | null {
  const { market, tickClass } = instrument;
  if (limit === null || !marketStatus(market, now, hours).isOpen) return null;
  // What is taken in a pause meets the market at its end.
  if (halt?.takesOrders === true) return null;
  const { tick } = tickSize({ market, tickClass, date, price: top.last });
  const cage = priceCage(market, boardOf(instrument), date, top, tick);
  if (cage === null) return null;
  const isOutside = side === "buy" ? limit > cage.buyMost : limit < cage.sellLeast;
  if (!isOutside) return null;
  const currency = settlementCurrency(market);
  return object("price_outside_cage", {
    limit: formatPrice(side === "buy" ? cage.buyMost : cage.sellLeast, currency),
    currency,
    ...ruleParams(cage.reference, instrument.exchange),
  });
}

/**
 * Of an order that works at the exchange: some take no cancels and changes just before an auction. What trades after
 * hours alone is in no auction, and is cancelled as long as such orders are taken: so brokers quote the rules of STAR
 * and ChiNext, whose own clauses were not read.
 */
export function checkCancels(
  timeInForce: TimeInForce,
  { exchange, instrument, now, hours }: MarketFacts,
): Refused | null {
  if (exchange === null || instrument === null || timeInForce === "after_hours") return null;
  const again = cancelsAgain(instrument.exchange, now, hours);
  if (again === null) return null;
  return object("cancel_not_accepted", ruleParams(again.reference, instrument.exchange), {
    time: again.at,
  });
}

/** An order for an auction alone is held from a moment before it, in New York for ten minutes. */
export function checkNamedCancel(
  order: { time_in_force: TimeInForce; expires_at: number | null },
  { instrument, now, hours }: MarketFacts,
): Refused | null {
  const at = isForAuction(order.time_in_force) ? order.expires_at : null;
  const auction =
    instrument === null || at === null ? null : auctionAt(instrument.exchange, at, hours);
  if (auction === null || now < auction.cancelUntil) return null;
  return object("cancel_not_accepted", ruleParams(auction.reference, instrument?.exchange), {
    time: auction.matchesAt,
  });
}

/** Whoever borrows money or shares has so much of his own; what was his own a moment ago will do. */
export function checkMinimumMargin(
  own: Minor | undefined,
  isBorrowing: boolean,
  { market }: Instrument,
  { exchange }: MarketFacts,
): Refused | null {
  const least = exchange === null || !isBorrowing ? null : minimumMargin(market);
  if (least === null || own === undefined || own >= least.amount) return null;
  const currency = settlementCurrency(market);
  return object("minimum_margin_missing", {
    amount: formatMinor(least.amount, currency),
    currency,
    ...ruleParams(least.reference),
  });
}
