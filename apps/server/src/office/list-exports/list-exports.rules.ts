import type { DeskList, DeskTable, ListColumn, OperatorCalls } from "@sanshi/contract";

/** The cells of one row, by the columns' names: `claimed_by.email` is a field of a field. */
export function cellsOf(
  row: Readonly<Record<string, unknown>>,
  columns: readonly ListColumn[],
): string[] {
  return columns.map(({ name }) => textOf(fieldOf(row, name)));
}

/** Null where the row, or a field on the way, has none of that name. */
export function fieldOf(row: unknown, column: string): unknown {
  return column
    .split(".")
    .reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : null,
      row,
    );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The call that answers a list or a table, and the field that has its rows: `/api/ops/fees#decisions`. */
export function placeOf(list: DeskList | DeskTable): { path: keyof OperatorCalls; field: string } {
  const [path, field = "items"] = list.split("#");
  return { path: path as keyof OperatorCalls, field };
}

/** `/api/ops/customers/:account/fills` on a day: `customers-fills-2026-11-24`. */
export function fileNameOf(list: string, now: number): string {
  const words = list
    .replace("/api/ops/", "")
    .split(/[/#.]/)
    .filter((part) => !part.startsWith(":"));
  return `${words.join("-")}-${new Date(now).toISOString().slice(0, 10)}`;
}
