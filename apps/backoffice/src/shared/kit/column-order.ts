/** The orders of a list that a column stands for, by the names that the list's call has for them. */
export type ColumnOrder = { ascending?: string; descending?: string };

/** How the column is sorted now; null where the list is sorted by something else. */
export function orderOf(
  column: ColumnOrder | undefined,
  order: string | undefined,
): "ascending" | "descending" | null {
  if (column === undefined || order === undefined) return null;
  if (order === column.ascending) return "ascending";
  return order === column.descending ? "descending" : null;
}

/** What a press on the head asks for: the other direction, or the one that there is. */
export function nextOrder(
  column: ColumnOrder | undefined,
  order: string | undefined,
): string | null {
  const { ascending, descending } = column ?? {};
  const other = orderOf(column, order) === "ascending" ? descending : ascending;
  return other ?? ascending ?? descending ?? null;
}
