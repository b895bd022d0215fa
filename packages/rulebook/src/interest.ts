import { divide, minor, zeroMinor, type MarketKey, type Minor, type Shares } from "@sanshi/money";
import { localDate, dayMs } from "./local-time.ts";
import { interestRates, marginRules } from "./margin.ts";
import type { LocalDate } from "./rule-reference.ts";
import { settlementDate } from "./settlement.ts";

/** What interest is reckoned from; the meanings are those of the table `position`. */
export type InterestBearing = {
  market: MarketKey;
  side: "long" | "short";
  /** Milliseconds since the epoch; null before the first share. */
  openedAt: number | null;
  marginLeft: Minor;
  borrowedLeft: Minor;
  collateralLeft: Minor;
  interestUnits: bigint;
  /** The last day that `interestUnits` holds; null where none was reckoned yet. */
  interestThrough: LocalDate | null;
};

/** Exactly what has accrued: principal × basis points, summed over the days up to and with `through`. */
export type Accrued = { interestUnits: bigint; interestThrough: LocalDate | null };

/** What a part of a position pays when it is closed, and what has accrued of the rest. */
export type InterestDue = Accrued & { interest: Minor };

const basisPointsOfOne = 10_000n;

/** A long pays for the money that it borrowed, a short for the value that its shares were sold for. */
export function principalOf({ side, marginLeft, borrowedLeft, collateralLeft }: InterestBearing) {
  return side === "long" ? borrowedLeft : collateralLeft - marginLeft;
}

/**
 * Interest up to and with `date`, for every day of the calendar: weekends and holidays bear it too.
 * Reckoned in one step or in many, the figure is the same, and a day that is in it is never added
 * again.
 */
export function accrueThrough(position: InterestBearing, date: LocalDate): Accrued {
  const { market, side, interestUnits, interestThrough } = position;
  const principal = principalOf(position);
  const from = interestThrough ?? dayBeforeFirst(position);
  if (from === null || principal <= 0n || from >= date) return { interestUnits, interestThrough };
  const added = principal * basisPointsBetween(market, side, from, date);
  return { interestUnits: interestUnits + added, interestThrough: date };
}

/** A year's basis points of each day after `from`, up to and with `to`, added up. */
function basisPointsBetween(
  market: MarketKey,
  side: "long" | "short",
  from: LocalDate,
  to: LocalDate,
): bigint {
  let basisPoints = 0;
  for (let day = dayAfter(from); day <= to; day = dayAfter(day)) {
    const { longBasisPoints, shortBasisPoints } = interestRates(market, day);
    basisPoints += side === "long" ? longBasisPoints : shortBasisPoints;
  }
  return BigInt(basisPoints);
}

/**
 * What closing `quantity` of the `left` shares on a day pays of the interest: the part's share of it,
 * rounded down to the minor unit; the fraction stays with the rest, and of the last part it is let go.
 */
export function interestDue(
  position: InterestBearing,
  on: LocalDate,
  { quantity, left }: { quantity: Shares; left: Shares },
): InterestDue {
  const accrued = accrueThrough(position, lastInterestDay(position, on));
  const perMinor = unitsPerMinor(position);
  const interest = divide(accrued.interestUnits * quantity, left * perMinor, "floor");
  const rest = quantity === left ? 0n : accrued.interestUnits - interest * perMinor;
  return {
    interest: minor(interest),
    interestUnits: rest,
    interestThrough: accrued.interestThrough,
  };
}

/**
 * What closing all of it now would pay. At a moment that has passed, what has accrued since is taken off
 * again: the principal has to be what it was then.
 */
export function interestNow(position: InterestBearing, now: number): Minor {
  if (principalOf(position) <= 0n && position.interestUnits === 0n) return zeroMinor;
  const { interestUnits } = accruedUntil(position, localDate(position.market, now));
  return minor(divide(interestUnits, unitsPerMinor(position), "floor"));
}

/** What closing all of it on a date would pay: of later days that are in it already, each is taken off again. */
export function accruedUntil(position: InterestBearing, on: LocalDate): Accrued {
  const date = lastInterestDay(position, on);
  const { market, side, interestThrough: through } = position;
  const accrued = accrueThrough(position, date);
  if (through === null || through <= date) return accrued;
  const since = principalOf(position) * basisPointsBetween(market, side, date, through);
  const units = accrued.interestUnits > since ? accrued.interestUnits - since : 0n;
  return { interestUnits: units, interestThrough: date };
}

/**
 * What has accrued before more shares are bought or sold into the position on a day: from then on the
 * principal is another. Where both ends bear interest the day itself is still to come for all of it;
 * otherwise a day stands for the night before, which only the old principal passed.
 */
export function accrueBeforeAdding(position: InterestBearing, on: LocalDate): Accrued {
  return accrueThrough(position, dayBeforeTrade(position, on));
}

/** The last day that bears interest of what is closed on a date; by the terms of the day on which it was opened. */
export function lastInterestDay(
  { market, openedAt }: Pick<InterestBearing, "market" | "openedAt">,
  on: LocalDate,
): LocalDate {
  return countsSettlements(market, openedAt) ? settlementDate(market, on).date : on;
}

/** The last day that bears interest on what was there before a trade of a date. */
function dayBeforeTrade({ market, openedAt }: InterestBearing, on: LocalDate): LocalDate {
  return countsSettlements(market, openedAt)
    ? dayBefore(settlementDate(market, on).date)
    : settledThrough(market, on);
}

/** By the terms of the day on which the position was opened, as long as it is held. */
function countsSettlements(market: MarketKey, openedAt: number | null): boolean {
  if (openedAt === null) return false;
  return marginRules(market, localDate(market, openedAt)).interestDays === "settlement";
}

/** The last day whose interest cannot change any more on `today`, whatever is still bought or sold. */
export function settledThrough(market: MarketKey, today: LocalDate): LocalDate {
  return marginRules(market, today).bothEndsBearInterest ? dayBefore(today) : today;
}

/** How many units make one of the minor unit: a year's days by the market's count. */
function unitsPerMinor({ market, openedAt }: InterestBearing): bigint {
  const { dayCount } = marginRules(market, localDate(market, openedAt ?? 0));
  return basisPointsOfOne * BigInt(dayCount);
}

/** The day before the first that bears interest. */
function dayBeforeFirst(position: InterestBearing): LocalDate | null {
  const { market, openedAt } = position;
  return openedAt === null ? null : dayBeforeTrade(position, localDate(market, openedAt));
}

function dayAfter(date: LocalDate): LocalDate {
  return dateOf(Date.parse(date) + dayMs);
}

function dayBefore(date: LocalDate): LocalDate {
  return dateOf(Date.parse(date) - dayMs);
}

function dateOf(at: number): LocalDate {
  return new Date(at).toISOString().slice(0, 10);
}
