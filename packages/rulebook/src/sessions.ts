import type { MarketKey } from "@sanshi/money";
import { isHalfDay, isTradingDayNumber, calendarReference, tradingDayFrom } from "./calendars.ts";
import {
  alwaysOpen,
  sessionTimes,
  type PhaseTimes,
  type SessionPhaseKind,
} from "./data/sessions.ts";
import { dated } from "./dated.ts";
import {
  dateOfDay,
  dayOf,
  instantOfMinute,
  localDay,
  minuteMs,
  minuteOfTime,
} from "./local-time.ts";
import type { LocalDate, MarketHours, RuleReference } from "./rule-reference.ts";

export type { SessionPhaseKind } from "./data/sessions.ts";

/** From `from` (inclusive) until `until` (exclusive), milliseconds since the epoch. */
export type SessionPhase = {
  readonly phase: SessionPhaseKind;
  readonly from: number;
  readonly until: number;
  readonly reference: RuleReference;
};

export type MarketStatus = {
  /** Orders trade as they come: the phase is `continuous`. */
  readonly isOpen: boolean;
  /** Orders are taken, though perhaps not matched yet: some phase is on. */
  readonly acceptsOrders: boolean;
  readonly phase: SessionPhaseKind | null;
  /** The local date when it is a trading day, otherwise the next trading day. */
  readonly tradingDate: LocalDate;
  /** The trading day on which an order given now trades: after the last phase, the next one. */
  readonly orderDate: LocalDate;
  /** When continuous trading starts next; null while it is on. */
  readonly opensAt: number | null;
  /** When the present continuous phase ends (also for lunch); null while none is on. */
  readonly closesAt: number | null;
  readonly reference: RuleReference;
};

/** The day's phases in order; none on a day without trading. They never overlap. */
export function sessionPhases(
  market: MarketKey,
  date: LocalDate,
  hours: MarketHours,
): readonly SessionPhase[] {
  return phasesOfDay(market, dayOf(date), hours);
}

/** What the market does at a moment. Cheap enough for every quote: an answer is kept until it changes. */
export function marketStatus(market: MarketKey, at: number, hours: MarketHours): MarketStatus {
  const kept = keptStatus[hours][market];
  if (kept !== null && at >= kept.from && at < kept.until) return kept.status;
  const found = findStatus(market, at, hours);
  keptStatus[hours][market] = found;
  return found.status;
}

/** The start of every minute of the day's continuous phases, milliseconds since the epoch. */
export function tradingMinutes(
  market: MarketKey,
  date: LocalDate,
  hours: MarketHours,
): readonly number[] {
  const minutes: number[] = [];
  for (const { phase, from, until } of sessionPhases(market, date, hours)) {
    if (phase !== "continuous") continue;
    for (let at = from; at < until; at += minuteMs) minutes.push(at);
  }
  return minutes;
}

/** How many minutes the day's continuous phases have: 325 in Tokyo, 390 in New York, 237 in Shanghai. */
export function tradingMinuteCount(market: MarketKey, date: LocalDate, hours: MarketHours): number {
  let lengthMs = 0;
  for (const { phase, from, until } of sessionPhases(market, date, hours)) {
    if (phase === "continuous") lengthMs += until - from;
  }
  return lengthMs / minuteMs;
}

/** The first and last moment of the day's continuous trading, or null on a day without trading. */
export function tradingHours(
  market: MarketKey,
  date: LocalDate,
  hours: MarketHours,
): { opensAt: number; closesAt: number; reference: RuleReference } | null {
  const continuous = sessionPhases(market, date, hours).filter(
    ({ phase }) => phase === "continuous",
  );
  const [first] = continuous;
  const last = continuous.at(-1);
  if (first === undefined || last === undefined) return null;
  return { opensAt: first.from, closesAt: last.until, reference: first.reference };
}

/**
 * When a day's prices begin, and with them a split or dividend of that day: the opening of its
 * continuous trading, local midnight of a day without trading.
 */
export function tradingDayBegins(market: MarketKey, date: LocalDate, hours: MarketHours): number {
  return tradingHours(market, date, hours)?.opensAt ?? instantOfMinute(market, dayOf(date), 0);
}

/** An auction matches at its moment; whoever acts for it has this long. */
export const auctionMatchingMs = 60_000;

/**
 * When the trading day of an order given now is over, and what is left of a day order with it: the
 * end of the last phase, or local midnight of a market that never sleeps. Where the last phase is the
 * auction, its matching comes first.
 */
export function tradingDayEnds(market: MarketKey, at: number, hours: MarketHours): number {
  const { orderDate } = marketStatus(market, at, hours);
  const last = sessionPhases(market, orderDate, hours).at(-1);
  if (last === undefined) throw new RangeError(`no trading on ${orderDate}`);
  return last.phase === "closing_auction" ? last.until + auctionMatchingMs : last.until;
}

