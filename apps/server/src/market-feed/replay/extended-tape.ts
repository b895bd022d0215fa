import { instantOf } from "@sanshi/rulebook";
import type { Bar } from "../market-feed.ts";
import { eventsOfBars, playedBar, type Tape, type TapeEvent } from "./tape.ts";
import type { RecordedBar } from "./recorded-rows.ts";

/** The prices of one stock's extended hours in the order of time, on the record's clock; apart from its regular ones. */
export type ExtendedTape = {
  /** The newest price of the phase that began at `phaseFrom`; null before the first, and where orders meet none. */
  at(phaseFrom: number, moment: number): TapeEvent | null;
  /** Those that orders can meet, from a moment up to another, both included. */
  between(from: number, until: number): Iterable<TapeEvent>;
  /** Bars that start in a span, the running one as far as it has got. */
  bars(span: { from: number; until: number }, now: number): Bar[];
};

/** Bars of one phase of one day. */
type Phase = { bars: readonly RecordedBar[]; isMorning: boolean };

/** Above every number of a regular event of a day, and with all of an evening below `eventsPerMs` of the sequences. */
const firstOfEvening = 2_048;
const keptPhasesMax = 4;

/** `until` is the last day that is played. */
export function createExtendedTape(tape: Tape, until?: string): ExtendedTape {
  const { stock } = tape;
  const played = stock.extended.filter(
    ({ tradingDate }) => until === undefined || tradingDate <= until,
  );
  const phases = phasesOf(played);
  const kept = new Map<Phase, TapeEvent[]>();

  function eventsOf(phase: Phase): TapeEvent[] {
    const known = kept.get(phase);
    if (known !== undefined) return known;
    if (kept.size >= keptPhasesMax) kept.clear();
    const [first] = phase.bars;
    const official = first === undefined ? null : tape.at(first.from - 1);
    const made = official === null ? [] : eventsOfBars(phase.bars, official.last);
    // A morning's come before the first regular event of its moment, an evening's after the last.
    const start = phase.isMorning ? -made.length : firstOfEvening;
    const events = made.map((event, index) => ({ ...event, ordinal: start + index }));
    kept.set(phase, events);
    return events;
  }

  /** What is held takes its new scale at the opening: before it no order meets the new prices. */
  function isMet({ bars: [first], isMorning }: Phase): boolean {
    return !(isMorning && stock.actions.some(({ exDate }) => exDate === first?.tradingDate));
  }

  /** The first phase that is not over before a moment. */
  function indexFrom(moment: number): number {
    let [low, high] = [-1, phases.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (endOf(phases[middle]!) <= moment) low = middle;
      else high = middle;
    }
    return high;
  }

  return {
    at(phaseFrom, moment) {
      const phase = phases[indexFrom(phaseFrom)];
      if (phase === undefined || !isMet(phase)) return null;
      return eventsOf(phase).findLast(({ at }) => at >= phaseFrom && at <= moment) ?? null;
    },
    *between(from, last) {
      for (let index = indexFrom(from); index < phases.length; index += 1) {
        const phase = phases[index]!;
        if (phase.bars[0]!.from > last) return;
        if (!isMet(phase)) continue;
        for (const event of eventsOf(phase)) if (event.at >= from && event.at <= last) yield event;
      }
    },
    bars(span, now) {
      const shown: Bar[] = [];
      for (let index = indexFrom(span.from); index < phases.length; index += 1) {
        const phase = phases[index]!;
        if (phase.bars[0]!.from >= span.until) break;
        const newest = eventsOf(phase).findLast(({ at }) => at <= now);
        if (newest === undefined) continue;
        for (const bar of phase.bars) {
          const isAsked = bar.from >= span.from && bar.from < span.until;
          const found = isAsked ? playedBar(bar, newest, now) : null;
          if (found !== null) shown.push(found);
        }
      }
      return shown;
    },
  };
}

function phasesOf(bars: readonly RecordedBar[]): readonly Phase[] {
  const phases: Phase[] = [];
  let key = "";
  let current: RecordedBar[] = [];
  for (const bar of bars) {
    const isMorning = bar.from < instantOf("usd", bar.tradingDate, "09:30");
    const next = `${bar.tradingDate} ${String(isMorning)}`;
    if (next !== key) {
      current = [];
      phases.push({ bars: current, isMorning });
      key = next;
    }
    current.push(bar);
  }
  return phases;
}

function endOf({ bars }: Phase): number {
  const last = bars.at(-1);
  return last === undefined ? -Infinity : last.from + last.lengthMs;
}
