import type { SessionPhase } from "@sanshi/rulebook";
import { divide, type Price } from "@sanshi/money";
import type { Bar } from "../../market-feed/market-feed.ts";

type Stretch = Pick<SessionPhase, "from" | "until">;

/** The ends of so many stretches of equal length of a day's continuous trading; breaks take none of it. */
export function stretchEnds(phases: readonly SessionPhase[], count: number): number[] {
  const open: Stretch[] = phases.filter(({ phase }) => phase === "continuous");
  const lengthMs = open.reduce((sum, { from, until }) => sum + (until - from), 0);
  const ends: number[] = [];
  let passedMs = 0;
  for (const { from, until } of open) {
    while (ends.length < count) {
      const end = from + (lengthMs * (ends.length + 1)) / count - passedMs;
      if (end > until) break;
      ends.push(end);
    }
    passedMs += until - from;
  }
  return ends;
}

/**
 * The change against the previous close at the end of each stretch that is over, in hundredths of a per cent. Before
 * the first trade it is none; a stretch without a trade repeats the one before.
 */
export function lineOf(
  minutes: readonly Pick<Bar, "from" | "close">[],
  base: Price,
  ends: readonly number[],
): number[] {
  if (base <= 0n || minutes.length === 0) return [];
  let next = 0;
  let last: Price = base;
  return ends.map((end) => {
    while (next < minutes.length && minutes[next]!.from < end) {
      last = minutes[next]!.close;
      next += 1;
    }
    return Number(divide((last - base) * 10_000n, base, "half_up"));
  });
}
