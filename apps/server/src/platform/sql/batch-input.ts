/** A value of one row in a batch; text is quoted for the array literal that carries it. */
type BatchValue = bigint | number | string | boolean | null;

/**
 * Name, PostgreSQL type, and where the value of a row comes from, which may be its place among them. The `usual`
 * value is not sent, and stands where a row says nothing: a column in which no row says anything costs next to nothing.
 */
export type BatchColumn<Row> = readonly [
  name: string,
  type: string,
  value: (row: Row, index: number) => BatchValue,
  usual?: NonNullable<BatchValue>,
];

/** The place of a row in the batch, counted from one. */
export const ordinalColumn: BatchColumn<unknown> = ["ordinal", "bigint", (_, index) => index + 1];

/**
 * The rows of a batch as columns: `from` stands after FROM and names the table `i`, `only` the same with a few of them;
 * `encode` gives a parameter for each column, the first of them `$1`. Every row has a value in the first column, or
 * `encode` throws: a row that says nothing at all would not arrive. A second input of the same statement has its
 * parameters behind `before` others.
 *
 * The arrays are unnested in a select list: as a table of their own, PostgreSQL would write each of four dozen to a
 * store of its own and read it again.
 */
export function batchInput<Row>(
  columns: readonly BatchColumn<Row>[],
  before = 0,
): {
  from: string;
  only: (...names: string[]) => string;
  encode: (rows: readonly Row[]) => string[];
} {
  const unnested = new Map(
    columns.map(([name, type], index) => [
      name,
      `unnest($${before + index + 1}::${type}[]) AS ${name}`,
    ]),
  );
  const values = columns.map(([name, type, , usual]) =>
    usual === undefined ? name : `coalesce(${name}, '${usual.toString()}'::${type}) AS ${name}`,
  );
  return {
    from: `(SELECT ${values.join(", ")} FROM (SELECT ${[...unnested.values()].join(", ")}) sent) AS i`,
    only: (...names) => `(SELECT ${names.map((name) => unnested.get(name)).join(", ")}) AS i`,
    encode(rows) {
      if (rows.some((row, index) => columns[0]?.[2](row, index) === null)) {
        throw new Error("a row of a batch without its first column");
      }
      return columns.map(([, , value, usual]) => arrayLiteral(rows, value, usual));
    },
  };
}

/**
 * Written here because the driver's own way costs more than the statement with two dozen columns. A
 * column without a value is sent as an empty array: unnest fills it up with NULL.
 */
function arrayLiteral<Row>(
  rows: readonly Row[],
  valueOf: (row: Row, index: number) => BatchValue,
  usual: BatchValue = null,
): string {
  let text = "{";
  let isEmpty = true;
  for (let index = 0; index < rows.length; index += 1) {
    const value = valueOf(rows[index]!, index);
    if (text.length > 1) text += ",";
    if (value === null || value === usual) {
      text += "NULL";
      continue;
    }
    isEmpty = false;
    text += typeof value === "string" ? quoted(value) : value.toString();
  }
  return isEmpty ? "{}" : `${text}}`;
}

/** Two plain searches cost a third less than one pattern. */
function quoted(text: string): string {
  const escaped = text.includes("\\") ? text.replaceAll("\\", "\\\\") : text;
  return escaped.includes('"') ? `"${escaped.replaceAll('"', '\\"')}"` : `"${escaped}"`;
}
