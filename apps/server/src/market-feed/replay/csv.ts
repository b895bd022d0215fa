import { quotedFields } from "./fields.ts";
import { isColumnName } from "./forms.ts";
import { momentIn, tableLayout, type Layout } from "./layout.ts";
import { otherFields, type LeaveOut } from "./left-out.ts";
import { readMoment, type Moment } from "./moments.ts";
import { plainNumber } from "./numbers.ts";
import { createQuoteWatch, hasOddQuotes } from "./open-quotes.ts";
import { createTableWatch } from "./one-table.ts";
import { textsOf, type RecordText } from "./record-texts.ts";
import { symbolOf } from "./symbols.ts";

/** A file's rows, each asked by our names of the columns. */
export type CsvRow = {
  (column: string): string | undefined;
  /** The day or the moment of the row; null where it is not understood. */
  moment(): Moment | null;
};

/** All rows of a file of whatever columns. */
export function* readCsv(file: string): Generator<CsvRow> {
  for (const text of textsOf(file)) yield* readRows(text, tableLayout(text));
}

/**
 * The rows of a text, by the layout that was found for it. A row with too few fields is left out and named; a note, which
 * has one field and no number in it, is not.
 */
export function* readRows(
  text: RecordText,
  layout: Layout,
  leaveOut: LeaveOut = () => undefined,
): Generator<CsvRow> {
  const { columns, delimiter, skipped, needed, width } = layout;
  const { file } = text;
  const dateAt = columns.get("moment") ?? columns.get("date") ?? -1;
  const tables = createTableWatch(layout);
  const quotes = createQuoteWatch();
  let lines: { text: string; line: number }[] = [];
  for (const _bytes of text.scan((bytes, from, until, line) => {
    if (line > skipped) lines.push({ text: bytes.toString("utf8", from, until), line });
  })) {
    yield* rowsOf(lines);
    lines = [];
  }
  yield* rowsOf(lines);

  function* rowsOf(read: typeof lines): Generator<CsvRow> {
    for (const { text: written, line } of read) {
      if (quotes.isWithin(hasOddQuotes(written), line)) {
        leaveOut({ file, line, reason: "open_quote" });
        continue;
      }
      if (written.trim() === "") continue;
      const fields = quotedFields(written, delimiter).map((field) => field.trim());
      if (tables.isOver()) {
        leaveOut({ file, line, reason: "other_table" });
        continue;
      }
      if (fields.length < needed || isColumnName(fields[dateAt] ?? "")) tables.see(fields, line);
      const isBeyond = fields.slice(width).some((field) => field !== "");
      if (isBeyond) {
        leaveOut({ file, line, ...otherFields(width, fields.length) });
      } else if (fields.length >= needed) yield rowOf(fields, line);
      else if (fields.length > 1 || /^[\d\0"]/.test(written)) {
        leaveOut({ file, line, ...otherFields(needed, fields.length) });
      }
    }
  }

  function rowOf(fields: readonly string[], line: number): CsvRow {
    const row = (column: string): string | undefined => {
      if (column === "line") return String(line);
      if (column === "symbol")
        return layout.symbol ?? symbolOf(fields[columns.get("symbol") ?? -1] ?? "");
      if (column === "written_symbol") return fields[columns.get("symbol") ?? -1];
      const value = fields[columns.get(column) ?? -1];
      if (value === undefined) return undefined;
      if (column === "date" || column === "ex_date") return dayIn(value);
      return numbers.has(column) ? plainNumber(value, layout.sign) : value;
    };
    return Object.assign(row, {
      moment: () => momentIn(fields, columns, layout.order, dateAt),
    });
  }
}

const numbers = new Set([
  "open",
  "high",
  "low",
  "close",
  "volume",
  "volume_lots",
  "money",
  "pre_close",
  "base_price",
]);

/** As we write a day; the text itself where it is none. */
function dayIn(text: string): string {
  const moment = readMoment(text, null);
  return moment === null || moment.at !== undefined ? text : moment.date;
}
