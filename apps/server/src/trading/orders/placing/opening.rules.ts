import {
  quantityMax,
  reservedAtMarket,
  type CustomerState,
  type OrderKind,
  type TimeInForce,
} from "@sanshi/contract";
import {
  formatMinor,
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
  sessionsOf,
  closingKinds,
  financing,
  localDate,
  marketStatus,
  type FeeSchedule,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Instrument } from "../../../market-feed/market-feed.ts";
import type { StockOffer } from "../../../market/stock-offers/stock-offers.ts";
import type { Match } from "../../../venues/execution-venue.ts";
import {
  checkBracket,
  checkExitParts,
  type Bracket,
  type ExitPart,
  type TypedBracket,
  type TypedExit,
} from "../checking/bracket.rules.ts";
import {
  checkExchangePrice,
  checkExchangeQuantity,
  checkMinimumMargin,
} from "../checking/exchange.rules.ts";
import {
  checkLateLimit,
  checkAtOnce,
  checkValidity,
  isAtOnce,
  waitsForItsOwn,
} from "../checking/validity.rules.ts";
import {
  checkExtendedHours,
  extendedQuote,
  type AskedHours,
} from "../checking/extended-hours.rules.ts";
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
  checkStopAhead,
  object,
  orderValueMinorMax,
  waitsOutPause,
  type Decision,
  type MarketFacts,
  type PriceForm,
  type Refused,
  type SoundOrder,
} from "../checking/order-checks.rules.ts";

export type OpeningForm = Omit<PriceForm, "waits" | "extendedQuote"> &
  TypedBracket &
  AskedHours & {
    side: "long" | "short";
    quantity: string;
    leverage: string;
    timeInForce: TimeInForce;
    goodUntil?: string | undefined;
    /** No dividend is to lower its prices, or those at which what it opens is closed. */
    doNotReduce?: boolean | undefined;
    /** In place of a bracket for all of it; left out where there are none. */
    exitParts?: readonly TypedExit[] | undefined;
    /** The customer's own money in the market, where the exchange asks for a least of it. */
    own?: Minor;
    /** Shares that a short can borrow, where there is a limit. */
    borrowable?: bigint;
    /** Of a short: whether its customer has switched selling short on. */
    shortOn?: boolean;
  };

/** An opening order that nothing speaks against before the venue is asked. */
export type SoundOpening = SoundOrder &
  Bracket & {
    kind: OrderKind;
    side: "long" | "short";
    leverage: number;
    timeInForce: TimeInForce;
    expiresAt: number | null;
    /** Its money is held at this price, where it has none of its own or may trade beyond it. */
    holdPrice: Price | null;
    doNotReduce: boolean;
    isExtended: boolean;
    exits: readonly ExitPart[];
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
  if (facts.renamed !== undefined) return object("instrument_renamed", facts.renamed);
  if (instrument === null) return object("instrument_not_found");
  const rests = waitsOutPause(form, facts.halt);
  if (facts.halt !== null && !rests) return object(facts.halt.code, facts.halt.params);
  if (instrument.offered === false) return object("product_not_available");
  const offer = offered(instrument, localDate(instrument.market, now));
  const unoffered =
    checkOffer(form, offer) ??
    (form.shortOn === false ? object("short_not_switched_on") : null) ??
    checkShortMargin(form, offer.leverages, instrument, facts.quote, now);
  if (unoffered !== null) return unoffered;
  const quantity = checkQuantity(form.quantity);
  if (!quantity.ok) return quantity;
  if (quantity.value > quantityMax) {
    return object("quantity_too_large", { max: formatShares(shares(quantityMax)) });
  }
  const lot = checkLot(quantity.value, instrument, facts);
  if (lot !== null) return lot;
  const { borrowable } = form;
  if (form.side === "short" && borrowable !== undefined && quantity.value > borrowable) {
    return object("shares_not_borrowable", { max: formatShares(shares(borrowable)) });
  }
  const atMarket = form.kind === "market" || form.kind === "stop";
  const size = checkExchangeQuantity(quantity.value, null, atMarket, instrument, facts);
  if (size !== null) return size;
  if (closingKinds.includes(form.kind)) return object("order_kind_closes_only");
  const isExtended = form.hours === "extended";
  const barred = checkExtendedHours(form, extendedOrder(form), instrument, facts);
  if (barred !== null) return barred;
  const valid = checkValidity(form, instrument, facts);
  if (!valid.ok) return valid;
  const { timeInForce, expiresAt } = valid.value;
  const waits = rests || waitsForItsOwn(valid.value, now);
  const checked = checkPriceAndSession(
    {
      kind: form.kind,
      price: form.price,
      stopPrice: form.stopPrice,
      waits,
      extendedQuote: isExtended ? extendedQuote(facts) : null,
    },
    quantity.value,
    facts,
  );
  if (!checked.ok) return checked;
  const order = checked.value;
  const { side, kind } = form;
  const outside =
    checkExchangePrice({ ...order, timeInForce }, side === "long" ? "buy" : "sell_short", facts) ??
    checkLateLimit(valid.value, order, side === "long" ? "buy" : "sell", facts);
  if (outside !== null) return outside;
  const reached = checkStopAhead(kind, order, side === "long" ? "buy" : "sell");
  if (reached !== null) return reached;
  const { orderDate } = marketStatus(sessionsOf(instrument), now, hours);
  const reference = startingPrice(order, side);
  const bracket = checkBracket(form, side, reference, instrument, orderDate);
  if (!bracket.ok) return bracket;
  const exits = checkExits(form, { reference, quantity: quantity.value }, instrument, {
    date: orderDate,
    facts,
  });
  if (!exits.ok) return exits;
  const leverage = Number(form.leverage);
  const poor = checkMinimumMargin(form.own, side === "short" || leverage > 1, instrument, facts);
  if (poor !== null) return poor;
  const holdPrice = holdPriceOf(order, { kind, timeInForce }, facts);
  const { doNotReduce = false } = form;
  return {
    ok: true,
    value: {
      instrument,
      quote: order.quote,
      quantity: order.quantity,
      limit: order.limit,
      stop: order.stop,
      isMatching: order.isMatching,
      takeProfit: bracket.value.takeProfit,
      stopLoss: bracket.value.stopLoss,
      side,
      kind,
      leverage,
      timeInForce,
      expiresAt,
      holdPrice,
      doNotReduce,
      isExtended,
      exits: exits.value,
    },
  };
}

