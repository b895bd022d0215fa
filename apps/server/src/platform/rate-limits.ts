import type { Jobs } from "./jobs.ts";
import { networkOf } from "./network-of.ts";
import { firstRow, rows, sql, type Narrowed, type Reader } from "./sql/database.ts";
import type {
  AttemptsLeftRow,
  CountAttemptRow,
  CountAttemptsRow,
} from "./rate-limits.sql-types.ts";

/** At most `attemptsMax` failures for a key within `windowMinutes` of real time. */
export type RateLimit = { key: string; attemptsMax: number; windowMinutes: number };

/** The key under which an address's attempts of something count. */
export function addressKey(purpose: string, address: string): string {
  return `${purpose}:address:${networkOf(address)}`;
}

/**
 * Counts one attempt and answers the minutes to wait where that is one too many, else 0. An attempt that one
 * limit stops does not count towards those after it: whoever is locked out cannot lock out others.
 * Parallel attempts count one after another. Real time: the simulated clock does not shorten a lock.
 */
export async function countAttempt(reader: Reader, limits: readonly RateLimit[]): Promise<number> {
  for (const limit of limits) {
    const row = await firstRow(
      reader,
      sql<Narrowed<CountAttemptRow, { minutes: number }>>`
        INSERT INTO try_counter AS counter (key, window_started_at, tries)
        VALUES (${limit.key}, real_now(), 1)
        ON CONFLICT (key) DO UPDATE SET
          tries = CASE WHEN counter.window_started_at + ${limit.windowMinutes} * interval '1 minute'
            <= real_now() THEN 1 ELSE counter.tries + 1 END,
          window_started_at = CASE WHEN counter.window_started_at
            + ${limit.windowMinutes} * interval '1 minute' <= real_now()
            THEN real_now() ELSE counter.window_started_at END
        RETURNING tries AS attempts, ceil(extract(epoch FROM window_started_at
          + ${limit.windowMinutes} * interval '1 minute' - real_now()) / 60)::int AS minutes`,
    );
    if (row !== undefined && row.attempts > limit.attemptsMax) return Math.max(1, row.minutes);
  }
  return 0;
}

/**
 * The same once for each of many keys, which stand under one limit; answers those that have to wait, with their
 * minutes. In the order of the keys, so that two processes never wait for each other.
 */
export async function countAttempts(
  reader: Reader,
  keys: readonly string[],
  { attemptsMax, windowMinutes }: Omit<RateLimit, "key">,
): Promise<Map<string, number>> {
  const counted = await rows(
    reader,
    sql<Narrowed<CountAttemptsRow, { minutes: number }>>`
      INSERT INTO try_counter AS counter (key, window_started_at, tries)
      SELECT key, real_now(), 1 FROM unnest(${[...keys]}::text[]) AS sent (key) ORDER BY key
      ON CONFLICT (key) DO UPDATE SET
        tries = CASE WHEN counter.window_started_at + ${windowMinutes} * interval '1 minute'
          <= real_now() THEN 1 ELSE counter.tries + 1 END,
        window_started_at = CASE WHEN counter.window_started_at
          + ${windowMinutes} * interval '1 minute' <= real_now()
          THEN real_now() ELSE counter.window_started_at END
      RETURNING key, tries AS attempts, ceil(extract(epoch FROM window_started_at
        + ${windowMinutes} * interval '1 minute' - real_now()) / 60)::int AS minutes`,
  );
  const late = counted.filter(({ attempts }) => attempts > attemptsMax);
  return new Map(late.map(({ key, minutes }) => [key, Math.max(1, minutes)]));
}

/** Counts one more, however many there are. */
export async function countAttemptAt(
  reader: Reader,
  key: string,
  windowMinutes: number,
): Promise<void> {
  await countAttempt(reader, [{ key, attemptsMax: Number.MAX_SAFE_INTEGER, windowMinutes }]);
}

/** How many were counted within the window. */
export async function attemptsOf(
  reader: Reader,
  key: string,
  windowMinutes: number,
): Promise<number> {
  const attemptsMax = Number.MAX_SAFE_INTEGER;
  return attemptsMax - (await attemptsLeft(reader, { key, attemptsMax, windowMinutes }));
}

/** Of one that was counted before it turned out to be right; `times` where it was counted at each of its steps. */
export async function uncountAttempt(reader: Reader, key: string, times = 1): Promise<void> {
  await sql`UPDATE try_counter SET tries = greatest(0, tries - ${times}::int)
    WHERE key = ${key}`.execute(reader);
}

/** How many attempts are left, after one was counted. */
export async function attemptsLeft(reader: Reader, limit: RateLimit): Promise<number> {
  const row = await firstRow(
    reader,
    sql<AttemptsLeftRow>`SELECT tries AS attempts FROM try_counter WHERE key = ${limit.key}
      AND window_started_at + ${limit.windowMinutes} * interval '1 minute' > real_now()`,
  );
  return Math.max(0, limit.attemptsMax - (row?.attempts ?? 0));
}

export async function forgetAttempts(reader: Reader, key: string): Promise<void> {
  await sql`DELETE FROM try_counter WHERE key = ${key}`.execute(reader);
}

/** Of all keys that begin so, whatever the network. */
export async function forgetAttemptsFrom(reader: Reader, beginning: string): Promise<void> {
  await sql`DELETE FROM try_counter WHERE starts_with(key, ${beginning})`.execute(reader);
}

/** No window of a limit is longer, but of keys that begin with `days:`. */
const keptHours = 24;
const keptDaysOfLong = 8;
const forgetEveryMs = 3_600_000;

/** Deletes the counts of windows that are over: each tried account and address leaves one. */
export async function forgetOldAttempts(reader: Reader): Promise<void> {
  await sql`DELETE FROM try_counter
    WHERE window_started_at < real_now() - CASE WHEN starts_with(key, 'days:')
      THEN ${keptDaysOfLong} * interval '1 day' ELSE ${keptHours} * interval '1 hour' END`.execute(
    reader,
  );
}

/** Does so every hour, until it is stopped. */
export function keepForgettingAttempts(reader: Reader, jobs: Jobs): { stop(): Promise<void> } {
  const failure = "old attempts were not deleted";
  return jobs.repeat({ everyMs: forgetEveryMs, failure }, () => forgetOldAttempts(reader));
}
