import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { columnsOf, symbolInName, symbolOf } from "./columns.ts";
import { quotedFields } from "./fields.ts";
import { scanLines } from "./lines.ts";

/** A file's rows, each asked by our names of the columns. */
export type CsvRow = (column: string) => string | undefined;

/** What was not taken, and why; `line` counts the file's lines from 1, and is 0 of a whole file. */
export type LeftOut = { file: string; line: number; reason: string };

/**
 * Reads a CSV file as its vendor wrote it, plain or gzipped: with or without a byte order mark, CRLF or LF,
 * commas, semicolons or tabs, quoted fields. Rows of symbols that are not wanted are passed over; where the
 * file has no column for the symbol, its name is one. A row with too few fields is left out and told.
 */
export function* readCsv(
  file: string,
  isWanted: (symbol: string) => boolean = () => true,
  leaveOut: (what: LeftOut) => void = () => undefined,
): Generator<CsvRow> {
  let lines: { text: string; line: number }[] = [];
  let columns: ReturnType<typeof columnsOf> | null = null;
  let delimiter = ",";
  let needed = 0;
  let inName: string | null = null;
  for (const _bytes of scanLines(file, (bytes, from, until, line) => {
    lines.push({ text: bytes.toString("utf8", from, until), line });
  })) {
    yield* rowsOf(lines);
    lines = [];
  }
  yield* rowsOf(lines);

  function* rowsOf(read: typeof lines): Generator<CsvRow> {
    for (const { text, line } of read) {
      if (columns === null) {
        delimiter = delimiterOf(text);
        columns = columnsOf(quotedFields(text, delimiter));
        inName = columns.has("symbol") ? null : symbolInName(basename(file));
        if (inName !== null && !isWanted(inName)) return;
        needed = Math.max(0, ...[...columns.values()].map(({ index }) => index)) + 1;
      } else if (text.trim() !== "" && (inName === null || isWanted(inName))) {
        const row = rowOf(columns, text, line);
        if (row !== null) yield row;
      }
    }
  }

  function rowOf(known: NonNullable<typeof columns>, text: string, line: number): CsvRow | null {
    const symbolAt = known.get("symbol")?.index;
    if (symbolAt === 0 && !isWanted(firstSymbol(text, delimiter))) return null;
    const fields = quotedFields(text, delimiter);
    if (fields.length < needed) {
      leaveOut({ file, line, reason: `${needed} fields expected, ${fields.length} found` });
      return null;
    }
    const symbol = inName ?? symbolOf(fields[symbolAt!]!);
    if (symbolAt !== 0 && !isWanted(symbol)) return null;
    return (column) => {
      if (column === "symbol") return symbol;
      if (column === "line") return String(line);
      const found = known.get(column);
      const value = found === undefined ? undefined : fields[found.index]?.trim();
      return value === undefined || found?.convert === undefined ? value : found.convert(value);
    };
  }
}

/** Whichever the header has most of. */
export function delimiterOf(header: string): string {
  const counted = [",", ";", "\t"].map((sign) => ({ sign, count: header.split(sign).length }));
  return counted.toSorted((left, right) => right.count - left.count)[0]!.sign;
}

function firstSymbol(line: string, delimiter: string): string {
  const end = line.indexOf(delimiter);
  return symbolOf((end < 0 ? line : line.slice(0, end)).replaceAll('"', ""));
}

/** The folder's CSV files (Stooq calls its own .txt), in the order of their names; none without the folder. */
export function csvFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.(?:csv|txt)(?:\.gz)?$/i.test(name) && !/^readme/i.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}
