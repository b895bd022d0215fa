import {
  closingOrdersMax,
  type CustomerState,
  type PositionStatus,
  type TimeInForce,
} from "@sanshi/contract";
import { formatShares, shares, type Shares } from "@sanshi/money";
import { sessionsOf, marketStatus, nextMeeting, ruleParams } from "@sanshi/rulebook";
import type { HeldBack } from "../checking/exchange-facts.ts";
import {
  checkCancels,
  checkExchangePrice,
  checkExchangeQuantity,
} from "../checking/exchange.rules.ts";
import { checkExtendedHours, extendedQuote } from "../checking/extended-hours.rules.ts";
import type { ClosingForm } from "../checking/order-forms.ts";
import { checkSameDaySale, type SaleRoom } from "../checking/same-day.rules.ts";
import { checkTrail, type SoundTrail } from "../checking/trailing.rules.ts";
import {
  checkLateLimit,
  checkValidity,
  waitsForItsOwn,
  type Standing,
} from "../checking/validity.rules.ts";
import {
  checkLot,
  checkPriceAndSession,
  checkQuantity,
  checkStopAhead,
  object,
  waitsOutPause,
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
  /** How long the order works that opens more of it; null where none does, or one with us as a stop. */
  opensAtExchange: TimeInForce | null;
  sellableAt: number | null;
  side: "long" | "short";
  leverage: number;
  /** What of it the exchange lets go on a later day only; null where it has no such rule, and in practice mode. */
  heldBack: HeldBack | null;
  /** What the rule of the day leaves to be sold of the stock; null where it asks for nothing. */
  saleRoom: SaleRoom | null;
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
function isSoldBy(
  held: Pick<HeldBack, "on" | "at">,
  isAtMarket: boolean,
  facts: MarketFacts,
): boolean {
  const { instrument, now, hours } = facts;
  if (now >= held.at) return true;
  if (instrument === null) return false;
  const meeting = nextMeeting(instrument, now, hours, isAtMarket);
  return meeting !== null && meeting.date >= held.on;
}

/** A closing order that nothing speaks against before the venue is asked. */
export type SoundClosing = SoundOrder & Standing & { trail: SoundTrail | null };

/** What speaks against closing, in the contract's order; otherwise the order as numbers. */
export function checkClosing(
  form: ClosingForm,
  standing: ClosingStanding,
  position: ClosablePosition | null,
  facts: MarketFacts,
): Decision<SoundClosing> {
  if (standing.state === "banned") return object("account_frozen");
  if (position === null) return object("position_not_found");
  const free = shares(position.opened - position.closed - position.closingShares);
  if (position.status === "locked" && isLocked(position, facts.now)) {
    return object("position_locked", undefined, { time: position.sellableAt ?? facts.now });
  }
  const isHeld = position.status === "holding" || position.status === "closing";
  if (!isHeld || free === 0n) return object("position_not_holding");
  if (position.closingOrders >= closingOrdersMax) {
    return object("orders_waiting_too_many", { max: closingOrdersMax.toString() });
  }
  const barred = objectToBar(standing, facts.now);
  if (barred !== null) return barred;
  const rests = waitsOutPause(form, facts.halt);
  if (facts.halt?.closingAllowed === false && !rests) {
    return object(facts.halt.code, facts.halt.params);
  }
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
    const lot = checkLot(quantity.value, facts.instrument, facts);
    if (lot !== null) return lot;
  }
  if (facts.instrument !== null) {
    const atMarket =
      form.kind === "market" || form.kind === "stop" || form.kind === "trailing_stop";
    const size = checkExchangeQuantity(quantity.value, free, atMarket, facts.instrument, facts);
    if (size !== null) return size;
  }
  if (isLocked(position, facts.now)) {
    return object("sell_locked", undefined, { time: position.sellableAt ?? facts.now });
  }
  const { heldBack: held } = position;
  if (held !== null && !isSoldBy(held, form.kind === "market", facts)) {
    // What works already sells what was bought before.
    const most = free > held.quantity ? shares(free - held.quantity) : shares(0n);
    if (quantity.value > most) {
      const params = {
        max: formatShares(most),
        ...ruleParams(held.reference, facts.instrument?.exchange),
      };
      return object("bought_today", params, { time: held.at });
    }
  }
  const { saleRoom: room } = position;
  if (room !== null && !isSoldBy(room, form.kind === "market", facts)) {
    const refused = checkSameDaySale(quantity.value, room);
    if (refused !== null) return refused;
  }
  // The rest of the order that opens it is cancelled with it.
  const { opensAtExchange: opens } = position;
  const rest = opens === null ? null : checkCancels(opens, facts);
  if (rest !== null) return rest;
  if (facts.instrument === null) return object("price_unavailable");
  const isExtended = form.hours === "extended";
  const { kind, timeInForce } = form;
  const isPaidInFull = position.side === "long" && position.leverage === 1;
  const asked = { kind, timeInForce, isPaidInFull, hasExits: false };
  const outOfHours = checkExtendedHours(form, asked, facts.instrument, facts);
  if (outOfHours !== null) return outOfHours;
  const valid = checkValidity(form, facts.instrument, facts);
  if (!valid.ok) return valid;
  const waits = rests || waitsForItsOwn(valid.value, facts.now);
  const checked = checkPriceAndSession(
    { ...form, waits, extendedQuote: isExtended ? extendedQuote(facts) : null },
    quantity.value,
    facts,
  );
  if (!checked.ok) return checked;
  const side = position.side === "long" ? "sell" : "buy";
  const { instrument, quote } = checked.value;
  const date = marketStatus(sessionsOf(instrument), facts.now, facts.hours).orderDate;
  const trails = checkTrail(form, side, quote.last, { ...instrument, date });
  if (!trails.ok) return trails;
  const order = { ...checked.value, stop: trails.value?.stop ?? checked.value.stop };
  return (
    checkExchangePrice({ ...order, timeInForce }, side, facts) ??
    checkLateLimit(valid.value, order, side, facts) ??
    checkStopAhead(form.kind, order, side) ?? {
      ok: true,
      value: { ...order, ...valid.value, trail: trails.value },
    }
  );
}

export function isLocked({ sellableAt }: Pick<ClosablePosition, "sellableAt">, now: number) {
  return sellableAt !== null && now < sellableAt;
}