/** Extended hours are for what is bought with own money, without exits that a thin book would run. */
function extendedOrder(form: OpeningForm) {
  const { kind, timeInForce, side, leverage, takeProfit, stopLoss, exitParts = [] } = form;
  return {
    kind,
    timeInForce,
    isPaidInFull: side === "long" && Number(leverage) === 1,
    hasExits: takeProfit !== undefined || stopLoss !== undefined || exitParts.length > 0,
  };
}

function checkExits(
  { exitParts: exits = [], side, takeProfit, stopLoss }: OpeningForm,
  order: { reference: Price; quantity: Shares },
  instrument: Instrument,
  facts: { date: LocalDate; facts: MarketFacts },
): Decision<readonly ExitPart[]> {
  const hasBracket = takeProfit !== undefined || stopLoss !== undefined;
  if (exits.length > 0 && hasBracket) return object("exits_with_bracket");
  return checkExitParts(exits, side, order, instrument, facts);
}

/** What trades at the market later may come to the highest price that the day allows. */
function holdPriceOf(
  { instrument, quote, isMatching }: SoundOrder,
  { kind, timeInForce }: Pick<OpeningForm, "kind" | "timeInForce">,
  facts: MarketFacts,
): Price | null {
  const waitsAtMarket = kind === "market" && !isMatching;
  if (!waitsAtMarket && timeInForce !== "market_at_close") return null;
  return reservedAtMarket(quote.last, facts.limits(instrument, quote)?.high ?? null);
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
  const { kind, side, quote, quantity, limit, stop, timeInForce } = order;
  const hasFill = match !== null && match.quantity > 0n;
  const mayWait = (kind !== "market" || !order.isMatching) && !isAtOnce(timeInForce);
  if (kind === "market" && !hasFill && !mayWait) {
    return object(side === "long" ? "cannot_buy" : "cannot_sell_short");
  }
  const unfilled = checkAtOnce(timeInForce, quantity, match);
  if (unfilled !== null) return unfilled;
  const tooLarge = checkOrderValue(order);
  if (tooLarge !== null) return tooLarge;
  const terms = orderTerms(order, fees);
  // Nothing was reserved before: a short that sells for more than its limit posts the margin of that.
  const unbound = side === "short" ? { ...terms, limit: null } : terms;
  const filled = hasFill ? openingPart(unbound, nothingFilled, match) : null;
  const soFar = filled === null ? nothingFilled : afterPart(nothingFilled, filled);
  const isWaiting = mayWait && soFar.opened < quantity;
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
      price: match?.price ?? limit ?? stop ?? order.holdPrice ?? quote.last,
      reserved,
      total: minor(paid + reserved),
      // A short owes shares, not money.
      credit: side === "long" ? minor(lent) : zeroMinor,
    },
  };
}

function checkOrderValue(order: SoundOpening) {
  const { instrument, quote, quantity, kind, side, limit, stop, holdPrice } = order;
  const { market } = instrument;
  const currency = settlementCurrency(market);
  const now = side === "long" ? quote.ask : quote.bid;
  const at = holdPrice ?? reservedAt(kind, side, limit, stop) ?? now;
  if (notional(at, quantity, currency, "ceiling") <= orderValueMinorMax[market]) return null;
  const max = formatMinor(orderValueMinorMax[market], currency);
  return object("order_value_too_large", { max, currency });
}

function orderTerms(order: SoundOpening, fees: FeeSchedule): OrderTerms {
  const { instrument, kind, side, leverage, quantity, limit, stop } = order;
  const market: MarketKey = instrument.market;
  const at = order.holdPrice ?? reservedAt(kind, side, limit, stop);
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
