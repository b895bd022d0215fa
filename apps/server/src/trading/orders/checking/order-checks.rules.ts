import { sellLockMinutes, type OrderKind, type RefusalCode } from "@sanshi/contract";
import {
  formatPrice,
  formatShares,
  minor,
  parsePrice,
  parseShares,
  price,
  settlementCurrency,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import {
  sessionsOf,
  boardOf,
  isOnTick,
  marketDate,
  lotRule,
  marketStatus,
  tickSize,
  type LocalDate,
  type MarketHours,
  type PriceLimits,
  type RuleReference,
  ruleParams,
} from "@sanshi/rulebook";
import type { Instrument, Quote } from "../../../market-feed/market-feed.ts";
import { awaitsPrice, matchableQuote } from "./session-quotes.rules.ts";

/** A refusal with what fills its sentence; `times` are milliseconds, which the door spells out. */
export type Objection = {
  code: RefusalCode;
  params?: Record<string, string>;
  times?: Record<string, number>;
};
export type Decision<Value> = { ok: true; value: Value } | { ok: false; objection: Objection };

/** What an order meets; the same for every customer but for the state of the account. */
export type MarketFacts = {
  instrument: Instrument | null;
  /** The code that the stock has now, where it was asked for by a former one. */
  renamed?: { code: string; date: LocalDate };
  /** What stops trading: an operator, a year that nobody has published, or the end of the listing; with what fills its sentence. */
  halt: {
    code:
      | "trading_halted"
      | "pause_takes_lasting_orders"
      | "calendar_not_published"
      | "instrument_ended";
    closingAllowed: boolean;
    /** The exchange goes on taking orders, which wait for the end of its pause. */
    takesOrders?: true;
    params: Record<string, string>;
  } | null;
  quote: Quote | null;
  /** Its quote of the extended hours that are on; asked only for orders for them, and left out where there are none. */
  extended?: () => Quote | null;
  /** Asked only for a limit; null where the day has none. */
  limits: (instrument: Instrument, quote: Quote) => PriceLimits | null;
  /** The last price before a moment of today; null where the feed has none. Asked only for late limits. */
  lastAt?: (instrument: Instrument, at: number) => Price | null;
  now: number;
  hours: MarketHours;
  /** True where a venue matches that answers later: here nothing meets a quote. */
  matchesElsewhere?: boolean;
  /** What the exchanges' own rules ask for; null in practice mode, where they do not hold. */
  exchange: {
    isShortTested: (instrument: Instrument, quote: Quote) => boolean;
    /** What a date's limits stand on. */
    basePrice: (instrument: Instrument, quote: Quote, date: LocalDate) => Price;
  } | null;
};

/** An order that nothing speaks against before the venue is asked. */
export type SoundOrder = {
  instrument: Instrument;
  quote: Quote;
  quantity: Shares;
  /** Null: at the market. */
  limit: Price | null;
  /** The market has to reach it first; null: at once. */
  stop: Price | null;
  /** False while orders are only collected: then no venue is asked. */
  isMatching: boolean;
};

export const sellLockMs = sellLockMinutes * 60_000;

/** The most that one order may be worth, in the market's currency. */
export const orderValueMinorMax: Record<MarketKey, Minor> = {
  jpy: minor(10_000_000_000n),
  usd: minor(100_000_000_00n),
  cny: minor(500_000_000_00n),
};

/** No share costs more; where a day has no limit, this keeps a typed price within what can be stored. */
export const priceMax = price(1_000_000_000n * 10_000n);

/** An order's kind and prices as typed. */
export type PriceForm = {
  kind: OrderKind;
  price: string | undefined;
  stopPrice?: string | undefined;
  /** It is for an auction alone, or at the market before there is one: no quote matches it now. */
  waits?: boolean;
  /** The quote that it meets outside of the regular hours; null where it meets none. */
  extendedQuote?: Quote | null;
};

/**
 * The part that opening and closing have in common: the prices as typed, the session, the quote. That
 * nothing is traded now is no obstacle to a limit or stop: the order waits for the next auction or session.
 */
export function checkPriceAndSession(
  form: PriceForm,
  quantity: Shares,
  facts: MarketFacts,
): Decision<SoundOrder> {
  const { instrument, quote, now, hours } = facts;
  if (instrument === null) return object("price_unavailable");
  const status = marketStatus(sessionsOf(instrument), now, hours);
  const limit = checkLimit(form, instrument, status.orderDate);
  if (!limit.ok) return limit;
  const stop = checkStop(form, instrument, status.orderDate);
  if (!stop.ok) return stop;
  // A record is over. Otherwise an order of any hour waits for the next auction or session.
  if (!status.acceptsOrders && status.opensAt === null) return object("price_unavailable");
  if (quote?.halted === true) return object("instrument_halted");
  const matchable = matchableQuote(quote, now, hours) ?? form.extendedQuote ?? null;
  if (quote === null || quote.last <= 0n) return object("price_unavailable");
  const isNamed = form.kind !== "market" || form.waits === true;
  // In a pause nothing trades that would make the price newer.
  const waits = isNamed && (awaitsPrice(quote) || facts.halt?.takesOrders === true);
  if (status.isOpen && matchable === null && !waits) return object("price_unavailable");
  if (limit.value !== null) {
    const beyond = checkDailyLimit(limit.value, instrument, quote, facts);
    if (beyond !== null) return beyond;
  }
  // A stop may lie beyond today's limits: another day may reach it.
  if (stop.value !== null && stop.value > priceMax) {
    return beyondLimit(stop.value, ownBounds(instrument, status.orderDate), instrument);
  }
  const waitsForSession = form.waits === true || (form.kind === "market" && !status.isOpen);
  const isMatching = matchable !== null && !waitsForSession && facts.matchesElsewhere !== true;
  return {
    ok: true,
    value: {
      instrument,
      quote: matchable ?? quote,
      quantity,
      limit: limit.value,
      stop: stop.value,
      isMatching,
    },
  };
}

/** Whether an order is taken within a pause and waits for its end: what trades at once or not at all is not. */
export function waitsOutPause(
  { kind, timeInForce }: { kind: OrderKind; timeInForce: string },
  halt: MarketFacts["halt"],
): boolean {
  const isLasting = timeInForce !== "immediate_or_cancel" && timeInForce !== "fill_or_kill";
  return halt?.takesOrders === true && kind !== "market" && isLasting;
}

export function checkQuantity(typed: string): Decision<Shares> {
  const quantity = parseShares(typed);
  if (quantity === null) return object("quantity_not_whole");
  if (quantity <= 0n) return object("quantity_not_positive");
  return { ok: true, value: quantity };
}

export function checkLot(
  quantity: Shares,
  instrument: Instrument,
  { now, hours }: Pick<MarketFacts, "now" | "hours">,
): Refused | null {
  const { market, lotSize } = instrument;
  if (quantity % lotSize === 0n) return null;
  const { buyMinimum, reference } = lotRule(
    market,
    marketDate(market, now, hours),
    boardOf(instrument),
  );
  const rule =
    buyMinimum === lotSize
      ? ruleParams(reference, instrument.exchange)
      : { rule: "site_trading_unit" };
  return object("quantity_not_in_lots", { lot: formatShares(lotSize), ...rule });
}

const limitCodes = {
  required: "price_required",
  notAllowed: "price_not_allowed",
  notPositive: "price_not_positive",
  notOnTick: "price_not_on_tick",
} as const;
const stopCodes = {
  required: "stop_price_required",
  notAllowed: "stop_price_not_allowed",
  notPositive: "stop_price_not_positive",
  notOnTick: "stop_price_not_on_tick",
} as const;

function checkLimit({ kind, price: typed }: PriceForm, instrument: Instrument, date: LocalDate) {
  const asked = kind === "limit" || kind === "stop_limit" || kind === "oco";
  return checkTypedPrice(typed, asked, limitCodes, instrument, date);
}

function checkStop({ kind, stopPrice }: PriceForm, instrument: Instrument, date: LocalDate) {
  const asked = kind === "stop" || kind === "stop_limit" || kind === "oco";
  return checkTypedPrice(stopPrice, asked, stopCodes, instrument, date);
}

function checkTypedPrice(
  typed: string | undefined,
  asked: boolean,
  codes: typeof limitCodes | typeof stopCodes,
  { market, exchange, tickClass }: Instrument,
  date: LocalDate,
): Decision<Price | null> {
  if (!asked) return typed === undefined ? { ok: true, value: null } : object(codes.notAllowed);
  if (typed === undefined) return object(codes.required);
  if (typed.startsWith("-") || !/[1-9]/.test(typed)) return object(codes.notPositive);
  const at = parsePrice(typed);
  if (at !== null && isOnTick(at, { market, tickClass, date })) return { ok: true, value: at };
  // More decimals than a price has lie off every grid; the tick of the price without them is told.
  const near = at ?? parsePrice(typed.slice(0, typed.indexOf(".") + 1) + "0");
  const { tick, reference } = tickSize({ market, tickClass, date, price: near ?? price(0n) });
  const currency = settlementCurrency(market);
  return object(codes.notOnTick, {
    tick: formatPrice(tick, currency),
    currency,
    ...ruleParams(reference, exchange),
  });
}

function checkDailyLimit(
  limit: Price,
  instrument: Instrument,
  quote: Quote,
  facts: MarketFacts,
): Refused | null {
  const bounds = facts.limits(instrument, quote) ?? ownBounds(instrument, quote.tradingDate);
  if (limit >= bounds.low && limit <= bounds.high) return null;
  return beyondLimit(limit, bounds, instrument);
}

type Bounds = { low: Price; high: Price; reference: RuleReference | null };

/** Where no limits hold: what a price can be at all. */
function ownBounds({ market, tickClass }: Instrument, date: LocalDate): Bounds {
  const low = tickSize({ market, tickClass, date, price: price(1n) }).tick;
  return { low, high: priceMax, reference: null };
}

function beyondLimit(
  at: Price,
  { low, high, reference }: Bounds,
  { market, exchange }: Instrument,
): Refused {
  const currency = settlementCurrency(market);
  return object("price_beyond_limit", {
    low: formatPrice(low, currency),
    high: formatPrice(high, currency),
    limit: formatPrice(at < low ? low : high, currency),
    currency,
    ...(reference === null ? { rule: "site_price_range" } : ruleParams(reference, exchange)),
  });
}

export type Refused = { ok: false; objection: Objection };

export function object(
  code: RefusalCode,
  params?: Record<string, string>,
  times?: Record<string, number>,
): Refused {
  return { ok: false, objection: { code, ...(params && { params }), ...(times && { times }) } };
}

/** A stop lies ahead of the market: above it to buy, below it to sell; and beyond it from the limit beside it. */
export function checkStopAhead(
  kind: OrderKind,
  { stop, limit, quote, instrument }: Pick<SoundOrder, "stop" | "limit" | "quote" | "instrument">,
  side: "buy" | "sell",
): Refused | null {
  if (stop === null) return null;
  // First, as a change whose stop stays may go on although the market has come to it meanwhile.
  if (kind === "oco" && limit !== null && (side === "buy" ? limit >= stop : limit <= stop)) {
    return object("oco_prices_contradict");
  }
  if (isStopReached(side === "buy" ? "long" : "short", stop, quote.last)) {
    const currency = settlementCurrency(instrument.market);
    return object("stop_price_reached", { now: formatPrice(quote.last, currency), currency });
  }
  return null;
}

export function isStopReached(side: "long" | "short", stop: Price, last: Price): boolean {
  return side === "long" ? last >= stop : last <= stop;
}
