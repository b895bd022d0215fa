import type { Price } from "@sanshi/money";
import { sources } from "./data/sources.ts";
import { cited, type LocalDate, type RuleReference } from "./rule-reference.ts";
import type { SessionsKey } from "./sessions.ts";

/** Shares of how far from the day's opening price a share without limits is paused, each once a day. */
export const pauseLevels = [
  { level: 2, percent: 60n },
  { level: 1, percent: 30n },
] as const;

export const pauseMinutes = 10;

export type FreeDayPause = {
  readonly level: 1 | 2;
  readonly minutes: number;
  readonly reference: RuleReference;
};

const rule = "cn_free_day_pause";
/** By whose sessions: from its first day on. */
export const pauseReferences: Readonly<Partial<Record<SessionsKey, RuleReference>>> = {
  cny: cited(rule, "2023-04-10", [sources.sse2023, sources.sse2026, sources.szse2026]),
  star: cited(rule, "2019-07-22", sources.star2019),
  chinext: cited(rule, "2020-08-24", sources.chinext2020),
  beijing: cited(rule, "2021-11-15", sources.bse2021),
};

/**
 * The pause that a price calls for on a mainland share's day without limits: ten minutes where it is 30 %, and again
 * where it is 60 %, from the day's opening price. Null where it is nearer, and before the rule.
 */
export function freeDayPause(
  sessions: SessionsKey,
  date: LocalDate,
  { open, last }: { open: Price; last: Price },
): FreeDayPause | null {
  const reference = pauseReferences[sessions];
  if (reference === undefined || reference.validFrom > date || open <= 0n || last <= 0n)
    return null;
  const away = last > open ? last - open : open - last;
  const reached = pauseLevels.find(({ percent }) => away * 100n >= open * percent);
  return reached === undefined ? null : { level: reached.level, minutes: pauseMinutes, reference };
}
