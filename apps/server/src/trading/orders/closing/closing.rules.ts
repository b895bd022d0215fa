import { closingOrdersMax, type CustomerState, type PositionStatus } from "@sanshi/contract";
import { formatShares, shares, type Shares } from "@sanshi/money";
import { marketDate, nextMeeting, ruleParams, type RuleReference } from "@sanshi/rulebook";
import { checkExchangePrice, checkExchangeQuantity } from "../checking/exchange.rules.ts";
import type { ClosingForm } from "../checking/order-forms.ts";
import {
  checkLot,
  checkPriceAndSession,
  checkQuantity,
  object,
  type Decision,
  type MarketFacts,
  type Refused,
  type SoundOrder,
} from "../checking/order-checks.rules.ts";

/** What a closing order meets; times are milliseconds on the database's side of the app's clock. */
export type ClosablePosition = {
  status: PositionStatus;
  opened: Shares;
  closed: Shares;
  /** What closing orders wait for already, and how many they are. */
  closingShares: Shares;
  closingOrders: number;
  sellableAt: number | null;
  side: "long" | "short";
  /** From when the exchange lets it be sold; null where it has no such rule, and in practice mode. */
  soldFrom: { at: number; reference: RuleReference } | null;
};

/**
 * Whether the customer may leave a position: whoever is frozen can, unless that is barred until a moment that
 * is not far. Milliseconds, null where it is not barred.
 */
export type ClosingStanding = { state: CustomerState; closingBarredUntil: number | null };

export function isClosingBarred({ closingBarredUntil: until }: ClosingStanding, now: number) {
  return until !== null && now < until;
}

/** Null where closing is not barred. */
export function objectToBar(standing: ClosingStanding, now: number): Refused | null {
  if (!isClosingBarred(standing, now)) return null;
  return object("closing_barred", undefined, { until: standing.closingBarredUntil ?? now });
}

/**
 * Whether the exchange lets shares go at the moment at which the order meets the market first: what waits for the
 * day from which they can be sold is placed before, in the evening for instance.
 */
function isSoldBy(soldFrom: number, kind: ClosingForm["kind"], facts: MarketFacts): boolean {
  const { instrument, now, hours } = facts;
  if (now >= soldFrom) return true;
  if (instrument === null || kind === "market") return false;
  const meeting = nextMeeting(instrument.exchange, now, hours, false);
  return meeting !== null && meeting.date >= marketDate(instrument.market, soldFrom, hours);
}

/** What speaks against closing, in the contract's order; otherwise the order as numbers. */
export function checkClosing(
  form: ClosingForm,
  standing: ClosingStanding,
  position: ClosablePosition | null,
  facts: MarketFacts,
): Decision<SoundOrder> {
  if (standing.state === "banned") return object("account_frozen");
  if (position === null) return object("position_not_found");
  const free = shares(position.opened - position.closed - position.closingShares);
  const isHeld = position.status === "holding" || position.status === "closing";
  if (!isHeld || free === 0n) return object("position_not_holding");
  if (position.closingOrders >= closingOrdersMax) {
    return object("orders_waiting_too_many", { max: closingOrdersMax.toString() });
  }
  const barred = objectToBar(standing, facts.now);
  if (barred !== null) return barred;
  if (facts.halt?.closingAllowed === false) return object("trading_halted", facts.halt.params);
  const quantity =
    form.quantity === undefined
      ? ({ ok: true, value: free } as const)
      : checkQuantity(form.quantity);
  if (!quantity.ok) return quantity;
  if (quantity.value > free) {
    return object("quantity_exceeds_position", { max: formatShares(free) });
  }
  // What is left over after a split may be no whole lot; all of it can always be sold.
  if (quantity.value !== free && facts.instrument !== null) {
    const lot = checkLot(quantity.value, facts.instrument, facts.now);
    if (lot !== null) return lot;
  }
  if (facts.instrument !== null) {
    const atMarket = form.kind === "market";
    const size = checkExchangeQuantity(quantity.value, free, atMarket, facts.instrument, facts);
    if (size !== null) return size;
  }
  if (isLocked(position, facts.now)) {
    return object("sell_locked", undefined, { time: position.sellableAt ?? facts.now });
  }
  if (position.soldFrom !== null && !isSoldBy(position.soldFrom.at, form.kind, facts)) {
    const { at, reference } = position.soldFrom;
    return object("bought_today", ruleParams(reference), { time: at });
  }
  const checked = checkPriceAndSession(form, quantity.value, facts);
  if (!checked.ok) return checked;
  const side = position.side === "long" ? "sell" : "buy";
  return checkExchangePrice(checked.value, side, facts) ?? checked;
}

export function isLocked({ sellableAt }: Pick<ClosablePosition, "sellableAt">, now: number) {
  return sellableAt !== null && now < sellableAt;
}
