import type { MarketKey } from "@sanshi/money";
import type { Company } from "../companies/company.ts";
import type { Chance } from "./chance.ts";
import { corporateCalendar } from "./corporate-calendar.ts";
import { createFactorWalk, deviationParts } from "./market-factors.ts";
import { KeyedRandom } from "./random.ts";
import {
  carriedOf,
  closeOf,
  dayOf,
  fields,
  restore,
  rollStock,
  startState,
  type DrawnDay,
  type KeptStock,
  type SimulatedDay,
  type SoFar,
  type State,
  type Track,
} from "./stock-day.ts";
import { tickGrid } from "./tick-grid.ts";
import { dayNumber, type TradingCalendar } from "./trading-calendar.ts";

export type MarketHistory = {
  readonly market: MarketKey;
  readonly calendar: TradingCalendar;
  readonly tracks: readonly Track[];
  readonly chance: Chance;
  /** Computes every day up to `index`; days that are known cost nothing. */
  reach(index: number): void;
  /** Null before the stock was listed. The day must have been reached. */
  day(track: Track, index: number): SimulatedDay | null;
  /** How many days are over. */
  daysOver(): number;
  /** These, with what the next one follows from; null as long as there are none. */
  finished(): KeptMarket | null;
  /** Takes another company in, its days rolled as far as the others': none of theirs changes. */
  add(company: Company, today: number): void;
  /** That day's close alone; 0 before the stock was listed. */
  close(track: Track, index: number): number;
};

/** Days of a market that are over. */
export type KeptMarket = {
  days: number;
  /** The market's own variance. */
  variance: number;
  stocks: ReadonlyMap<Company, KeptStock>;
};

/** What was kept of a market, as an earlier process made it: a company's days may be missing. */
export type FoundMarket = {
  days: number;
  variance: number;
  stockOf(company: Company): KeptStock | null;
  /** Of what was taken over nothing is held twice. */
  forget(company: Company): void;
  soFarOf(company: Company): SoFar | null;
  drawnOf(company: Company): DrawnDay | null;
};

const daysAhead = 2_200;

/**
 * The days of one market. Volatility and prices follow from the day before, so days are rolled
 * forward from the history's start and kept; everything below a day is computed from its day alone.
 *
 * @param kept what an earlier process worked out, no more than the days before `today`.
 */
export function createMarketHistory(
  companies: readonly Company[],
  calendar: TradingCalendar,
  chance: Chance,
  today: number,
  kept: FoundMarket | null = null,
): MarketHistory {
  const { market } = calendar;
  // A year has 365 days instead of 245 when it is always open, and each of them is longer.
  const isAlways = calendar.hours === "always";
  const deviationScale = isAlways ? 0.82 : 1;
  const volumeScale = isAlways ? 1.6 : 1;
  const parts = deviationParts[calendar.hours];
  const walk = () => createFactorWalk(market, chance, deviationScale, parts);
  const factors = walk();
  if (kept !== null) factors.variance.value = kept.variance;
  let varianceBefore = factors.variance.value;
  const random = new KeyedRandom();
  const states: State[] = [];
  const tracks: Track[] = [];
  // All days before `over` are over; the newest that was asked for may not be.
  let over = kept?.days ?? 0;
  let reached = over - 1;
  let lastAhead = today + daysAhead;
  let generation = calendar.generation();

  /** What is ahead takes effect on other days where operators entered another year; what has passed is the same. */
  function datesAhead(): void {
    if (generation === calendar.generation()) return;
    generation = calendar.generation();
    for (const { track } of states) {
      track.actions = corporateCalendar(track.company, track.character, calendar, lastAhead);
    }
  }

  function roll(index: number, walkOn: typeof factors.nextDay, rolled: readonly State[]): void {
    const date = calendar.dateAt(index);
    const day = dayNumber(date);
    const ofDay = walkOn(day);
    const words = chance.of(day);
    const grids = {
      topix500: tickGrid(market, "topix500", date),
      standard: tickGrid(market, "standard", date),
    };
    const minutes = calendar.minutesAt(index);
    for (const state of rolled) {
      state.before = carriedOf(state);
      const { company, listedAt } = state.track;
      if (index < listedAt) continue;
      // A simulated past of the TOPIX 100 is that of the TOPIX 500: what a database has shown stays.
      const grid = grids[company.tickClass === "standard" ? "standard" : "topix500"];
      rollStock({
        state,
        index,
        date,
        day,
        factors: ofDay,
        grid,
        minutes,
        deviationScale,
        volumeScale,
        parts,
        random,
        words,
        edition: chance.edition,
      });
    }
  }

  /** With its days as far as the others'. */
  function take(company: Company): void {
    const state = startState(company, calendar, chance, lastAhead);
    states.push(state);
    tracks.push(state.track);
    state.track.soFar = kept?.soFarOf(company) ?? null;
    state.track.drawn = kept?.drawnOf(company) ?? null;
    const own = kept?.stockOf(company) ?? null;
    const from = kept === null || own === null ? 0 : kept.days;
    if (own !== null) restore(state, own);
    kept?.forget(company);
    if (from > reached) return;
    // The market's own days are walked once more: the same factors, this company alone in them.
    const again = walk();
    if (kept !== null && own !== null) again.variance.value = kept.variance;
    for (let index = from; index <= reached; index += 1) roll(index, again.nextDay, [state]);
    if (reached < over) state.before = carriedOf(state);
  }

  for (const company of companies) take(company);

  return {
    market,
    calendar,
    tracks,
    chance,
    reach(index) {
      datesAhead();
      while (reached < index) {
        varianceBefore = factors.variance.value;
        roll((reached += 1), factors.nextDay, states);
        over = reached;
      }
    },
    daysOver: () => over,
    finished() {
      if (over === 0) return null;
      const stocks = states.map(({ track, before }): [Company, KeptStock] => [
        track.company,
        { ...before, values: track.values.subarray(0, over * fields) },
      ]);
      return { days: over, variance: varianceBefore, stocks: new Map(stocks) };
    },
    add(company, now) {
      datesAhead();
      lastAhead = Math.max(lastAhead, now + daysAhead);
      take(company);
    },
    day: dayOf,
    close: closeOf,
  };
}