/** Whether orders are matched now at the day's closing price: at the closing auction, or after hours. */
export function matchesAtClose(market: MarketKey, at: number, hours: MarketHours): boolean {
  if (marketStatus(market, at, hours).phase === "after_hours_fixed_price") return true;
  const auctionAt = closingAuctionAt(market, dateOfDay(localDay(market, at)), hours);
  return auctionAt !== null && auctionAt <= at && at < auctionAt + auctionMatchingMs;
}

/**
 * The moment at which the day's closing auction matches, at the day's closing price, whatever orders
 * its phase and the order-only phase before it have collected; null where there is none.
 */
export function closingAuctionAt(
  market: MarketKey,
  date: LocalDate,
  hours: MarketHours,
): number | null {
  const phases = sessionPhases(market, date, hours);
  return phases.find(({ phase }) => phase === "closing_auction")?.until ?? null;
}

type KeptStatus = { readonly from: number; readonly until: number; readonly status: MarketStatus };

const keptStatus: Record<MarketHours, Record<MarketKey, KeptStatus | null>> = {
  always: { jpy: null, usd: null, cny: null },
  exchange: { jpy: null, usd: null, cny: null },
};

/** The status and the span in which it stays the same: until the next phase or local midnight. */
function findStatus(market: MarketKey, at: number, hours: MarketHours): KeptStatus {
  const day = localDay(market, at);
  const phases = phasesOfDay(market, day, hours);
  let from = instantOfMinute(market, day, 0);
  let until = instantOfMinute(market, day + 1, 0);
  let current: SessionPhase | null = null;
  let ended = true;
  for (const phase of phases) {
    if (phase.until <= at) {
      from = Math.max(from, phase.until);
      continue;
    }
    ended = false;
    if (phase.from <= at) {
      current = phase;
      from = phase.from;
      until = phase.until;
    } else if (current === null) {
      until = Math.min(until, phase.from);
    }
  }
  const tradingDay = tradingDayFrom(market, day, 1, hours);
  const orderDay =
    phases.length > 0 && ended ? tradingDayFrom(market, day + 1, 1, hours) : tradingDay;
  const isOpen = current?.phase === "continuous";
  const date = dateOfDay(day);
  const status: MarketStatus = {
    isOpen,
    acceptsOrders: current !== null,
    phase: current?.phase ?? null,
    tradingDate: dateOfDay(tradingDay),
    orderDate: dateOfDay(orderDay),
    opensAt: isOpen ? null : nextOpening(market, at, day, hours),
    closesAt: isOpen && current !== null ? current.until : null,
    reference: phases[0]?.reference ?? calendarReference(market, date),
  };
  return { from, until, status };
}

function nextOpening(market: MarketKey, at: number, day: number, hours: MarketHours): number {
  for (let candidate = day; ; candidate = tradingDayFrom(market, candidate + 1, 1, hours)) {
    for (const { phase, from } of phasesOfDay(market, candidate, hours)) {
      if (phase === "continuous" && from > at) return from;
    }
  }
}

const phasesByDay: Record<MarketHours, Record<MarketKey, Map<number, readonly SessionPhase[]>>> = {
  always: { jpy: new Map(), usd: new Map(), cny: new Map() },
  exchange: { jpy: new Map(), usd: new Map(), cny: new Map() },
};
const cachedDaysMax = 5_000;

function phasesOfDay(market: MarketKey, day: number, hours: MarketHours): readonly SessionPhase[] {
  const cache = phasesByDay[hours][market];
  const known = cache.get(day);
  if (known !== undefined) return known;
  if (cache.size >= cachedDaysMax) cache.clear();
  const phases = hours === "always" ? wholeDay(market, day) : exchangePhases(market, day);
  cache.set(day, phases);
  return phases;
}

function wholeDay(market: MarketKey, day: number): readonly SessionPhase[] {
  const from = instantOfMinute(market, day, 0);
  const until = instantOfMinute(market, day + 1, 0);
  return [{ phase: "continuous", from, until, reference: alwaysOpen }];
}

function exchangePhases(market: MarketKey, day: number): readonly SessionPhase[] {
  if (!isTradingDayNumber(market, day, "exchange")) return [];
  const date = dateOfDay(day);
  const { fullDay, halfDay, reference } = dated(sessionTimes[market], date);
  const times: readonly PhaseTimes[] = isHalfDay(market, date) ? halfDay : fullDay;
  return times.map(([phase, from, until]) => ({
    phase,
    from: instantOfMinute(market, day, minuteOfTime(from)),
    until: instantOfMinute(market, day, minuteOfTime(until)),
    reference,
  }));
}
