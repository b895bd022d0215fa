import type { MarketKey } from "@sanshi/money";
import { addTradingDays } from "./calendars.ts";
import { sources } from "./data/sources.ts";
import { dated } from "./dated.ts";
import { instantOf } from "./local-time.ts";
import { interestRates, marginRules } from "./margin.ts";
import { cited, type LocalDate, type MarketHours, type RuleReference } from "./rule-reference.ts";

/** From so much of the pool that is borrowed, in per cent, so many basis points a year more. */
export type PremiumStep = { readonly fromPercent: number; readonly basisPoints: number };

export type ShareLendingTerms = {
  readonly reference: RuleReference;
  /** What of the fee that shorts pay for shares of the pool its lenders get. */
  readonly lenderPercent: number;
  /** The lowest first; the highest that is reached holds. */
  readonly premium: readonly PremiumStep[];
  /**
   * What is recalled and borrowed is given back within so many trading days, by this time of the last: until then its
   * borrowers can buy it back themselves, afterwards it is bought in. The newest shorts are called first. Where nobody
   * could buy within so many minutes before it, as trading was halted, it moves to so many after trading goes on.
   */
  readonly recall: {
    readonly tradingDays: number;
    readonly time: string;
    readonly minutesOfTrading: number;
  };
};

/** The house's own, published to everybody: a change is a new entry with its day. */
const shareLendingTerms: readonly ShareLendingTerms[] = [
  {
    reference: cited("share_lending", "2026-11-23", sources.house),
    lenderPercent: 50,
    premium: [
      { fromPercent: 50, basisPoints: 50 },
      { fromPercent: 80, basisPoints: 150 },
      { fromPercent: 95, basisPoints: 400 },
    ],
    recall: { tradingDays: 2, time: "12:00", minutesOfTrading: 60 },
  },
];

/** The terms of a day; before the first the first hold, as a clock may have stood there. */
export function shareLendingOn(date: LocalDate): ShareLendingTerms {
  return dated(shareLendingTerms, date);
}

/** When what is recalled on a day has to be back at the latest. */
export function recallDueAt(
  market: MarketKey,
  date: LocalDate,
  hours: MarketHours,
): { at: number; reference: RuleReference } {
  const { recall, reference } = shareLendingOn(date);
  const day = addTradingDays(market, date, recall.tradingDays, hours);
  return { at: instantOf(market, day, recall.time), reference };
}

/** Where a deadline moves to, if trading could not be closed for some time that ended then; null where it stays. */
export function postponedTo(
  dueAt: number,
  barredUntil: number | null,
  date: LocalDate,
): number | null {
  const room = shareLendingOn(date).recall.minutesOfTrading * 60_000;
  if (barredUntil === null || barredUntil <= dueAt - room) return null;
  return barredUntil + room;
}

/** What the pool lacks to give back what is recalled of it; nothing where institutions lend without a limit. */
export function shortage(
  { lent, short }: SharePool,
  house: bigint | null,
  recalled: bigint,
): bigint {
  const missing = house === null ? 0n : short - (lent - recalled) - house;
  return missing > 0n ? missing : 0n;
}

/**
 * A stock's pool: what is lent into it and what is short, in shares at a moment, or in shares times time over a day:
 * every figure here is a ratio of the two.
 */
export type SharePool = { readonly lent: bigint; readonly short: bigint };

/** Shorts borrow from the pool first; what it has not, the market's institutions lend. */
export function borrowedFromPool({ lent, short }: SharePool): bigint {
  return lent < short ? lent : short;
}

/** How much of the pool is borrowed, in hundredths of a per cent. */
export function utilisation(pool: SharePool): bigint {
  return pool.lent === 0n ? 0n : (borrowedFromPool(pool) * 10_000n) / pool.lent;
}

export type BorrowFee = {
  /** Basis points a year: what every short pays, and what shares of the pool cost on top. */
  readonly base: number;
  readonly premium: number;
  readonly lenderPercent: number;
  readonly dayCount: number;
  readonly reference: RuleReference;
};

/** What borrowing a stock costs on a day, by the published curve. */
export function borrowFee(market: MarketKey, date: LocalDate, pool: SharePool): BorrowFee {
  const { reference, premium, lenderPercent } = shareLendingOn(date);
  const used = utilisation(pool);
  const step = premium.findLast(({ fromPercent }) => used >= BigInt(fromPercent * 100));
  const isBorrowed = borrowedFromPool(pool) > 0n;
  return {
    base: interestRates(market, date).shortBasisPoints,
    premium: isBorrowed ? (step?.basisPoints ?? 0) : 0,
    lenderPercent,
    dayCount: marginRules(market, date).dayCount,
    reference,
  };
}

/** Millionths of a minor unit. */
export const feeFractions = 1_000_000n;

/**
 * What all lenders of a stock get for a day, in millionths of the minor unit: their share of the fee on that part of
 * the shorts' value whose shares are the pool's. `premium` is what the shorts were charged of it, in the units of
 * `premiumUnits`.
 */
export function lendersDay(
  pool: SharePool,
  shortValue: bigint,
  fee: BorrowFee,
  premium: bigint = premiumUnits(pool, shortValue, fee),
): bigint {
  if (pool.short === 0n) return 0n;
  const { base, lenderPercent, dayCount } = fee;
  const paid = shortValue * borrowedFromPool(pool) * BigInt(base) + premium * pool.short;
  const whole = pool.short * 10_000n * BigInt(dayCount) * 100n;
  return (paid * BigInt(lenderPercent) * feeFractions) / whole;
}

/**
 * What a short owes for a day on top of its interest, in the units of `interestUnits`: the premium on that part of its
 * value whose shares are the pool's. A fraction is the customer's.
 */
export function premiumUnits(pool: SharePool, value: bigint, { premium }: BorrowFee): bigint {
  return pool.short === 0n ? 0n : (value * borrowedFromPool(pool) * BigInt(premium)) / pool.short;
}

/** A lender's part by quantity; what the parts leave is the house's residue. */
export function lenderPart(dayFee: bigint, quantity: bigint, { lent }: SharePool): bigint {
  return lent === 0n ? 0n : (dayFee * quantity) / lent;
}

/** A year's basis points that a short of the stock pays for all its shares, with two decimals more. */
export function shortRateHundredths(
  pool: SharePool,
  { base, premium }: Pick<BorrowFee, "base" | "premium">,
): bigint {
  const share = pool.short === 0n ? 0n : borrowedFromPool(pool);
  const whole = pool.short === 0n ? 1n : pool.short;
  return BigInt(base) * 100n + (BigInt(premium) * 100n * share) / whole;
}
