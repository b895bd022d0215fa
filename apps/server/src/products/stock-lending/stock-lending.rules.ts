import { type Currency, type MarketKey, formatScaled, minorDigits } from "@sanshi/money";
import {
  borrowFee,
  borrowedFromPool,
  lenderPart,
  lendersDay,
  type BorrowFee,
  type LocalDate,
  type SharePool,
} from "@sanshi/rulebook";
import type { CustomerState } from "@sanshi/contract";
import { dayMs } from "@sanshi/contract";

/** Some days on which nothing of a stock changed, or one on which something did. */
export type Days = { after: LocalDate; through: LocalDate };

/**
 * The days after the one and up to the other as periods: each day on which something happened by itself, and what lies
 * between two of them as one, as long as the day's terms are the same.
 */
export function periodsOf(
  after: LocalDate,
  through: LocalDate,
  busy: ReadonlySet<LocalDate>,
  termsOf: (day: LocalDate) => string,
): Days[] {
  const periods: Days[] = [];
  let open: (Days & { terms: string }) | null = null;
  for (let day = dayAfter(after); day <= through; day = dayAfter(day)) {
    const terms = termsOf(day);
    const goesOn: boolean = open !== null && !busy.has(day) && open.terms === terms;
    if (goesOn && open !== null) {
      open.through = day;
      continue;
    }
    open = { after: dayBefore(day), through: day, terms };
    periods.push(open);
    // Nothing is added to a day on which something happened.
    if (busy.has(day)) open = null;
  }
  return periods.map(({ after: from, through: until }) => ({ after: from, through: until }));
}

export function dayAfter(day: LocalDate): LocalDate {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
}

export function dayBefore(day: LocalDate): LocalDate {
  return new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);
}

/** What keeps a position from being lent; null where it can be. */
export function objectToLending(
  state: CustomerState,
  position: { side: "long" | "short"; leverage: number; state: string } | undefined,
): "account_frozen" | "position_not_found" | "shares_not_lendable" | null {
  if (state === "frozen" || state === "banned") return "account_frozen";
  if (position === undefined) return "position_not_found";
  const isPaid = position.side === "long" && position.leverage === 1;
  // What is locked up is not the customer's to lend yet.
  const isHeld = position.state === "holding" || position.state === "closing";
  return isPaid && isHeld ? null : "shares_not_lendable";
}

/**
 * What a day earns for some shares of the pool as it is, and would if more of them were lent, in millionths of the
 * minor unit. More in the pool lowers what of it is borrowed, and with it the curve.
 */
export function earnedPerDay(
  market: MarketKey,
  date: LocalDate,
  pool: SharePool & { shortValue: bigint },
  shares: { lent: bigint; more: bigint },
): bigint {
  const after = { lent: pool.lent + shares.more, short: pool.short };
  const fee = borrowFee(market, date, after);
  return lenderPart(lendersDay(after, pool.shortValue, fee), shares.lent + shares.more, after);
}

/** With two decimals more than the currency has. */
export function perDayText(millionths: bigint, currency: Currency): string {
  return formatScaled(millionths / 10_000n, minorDigits(currency) + 2);
}

/** A year's basis points on what lent shares are worth, for their lenders on average. */
export function lenderBasisPoints(
  pool: SharePool & { shortValue: bigint },
  fee: BorrowFee,
  lentValue: bigint,
): bigint {
  if (lentValue <= 0n || borrowedFromPool(pool) === 0n) return 0n;
  const year = lendersDay(pool, pool.shortValue, fee) * BigInt(fee.dayCount);
  return (year * 10_000n) / (lentValue * 1_000_000n);
}
