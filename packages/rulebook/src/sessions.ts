import type { MarketKey } from "@sanshi/money";
import {
  calendarGeneration,
  calendarReference,
  calendarStatus,
  isHalfDay,
  isTradingDayNumber,
  tradingDayFrom,
  type CalendarStatus,
} from "./calendars.ts";
import {
  alwaysOpen,
  sessionTimes,
  type PhaseTimes,
  type SessionPhaseKind,
  type SessionsKey,
} from "./data/sessions.ts";
import { dated } from "./dated.ts";
import { boardOfCode } from "./listing-codes.ts";
import {
  dateOfDay,
  dayOf,
  instantOfMinute,
  localDay,
  minuteMs,
  minuteOfTime,
} from "./local-time.ts";
import type { LocalDate, MarketHours, RecordedHours, RuleReference } from "./rule-reference.ts";

export type { SessionPhaseKind, SessionsKey } from "./data/sessions.ts";

export const sessionsKeys = Object.keys(sessionTimes) as readonly SessionsKey[];

export function marketOf(sessions: SessionsKey): MarketKey {
  return sessions === "jpy" || sessions === "usd" ? sessions : "cny";
}

/** Whose sessions a share has, by its code: the mainland's boards trade after hours since days of their own. */
export function sessionsOf({ market, code }: { market: MarketKey; code: string }): SessionsKey {
  const board = boardOfCode(market, code);
  return board === "main" ? market : board;
}

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
  market: SessionsKey,
  date: LocalDate,
  hours: MarketHours,
): readonly SessionPhase[] {
  return phasesOfDay(market, dayOf(date), hours);
}

/** The date that the market's calendar shows at a moment: the record's own while recorded days are played. */
export function marketDate(market: SessionsKey, at: number, hours: MarketHours): LocalDate {
  return dateOfDay(marketDay(market, at, hours));
}

/** How far the calendar can be relied on at a moment. */
export function calendarStatusAt(
  market: MarketKey,
  at: number,
  hours: MarketHours,
): CalendarStatus {
  return calendarStatus(market, marketDate(market, at, hours), hours);
}

/** The moment at which the market's calendar turns to a date. */
export function dateBegins(market: SessionsKey, date: LocalDate, hours: MarketHours): number {
  return momentOf(market, dayOf(date), 0, hours);
}

/** What the market does at a moment. Cheap enough for every quote: an answer is kept until it changes. */
export function marketStatus(market: SessionsKey, at: number, hours: MarketHours): MarketStatus {
  const known = knownOf(hours);
  const kept = known.status[market];
  if (kept !== null && at >= kept.from && at < kept.until) return kept.status;
  const found = findStatus(market, at, hours);
  known.status[market] = found;
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

/** The midnight with which a day begins in its market, on the app's clock: before any order of the day is taken. */
export function calendarDayBegins(market: MarketKey, date: LocalDate, hours: MarketHours): number {
  return momentOf(market, dayOf(date), 0, hours);
}

/**
 * When a day's prices begin, and with them a split or dividend of that day: the opening of its
 * continuous trading, local midnight of a day without trading. A record's prices begin with its own
 * sessions, also where orders are taken around the clock.
 */
export function tradingDayBegins(market: MarketKey, date: LocalDate, hours: MarketHours): number {
  const opensAt =
    typeof hours === "string"
      ? tradingHours(market, date, hours)?.opensAt
      : recordedPhases(market, dayOf(date), hours).find(({ phase }) => phase === "continuous")
          ?.from;
  return opensAt ?? momentOf(market, dayOf(date), 0, hours);
}

/** A recorded day's own sessions, on the record's clock: as a chart of it draws them. */
export function recordedSessions(
  market: SessionsKey,
  date: LocalDate,
  hours: RecordedHours,
): readonly SessionPhase[] {
  const day = dayOf(date);
  return hours.isRecorded(marketOf(market), day)
    ? phasesAt(
        market,
        day,
        isHalfDay(marketOf(market), date) || hours.endsEarly(marketOf(market), day),
      )
    : [];
}

/** An auction matches at its moment; whoever acts for it has this long. */
export const auctionMatchingMs = 60_000;

/**
 * When the trading day of an order given now is over, and what is left of a day order with it: the
 * end of the last phase, or local midnight of a market that never sleeps. Where the last phase is the
 * auction, its matching comes first.
 */
export function tradingDayEnds(market: SessionsKey, at: number, hours: MarketHours): number {
  return dayEndsAt(market, marketStatus(market, at, hours).orderDate, hours);
}

/** When the trading of a day is over, its last auction's matching included; of a day without any, as it begins. */
export function dayEndsAt(market: SessionsKey, date: LocalDate, hours: MarketHours): number {
  const last = sessionPhases(market, date, hours).at(-1);
  if (last === undefined) return dateBegins(market, date, hours);
  return last.phase === "closing_auction" ? last.until + auctionMatchingMs : last.until;
}

/** Whether orders are matched now at the day's closing price: at the closing auction, or after hours. */
export function matchesAtClose(market: SessionsKey, at: number, hours: MarketHours): boolean {
  if (marketStatus(market, at, hours).phase === "after_hours_fixed_price") return true;
  const auctionAt = closingAuctionAt(market, marketDate(market, at, hours), hours);
  return auctionAt !== null && auctionAt <= at && at < auctionAt + auctionMatchingMs;
}

/**
 * The moment at which the day's closing auction matches, at the day's closing price, whatever orders
 * its phase and the order-only phase before it have collected; null where there is none.
 */
export function closingAuctionAt(
  market: SessionsKey,
  date: LocalDate,
  hours: MarketHours,
): number | null {
  const phases = sessionPhases(market, date, hours);
  return phases.find(({ phase }) => phase === "closing_auction")?.until ?? null;
}

type KeptStatus = { readonly from: number; readonly until: number; readonly status: MarketStatus };

type Known = {
  readonly status: Record<SessionsKey, KeptStatus | null>;
  readonly phases: Record<SessionsKey, Map<number, readonly SessionPhase[]>>;
};

let knownByName = { always: nothingKnown(), exchange: nothingKnown() };
let knownByRecord = new WeakMap<RecordedHours, Known>();
let knownOfGeneration = calendarGeneration();

function knownOf(hours: MarketHours): Known {
  if (knownOfGeneration !== calendarGeneration()) {
    knownByName = { always: nothingKnown(), exchange: nothingKnown() };
    knownByRecord = new WeakMap();
    knownOfGeneration = calendarGeneration();
  }
  if (typeof hours === "string") return knownByName[hours];
  let known = knownByRecord.get(hours);
  if (known === undefined) knownByRecord.set(hours, (known = nothingKnown()));
  return known;
}

function nothingKnown(): Known {
  return {
    status: { jpy: null, usd: null, cny: null, star: null, chinext: null, beijing: null },
    phases: {
      jpy: new Map(),
      usd: new Map(),
      cny: new Map(),
      star: new Map(),
      chinext: new Map(),
      beijing: new Map(),
    },
  };
}

/** What a record's clock shows at a moment of the app's; without a record the two are one. */
export function recordMoment(at: number, hours: MarketHours): number {
  return typeof hours === "string" ? at : hours.toRecord(at);
}

function marketDay(market: SessionsKey, at: number, hours: MarketHours): number {
  return localDay(marketOf(market), recordMoment(at, hours));
}

/** The moment on the app's clock at which a day's clock shows a minute. */
function momentOf(market: SessionsKey, day: number, minute: number, hours: MarketHours): number {
  const at = instantOfMinute(marketOf(market), day, minute);
  return typeof hours === "string" ? at : hours.toApp(at);
}

/** The status and the span in which it stays the same: until the next phase or local midnight. */
function findStatus(market: SessionsKey, at: number, hours: MarketHours): KeptStatus {
  const day = marketDay(market, at, hours);
  const phases = phasesOfDay(market, day, hours);
  let from = momentOf(market, day, 0, hours);
  let until = momentOf(market, day + 1, 0, hours);
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
  const tradingDay = tradingDayFrom(marketOf(market), day, 1, hours);
  const orderDay =
    phases.length > 0 && ended ? tradingDayFrom(marketOf(market), day + 1, 1, hours) : tradingDay;
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
    reference: phases[0]?.reference ?? calendarReference(marketOf(market), date),
  };
  return { from, until, status };
}

