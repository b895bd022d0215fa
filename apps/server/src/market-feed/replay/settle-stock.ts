import { marketKeys, type MarketKey } from "@sanshi/money";
import { extendedTimesOf, instantOf, isHalfDay } from "@sanshi/rulebook";
import { aggregate } from "../candles.ts";
import { demoCompanies } from "../companies/companies.ts";
import type { LeftOut } from "./left-out.ts";
import { dateOf, dayNumberOf } from "./day-numbers.ts";
import { derivedActions } from "./derived-actions.ts";
import { recordedEnd } from "./recorded-end.ts";
import type { RecordedBar } from "./recorded-rows.ts";
import { barOn, baseOf, type RecordedStock } from "./recorded-stock.ts";
import { byDate, toldActions } from "./told-actions.ts";
import type { RecordedDays } from "./recorded-hours.ts";

/** On which days the record's exchanges were open: those of which it has a bar of any stock. */
export type MarketDays = RecordedDays & {
  add(stocks: readonly RecordedStock[]): void;
  /** The last index whose day is at or before `day`; −1 without one. */
  indexAt(market: MarketKey, day: number): number;
};

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
      addDays(instrument.market, days);
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

  /** Nearly every stock has the days of those before it: only others go into the set. */
  function addDays(market: MarketKey, days: RecordedStock["days"]): void {
    const [set, known] = [sets[market], sorted[market]];
    let [at, isNew] = [0, false];
    for (let index = 0; index < days.length; index += 1) {
      const day = days.dayAt(index);
      while (known[at]! < day) at += 1;
      if (known[at] === day) continue;
      set.add(day);
      isNew = true;
    }
    if (isNew) sorted[market] = [...set].toSorted((left, right) => left - right);
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

/** Keeps the actions that the files tell, or derives them; gives days to minutes; dates the listing and its end. */
export function settleStock(
  stock: RecordedStock,
  marketDays: MarketDays,
  leaveOut: (what: LeftOut) => void,
): void {
  const { instrument, days, adjustment } = stock;
  const { market } = instrument;
  stock.minutes.sort((left, right) => left.from - right.from);
  stock.extended = withinPhases(stock, marketDays, leaveOut);
  addMissingDays(stock);
  const isNextDay = (day: number, next: number) =>
    marketDays.indexAt(market, next) - marketDays.indexAt(market, day) === 1;
  const isTold = stock.told.length > 0;
  stock.actions = isTold
    ? toldActions(stock, marketDays, leaveOut)
    : derivedActions(days, adjustment, isNextDay).toSorted(byDate);
  days.forgetAdjustments();
  // A column has every day: only those on which something else decides are kept.
  for (const [day, base] of stock.bases) {
    if (base === baseOf(stock, day, barOn(days, day))) stock.bases.delete(day);
  }
  stock.end = recordedEnd(stock, marketDays, leaveOut);
  stock.instrument = { ...instrument, ...listing(stock, marketDays) };
}

/** The bars that lie in the extended hours of the record's own days, oldest first, each moment once. */
function withinPhases(
  { instrument: { market, code }, extended }: RecordedStock,
  marketDays: MarketDays,
  leaveOut: (what: LeftOut) => void,
): RecordedBar[] {
  const open = new Set(extended.length === 0 ? [] : marketDays.of(market));
  let [date, phases]: [string, ReturnType<typeof extendedTimesOf>] = ["", []];
  let until = Number.NEGATIVE_INFINITY;
  return extended
    .toSorted((left, right) => left.from - right.from)
    .filter((bar) => {
      if (bar.tradingDate !== date) {
        date = bar.tradingDate;
        const day = dayNumberOf(date);
        phases = open.has(day) ? extendedTimesOf(date, marketDays.endsEarly(market, day)) : [];
      }
      const ends = bar.from + bar.lengthMs;
      const isWithin = phases.some((one) => bar.from >= one.from && ends <= one.until);
      if (isWithin && bar.from >= until) {
        until = ends;
        return true;
      }
      if (!isWithin) leaveOut({ file: code, line: 0, reason: reasonOf(bar) });
      return false;
    });
}

function reasonOf({ tradingDate, from }: RecordedBar): "half_day" | "outside_hours" {
  const isAfternoon = from >= instantOf("usd", tradingDate, "13:00");
  return isAfternoon && from < instantOf("usd", tradingDate, "16:00")
    ? "half_day"
    : "outside_hours";
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
