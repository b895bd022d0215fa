import { firstRow, rows, sql, type Reader, type Transaction } from "../../platform/sql/database.ts";
import type { CountViewsRow, HiddenColumns, KeepViewRow, OwnView } from "./own-lists.sql-types.ts";

export function listViews(reader: Reader, operatorId: bigint): Promise<OwnView[]> {
  return rows(
    reader,
    sql<OwnView>`SELECT id, list, name, search FROM operator_view
      WHERE operator_id = ${operatorId} ORDER BY list, name`,
  );
}

export function listHidden(reader: Reader, operatorId: bigint): Promise<HiddenColumns[]> {
  return rows(
    reader,
    sql<HiddenColumns>`SELECT list, columns FROM operator_hidden_columns
      WHERE operator_id = ${operatorId} ORDER BY list`,
  );
}

export async function keepView(
  transaction: Transaction,
  view: { operatorId: bigint; list: string; name: string; search: string },
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<KeepViewRow>`INSERT INTO operator_view (operator_id, list, name, search)
      VALUES (${view.operatorId}, ${view.list}, ${view.name}, ${view.search})
      ON CONFLICT (operator_id, list, name) DO UPDATE SET search = excluded.search
      RETURNING id`,
  );
  if (row === undefined) throw new Error("a view was not kept");
  return row.id;
}

export async function countViews(
  reader: Reader,
  operatorId: bigint,
  list: string,
): Promise<number> {
  const row = await firstRow(
    reader,
    sql<CountViewsRow>`SELECT count(*)::int AS views FROM operator_view
      WHERE operator_id = ${operatorId} AND list = ${list}`,
  );
  return row?.views ?? 0;
}

export async function deleteView(
  transaction: Transaction,
  operatorId: bigint,
  id: bigint,
): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM operator_view
    WHERE operator_id = ${operatorId} AND id = ${id}`.execute(transaction);
  return numAffectedRows === 1n;
}

/** No row where nothing is left out. */
export async function keepHidden(
  transaction: Transaction,
  { operatorId, list, columns }: { operatorId: bigint; list: string; columns: readonly string[] },
): Promise<void> {
  if (columns.length === 0) {
    await sql`DELETE FROM operator_hidden_columns
      WHERE operator_id = ${operatorId} AND list = ${list}`.execute(transaction);
    return;
  }
  await sql`INSERT INTO operator_hidden_columns (operator_id, list, columns)
    VALUES (${operatorId}, ${list}, ${[...columns]}::text[])
    ON CONFLICT (operator_id, list) DO UPDATE SET columns = excluded.columns`.execute(transaction);
}
