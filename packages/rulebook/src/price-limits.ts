import { multiplyDivide, price, type MarketKey, type Price } from "@sanshi/money";
import {
  chinaDailyLimits,
  chinextDailyLimits,
  tseConfirmedBelow,
  tseDailyLimits,
  tseDailyLimitUnconfirmed,
} from "./data/price-limits.ts";
import { dated } from "./dated.ts";
import type { Board } from "./data/lots.ts";
import type { LocalDate, RuleReference } from "./rule-reference.ts";
import { roundToTick, tickSize, type TickClass } from "./tick-sizes.ts";

export type LimitClass =
  | "standard"
  | "special_treatment"
  | "growth_board"
  | "beijing_board"
  | "none";

export type PriceLimitQuestion = {
  readonly market: MarketKey;
  readonly limitClass: LimitClass;
  /** Decides the grid that Japanese limits are rounded to; `standard` when left out. */
  readonly tickClass?: TickClass;
  /** The previous close (adjusted for ex-rights). Japan: null before a new listing's first price, then that price. */
  readonly basePrice: Price | null;
  readonly date: LocalDate;
  /** ChiNext had the main boards' limits until August 2020, STAR never: left out, the growth boards are alike. */
  readonly board?: Board;
  /** 0 on the day of listing; left out for an old listing. Only China's free days ask for it. */
  readonly tradingDaysSinceListing?: number;
  /** The sides that were locked without volume on two straight days (Japan). */
  readonly widened?: { readonly up: boolean; readonly down: boolean };
};

export type PriceLimits = {
  readonly low: Price;
  readonly high: Price;
  readonly reference: RuleReference;
};

/**
 * The day's lowest and highest price, both allowed, on the tick grid, above zero and around the
 * base price. Null where there is no daily limit: the United States, the class `none`, and a new
 * listing in its free days.
 */
export function priceLimits(question: PriceLimitQuestion): PriceLimits | null {
  const { market, limitClass, basePrice } = question;
  if (limitClass === "none" || basePrice === null || basePrice <= 0n) return null;
  if (market === "jpy") return japaneseLimits(question, basePrice);
  if (market === "cny") return chineseLimits(question, limitClass, basePrice);
  return null;
}

/** A limit off the grid moves outwards to it: 2,991 + 500 yen is 3,495 on a tick of 5. */
function japaneseLimits(question: PriceLimitQuestion, basePrice: Price): PriceLimits {
  const { market, tickClass = "standard", date, widened } = question;
  const table = dated(tseDailyLimits, date);
  const band = table.bands.find(({ below }) => below === null || basePrice < below);
  const amount = band?.amount ?? 0n;
  const high = basePrice + amount * (widened?.up === true ? table.widenedBy : 1n);
  const low = basePrice - amount * (widened?.down === true ? table.widenedBy : 1n);
  const grid = { market, tickClass, date };
  const lowest = tickSize({ ...grid, price: price(1n) }).tick;
  return {
    low: low > lowest ? roundToTick(price(low), grid, "floor") : lowest,
    high: roundToTick(price(high), grid, "ceiling"),
    reference: basePrice < tseConfirmedBelow ? table.reference : tseDailyLimitUnconfirmed,
  };
}

function chineseLimits(
  question: PriceLimitQuestion,
  limitClass: Exclude<LimitClass, "none">,
  basePrice: Price,
): PriceLimits | null {
  const isChinext = limitClass === "growth_board" && question.board === "chinext";
  const table = isChinext ? chinextDailyLimits : chinaDailyLimits[limitClass];
  const limits = dated(table, question.date);
  const { percent, firstDayCount, firstDays } = limits;
  const isFirstDays = (question.tradingDaysSinceListing ?? firstDayCount) < firstDayCount;
  if (isFirstDays && firstDays === null) return null;
  const upPercent = isFirstDays && firstDays !== null ? firstDays.upPercent : percent;
  const downPercent = isFirstDays && firstDays !== null ? firstDays.downPercent : percent;
  const low = roundToFen(basePrice, 100n - downPercent);
  return {
    low: low > 0n ? low : fen,
    high: roundToFen(basePrice, 100n + upPercent),
    reference: limits.reference,
  };
}

const fen = price(100n);

/** `percent` % of a price, rounded half up to 0.01 yuan. */
function roundToFen(basePrice: Price, percent: bigint): Price {
  return price(multiplyDivide(basePrice, percent, 100n * fen, "half_up") * fen);
}
