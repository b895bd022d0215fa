import type { MarketKey } from "@sanshi/money";
import type { KeptHours, RecordedHours } from "@sanshi/rulebook";

/** The days of a record by market, counted from 1970-01-01, in order. */
export type RecordedDays = {
  of(market: MarketKey): readonly number[];
  endsEarly(market: MarketKey, day: number): boolean;
};

/** How the record's time and the app's clock belong together. */
export type PlayedTime = {
  /** Midnight (UTC) of the first date that is played, and the moment on the app's clock that shows it. */
  zero: number;
  startsAt: number;
  /** Seconds of the record that pass in one second of the app's clock. */
  speed: number;
};

export function toRecord({ zero, startsAt, speed }: PlayedTime, at: number): number {
  return zero + (at - startsAt) * speed;
}

/** The first whole millisecond at which a moment of the record has come. */
export function toApp({ zero, startsAt, speed }: PlayedTime, at: number): number {
  return Math.ceil(startsAt + (at - zero) / speed);
}

/** The market is open when the record's exchange was: on the days of which it has a bar. */
export function recordedHours(
  days: RecordedDays,
  time: PlayedTime,
  keeps: KeptHours,
): RecordedHours {
  const sets = new Map<MarketKey, { count: number; days: ReadonlySet<number> }>();
  function setOf(market: MarketKey): ReadonlySet<number> {
    const all = days.of(market);
    const known = sets.get(market);
    if (known?.count === all.length) return known.days;
    const made = { count: all.length, days: new Set(all) };
    sets.set(market, made);
    return made.days;
  }
  return {
    keeps,
    toRecord: (at) => toRecord(time, at),
    toApp: (at) => toApp(time, at),
    isRecorded: (market, day) => setOf(market).has(day),
    endsEarly: days.endsEarly,
    span(market) {
      const all = days.of(market);
      const [first, last] = [all[0], all.at(-1)];
      return first === undefined || last === undefined ? null : { first, last };
    },
  };
}
