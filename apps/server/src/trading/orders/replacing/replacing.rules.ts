import {
  quantityMax,
  type OrderKind,
  type PositionStatus,
  type TimeInForce,
} from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  notional,
  price,
  settlementCurrency,
  shares,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import {
  dayEndsAt,
  extendedDayEnds,
  sessionsOf,
  financing,
  marketDate,
  marketStatus,
  type FeeSchedule,
} from "@sanshi/rulebook";
import type { Instrument } from "../../../market-feed/market-feed.ts";
import { checkBracket, checkExits } from "../checking/bracket.rules.ts";
import {
  checkCancels,
  checkNamedCancel,
  checkExchangePrice,
  checkExchangeQuantity,
} from "../checking/exchange.rules.ts";
import {
  reservationOf,
  reservedAt,
  type FilledSoFar,
  type OrderTerms,
} from "../costing/opening-money.rules.ts";
import { checkExtendedHours, checkSwitches, limitOnly } from "../checking/extended-hours.rules.ts";
import { checkTrail, type SoundTrail } from "../checking/trailing.rules.ts";
import { waitsForItsOwn } from "../checking/validity.rules.ts";
import type { ReplaceForm, BracketForm } from "../checking/order-forms.ts";
import { checkPurchaseCap, type PurchaseRoom } from "../checking/purchase-caps.rules.ts";
import { checkSameDay, type SameDayMoney } from "../checking/same-day.rules.ts";
import { objectToBar, type ClosingStanding } from "../closing/closing.rules.ts";
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
  type Refused,
} from "../checking/order-checks.rules.ts";

/** A working order, to open or to close. */
export type ReplaceableOrder = {
  market: MarketKey;
  side: "long" | "short";
  /** As it is now: a stop-limit whose stop was reached is a limit order. */
  kind: OrderKind;
  /** A stop-limit stays one on the record, also once its stop was reached. */
  placedAs: OrderKind;
  leverage: number;
  quantity: Shares;
  limit: Price | null;
  stop: Price | null;
  /** Of a stop that follows the market, from the best price that it has seen. */
  trail: SoundTrail | null;
  /** Of the day on which it was placed. */
  fees: FeeSchedule;
  filled: FilledSoFar;
  reserved: Minor;
  timeInForce: TimeInForce;
  expiresAt: number | null;
  isExtended: boolean;
  /** It opens a position that is closed by itself at some price. */
  hasExits: boolean;
  /** Of what may trade at the market later. */
  holdPrice: Price | null;
  /** Of a closing order: shares that are left of the position, and what of the order is filled. */
  closing: { left: Shares; filled: Shares } | null;
};

/** Which money an replaced opening order meets. */
export type Money = {
  available: Minor;
  credit: Minor;
  shortfall: Minor;
  /** What is owed on credit loans, zero or below: what they lent is no margin. */
  loan: Minor;
  is_called: boolean;
  /** What the stock's own sales of today leave to buy it with; left out where no rule asks for it. */
  sameDay?: SameDayMoney | undefined;
  /** What the day leaves of a stock that it caps. */
  purchaseRoom?: PurchaseRoom | undefined;
};

export type Replacement = {
  quantity: Shares;
  limit: Price | null;
  stop: Price | null;
  trail: SoundTrail | null;
  reserved: Minor;
  isExtended: boolean;
  expiresAt: number | null;
};

/** What speaks against replacing it, in the contract's order; otherwise the order as it is to be. */
export function checkReplacement(
  form: ReplaceForm,
  standing: ClosingStanding,
  order: ReplaceableOrder | "not_pending" | null,
  facts: MarketFacts,
  money: Money,
): Decision<Replacement> {
  const { state } = standing;
  const isClosing = order !== null && order !== "not_pending" && order.closing !== null;
  if (state === "banned" || (state === "frozen" && !isClosing)) return object("account_frozen");
  if (state === "trading_disabled" && !isClosing) return object("trading_disabled");
  if (order === null) return object("order_not_found");
  if (order === "not_pending") return object("order_not_pending");
  const barred = isClosing ? objectToBar(standing, facts.now) : null;
  if (barred !== null) return barred;
  const { halt } = facts;
  const isTaken = waitsOutPause(order, halt) || (isClosing && halt?.closingAllowed === true);
  if (halt !== null && !isTaken) {
    return object(halt.code, halt.params);
  }
  // What the market has not reached yet waits with us.
  const named = { time_in_force: order.timeInForce, expires_at: order.expiresAt };
  const isAtExchange = order.stop === null || order.kind === "oco";
  const held = isAtExchange
    ? (checkCancels(order.timeInForce, facts) ?? checkNamedCancel(named, facts))
    : null;
  if (held !== null) return held;
  const { price: limitPrice, stopPrice, quantity: typed } = form;
  const { trailAmount, trailPercent, hours } = form;
  const asked = [limitPrice, stopPrice, typed, trailAmount, trailPercent, hours];
  if (asked.every((one) => one === undefined)) {
    return object("amendment_empty");
  }
  const lasting = checkHours(form, order, facts);
  if (!lasting.ok) return lasting;
  const quantity = typed === undefined ? accepted(order.quantity) : checkWhole(typed, order, facts);
  if (!quantity.ok) return quantity;
  const more = quantity.value - order.quantity;
  const capped = checkPurchaseCap(more, money.purchaseRoom, order.quantity);
  if (order.closing === null && capped !== null) return capped;
  const prices = checkPrices(form, order, quantity.value, facts);
  if (!prices.ok) return prices;
  const to = { quantity: quantity.value, ...prices.value, ...lasting.value };
  if (order.closing !== null) return { ok: true, value: { ...to, reserved: minor(0n) } };
  return checkMoney(order, to, money);
}

