import {
  quantityMax,
  type CustomerState,
  type OrderKind,
  type TimeInForce,
} from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  notional,
  settlementCurrency,
  shares,
  zeroMinor,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import {
  financing,
  localDate,
  marketStatus,
  tradingDayEnds,
  type FeeSchedule,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Instrument } from "../../../market-feed/market-feed.ts";
import type { StockOffer } from "../../../market/stock-offers/stock-offers.ts";
import type { Match } from "../../../venues/execution-venue.ts";
import { checkBracket, type Bracket, type TypedBracket } from "../checking/bracket.rules.ts";
import {
  checkExchangePrice,
  checkExchangeQuantity,
  checkMinimumMargin,
} from "../checking/exchange.rules.ts";
import { checkShortMargin } from "../checking/short-margin.rules.ts";
import {
  afterPart,
  nothingFilled,
  openingPart,
  reservationOf,
  reservedAt,
  type OpeningPart,
  type OrderTerms,
} from "../costing/opening-money.rules.ts";
import {
  checkLot,
  checkPriceAndSession,
  checkQuantity,
  isStopReached,
  object,
  orderValueMinorMax,
  type Decision,
  type MarketFacts,
  type PriceForm,
  type Refused,
  type SoundOrder,
} from "../checking/order-checks.rules.ts";

export type OpeningForm = PriceForm &
  TypedBracket & {
    side: "long" | "short";
    quantity: string;
    leverage: string;
    timeInForce: TimeInForce;
    /** The customer's own money in the market, where the exchange asks for a least of it. */
    own?: Minor;
  };

/** An opening order that nothing speaks against before the venue is asked. */
export type SoundOpening = SoundOrder &
  Bracket & {
    kind: OrderKind;
    side: "long" | "short";
    leverage: number;
    timeInForce: TimeInForce;
    expiresAt: number | null;
  };

/** What speaks against opening a position, in the contract's order; otherwise the order as numbers. */
export function checkOpening(
  form: OpeningForm,
  customerState: CustomerState,
  facts: MarketFacts,
  offered: (instrument: Instrument, date: LocalDate) => StockOffer,
): Decision<SoundOpening> {
  if (customerState === "frozen" || customerState === "banned") return object("account_frozen");
  if (customerState === "trading_disabled") return object("trading_disabled");
  const { instrument, now, hours } = facts;
  if (instrument === null) return object("instrument_not_found");
  if (facts.halt !== null) return object("trading_halted", facts.halt.params);
  if (instrument.offered === false) return object("product_not_available");
  const offer = offered(instrument, localDate(instrument.market, now));
  const unoffered =
    checkOffer(form, offer) ??
    checkShortMargin(form, offer.leverages, instrument, facts.quote, now);
  if (unoffered !== null) return unoffered;
  const quantity = checkQuantity(form.quantity);
  if (!quantity.ok) return quantity;
  if (quantity.value > quantityMax) {
    return object("quantity_too_large", { max: formatShares(shares(quantityMax)) });
  }
  const lot = checkLot(quantity.value, instrument, now);
  if (lot !== null) return lot;
  const atMarket = form.kind === "market" || form.kind === "stop";
  const size = checkExchangeQuantity(quantity.value, null, atMarket, instrument, facts);
  if (size !== null) return size;
  const checked = checkPriceAndSession(form, quantity.value, facts);
  if (!checked.ok) return checked;
  const order = checked.value;
  const { side, kind, timeInForce } = form;
  const outside = checkExchangePrice(order, side === "long" ? "buy" : "sell_short", facts);
  if (outside !== null) return outside;
  const reached = checkStopAhead(order, side);
  if (reached !== null) return reached;
  const { orderDate } = marketStatus(instrument.market, now, hours);
  const bracket = checkBracket(form, side, startingPrice(order, side), instrument, orderDate);
  if (!bracket.ok) return bracket;
  const leverage = Number(form.leverage);
  const poor = checkMinimumMargin(form.own, side === "short" || leverage > 1, instrument, facts);
  if (poor !== null) return poor;
  const expiresAt =
    timeInForce === "day" && kind !== "market"
      ? tradingDayEnds(instrument.market, now, hours)
      : null;
  const terms = { side, kind, leverage, timeInForce, expiresAt };
  return { ok: true, value: { ...order, ...bracket.value, ...terms } };
}

function checkOffer(
  { side, leverage }: Pick<OpeningForm, "side" | "leverage">,
  offer: StockOffer,
): Refused | null {
  if (side === "short" && !offer.shortOffered) return object("short_not_offered", offer.shortRule);
  if (offer.leverages.includes(Number(leverage))) return null;
  const max = Math.max(1, ...offer.leverages);
  return object("leverage_not_offered", { max: String(max), ...offer.leverageRule });
}

