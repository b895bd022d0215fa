import type { OrderHours, OrderKind, TimeInForce } from "@sanshi/contract";
import {
  sessionsOf,
  afterHoursBegin,
  afterHoursFor,
  auctionFor,
  dateBegins,
  dayEndsAt,
  extendedDayEnds,
  extendedOrderDate,
  lastDay,
  marketStatus,
  orderFormsOf,
  ruleParams,
  tradingDayEnds,
  validDaysMax,
  type Auction,
  type NamedMeeting,
} from "@sanshi/rulebook";
import { formatPrice, formatShares, settlementCurrency, shares, type Shares } from "@sanshi/money";
import type { Instrument } from "../../../market-feed/market-feed.ts";
import type { Match } from "../../../venues/execution-venue.ts";
import {
  object,
  type Decision,
  type MarketFacts,
  type Refused,
  type SoundOrder,
} from "./order-checks.rules.ts";

/** How an order is placed and how long it is to stand, as typed. */
export type ValidityForm = {
  kind: OrderKind;
  timeInForce: TimeInForce;
  goodUntil?: string | undefined;
  hours?: OrderHours | undefined;
};

/** `expiresAt` is null of what stands until it is cancelled, and of what waits for nothing. */
export type Standing = {
  timeInForce: TimeInForce;
  expiresAt: number | null;
  /** The auction that it comes late for: its limit lies within the prices that the exchange has told. */
  lateFor?: Auction;
};

/** Whether the brokers of this market have such an order now, and when it is over: with the stock's last trading day at the latest. */
export function checkValidity(
  form: ValidityForm,
  instrument: Instrument,
  facts: Pick<MarketFacts, "now" | "hours">,
): Decision<Standing> {
  const valid = checkForm(form, instrument, facts);
  const { end } = instrument;
  if (!valid.ok || end === undefined) return valid;
  const { timeInForce, expiresAt } = valid.value;
  const endsAt = dayEndsAt(sessionsOf(instrument), end.lastTradingDay, facts.hours);
  if (expiresAt !== null && expiresAt <= endsAt) return valid;
  // The stock's own last day has no extended hours after it.
  if (timeInForce === "until_date" && form.goodUntil !== end.lastTradingDay) {
    return object("good_until_after_last_day", { last_day: end.lastTradingDay });
  }
  const waits = !isAtOnce(timeInForce) && (form.kind !== "market" || expiresAt !== null);
  return waits ? { ok: true, value: { ...valid.value, expiresAt: endsAt } } : valid;
}

function checkForm(
  form: ValidityForm,
  instrument: Instrument,
  { now, hours }: Pick<MarketFacts, "now" | "hours">,
): Decision<Standing> {
  const { kind, timeInForce } = form;
  const { exchange } = instrument;
  const sessions = sessionsOf(instrument);
  const status = marketStatus(sessions, now, hours);
  const afterHours = timeInForce === "after_hours" ? afterHoursFor(instrument, now, hours) : null;
  if (afterHours?.ok === false && afterHours.why === "none_here") {
    return object("order_form_not_offered", ruleParams(afterHours.reference, exchange));
  }
  const { validities, reference } = orderFormsOf(exchange, status.orderDate);
  if (!validities[kind].includes(timeInForce)) {
    return object("order_form_not_offered", ruleParams(reference, exchange));
  }
  const sound = (expiresAt: number | null, as = timeInForce): Decision<Standing> => {
    return { ok: true, value: { timeInForce: as, expiresAt } };
  };
  if (timeInForce !== "until_date" && form.goodUntil !== undefined) {
    return object("good_until_not_allowed");
  }
  if (afterHours !== null) {
    if (afterHours.ok) return sound(afterHours.until);
    const { reference: ofSession, takenFrom: time } = afterHours;
    return object("after_hours_not_taken_now", ruleParams(ofSession, exchange), { time });
  }
  const named = auctionFor(timeInForce, exchange, now, hours, kind);
  if (named !== null) return forAuction(named, timeInForce, exchange);
  if (timeInForce === "until_date") return untilDate(form, instrument, { now, hours });
  if (timeInForce === "immediate_or_cancel" || timeInForce === "fill_or_kill") {
    if (status.isOpen) return sound(null);
    return object("immediate_only_while_open", ruleParams(status.reference, exchange));
  }
  // At the market nothing waits for longer than the session that it meets first.
  const waitsADay = kind === "market" ? !status.isOpen : timeInForce === "day";
  if (timeInForce === "day" && form.hours === "extended") {
    return sound(extendedDayEnds(extendedOrderDate(now, hours), hours), "day");
  }
  if (!waitsADay || (!status.acceptsOrders && status.opensAt === null)) return sound(null);
  return sound(tradingDayEnds(sessions, now, hours), "day");
}

