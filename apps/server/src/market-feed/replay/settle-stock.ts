import { marketKeys, type MarketKey } from "@sanshi/money";
import { instantOf, isHalfDay } from "@sanshi/rulebook";
import { aggregate } from "../candles.ts";
import { demoCompanies } from "../companies/companies.ts";
import type { CorporateAction } from "../market-feed.ts";
import type { DaySeries } from "./day-series.ts";
import { derivedActions } from "./derived-actions.ts";
import { keyOfAction, type RecordedStock } from "./recorded-stock.ts";
import type { RecordedDays } from "./recorded-hours.ts";

/** On which days the record's exchanges were open: those of which it has a bar of any stock. */
export type MarketDays = RecordedDays & {
  add(stocks: readonly RecordedStock[]): void;
  /** The last index whose day is at or before `day`; −1 without one. */
  indexAt(market: MarketKey, day: number): number;
};

const dayMs = 86_400_000;
export const dayNumberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

export function marketDaysOf(recorded: readonly RecordedStock[]): MarketDays {
  const sets: Record<MarketKey, Set<number>> = {
    jpy: new Set(),
    usd: new Set(),
    cny: new Set(),
  };
  const sorted: Record<MarketKey, number[]> = { jpy: [], usd: [], cny: [] };
  /** Of days that were recorded by minutes: whether anything was traded after New York's early close. */
  const late = new Map<number, boolean>();

  function add(stocks: readonly RecordedStock[]): void {
    for (const { instrument, days, minutes } of stocks) {
      const set = sets[instrument.market];
      for (let index = 0; index < days.length; index += 1) set.add(days.dayAt(index));
      for (const { tradingDate, from } of minutes) {
        const day = dayNumberOf(tradingDate);
        set.add(day);
        if (instrument.market !== "usd") continue;
        const isLate = from >= instantOf("usd", tradingDate, "13:00");
        late.set(day, isLate || late.get(day) === true);
      }
    }
    for (const market of marketKeys) {
      if (sets[market].size === sorted[market].length) continue;
      sorted[market] = [...sets[market]].toSorted((left, right) => left - right);
    }
  }

  add(recorded);
  return {
    add,
    of: (market) => sorted[market],
    endsEarly: (market, day) =>
      market === "usd" && (isHalfDay(market, dateOf(day)) || late.get(day) === false),
    indexAt(market, day) {
      const days = sorted[market];
      let [low, high] = [-1, days.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (days[middle]! <= day) low = middle;
        else high = middle;
      }
      return low;
    },
  };
}

/** Keeps the actions that the bars show, or derives them; gives days to minutes; dates the listing. */
export function settleStock(stock: RecordedStock, marketDays: MarketDays): void {
  const { instrument, days, adjustment } = stock;
  const { market } = instrument;
  stock.minutes.sort((left, right) => left.from - right.from);
  addMissingDays(stock);
  const isNextDay = (day: number, next: number) =>
    marketDays.indexAt(market, next) - marketDays.indexAt(market, day) === 1;
  const isTold = stock.told.length > 0;
  const actions = isTold ? toldOnce(stock.told) : derivedActions(days, adjustment, isNextDay);
  days.forgetAdjustments();
  const first = dateOf(days.dayAt(0));
  stock.actions = actions
    .filter((action) => action.exDate > first)
    .filter((action) => action.kind === "dividend" || isVisible(action, days))
    .toSorted(byDate);
  stock.instrument = { ...instrument, ...listing(stock, marketDays) };
}

/** Of one day the dividend stands first: it is told for the shares before the split. */
function byDate(left: CorporateAction, right: CorporateAction): number {
  if (left.exDate !== right.exDate) return left.exDate < right.exDate ? -1 : 1;
  return Number(left.kind === "split") - Number(right.kind === "split");
}

/** Two files may tell the same, while two dividends of one amount in one file are two payments. */
function toldOnce(told: RecordedStock["told"]): CorporateAction[] {
  const byKey = Map.groupBy(told, ({ action }) => keyOfAction(action));
  return [...byKey.values()].flatMap((same) => {
    const byFile = [...Map.groupBy(same, ({ file }) => file).values()];
    const [most = []] = byFile.toSorted((one, other) => other.length - one.length);
    // A split is one, however often it is told.
    return most
      .map(({ action }) => action)
      .filter(({ kind }, at) => kind === "dividend" || at === 0);
  });
}

/** A date that was recorded in minutes alone gets the day that they add up to. */
function addMissingDays({ days, minutes }: RecordedStock): void {
  if (minutes.length === 0) return;
  const recorded = new Set<number>();
  for (let index = 0; index < days.length; index += 1) recorded.add(days.dayAt(index));
  const missing = minutes.filter(({ tradingDate }) => !recorded.has(dayNumberOf(tradingDate)));
  for (const bar of aggregate(missing, "day")) {
    days.add({
      day: dayNumberOf(bar.tradingDate),
      open: Number(bar.open),
      high: Number(bar.high),
      low: Number(bar.low),
      close: Number(bar.close),
      volume: Number(bar.volume),
      turnoverMinor: Number(bar.turnoverMinor),
      previousClose: Number.NaN,
      adjustment: Number.NaN,
    });
  }
  days.settle();
}

/**
 * Some vendors have taken splits out of their bars. A split is visible when the price across its
 * ex-date is nearer to what the split makes of it than to no change at all.
 */
function isVisible(
  { exDate, numerator, denominator }: Extract<CorporateAction, { kind: "split" }>,
  days: DaySeries,
): boolean {
  const before = days.indexAt(dayNumberOf(exDate) - 1);
  if (before < 0 || before + 1 >= days.length) return false;
  const change = days.row(before + 1).open / days.row(before).close;
  const ratio = Number(numerator) / Number(denominator);
  if (Math.abs(ratio - 1) < 0.05) return true;
  return Math.abs(change * ratio - 1) < Math.abs(change - 1);
}

const listedOnByCode = new Map(
  demoCompanies().map(({ market, code, listedOn }) => [`${market}:${code}`, listedOn]),
);
/** A stock that begins after so many days of its market was listed then; else the record begins there. */
const marketDaysBeforeListing = 10;
const gapDaysMax = 12;

function listing(
  { instrument: { market, code }, days }: RecordedStock,
  marketDays: MarketDays,
): { listedOn: string; listedBefore?: true } {
  const day = days.dayAt(0);
  const first = dateOf(day);
  const known = listedOnByCode.get(`${market}:${code}`);
  if (known !== undefined && known <= first) return { listedOn: known };
  const index = marketDays.indexAt(market, day);
  const before = marketDays.of(market)[index - 1] ?? Number.NEGATIVE_INFINITY;
  const isNew = index >= marketDaysBeforeListing && day - before <= gapDaysMax;
  return isNew ? { listedOn: first } : { listedOn: first, listedBefore: true };
}
