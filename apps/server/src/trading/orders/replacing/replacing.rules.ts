import { quantityMax, type OrderKind, type PositionStatus } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  notional,
  settlementCurrency,
  shares,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import { financing, type FeeSchedule } from "@sanshi/rulebook";
import { checkBracket } from "../checking/bracket.rules.ts";
import { checkExchangePrice, checkExchangeQuantity } from "../checking/exchange.rules.ts";
import {
  reservationOf,
  reservedAt,
  type FilledSoFar,
  type OrderTerms,
} from "../costing/opening-money.rules.ts";
import type { ReplaceForm, BracketForm } from "../checking/order-forms.ts";
import { objectToBar, type ClosingStanding } from "../closing/closing.rules.ts";
import {
  checkLot,
  checkPriceAndSession,
  checkQuantity,
  isStopReached,
  object,
  orderValueMinorMax,
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
  leverage: number;
  quantity: Shares;
  limit: Price | null;
  stop: Price | null;
  /** Of the day on which it was placed. */
  fees: FeeSchedule;
  filled: FilledSoFar;
  reserved: Minor;
  /** Of a closing order: shares that are left of the position, and what of the order is filled. */
  closing: { left: Shares; filled: Shares } | null;
};

/** Which money an replaced opening order meets. */
export type Money = { available: Minor; credit: Minor; shortfall: Minor; is_called: boolean };

export type Replacement = {
  quantity: Shares;
  limit: Price | null;
  stop: Price | null;
  reserved: Minor;
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
  if (halt !== null && !(isClosing && halt.closingAllowed)) {
    return object("trading_halted", halt.params);
  }
  const { price, stopPrice, quantity: typed } = form;
  if (price === undefined && stopPrice === undefined && typed === undefined) {
    return object("amendment_empty");
  }
  const quantity = typed === undefined ? accepted(order.quantity) : checkWhole(typed, order, facts);
  if (!quantity.ok) return quantity;
  const prices = checkPrices(form, order, quantity.value, facts);
  if (!prices.ok) return prices;
  const { limit, stop, last } = prices.value;
  if (stop !== null && stopPrice !== undefined && isStopReached(order.side, stop, last)) {
    const currency = settlementCurrency(order.market);
    return object("stop_price_reached", { now: formatPrice(last, currency), currency });
  }
  const to = { quantity: quantity.value, limit, stop };
  if (order.closing !== null) return { ok: true, value: { ...to, reserved: minor(0n) } };
  return checkMoney(order, to, money);
}

function accepted<Value>(value: Value): Decision<Value> {
  return { ok: true, value };
}

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
    const lot = checkLot(quantity.value, facts.instrument, facts.now);
    if (lot !== null) return lot;
  }
  if (facts.instrument !== null) {
    const atMarket = order.kind === "market" || order.kind === "stop";
    const size = checkExchangeQuantity(quantity.value, most, atMarket, facts.instrument, facts);
    if (size !== null) return size;
  }
  const done = closing === null ? filled.opened : closing.filled;
  if (quantity.value > done) return quantity;
  return object("quantity_already_filled", { filled: formatShares(done) });
}

/** A price that is not typed stays, and is held against the day's rules like one that is. */
function checkPrices(
  form: ReplaceForm,
  order: ReplaceableOrder,
  quantity: Shares,
  facts: MarketFacts,
): Decision<{ limit: Price | null; stop: Price | null; last: Price }> {
  const currency = settlementCurrency(order.market);
  const asTyped = (at: Price | null) => (at === null ? undefined : formatPrice(at, currency));
  const checked = checkPriceAndSession(
    {
      kind: order.kind,
      price: form.price ?? asTyped(order.limit),
      stopPrice: form.stopPrice ?? asTyped(order.stop),
    },
    quantity,
    facts,
  );
  if (!checked.ok) return checked;
  const { limit, stop, quote } = checked.value;
  const buys = (order.side === "long") === (order.closing === null);
  const sells = order.closing === null ? "sell_short" : "sell";
  const outside = checkExchangePrice(checked.value, buys ? "buy" : sells, facts);
  if (outside !== null) return outside;
  return { ok: true, value: { limit, stop, last: quote.last } };
}

function checkMoney(
  order: ReplaceableOrder,
  to: { quantity: Shares; limit: Price | null; stop: Price | null },
  money: Money,
): Decision<Replacement> {
  const { market, side, kind, leverage, fees, filled } = order;
  const currency = settlementCurrency(market);
  const at = reservedAt(kind, side, to.limit, to.stop);
  if (at !== null && notional(at, to.quantity, currency, "ceiling") > orderValueMinorMax[market]) {
    const max = formatMinor(orderValueMinorMax[market], currency);
    return object("order_value_too_large", { max, currency });
  }
  if (money.shortfall < 0n) return unpaidDebt(market, money.shortfall);
  if (money.is_called) return object("margin_call_open");
  const { quantity, limit } = to;
  const terms: OrderTerms = { market, side, leverage, quantity, limit, reservedAt: at, fees };
  const reserved = reservationOf(terms, filled);
  if (reserved - order.reserved > money.available) return object("insufficient_balance");
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
  return {
    ok: true,
    value: {
      takeProfit: form.takeProfit === undefined ? position.takeProfit : takeProfit,
      stopLoss: form.stopLoss === undefined ? position.stopLoss : stopLoss,
    },
  };
}