/** Its day ends with the hours that it trades in; nothing changes where no hours are said. */
function checkHours(
  form: ReplaceForm,
  order: ReplaceableOrder,
  facts: MarketFacts,
): Decision<Pick<Replacement, "isExtended" | "expiresAt">> {
  const { placedAs: kind, timeInForce, hasExits, isExtended, expiresAt } = order;
  const { instrument, hours } = facts;
  const wanted = form.hours === undefined ? isExtended : form.hours === "extended";
  if (wanted === isExtended) {
    // What works goes on without the switches; more of it is asked for as a new order is.
    const grown = form.quantity === undefined ? null : checkQuantity(form.quantity);
    const isMore = grown?.ok === true && grown.value > order.quantity;
    const refused = isExtended && isMore ? checkSwitches(form) : null;
    return refused ?? accepted({ isExtended, expiresAt });
  }
  if (instrument === null) return object("price_unavailable");
  const isPaidInFull = order.side === "long" && order.leverage === 1;
  const asked = { kind, timeInForce, isPaidInFull, hasExits };
  const refused = checkExtendedHours(form, asked, instrument, facts);
  if (refused !== null) return refused;
  if (expiresAt === null || instrument.end !== undefined) {
    return accepted({ isExtended: wanted, expiresAt });
  }
  const date = marketDate(order.market, expiresAt - 1, hours);
  const ends = wanted
    ? extendedDayEnds(date, hours)
    : dayEndsAt(sessionsOf(instrument), date, hours);
  return accepted({ isExtended: wanted, expiresAt: ends });
}

function accepted<Value>(value: Value): Decision<Value> {
  return { ok: true, value };
}

const atMarketKinds: readonly OrderKind[] = ["market", "stop", "trailing_stop"];

/** The quantity of the whole order, what is filled included. */
function checkWhole(typed: string, order: ReplaceableOrder, facts: MarketFacts): Decision<Shares> {
  const quantity = checkQuantity(typed);
  if (!quantity.ok) return quantity;
  if (quantity.value > quantityMax) {
    return object("quantity_too_large", { max: formatShares(shares(quantityMax)) });
  }
  const { closing, filled } = order;
  const most = closing === null ? null : shares(closing.left + closing.filled);
  if (most !== null && quantity.value > most) {
    return object("quantity_exceeds_position", { max: formatShares(most) });
  }
  if (quantity.value !== most && facts.instrument !== null) {
    const lot = checkLot(quantity.value, facts.instrument, facts);
    if (lot !== null) return lot;
  }
  if (facts.instrument !== null) {
    const atMarket = atMarketKinds.some((kind) => kind === order.kind);
    const size = checkExchangeQuantity(quantity.value, most, atMarket, facts.instrument, facts);
    if (size !== null) return size;
  }
  const done = closing === null ? filled.opened : closing.filled;
  if (quantity.value > done) return quantity;
  return object("quantity_already_filled", { filled: formatShares(done) });
}

type Prices = Pick<Replacement, "limit" | "stop" | "trail">;

/** A price that is not typed stays, and is held against the day's rules like one that is. */
function checkPrices(
  form: ReplaceForm,
  order: ReplaceableOrder,
  quantity: Shares,
  facts: MarketFacts,
): Decision<Prices> {
  const currency = settlementCurrency(order.market);
  const asTyped = (at: Price | null) => (at === null ? undefined : formatPrice(at, currency));
  const checked = checkPriceAndSession(
    {
      kind: order.kind,
      price: form.price ?? asTyped(order.limit),
      stopPrice: form.stopPrice ?? (order.trail === null ? asTyped(order.stop) : undefined),
      waits: waitsForItsOwn(order, facts.now),
    },
    quantity,
    facts,
  );
  if (!checked.ok) return checked;
  const buys = (order.side === "long") === (order.closing === null);
  const trails = checkTrailing(form, order, buys ? "buy" : "sell", checked.value.instrument, facts);
  if (!trails.ok) return trails;
  const { limit } = checked.value;
  const stop = trails.value?.stop ?? checked.value.stop;
  const sells = order.closing === null ? "sell_short" : "sell";
  const { timeInForce } = order;
  const outside = checkExchangePrice(
    { ...checked.value, timeInForce },
    buys ? "buy" : sells,
    facts,
  );
  if (outside !== null) return outside;
  const isStopSame = form.stopPrice === undefined && trails.value === order.trail;
  const unsound = checkStopAhead(order.kind, { ...checked.value, stop }, buys ? "buy" : "sell");
  // The market may have come to a stop that stays; it is about to be set off.
  const isOver = unsound?.objection.code === "stop_price_reached" && isStopSame;
  if (unsound !== null && !isOver) return unsound;
  return { ok: true, value: { limit, stop, trail: trails.value } };
}

