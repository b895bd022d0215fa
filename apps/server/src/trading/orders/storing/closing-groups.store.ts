import { rows, sql, type Reader } from "../../../platform/sql/database.ts";
import type { ClosingGroupRow } from "./closing-groups.sql-types.ts";

/** The parts of one order that closes several openings: what they have filled together. */
export type ClosingGroup = { id: string; filled: bigint; value: bigint };

/** Whoever asks again has the same one. */
export async function keepClosingGroup(
  reader: Reader,
  group: { id: string; customerId: bigint },
): Promise<void> {
  await sql`INSERT INTO closing_group (id, customer_id) VALUES (${group.id}, ${group.customerId})
    ON CONFLICT DO NOTHING`.execute(reader);
}

export async function closingGroups(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, ClosingGroup>> {
  if (ids.length === 0) return new Map();
  const found = await rows(
    reader,
    sql<ClosingGroupRow>`SELECT id, filled, filled_value FROM closing_group WHERE id = ANY (${[...ids]}::uuid[])`,
  );
  return new Map(found.map(({ id, filled, filled_value: value }) => [id, { id, filled, value }]));
}
