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

/** Of each customer what they did, of one kind. */
export async function insertActivitiesOf(
  executor: Reader,
  kind: string,
  done: readonly { customerId: bigint; params?: Readonly<Record<string, string>>; at: number }[],
): Promise<void> {
  await sql`INSERT INTO activity (customer_id, kind, params, happened_at)
    SELECT customer_id, ${kind}, params::jsonb, happened_at
    FROM unnest(${done.map(({ customerId }) => customerId)}::bigint[],
      ${done.map(({ params }) => JSON.stringify(params ?? {}))}::text[],
      ${done.map(({ at }) => timestamp(at))}::timestamptz[]) AS sent (customer_id, params, happened_at)`.execute(
    executor,
  );
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
