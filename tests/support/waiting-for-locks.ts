import { rows, sql, type Reader } from "../../apps/server/src/platform/sql/database.ts";

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
