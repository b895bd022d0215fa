/** The ids of a call's field, each once; null stands for all messages. */
export function idsToRead(field: string | undefined): bigint[] | null {
  return field === undefined ? null : [...new Set(field.split(","))].map(BigInt);
}

/** Cuts a page out of rows of which one more than wanted was asked for. */
export function pageOf<Row extends { id: bigint }>(
  rows: readonly Row[],
  limit: number,
): { items: readonly Row[]; nextId: bigint | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, nextId: more ? last.id : null };
}
