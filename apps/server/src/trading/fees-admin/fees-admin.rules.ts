import {
  commissionRateDigits,
  type AnyRefusalCode,
  type CommissionState,
  minuteMs,
} from "@sanshi/contract";
import {
  formatMinor,
  formatScaled,
  parseMinor,
  parseScaled,
  settlementCurrency,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import {
  commissionCeilings,
  commissionOf,
  daysAfter,
  localDate,
  type Commission,
  type FeeSchedule,
  type LocalDate,
} from "@sanshi/rulebook";

/**
 * Every process has heard of a change by the time its day begins. A minute more than the hour that the
 * database asks for, so that whoever is late reads a sentence.
 */
export const feeNoticeMinutesMin = 61;
/** A year typed wrongly ends here. */
export const feeAheadDaysMax = 366;

/** The days between which a change can begin, both included, on the market's own calendar. */
export function daysToBegin(
  market: MarketKey,
  now: number,
): { earliest: LocalDate; latest: LocalDate } {
  return {
    earliest: daysAfter(localDate(market, now + feeNoticeMinutesMin * minuteMs), 1),
    latest: daysAfter(localDate(market, now), feeAheadDaysMax),
  };
}

export type Terms = Omit<Commission, "validFrom">;
/** As they are typed, and kept in a proposal: a rate in per cent, amounts in the market's currency. */
export type TermsText = { rate: string; minimum: string; maximum: string | null };

type Objection = { code: AnyRefusalCode; params?: Record<string, string> };
export type Read = { ok: true; terms: Terms } | { ok: false; objection: Objection };

/** The terms as numbers, or what speaks against them in the contract's order. */
export function readTerms(market: MarketKey, typed: TermsText): Read {
  const currency = settlementCurrency(market);
  const ceiling = commissionCeilings[market];
  const rate = parseScaled(typed.rate, commissionRateDigits);
  if (rate === null || rate < 0n || rate > ceiling.rate) {
    return objected("commission_rate_out_of_range", { max: rateText(ceiling.rate) });
  }
  const minimumMinor = parseMinor(typed.minimum, currency);
  if (minimumMinor === null || minimumMinor < 0n || minimumMinor > ceiling.minimumMinor) {
    const max = formatMinor(ceiling.minimumMinor, currency);
    return objected("commission_minimum_out_of_range", { max, currency });
  }
  if (typed.maximum === null) {
    return { ok: true, terms: { rate, minimumMinor, maximumMinor: null } };
  }
  const maximumMinor = parseMinor(typed.maximum, currency);
  if (
    maximumMinor === null ||
    maximumMinor <= 0n ||
    maximumMinor < minimumMinor ||
    maximumMinor > maximumMinorMax
  ) {
    return objected("commission_maximum_out_of_range", { currency });
  }
  return { ok: true, terms: { rate, minimumMinor, maximumMinor } };
}

/** More than any order is worth; a larger one would say nothing. */
const maximumMinorMax = 10n ** 15n;

function objected(code: AnyRefusalCode, params: Record<string, string>): Read {
  return { ok: false, objection: { code, params } };
}

/** Why a change cannot begin on a day; null where it can. */
export function objectToDay(
  market: MarketKey,
  validFrom: LocalDate,
  now: number,
): Objection | null {
  const { earliest, latest } = daysToBegin(market, now);
  if (validFrom < earliest) return { code: "fee_date_reached", params: { earliest } };
  return validFrom > latest ? { code: "fee_date_too_far", params: { latest } } : null;
}

/** `0.055` of 550 millionths: per cent, without zeros that say nothing. */
export function rateText(rate: bigint): string {
  return formatScaled(rate, commissionRateDigits).replace(/\.?0+$/, "");
}

export function termsText(market: MarketKey, terms: Terms): TermsText {
  const currency = settlementCurrency(market);
  const money = (amount: Minor) => formatMinor(amount, currency);
  const { rate, minimumMinor, maximumMinor } = terms;
  return {
    rate: rateText(rate),
    minimum: money(minimumMinor),
    maximum: maximumMinor === null ? null : money(maximumMinor),
  };
}

/** What a schedule charges for the broker. */
export function termsOfSchedule(schedule: FeeSchedule): Terms {
  const { numerator, minimumMinor, maximumMinor } = commissionOf(schedule);
  return { rate: numerator, minimumMinor, maximumMinor };
}

export function areSameTerms(one: Terms, other: Terms): boolean {
  return (
    one.rate === other.rate &&
    one.minimumMinor === other.minimumMinor &&
    one.maximumMinor === other.maximumMinor
  );
}

type Decided = { id: bigint; validFrom: LocalDate; terms: Terms | null };

/**
 * What has become of each decision by a day. Of those on the same day the newest holds.
 *
 * @param decisions of one market, in the order in which they were made.
 */
export function statesOf(decisions: readonly Decided[], today: LocalDate): CommissionState[] {
  const newest = new Map(decisions.map((decision) => [decision.validFrom, decision]));
  const begun = [...newest.values()]
    .filter(({ terms, validFrom }) => terms !== null && validFrom <= today)
    .map(({ validFrom }) => validFrom);
  const inForceSince = begun.toSorted().at(-1);
  return decisions.map((one) => {
    const { validFrom, terms } = one;
    if (terms === null) return "withdrawal";
    if (newest.get(validFrom) !== one) {
      const next = decisions.find((other) => other.validFrom === validFrom && other.id > one.id);
      return next?.terms === null ? "withdrawn" : "replaced";
    }
    if (validFrom > today) return "planned";
    return validFrom === inForceSince ? "in_force" : "past";
  });
}