function forAuction(
  named: NamedMeeting,
  timeInForce: TimeInForce,
  exchange: Instrument["exchange"],
): Decision<Standing> {
  if (named.ok) {
    const { auction, isLate } = named;
    const standing = { timeInForce, expiresAt: auction.matchesAt };
    return { ok: true, value: isLate ? { ...standing, lateFor: auction } : standing };
  }
  const params = ruleParams(named.reference, exchange);
  switch (named.why) {
    case "none_here":
      return object("order_form_not_offered", params);
    case "session_open":
      return object("opening_has_passed", params);
    case "too_late":
      return object("auction_takes_no_more", params, { time: named.since });
  }
}

/** A limit that comes late for its auction: no further than the furthest of the auction's reference prices. */
export function checkLateLimit(
  { lateFor: auction }: Standing,
  { instrument, limit }: Pick<SoundOrder, "instrument" | "limit">,
  side: "buy" | "sell",
  { lastAt }: Pick<MarketFacts, "lastAt">,
): Refused | null {
  if (auction === undefined || limit === null) return null;
  const params = ruleParams(auction.reference, instrument.exchange);
  const told = (auction.late?.referenceAt ?? []).flatMap((at) => lastAt?.(instrument, at) ?? []);
  const [first, ...others] = told;
  if (first === undefined) {
    return object("auction_takes_no_more", params, {
      time: auction.namedUntil ?? auction.matchesAt,
    });
  }
  const furthest = others.reduce(
    (far, one) => ((side === "buy" ? one > far : one < far) ? one : far),
    first,
  );
  if (side === "buy" ? limit <= furthest : limit >= furthest) return null;
  const currency = settlementCurrency(instrument.market);
  return object("late_limit_too_far", {
    limit: formatPrice(furthest, currency),
    currency,
    ...params,
  });
}

function untilDate(
  { goodUntil: date, hours: asked }: ValidityForm,
  instrument: Instrument,
  { now, hours }: Pick<MarketFacts, "now" | "hours">,
): Decision<Standing> {
  const { market, exchange } = instrument;
  if (date === undefined) return object("good_until_required");
  const isExtended = asked === "extended";
  // The regular hours of the day may be over.
  const isTheLast = isExtended && date === extendedOrderDate(now, hours);
  const found = isTheLast ? "sound" : lastDay(exchange, date, now, hours);
  if (found === "past") return object("good_until_past");
  if (found === "too_far") return object("good_until_too_far", { days: String(validDaysMax) });
  if (found === "not_trading_day") return object("good_until_not_trading_day");
  if (isExtended) {
    const expiresAt = extendedDayEnds(date, hours);
    return { ok: true, value: { timeInForce: "until_date", expiresAt } };
  }
  const expiresAt = tradingDayEnds(sessionsOf(instrument), dateBegins(market, date, hours), hours);
  return { ok: true, value: { timeInForce: "until_date", expiresAt } };
}

/** Of an order that trades at once or not at all, and of one that does as a whole. */
export function checkAtOnce(
  timeInForce: TimeInForce,
  quantity: Shares,
  match: Match | null,
): Refused | null {
  const filled = match?.quantity ?? 0n;
  if (timeInForce === "immediate_or_cancel" && filled === 0n) return object("not_fillable_now");
  if (timeInForce !== "fill_or_kill" || filled === quantity) return null;
  return object("not_fillable_whole", { quantity: formatShares(shares(filled)) });
}

/** It trades in one auction alone, and meets no quote before. */
export function isForAuction(timeInForce: TimeInForce): boolean {
  return timeInForce === "at_open" || timeInForce === "at_close";
}

type Lasting = { timeInForce: TimeInForce; expiresAt: number | null };

/** From when an order for the session after hours alone trades; null of all others. */
export function tradesFrom({ timeInForce, expiresAt }: Lasting): number | null {
  return timeInForce === "after_hours" && expiresAt !== null ? afterHoursBegin(expiresAt) : null;
}

/** It trades in an auction alone, or in the session after hours, which has not begun: no quote matches it now. */
export function waitsForItsOwn(order: Lasting, now: number): boolean {
  return isForAuction(order.timeInForce) || now < (tradesFrom(order) ?? now);
}

/** What of it is not filled at once never waits. */
export function isAtOnce(timeInForce: TimeInForce): boolean {
  return timeInForce === "immediate_or_cancel" || timeInForce === "fill_or_kill";
}
