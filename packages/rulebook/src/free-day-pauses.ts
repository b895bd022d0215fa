import type { Price } from "@sanshi/money";
import { sources } from "./data/sources.ts";
import type { LocalDate, RuleReference } from "./rule-reference.ts";
import type { SessionsKey } from "./sessions.ts";

/** Shares of how far from the day's opening price a share without limits is paused, each once a day. */
const levels = [
  { level: 2, percent: 60n },
  { level: 1, percent: 30n },
] as const;

export type FreeDayPause = {
  readonly level: 1 | 2;
  readonly minutes: number;
  readonly reference: RuleReference;
};

const rule = "cn_free_day_pause";
const references: Readonly<Partial<Record<SessionsKey, RuleReference>>> = {
  cny: { rule, validFrom: "2023-04-10", source: sources.sse2023, confirmed: true },
  star: { rule, validFrom: "2019-07-22", source: sources.star2019, confirmed: true },
  chinext: { rule, validFrom: "2020-08-24", source: sources.chinext2020, confirmed: true },
  beijing: { rule, validFrom: "2021-11-15", source: sources.bse2021, confirmed: true },
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
  const reference = references[sessions];
  if (reference === undefined || reference.validFrom > date || open <= 0n || last <= 0n)
    return null;
  const away = last > open ? last - open : open - last;
  const reached = levels.find(({ percent }) => away * 100n >= open * percent);
  return reached === undefined ? null : { level: reached.level, minutes: 10, reference };
}
