import { expect, vi } from "vitest";
import { rows, sql, type Reader } from "../../apps/server/src/platform/sql/database.ts";

const waitMsMax = 60_000;
const lookEveryMs = 10;

/** The statements on a database that wait for somebody's lock, each by when it began, and for how long. */
export function waitingForLocks(
  reader: Reader,
): Promise<{ pid: number; began: string; ms: number }[]> {
  return rows(
    reader,
    sql<{ pid: number; began: string; ms: number }>`SELECT pid, query_start::text AS began,
        (extract(epoch FROM clock_timestamp() - query_start) * 1000)::float8 AS ms
      FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
}

/** While a test holds a lock, the jobs have no turn: they might wait for it too, and the test for them. */
export function pollWithoutJobs(look: () => Promise<unknown>): Promise<unknown> {
  return vi.waitFor(look, { timeout: waitMsMax, interval: lookEveryMs });
}

/** Until so many statements wait for a lock that the test holds. */
export function untilWaitingForLocks(reader: Reader, count: number): Promise<unknown> {
  return pollWithoutJobs(async () => expect(await waitingForLocks(reader)).toHaveLength(count));
}
