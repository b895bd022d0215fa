import { rows, sql, timestamp, type Reader } from "../../platform/sql/database.ts";
import type { StoredActivity } from "./activity.sql-types.ts";

export type { StoredActivity } from "./activity.sql-types.ts";

/** The same activity of several customers. */
export async function insertActivities(
  executor: Reader,
  customerIds: readonly bigint[],
  activity: { kind: string; params: Readonly<Record<string, string>>; at: number },
): Promise<void> {
  await sql`INSERT INTO activity (customer_id, kind, params, happened_at)
    SELECT unnest(${[...customerIds]}::bigint[]), ${activity.kind},
      ${JSON.stringify(activity.params)}::jsonb,
      ${timestamp(activity.at)}::timestamptz`.execute(executor);
}

/** The newest first. */
export function listActivity(
  reader: Reader,
  page: { customerId: bigint; before: bigint | null; limit: number },
): Promise<StoredActivity[]> {
  return rows(
    reader,
    sql<StoredActivity>`SELECT id, kind, params, happened_at FROM activity
      WHERE customer_id = ${page.customerId}
        AND (${page.before}::bigint IS NULL OR id < ${page.before}::bigint)
      ORDER BY id DESC LIMIT ${page.limit}`,
  );
}
