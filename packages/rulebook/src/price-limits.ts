import { multiplyDivide, price, type MarketKey, type Price } from "@sanshi/money";
import {
  mainlandLimits,
  tseDailyLimits,
  type FirstDays,
  type PercentLimits,
} from "./data/price-limits.ts";
import { dated } from "./dated.ts";
import type { Board } from "./data/lots.ts";
import type { Exchange } from "./data/exchanges.ts";
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
  /** Tells Shenzhen's first special treatment from Shanghai's; left out, it is Shanghai's. */
  readonly exchange?: Exchange;
  /** 0 on the day of listing; left out for an old listing. Only China's free days ask for it. */
  readonly tradingDaysSinceListing?: number;
  /** The day of listing, which decides the first days; left out, they are those of a share that is listed on `date`. */
  readonly listedOn?: LocalDate;
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
    reference: table.reference,
  };
}

function chineseLimits(
  question: PriceLimitQuestion,
  limitClass: Exclude<LimitClass, "none">,
  basePrice: Price,
): PriceLimits | null {
  const { date } = question;
  const { percent, rounding, firstDays, reference } = dated(tableOf(question, limitClass), date);
  const first = firstDaysOf(firstDays, question);
  if (first !== null && first.limits === null) return null;
  const { upPercent, downPercent } = first?.limits ?? { upPercent: percent, downPercent: percent };
  const [up, down] = rounding === "inwards" ? (["floor", "ceiling"] as const) : halfUp;
  const low = roundToFen(basePrice, 100n - downPercent, down);
  const high = roundToFen(basePrice, 100n + upPercent, up);
  // However low a price is, it may move by a fen.
  const lowMost = basePrice - fen;
  const highLeast = basePrice + fen;
  return {
    low: price(max(min(low, lowMost), fen)),
    high: price(max(high, highLeast)),
    reference: first?.reference ?? reference,
  };
}

const halfUp = ["half_up", "half_up"] as const;
const fen = price(100n);

function tableOf(
  { board, exchange }: PriceLimitQuestion,
  limitClass: Exclude<LimitClass, "none">,
): readonly PercentLimits[] {
  switch (limitClass) {
    case "standard":
      return mainlandLimits.main;
    case "special_treatment":
      // Beijing's own limit holds under a risk warning too.
      if (exchange === "BSE") return mainlandLimits.beijing;
      return exchange === "SZSE" ? mainlandLimits.specialShenzhen : mainlandLimits.specialShanghai;
    case "growth_board":
      return board === "chinext" ? mainlandLimits.chinext : mainlandLimits.star;
    case "beijing_board":
      return mainlandLimits.beijing;
  }
}

/** The first days that a share is in; null once they are over. */
function firstDaysOf(
  periods: readonly FirstDays[],
  { date, listedOn = date, tradingDaysSinceListing: days }: PriceLimitQuestion,
): FirstDays | null {
  if (days === undefined) return null;
  const period = periods.findLast(({ listedFrom }) => listedFrom <= listedOn);
  return period === undefined || days >= period.count ? null : period;
}

/** `percent` % of a price in whole fen. */
function roundToFen(
  basePrice: Price,
  percent: bigint,
  rounding: "half_up" | "floor" | "ceiling",
): bigint {
  return multiplyDivide(basePrice, percent, 100n * fen, rounding) * fen;
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