/** Null after the last day of a record: it opens no more. */
function nextOpening(
  market: SessionsKey,
  at: number,
  day: number,
  hours: MarketHours,
): number | null {
  const isEndless = typeof hours === "string" || hours.keeps === "always";
  const last = isEndless ? Infinity : (hours.span(marketOf(market))?.last ?? -Infinity);
  for (
    let candidate = day;
    candidate <= last;
    candidate = tradingDayFrom(marketOf(market), candidate + 1, 1, hours)
  ) {
    for (const { phase, from } of phasesOfDay(market, candidate, hours)) {
      if (phase === "continuous" && from > at) return from;
    }
  }
  return null;
}

const cachedDaysMax = 5_000;

function phasesOfDay(
  market: SessionsKey,
  day: number,
  hours: MarketHours,
): readonly SessionPhase[] {
  const cache = knownOf(hours).phases[market];
  const known = cache.get(day);
  if (known !== undefined) return known;
  if (cache.size >= cachedDaysMax) cache.clear();
  const phases = findPhases(market, day, hours);
  cache.set(day, phases);
  return phases;
}

function findPhases(market: SessionsKey, day: number, hours: MarketHours): readonly SessionPhase[] {
  if (hours === "exchange") return exchangePhases(market, day);
  if (hours === "always" || hours.keeps === "always") return wholeDay(market, day, hours);
  return recordedPhases(market, day, hours);
}

function recordedPhases(
  market: SessionsKey,
  day: number,
  hours: RecordedHours,
): readonly SessionPhase[] {
  return recordedSessions(market, dateOfDay(day), hours).map((phase) => ({
    ...phase,
    from: hours.toApp(phase.from),
    until: hours.toApp(phase.until),
  }));
}

function wholeDay(market: SessionsKey, day: number, hours: MarketHours): readonly SessionPhase[] {
  const from = momentOf(market, day, 0, hours);
  const until = momentOf(market, day + 1, 0, hours);
  return [{ phase: "continuous", from, until, reference: alwaysOpen }];
}

function exchangePhases(market: SessionsKey, day: number): readonly SessionPhase[] {
  if (!isTradingDayNumber(marketOf(market), day, "exchange")) return [];
  return phasesAt(market, day, isHalfDay(marketOf(market), dateOfDay(day)));
}

function phasesAt(market: SessionsKey, day: number, isHalf: boolean): readonly SessionPhase[] {
  const { fullDay, halfDay, reference } = dated(sessionTimes[market], dateOfDay(day));
  const times: readonly PhaseTimes[] = isHalf ? halfDay : fullDay;
  return times.map(([phase, from, until]) => ({
    phase,
    from: instantOfMinute(marketOf(market), day, minuteOfTime(from)),
    until: instantOfMinute(marketOf(market), day, minuteOfTime(until)),
    reference,
  }));
}
