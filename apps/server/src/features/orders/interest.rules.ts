import { divide, minor, type MarketKey, type Minor } from "@sanshi/money";
import { interestRates, marginRules, type LocalDate } from "@sanshi/rulebook";

/**
 * Interest is kept exactly: principal in the minor unit times the day's rate in basis points, summed
 * over the days. It becomes money only when it is paid.
 */
export type InterestAccount = {
  market: MarketKey;
  side: "long" | "short";
  /** What bears it: what a long has borrowed, what a short's shares were sold for. */
  principal: Minor;
  /** The first day that bears interest is this one or, by the market's count, the next. */
  openedOn: LocalDate;
  units: bigint;
  /** The last day in `units`; null before the first. */
  through: LocalDate | null;
};

export type Accrued = { units: bigint; through: LocalDate | null };

/** Interest up to and with a day; a day that is in it already adds nothing. */
export function accrue(account: InterestAccount, to: LocalDate): Accrued {
  const { market, side, principal, openedOn, units, through } = account;
  const first = through === null ? firstBearingDay(market, openedOn) : dayAfter(through);
  if (first > to) return { units, through };
  return { units: units + unitsBetween({ market, side, principal }, first, to), through: to };
}

/**
 * The account with more borrowed on a day: the old principal's interest up to that day's first for
 * the new one, and the new one's share of whatever is in the account beyond it.
 */
export function accrueBeforeMore(account: InterestAccount, more: Minor, on: LocalDate): Accrued {
  const first = firstBearingDay(account.market, on);
  const before = accrue(account, dayBefore(first));
  if (before.through === null || before.through < first) return before;
  const added = unitsBetween({ ...account, principal: more }, first, before.through);
  return { units: before.units + added, through: before.through };
}

/** Interest as money, rounded down to the minor unit. */
export function interestMinor(market: MarketKey, units: bigint, on: LocalDate): Minor {
  return minor(divide(units, unitsPerMinor(market, on), "floor"));
}

/** Basis points of a year: so many units are one minor unit of money. */
export function unitsPerMinor(market: MarketKey, on: LocalDate): bigint {
  return 10_000n * BigInt(marginRules(market, on).dayCount);
}

function firstBearingDay(market: MarketKey, openedOn: LocalDate): LocalDate {
  return marginRules(market, openedOn).bothEndsBearInterest ? openedOn : dayAfter(openedOn);
}

function unitsBetween(
  { market, side, principal }: Pick<InterestAccount, "market" | "side" | "principal">,
  first: LocalDate,
  last: LocalDate,
): bigint {
  let units = 0n;
  for (let day = first; day <= last; day = dayAfter(day)) {
    const { longBasisPoints, shortBasisPoints } = interestRates(market, day);
    units += principal * BigInt(side === "long" ? longBasisPoints : shortBasisPoints);
  }
  return units;
}

const dayMs = 86_400_000;

function dayAfter(day: LocalDate): LocalDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}

function dayBefore(day: LocalDate): LocalDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
}