/** A stop lies ahead of the market: above it to buy, below it to sell short. */
function checkStopAhead({ stop, quote, instrument }: SoundOrder, side: "long" | "short") {
  if (stop === null || !isStopReached(side, stop, quote.last)) return null;
  const currency = settlementCurrency(instrument.market);
  return object("stop_price_reached", { now: formatPrice(quote.last, currency), currency });
}

/** The last price decides. */
/** Where the position is expected to begin: what its bracket is held against. */
function startingPrice({ limit, stop, quote }: SoundOrder, side: "long" | "short"): Price {
  return limit ?? stop ?? (side === "long" ? quote.ask : quote.bid);
}

/** The part of a working order, at the price at which it is reserved. */
export type WaitingPart = {
  quantity: Shares;
  amount: Minor;
  fee: Minor;
  margin: Minor;
  borrowed: Minor;
};

/** What an opening order does: what of it is filled at once, and what waits. */
export type Opening = {
  match: Match | null;
  filled: OpeningPart | null;
  waiting: WaitingPart | null;
  /** The average of the fill, or the limit or stop that waits. */
  price: Price;
  /** Money held for what waits: its margin and fee. */
  reserved: Minor;
  /** What leaves the available money: margin and fee of what is filled, and the reserved. */
  total: Minor;
  /** What leverage lends, of what waits too. */
  credit: Minor;
};

/** What it costs by the day's fees; refused where nobody is on the other side or where it is worth too much. */
export function decideOpening(
  order: SoundOpening,
  match: Match | null,
  fees: FeeSchedule,
): Decision<Opening> {
  const { kind, side, quote, quantity, limit, stop } = order;
  const hasFill = match !== null && match.quantity > 0n;
  if (kind === "market" && !hasFill) {
    return object(side === "long" ? "cannot_buy" : "cannot_sell_short");
  }
  const tooLarge = checkOrderValue(order);
  if (tooLarge !== null) return tooLarge;
  const terms = orderTerms(order, fees);
  // Nothing was reserved before: a short that sells for more than its limit posts the margin of that.
  const unbound = side === "short" ? { ...terms, limit: null } : terms;
  const filled = hasFill ? openingPart(unbound, nothingFilled, match) : null;
  const soFar = filled === null ? nothingFilled : afterPart(nothingFilled, filled);
  const isWaiting = kind !== "market" && soFar.opened < quantity;
  const reserved = isWaiting ? reservationOf(terms, soFar) : zeroMinor;
  const waiting = isWaiting ? waitingPart(terms, soFar, reserved) : null;
  const paid = filled === null ? 0n : filled.margin + filled.fee;
  const lent = (filled?.borrowed ?? 0n) + (waiting?.borrowed ?? 0n);
  return {
    ok: true,
    value: {
      match: hasFill ? match : null,
      filled,
      waiting,
      price: match?.price ?? limit ?? stop ?? quote.last,
      reserved,
      total: minor(paid + reserved),
      // A short owes shares, not money.
      credit: side === "long" ? minor(lent) : zeroMinor,
    },
  };
}

function checkOrderValue({ instrument, quote, quantity, kind, side, limit, stop }: SoundOpening) {
  const { market } = instrument;
  const currency = settlementCurrency(market);
  const at = reservedAt(kind, side, limit, stop) ?? (side === "long" ? quote.ask : quote.bid);
  if (notional(at, quantity, currency, "ceiling") <= orderValueMinorMax[market]) return null;
  const max = formatMinor(orderValueMinorMax[market], currency);
  return object("order_value_too_large", { max, currency });
}

function orderTerms(order: SoundOpening, fees: FeeSchedule): OrderTerms {
  const { instrument, kind, side, leverage, quantity, limit, stop } = order;
  const market: MarketKey = instrument.market;
  const at = reservedAt(kind, side, limit, stop);
  return { market, side, leverage, quantity, limit, reservedAt: at, fees };
}

function waitingPart(
  terms: OrderTerms,
  filled: { opened: Shares; cost: Minor; margin: Minor },
  reserved: Minor,
): WaitingPart {
  const quantity = shares(terms.quantity - filled.opened);
  const currency = settlementCurrency(terms.market);
  const amount =
    terms.reservedAt === null
      ? zeroMinor
      : notional(terms.reservedAt, quantity, currency, "ceiling");
  const margin = minor(
    financing(minor(filled.cost + amount), terms.leverage).margin - filled.margin,
  );
  return {
    quantity,
    amount,
    margin,
    fee: minor(reserved - margin),
    borrowed: minor(amount - margin),
  };
}