/** Another distance is held against the best price that the stop has seen; one that is not typed stays. */
function checkTrailing(
  form: ReplaceForm,
  order: ReplaceableOrder,
  side: "buy" | "sell",
  instrument: Instrument,
  { now, hours }: MarketFacts,
): Decision<SoundTrail | null> {
  const isTyped = form.trailAmount !== undefined || form.trailPercent !== undefined;
  if (order.trail !== null && !isTyped) return { ok: true, value: order.trail };
  const date = marketStatus(sessionsOf(instrument), now, hours).orderDate;
  const { kind } = order;
  const best = order.trail?.best ?? price(1n);
  return checkTrail({ ...form, kind }, side, best, { ...instrument, date });
}

function checkMoney(
  order: ReplaceableOrder,
  to: Omit<Replacement, "reserved">,
  money: Money,
): Decision<Replacement> {
  const { market, side, kind, leverage, fees, filled } = order;
  const currency = settlementCurrency(market);
  const at = order.holdPrice ?? reservedAt(kind, side, to.limit, to.stop);
  if (at !== null && notional(at, to.quantity, currency, "ceiling") > orderValueMinorMax[market]) {
    const max = formatMinor(orderValueMinorMax[market], currency);
    return object("order_value_too_large", { max, currency });
  }
  if (money.shortfall < 0n) return unpaidDebt(market, money.shortfall);
  if (money.is_called) return object("margin_call_open");
  const { quantity, limit } = to;
  const terms: OrderTerms = { market, side, leverage, quantity, limit, reservedAt: at, fees };
  const reserved = reservationOf(terms, filled);
  const more = reserved - order.reserved;
  if (more > money.available) return object("insufficient_balance");
  const barred = more > 0n ? checkSameDay(minor(more), money.sameDay) : null;
  if (barred !== null) return barred;
  const isOnMargin = side === "short" || leverage > 1;
  if (isOnMargin && more > 0n && more > money.available + money.loan) {
    return object("insufficient_own_money");
  }
  if (at !== null && side === "long") {
    const rest = notional(at, shares(quantity - filled.opened), currency, "ceiling");
    const { margin } = financing(minor(filled.cost + rest), leverage);
    if (rest - (margin - filled.margin) > money.credit) return object("insufficient_credit_limit");
  }
  return { ok: true, value: { ...to, reserved } };
}

export function unpaidDebt(market: MarketKey, shortfall: Minor): Refused {
  const currency = settlementCurrency(market);
  return object("unpaid_debt", { amount: formatMinor(minor(-shortfall), currency), currency });
}

const bracketed: readonly PositionStatus[] = ["holding", "closing", "pending"];

export type BracketPosition = {
  status: PositionStatus;
  side: "long" | "short";
  takeProfit: Price | null;
  stopLoss: Price | null;
  /** Of an order without a fill: the price at which it is expected to open. */
  opensAt: Price | null;
  isExtended: boolean;
};

/** What speaks against another bracket, in the contract's order; otherwise both as they are to be. */
export function checkSetBracket(
  form: BracketForm,
  standing: ClosingStanding,
  position: BracketPosition | null,
  facts: MarketFacts,
  date: string,
): Decision<{ takeProfit: Price | null; stopLoss: Price | null }> {
  const { state } = standing;
  // What is held can be given a way out; an order to open is not touched.
  const opens = position === null || position.status === "pending";
  if (state === "banned" || (state === "frozen" && opens)) return object("account_frozen");
  if (position === null) return object("position_not_found");
  if (!bracketed.some((status) => status === position.status)) {
    return object("position_not_holding");
  }
  const barred = objectToBar(standing, facts.now);
  if (barred !== null) return barred;
  if (form.takeProfit === undefined && form.stopLoss === undefined)
    return object("amendment_empty");
  // Taking exits away is no obstacle.
  const sets = [form.takeProfit, form.stopLoss].some((one) => one !== undefined && one !== "");
  if (opens && sets && position.isExtended) return limitOnly(facts);
  const { instrument, quote } = facts;
  const reference = position.opensAt ?? quote?.last ?? null;
  if (instrument === null || reference === null || reference <= 0n) {
    return object("price_unavailable");
  }
  const typed = (text: string | undefined) => (text === "" ? undefined : text);
  const checked = checkBracket(
    { takeProfit: typed(form.takeProfit), stopLoss: typed(form.stopLoss) },
    position.side,
    reference,
    instrument,
    date,
  );
  if (!checked.ok) return checked;
  const { takeProfit, stopLoss } = checked.value;
  const both = {
    takeProfit: form.takeProfit === undefined ? position.takeProfit : takeProfit,
    stopLoss: form.stopLoss === undefined ? position.stopLoss : stopLoss,
  };
  return checkExits(both, position.side);
}
