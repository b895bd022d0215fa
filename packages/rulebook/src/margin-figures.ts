import {
  divide,
  minor,
  price,
  priceUnitsPerMinor,
  settlementCurrency,
  type MarketKey,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import type { MarginRules } from "./margin.ts";

/** What the customer puts in and what is borrowed, of a cost; together they are the cost. */
export type Financing = { readonly margin: Minor; readonly borrowed: Minor };

/** One `leverage`-th of the cost, rounded up to the minor unit, so that nobody borrows a rounding. */
export function financing(cost: Minor, leverage: number): Financing {
  const margin = divide(cost, BigInt(leverage), "ceiling");
  return { margin: minor(margin), borrowed: minor(cost - margin) };
}

/**
 * What a ratio is computed from, all in one unit: the customer's own money in the positions at
 * today's prices, what they are worth, and what is owed on them (a short owes its shares' value).
 */
export type MarginFigures = {
  readonly equity: bigint;
  readonly exposure: bigint;
  /** What of the exposure is sold short. */
  readonly shorts: bigint;
  /** What shorts have to keep beyond their percentage, by the least amounts of their prices. */
  readonly shortExtra: bigint;
  readonly debt: bigint;
};

export const noMarginFigures: MarginFigures = {
  equity: 0n,
  exposure: 0n,
  shorts: 0n,
  shortExtra: 0n,
  debt: 0n,
};

export function addMarginFigures(one: MarginFigures, other: MarginFigures): MarginFigures {
  return {
    equity: one.equity + other.equity,
    exposure: one.exposure + other.exposure,
    shorts: one.shorts + other.shorts,
    shortExtra: one.shortExtra + other.shortExtra,
    debt: one.debt + other.debt,
  };
}

/** What is held of a position, at the price at which it could be closed. */
export type MarginPosition = {
  readonly side: "long" | "short";
  /** Its shares at the closing price, in the minor unit. */
  readonly value: bigint;
  /** What a long still owes. */
  readonly borrowed: bigint;
  /** Margin and proceeds of a short that are still held for it. */
  readonly collateral: bigint;
  /** What a short has to keep beyond its percentage, as `shortExtra` has it. */
  readonly extra?: bigint;
};

export function marginFigures({
  side,
  value,
  borrowed,
  collateral,
  extra: shortExtra = 0n,
}: MarginPosition): MarginFigures {
  return side === "long"
    ? { equity: value - borrowed, exposure: value, shorts: 0n, shortExtra: 0n, debt: borrowed }
    : { equity: collateral - value, exposure: value, shorts: value, shortExtra, debt: value };
}

type ShortRules = Pick<MarginRules, "shortLeast" | "shortMaintenancePercent">;

/**
 * What a short has to keep at a price beyond its percentage of the value, in the minor unit, rounded up: by the
 * rule's least amounts a share, or a higher part of the value of what is cheap.
 */
export function shortExtra(
  { shortLeast, shortMaintenancePercent }: ShortRules,
  market: MarketKey,
  quantity: Shares,
  at: Price,
): bigint {
  const least = shortLeast.findLast(({ from }) => from <= at);
  if (least === undefined) return 0n;
  const { percent, perShare } = least;
  const byShare = 100n * perShare;
  const byValue = BigInt(percent) * at;
  const extra = (byShare > byValue ? byShare : byValue) - BigInt(shortMaintenancePercent) * at;
  if (extra <= 0n) return 0n;
  return divide(extra * quantity, 100n * priceUnitsPerMinor(settlementCurrency(market)), "ceiling");
}

/** What a short of one share has to keep at a price, in hundredths of a price unit. */
export function shortKept({ shortLeast, shortMaintenancePercent }: ShortRules, at: Price): bigint {
  const least = shortLeast.findLast(({ from }) => from <= at);
  const percents = [shortMaintenancePercent, least?.percent ?? 0];
  const byValue = BigInt(Math.max(...percents)) * at;
  const byShare = 100n * (least?.perShare ?? 0n);
  return byShare > byValue ? byShare : byValue;
}

type RatioKind = MarginRules["maintenanceRatio"];

/** The ratio's two sides: own money over value, or, as mainland brokers count, all assets over debt. */
function sides(kind: RatioKind, { equity, exposure, debt }: MarginFigures): [bigint, bigint] {
  return kind === "equity_to_position" ? [equity, exposure] : [equity + debt, debt];
}

/** What longs and shorts have to keep, in percent. */
type SidePercents = { readonly long: number; readonly short: number };

/**
 * What an account has to keep: the sum of what each of its positions has to, in per cent of them all,
 * rounded up to a hundredth. Where both sides keep the same, and without a position, that of a long.
 */
function percentOf(
  { long, short }: SidePercents,
  { exposure, shorts, shortExtra: extra }: MarginFigures,
): number {
  if (exposure <= 0n || shorts <= 0n || (long === short && extra <= 0n)) return long;
  const kept =
    hundredths(long) * (exposure - shorts) + hundredths(short) * shorts + 10_000n * extra;
  return Number(divide(kept, exposure, "ceiling")) / 100;
}

function hundredths(percent: number): bigint {
  return BigInt(Math.round(percent * 100));
}

/** Below it an account is called. */
export function maintenancePercentOf(
  rules: Pick<MarginRules, "maintenancePercent" | "shortMaintenancePercent">,
  figures: MarginFigures,
): number {
  const { maintenancePercent: long, shortMaintenancePercent: short } = rules;
  return percentOf({ long, short }, figures);
}

/** What a call has to bring an account back to. */
export function restorePercentOf(
  rules: Pick<MarginRules, "restorePercent" | "shortRestorePercent">,
  figures: MarginFigures,
): number {
  const { restorePercent: long, shortRestorePercent: short } = rules;
  return percentOf({ long, short }, figures);
}

/** Exactly: a ratio of just `percent` is not below it, and nothing owed is below nothing. */
export function isBelowRatio(kind: RatioKind, percent: number, figures: MarginFigures): boolean {
  const [above, below] = sides(kind, figures);
  return below > 0n && above * 10_000n < hundredths(percent) * below;
}

/** The ratio in hundredths of a per cent, rounded down; null where there is nothing to divide by. */
export function ratioHundredths(kind: RatioKind, figures: MarginFigures): bigint | null {
  const [above, below] = sides(kind, figures);
  return below > 0n ? divide(above * 10_000n, below, "floor") : null;
}

/** What has to be added to the equity to bring the ratio to `percent`; zero where it is there. */
export function missingEquity(kind: RatioKind, percent: number, figures: MarginFigures): bigint {
  const spare = spareEquity(kind, percent, figures);
  return spare < 0n ? -spare : 0n;
}

/** What can be taken from the equity without the ratio falling below `percent`; below zero where it is there already. */
export function spareEquity(kind: RatioKind, percent: number, figures: MarginFigures): bigint {
  const [above, below] = sides(kind, figures);
  return above - divide(below * hundredths(percent), 10_000n, "ceiling");
}

/** A position by itself, as an order would make it. */
export type FinancedPosition = {
  readonly market: MarketKey;
  readonly side: "long" | "short";
  readonly quantity: Shares;
  readonly cost: Minor;
  readonly margin: Minor;
};

/**
 * The last price at which the ratio of this position alone is not below `percent`: of a long it is
 * below one price unit lower, of a short one unit higher. Null for a long without a loan.
 */
export function thresholdPrice(
  position: FinancedPosition,
  kind: RatioKind,
  percent: number,
): Price | null {
  const { market, side, quantity, cost, margin } = position;
  const unit = priceUnitsPerMinor(settlementCurrency(market));
  const share = BigInt(percent);
  if (side === "long") {
    const borrowed = (cost - margin) * unit;
    if (borrowed <= 0n) return null;
    const threshold =
      kind === "equity_to_position"
        ? divide(borrowed * 100n, quantity * (100n - share), "ceiling")
        : divide(borrowed * share, quantity * 100n, "ceiling");
    return price(threshold);
  }
  const collateral = (margin + cost) * unit;
  const divisor = kind === "equity_to_position" ? 100n + share : share;
  return price(divide(collateral * 100n, quantity * divisor, "floor"));
}

/** The prices at which a margin call and a forced sale of this position alone begin. */
export function warningPrices(
  position: FinancedPosition,
  rules: Pick<
    MarginRules,
    | "maintenanceRatio"
    | "maintenancePercent"
    | "shortMaintenancePercent"
    | "shortLeast"
    | "forcedSalePercent"
  >,
): { marginCall: Price | null; forcedSale: Price | null } {
  const { maintenanceRatio: kind, forcedSalePercent } = rules;
  const kept = position.side === "long" ? rules.maintenancePercent : rules.shortMaintenancePercent;
  const byPercent = thresholdPrice(position, kind, kept);
  return {
    marginCall: position.side === "long" ? byPercent : shortThreshold(position, rules, byPercent),
    forcedSale: thresholdPrice(position, kind, forcedSalePercent),
  };
}

/** The highest price at which a short by itself keeps what it has to, its least amounts a share included. */
function shortThreshold(
  { market, quantity, cost, margin }: FinancedPosition,
  { shortLeast }: Pick<MarginRules, "shortLeast">,
  byPercent: Price | null,
): Price | null {
  if (byPercent === null || shortLeast.length === 0) return byPercent;
  const collateral = (margin + cost) * priceUnitsPerMinor(settlementCurrency(market));
  const reached = shortLeast.flatMap(({ from, percent, perShare }, index) => {
    const byShare = divide(collateral - perShare * quantity, quantity, "floor");
    const byValue = divide(collateral * 100n, quantity * BigInt(100 + percent), "floor");
    const below = shortLeast[index + 1]?.from;
    const ends = below === undefined ? [] : [below - 1n];
    const most = [byShare, byValue, byPercent, ...ends].reduce((one, other) =>
      one < other ? one : other,
    );
    return most >= from ? [most] : [];
  });
  return price(reached.at(-1) ?? 0n);
}
