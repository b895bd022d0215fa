import { divide, minor, type MarketKey, type Minor } from "@sanshi/money";
import { dated } from "./dated.ts";
import { marginRules } from "./margin.ts";
import { sources } from "./data/sources.ts";
import { cited, type LocalDate, type RuleReference } from "./rule-reference.ts";
import { borrowFee, shortRateHundredths, type SharePool } from "./share-lending.ts";

export type IntradayFeeTerms = {
  readonly reference: RuleReference;
  /** Once, of what a position was opened for, where it could not be closed in its session. */
  readonly carryOverBasisPoints: number;
};

/** The house's own, published to everybody, as Japanese brokers charge one: a change is a new entry with its day. */
const intradayFeeTerms: readonly IntradayFeeTerms[] = [
  {
    reference: cited("intraday_fees", "2026-11-23", [sources.house, sources.matsuiDayTrades]),
    carryOverBasisPoints: 30,
  },
];

export function intradayFees(date: LocalDate): IntradayFeeTerms {
  return dated(intradayFeeTerms, date);
}

/**
 * The premium of a short of one day, in hundredths of a basis point a year: by the published curve of the pool as it is
 * with the short's own shares in it, on that part of them that the pool lends. Nothing where the market's institutions
 * lend them.
 */
export function dayPremiumRate(
  market: MarketKey,
  date: LocalDate,
  pool: SharePool,
  own: bigint,
): number {
  const together = { lent: pool.lent, short: pool.short + own };
  const { premium } = borrowFee(market, date, together);
  return Number(shortRateHundredths(together, { base: 0, premium }));
}

export type IntradayCharge = {
  readonly value: Minor;
  readonly rate: number;
  /** In the units of interest. */
  readonly units: bigint;
  readonly unitsPerMinor: bigint;
};

function unitsPerMinor(market: MarketKey, date: LocalDate): bigint {
  return 10_000n * BigInt(marginRules(market, date).dayCount);
}

/** One day's premium of a short that was opened for a value; a fraction of a unit is the customer's. */
export function premiumCharge(
  market: MarketKey,
  date: LocalDate,
  value: Minor,
  rate: number,
): IntradayCharge {
  const units = (value * BigInt(rate)) / 100n;
  return { value, rate, units, unitsPerMinor: unitsPerMinor(market, date) };
}

/** What is carried over pays once, whatever the days. */
export function carryOverCharge(
  market: MarketKey,
  date: LocalDate,
  value: Minor,
  rate: number,
): IntradayCharge {
  const { dayCount } = marginRules(market, date);
  const units = value * BigInt(rate) * BigInt(dayCount);
  return { value, rate, units, unitsPerMinor: unitsPerMinor(market, date) };
}

/** In whole minor units, as a closing pays it. */
export function chargedAmount({
  units,
  unitsPerMinor: perMinor,
}: Pick<IntradayCharge, "units" | "unitsPerMinor">): Minor {
  return minor(divide(units, perMinor, "floor"));
}
