import { firstRow, sql, type Reader } from "./sql/database.ts";

/** At most `triesMax` failures for a key within `windowMinutes` of real time. */
export type TryLimit = { key: string; triesMax: number; windowMinutes: number };

/**
 * Counts one try and answers the minutes to wait where that is one too many, else 0. Parallel tries
 * count one after another. Real time: the simulated clock does not shorten a lock.
 */
export async function countTry(reader: Reader, limits: readonly TryLimit[]): Promise<number> {
  let minutes = 0;
  for (const limit of limits) {
    const row = await firstRow(
      reader,
      sql<{ tries: number; minutes: number }>`
        INSERT INTO try_counter AS counter (key, window_started_at, tries)
        VALUES (${limit.key}, clock_timestamp(), 1)
        ON CONFLICT (key) DO UPDATE SET
          tries = CASE WHEN counter.window_started_at + ${limit.windowMinutes} * interval '1 minute'
            <= clock_timestamp() THEN 1 ELSE counter.tries + 1 END,
          window_started_at = CASE WHEN counter.window_started_at
            + ${limit.windowMinutes} * interval '1 minute' <= clock_timestamp()
            THEN clock_timestamp() ELSE counter.window_started_at END
        RETURNING tries, ceil(extract(epoch FROM window_started_at
          + ${limit.windowMinutes} * interval '1 minute' - clock_timestamp()) / 60)::int AS minutes`,
    );
    if (row !== undefined && row.tries > limit.triesMax) minutes = Math.max(minutes, row.minutes);
  }
  return minutes;
}

export async function forgetTries(reader: Reader, key: string): Promise<void> {
  await sql`DELETE FROM try_counter WHERE key = ${key}`.execute(reader);
}
