import { exactPerShare, roundToPrice, type MarketKey } from "@sanshi/money";
import type { CorporateAction } from "../market-feed.ts";
import type { LeftOut } from "./left-out.ts";
import type { DaySeries } from "./day-series.ts";
import { keyOfAction, type RecordedStock, type ToldAction } from "./recorded-stock.ts";
import { dateOf, dayNumberOf } from "./day-numbers.ts";
import { reduced } from "./written-ratios.ts";

type Split = Extract<CorporateAction, { kind: "split" }>;
/** On which days a market traded, as numbers; the last index at or before a day. */
export type TradedDays = {
  of(market: MarketKey): readonly number[];
  indexAt(market: MarketKey, day: number): number;
};

type ToldSplit = ToldAction & { action: Split };

/**
 * What the files tell of a stock, by date. Of one day a dividend stands first, as it is told for the shares before
 * any split; what adds shares adds to those of before the day; a split multiplies what they make, and several splits
 * one another where the price shows all of them. One that is told for a day without trading takes effect on the next. Whatever is not applied is named.
 */
export function toldActions(
  { told, days, instrument: { market } }: RecordedStock,
  marketDays: TradedDays,
  leaveOut: (what: LeftOut) => void,
): CorporateAction[] {
  const first = dateOf(days.dayAt(0));
  const applied: ToldAction[] = [];
  for (const one of toldOnce(told)) {
    const { file, line } = one;
    const exDate = tradingDayFrom(one.action.exDate, marketDays.of(market), (day) =>
      marketDays.indexAt(market, day),
    );
    const action = { ...one.action, exDate };
    if (exDate <= first) leaveOut({ file, line, reason: "before_record" });
    else if (isBeyondPrice(action, days)) leaveOut({ file, line, reason: "beyond_price" });
    else applied.push({ ...one, action });
  }
  const byDay = Map.groupBy(applied.filter(isSplit), ({ action }) => action.exDate);
  return [
    ...applied.flatMap(({ action }) => (action.kind === "dividend" ? [action] : [])),
    ...[...byDay.values()].flatMap((ofDay) => splitOfDay(ofDay, days, leaveOut)),
  ].toSorted(byDate);
}

/** Of one day the dividend stands first: it is told for the shares before the split. */
export function byDate(left: CorporateAction, right: CorporateAction): number {
  if (left.exDate !== right.exDate) return left.exDate < right.exDate ? -1 : 1;
  return Number(left.kind === "split") - Number(right.kind === "split");
}

/** Two files may tell the same, while two dividends of one amount in one file are two payments. */
function toldOnce(told: readonly ToldAction[]): ToldAction[] {
  const byKey = Map.groupBy(told, ({ action, adds }) => `${keyOfAction(action)} ${adds === true}`);
  return [...byKey.values()].flatMap((same) => {
    const byFile = [...Map.groupBy(same, ({ file }) => file).values()];
    const [most = []] = byFile.toSorted((one, other) => other.length - one.length);
    return most;
  });
}

function tradingDayFrom(
  date: string,
  marketDays: readonly number[],
  indexAt: (day: number) => number,
): string {
  const day = dayNumberOf(date);
  const index = indexAt(day);
  const next = marketDays[index + 1];
  return marketDays[index] === day || next === undefined ? date : dateOf(next);
}

/** No company pays out more than it is worth: such an amount is of another unit or currency. */
function isBeyondPrice(action: CorporateAction, days: DaySeries): boolean {
  if (action.kind === "split") return false;
  const before = days.indexAt(dayNumberOf(action.exDate) - 1);
  return before >= 0 && Number(roundToPrice(exactPerShare(action))) >= days.row(before).close;
}

function isSplit(one: ToldAction): one is ToldSplit {
  return one.action.kind === "split";
}

/** All that makes other shares of the old ones on a day, as one split; none where the prices do not show it. */
function splitOfDay(
  ofDay: readonly ToldSplit[],
  days: DaySeries,
  leaveOut: (what: LeftOut) => void,
): Split[] {
  const [added, told] = [ofDay.filter(({ adds }) => adds), ofDay.filter(({ adds }) => !adds)];
  const change = changeOver(ofDay[0]!.action.exDate, days);
  const best = bestOf(told, change ?? 1);
  for (const one of told) {
    // The same split may be told twice.
    const isMeant = best.some(({ action }) => isSameRatio(action, one.action));
    if (!isMeant) leaveOut({ file: one.file, line: one.line, reason: "other_split" });
  }
  const whole = together(added, best);
  const isTakenOut = change === null || !isVisible(whole, change);
  if (!isTakenOut) return whole.numerator === whole.denominator ? [] : [whole];
  for (const { file, line } of [...added, ...best]) {
    leaveOut({ file, line, reason: "taken_out" });
  }
  return [];
}

/** The one of a day's splits that the price shows, or all of them where it shows them together. */
function bestOf(told: readonly ToldSplit[], change: number): readonly ToldSplit[] {
  const off = (splits: readonly ToldSplit[]) => distance(together([], splits), change);
  const each = told.map((one) => [one]);
  const [first, ...others] = told.length > 1 ? [...each, told] : each;
  return others.reduce((best, some) => (off(some) < off(best) ? some : best), first ?? []);
}

function isSameRatio(one: Split, other: Split): boolean {
  return one.numerator * other.denominator === other.numerator * one.denominator;
}

function together(added: readonly ToldSplit[], splits: readonly ToldSplit[]): Split {
  let [numerator, denominator] = [1n, 1n];
  for (const { action } of added) {
    numerator =
      numerator * action.denominator + (action.numerator - action.denominator) * denominator;
    denominator *= action.denominator;
  }
  for (const { action } of splits) {
    numerator *= action.numerator;
    denominator *= action.denominator;
  }
  const { exDate } = (added[0] ?? splits[0]!).action;
  return { kind: "split", exDate, ...reduced(numerator, denominator) };
}

/** The first price of a day over the close before it; null where one of them is missing. */
function changeOver(exDate: string, days: DaySeries): number | null {
  const before = days.indexAt(dayNumberOf(exDate) - 1);
  if (before < 0 || before + 1 >= days.length) return null;
  return days.row(before + 1).open / days.row(before).close;
}

/** How many times the price is off from what a split makes of it, as a logarithm. */
function distance({ numerator, denominator }: Split, change: number): number {
  return Math.abs(Math.log((change * Number(numerator)) / Number(denominator)));
}

/** Smaller ones do not show in the prices, and no vendor has taken them out alone. */
const smallSplit = 0.05;

/**
 * Some vendors have taken splits out of their bars. A split is visible when the price across its ex-date is nearer
 * to what the split makes of it than to no change at all.
 */
function isVisible(split: Split, change: number): boolean {
  const ratio = Number(split.numerator) / Number(split.denominator);
  return Math.abs(ratio - 1) < smallSplit || distance(split, change) < Math.abs(Math.log(change));
}
