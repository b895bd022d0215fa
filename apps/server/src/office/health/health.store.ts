import { firstRow, rows, sql, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type {
  AppliedMigrationsRow,
  ClockStepsRow,
  DatabaseFiguresRow,
  WaitingRow,
} from "./health.sql-types.ts";

export type { WaitingRow } from "./health.sql-types.ts";

/** What waits for somebody or something, and since when. */
export function countWaiting(reader: Reader): Promise<WaitingRow[]> {
  return rows(
    reader,
    sql<WaitingRow>`
      SELECT 'proposals' AS name, count(*)::int AS waiting, min(proposed_at) AS oldest_at
        FROM proposal WHERE state = 'pending'
      UNION ALL
      SELECT 'verifications', count(*)::int, min(submitted_at) FROM verification WHERE status = 1
      UNION ALL
      SELECT 'deposits', count(*)::int, min(submitted_at) FROM deposit WHERE status = 0
      UNION ALL
      SELECT 'withdrawals', count(*)::int, min(requested_at) FROM withdrawal WHERE status = 0
      UNION ALL
      SELECT 'loans', count(*)::int, min(requested_at) FROM loan WHERE status = 0
      UNION ALL
      SELECT 'login_password_resets', count(*)::int, min(requested_at) FROM login_password_reset
        WHERE ended IS NULL AND due_at IS NULL AND expires_at > app_now()
      UNION ALL
      SELECT 'factor_resets', count(*)::int, min(requested_at) FROM second_factor_reset
        WHERE ended IS NULL AND due_at IS NULL AND expires_at > app_now()
      UNION ALL
      SELECT 'restriction_reviews', count(*)::int, min(review_at) FROM restriction
        WHERE ended_at IS NULL AND review_at <= app_now()
      UNION ALL
      SELECT 'waiting_orders', count(*)::int, min(placed_at) FROM trade_order
        WHERE ended_at IS NULL
      UNION ALL
      SELECT 'venue_disputes', count(*)::int, min(since) FROM (
          SELECT min(p.received_at) AS since FROM venue_order o
          JOIN venue_report p ON p.order_id = o.order_id AND p.applied_at IS NULL
          WHERE o.dispute IS NOT NULL GROUP BY o.order_id
          UNION ALL
          SELECT received_at FROM venue_report WHERE order_id IS NULL
        ) disputed
      UNION ALL
      SELECT 'venue_set_aside', count(*)::int, min(since) FROM venue_set_aside WHERE booked_at IS NULL
      UNION ALL
      SELECT 'announcements', count(*)::int, min(written_at) FROM announcement
        WHERE finished_at IS NULL
      UNION ALL
      SELECT 'conversations', count(*)::int, min(waiting_since) FROM service_conversation
        WHERE waiting_message_id IS NOT NULL`,
  );
}

type DatabaseFigures = Narrowed<DatabaseFiguresRow, { bytes: bigint; connections_max: number }>;

export async function databaseFigures(reader: Reader): Promise<DatabaseFigures> {
  const row = await firstRow(
    reader,
    sql<DatabaseFigures>`
      SELECT pg_database_size(current_database()) AS bytes,
        count(*)::int AS connections,
        current_setting('max_connections')::int AS connections_max,
        greatest(0, coalesce(max(extract(epoch FROM clock_timestamp() - xact_start))
          FILTER (WHERE pid <> pg_backend_pid()), 0))::float8 AS longest_transaction_seconds
      FROM pg_stat_activity WHERE datname = current_database()`,
  );
  if (row === undefined) throw new Error("the database says nothing about itself");
  return row;
}

/** The steps of the machine's clock, the newest of them, and what is added to that clock now. */
export async function clockSteps(reader: Reader): Promise<ClockStepsRow> {
  const row = await firstRow(
    reader,
    sql<ClockStepsRow>`
      SELECT (SELECT count(*)::int FROM clock_step WHERE kind <> 'restart') AS steps,
        coalesce(round(clock_correction_ms(
          (SELECT s FROM clock_step s ORDER BY id DESC LIMIT 1), wall_clock())), 0)::float8 AS correction_ms,
        l.noticed_at, l.stepped_ms, l.noticed_by
      FROM (SELECT) always LEFT JOIN (SELECT * FROM clock_step WHERE kind <> 'restart'
        ORDER BY id DESC LIMIT 1) l ON true`,
  );
  if (row === undefined) throw new Error("the database says nothing of its clock");
  return row;
}

export async function appliedMigrations(reader: Reader): Promise<Set<string>> {
  const found = await rows(reader, sql<AppliedMigrationsRow>`SELECT name FROM schema_migrations`);
  return new Set(found.map(({ name }) => name));
}
