/** A value of one row in a batch; text is quoted for the array literal that carries it. */
type BatchValue = bigint | number | string | boolean | null;

/**
 * Name, PostgreSQL type, and where the value of a row comes from. The `usual` value is not sent, and stands
 * where a row says nothing: a column in which no row says anything costs next to nothing.
 */
export type BatchColumn<Row> = readonly [
  name: string,
  type: string,
  value: (row: Row) => BatchValue,
  usual?: NonNullable<BatchValue>,
];

/**
 * The rows of a batch as columns: `from` stands after FROM and names the table `i` with `ordinal`, counted from one,
 * beside the columns, `only` the same for a few of them without it; `encode` gives its `size` parameters, which start
 * at `$1`. A second input of the same statement has its parameters behind `before` others.
 *
 * The arrays are unnested in a select list: as a table of their own, PostgreSQL would write each to a store and read it
 * again, which takes twice as long with four dozen of them.
 */
export function batchInput<Row>(
  columns: readonly BatchColumn<Row>[],
  before = 0,
): {
  from: string;
  only: (...names: string[]) => string;
  encode: (rows: readonly Row[]) => string[];
  size: number;
} {
  const unnested = new Map(
    [...columns, ["ordinal", "bigint"] as const].map(([name, type], index) => [
      name,
      `unnest($${before + index + 1}::${type}[]) AS ${name}`,
    ]),
  );
  const values = columns.map(([name, type, , usual]) =>
    usual === undefined ? name : `coalesce(${name}, '${usual.toString()}'::${type}) AS ${name}`,
  );
  return {
    from: `(SELECT ${values.join(", ")}, ordinal FROM (SELECT ${[...unnested.values()].join(", ")}) sent) AS i`,
    only: (...names) => `(SELECT ${names.map((name) => unnested.get(name)).join(", ")}) AS i`,
    encode: (rows) => [
      ...columns.map(([, , value, usual]) => arrayLiteral(rows, value, usual)),
      `{${Array.from(rows, (_, index) => index + 1).join(",")}}`,
    ],
    size: unnested.size,
  };
}

/**
 * Written here because the driver's own way costs more than the statement with two dozen columns. A
 * column without a value is sent as an empty array: unnest fills it up with NULL.
 */
function arrayLiteral<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => BatchValue,
  usual: BatchValue = null,
): string {
  let text = "{";
  let isEmpty = true;
  for (const row of rows) {
    const value = valueOf(row);
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
