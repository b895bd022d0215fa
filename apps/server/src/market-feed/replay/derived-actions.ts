import { price } from "@sanshi/money";
import type { CorporateAction } from "../market-feed.ts";
import { dateOf } from "./day-numbers.ts";
import type { DaySeries } from "./day-series.ts";

/** What a vendor's column says of the prices beside it. */
export type AdjustmentKind =
  /** Yahoo's `Adj Close`: the close without the dividends, and perhaps without the splits, that came later. */
  | { kind: "adjusted_close"; decimals: number }
  /** Tushare's `adj_factor`: what a price is multiplied by so that splits and dividends leave no gap. */
  | { kind: "factor"; decimals: number };

/** The part of a close up to which what is missing the next day counts as paid out in money. */
const dividendPartMax = 0.1;
/** Vendors work with numbers of seven digits, and multiply several of them. */
const singlePrecision = 1e-6;
/** Half of a hundredth, to which exchanges round what they tell. */
const exchangeRounding = 50;
/** Beyond this no price of the next day belongs to this one: the file has a hole. */
const gapDaysMax = 12;

/**
 * Splits and dividends that no file tells but a stock's days show: by the vendor's adjusted closes or factors, or by
 * the previous close that the exchange told, which lies below the real one on the first day without a dividend or
 * with more shares. What is missing is money up to a tenth of the close; beyond, it is new shares in tenths of an old
 * one, and the rest money. Either way a holder has as much after it as before.
 */
export function derivedActions(
  days: DaySeries,
  adjustment: AdjustmentKind | null,
  isNextDay: (day: number, next: number) => boolean,
): CorporateAction[] {
  const found: CorporateAction[] = [];
  const name = adjustment === null ? "previousClose" : "adjustment";
  let close = days.length === 0 ? Number.NaN : days.closeAt(0);
  let told = days.length === 0 ? Number.NaN : days.toldAt(name, 0);
  for (let index = 1; index < days.length; index += 1) {
    const before = { close, told };
    close = days.closeAt(index);
    told = days.toldAt(name, index);
    const left = adjustment === null ? told : adjustedClose(before, { close, told }, adjustment);
    // Most days it is the close itself.
    if (!(Math.abs(before.close - left) > toleranceMin)) continue;
    const tolerance =
      adjustment === null
        ? exchangeRounding
        : adjustedTolerance(before, { left, told }, adjustment.decimals);
    if (Math.abs(before.close - left) <= tolerance) continue;
    const [last, day] = [days.dayAt(index - 1), days.dayAt(index)];
    // The exchange told it of the day before, which may be missing.
    const isOfLast = adjustment !== null || (day - last <= gapDaysMax && isNextDay(last, day));
    if (!isOfLast) continue;
    found.push(...actionsOf(before.close, left, tolerance, dateOf(day)));
  }
  return found;
}

/** In ten-thousandths. */
const toleranceMin = 1;

/** What the close before was worth on this day by the change of the vendor's factor; NaN where that tells nothing. */
function adjustedClose(
  before: { close: number; told: number },
  after: { close: number; told: number },
  { kind }: AdjustmentKind,
): number {
  const ratio =
    kind === "factor"
      ? before.told / after.told
      : (before.told * after.close) / (after.told * before.close);
  return ratio > 0 && Number.isFinite(ratio) ? before.close * ratio : Number.NaN;
}

/** Both of the vendor's numbers are rounded to so many decimals. */
function adjustedTolerance(
  before: { close: number; told: number },
  { left, told }: { left: number; told: number },
  decimals: number,
): number {
  const unit = 0.5 * 10 ** -decimals;
  const parts = unit / before.told + unit / told;
  const rounding = Math.max((left / before.close) * parts * 1.01, singlePrecision);
  return Math.max(toleranceMin, before.close * rounding);
}

/** In ten-thousandths: `close` is what the last close is worth without what the holder has got for it. */
function actionsOf(
  lastClose: number,
  close: number,
  tolerance: number,
  exDate: string,
): CorporateAction[] {
  const missing = lastClose - close;
  if (missing > 0 && missing <= lastClose * dividendPartMax) {
    return dividend(missing, tolerance, exDate);
  }
  if (missing < 0 && -missing <= lastClose * dividendPartMax) return [];
  const split = splitOf(lastClose / close, tolerance / close);
  const rest = lastClose - (close * split.numerator) / split.denominator;
  const scaled = (tolerance * split.numerator) / split.denominator;
  return [
    ...(rest > scaled ? dividend(rest, scaled, exDate) : []),
    {
      kind: "split",
      exDate,
      numerator: BigInt(split.numerator),
      denominator: BigInt(split.denominator),
    },
  ];
}

/** As many tenths of a share for one as leave something to be paid; below one, old shares for a new one. */
function splitOf(ratio: number, tolerance: number): { numerator: number; denominator: number } {
  if (ratio < 1) return { numerator: 1, denominator: Math.max(2, Math.round(1 / ratio)) };
  const tenths = Math.max(11, Math.floor(ratio * 10 * (1 + tolerance) + 1e-6));
  const divisor = [10, 5, 2].find((one) => tenths % one === 0) ?? 1;
  return { numerator: tenths / divisor, denominator: 10 / divisor };
}

/** The roundest amount that the vendor's own rounding allows. */
function dividend(amount: number, tolerance: number, exDate: string): CorporateAction[] {
  for (const unit of [10_000, 1_000, 100, 10, 1]) {
    const rounded = Math.round(amount / unit) * unit;
    if (rounded > 0 && (Math.abs(rounded - amount) <= tolerance || unit === 1)) {
      return [{ kind: "dividend", exDate, perShare: price(BigInt(rounded)) }];
    }
  }
  return [];
}
