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
 * The rows of a batch as columns: `from` stands after FROM and names the table `i` with `ordinal`
 * beside the columns, `only` the same for a few of them; `encode` gives its parameters, which start at `$1`. Every row has a value in the first
 * column, or `encode` throws: a row that says nothing at all would not arrive. A second input of the same
 * statement has its parameters behind `before` others.
 */
export function batchInput<Row>(
  columns: readonly BatchColumn<Row>[],
  before = 0,
): {
  from: string;
  only: (...names: string[]) => string;
  encode: (rows: readonly Row[]) => string[];
} {
  const arrays = columns.map(([, type], index) => `$${before + index + 1}::${type}[]`);
  const names = columns.map(([name]) => name);
  const values = columns.map(([name, type, , usual]) =>
    usual === undefined ? name : `coalesce(${name}, '${usual.toString()}'::${type}) AS ${name}`,
  );
  return {
    from: `(SELECT ${values.join(", ")}, ordinal
      FROM unnest(${arrays.join(", ")}) WITH ORDINALITY AS sent (${names.join(", ")}, ordinal)) AS i`,
    only: (...wanted) =>
      `unnest(${wanted.map((name) => arrays[names.indexOf(name)]).join(", ")}) AS i (${wanted.join(", ")})`,
    encode(rows) {
      if (rows.some((row) => columns[0]?.[2](row) === null)) {
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
