import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { columnsOf, symbolInName, symbolOf } from "./columns.ts";

/** A file's rows, each asked by our names of the columns. */
export type CsvRow = (column: string) => string | undefined;

/** What was not taken, and why; `line` counts the file's lines from 1. */
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
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const delimiter = delimiterOf(lines[0] ?? "");
  const columns = columnsOf(fieldsOf(lines[0] ?? "", delimiter));
  const symbolAt = columns.get("symbol")?.index;
  const inName = symbolAt === undefined ? symbolInName(basename(file)) : null;
  if (inName !== null && !isWanted(inName)) return;
  const needed = Math.max(0, ...[...columns.values()].map(({ index }) => index)) + 1;
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line.trim() === "") continue;
    if (symbolAt === 0 && !isWanted(firstSymbol(line, delimiter))) continue;
    const fields = fieldsOf(line, delimiter);
    if (fields.length < needed) {
      leaveOut({ file, line: at + 1, reason: `${needed} fields expected, ${fields.length} found` });
      continue;
    }
    const symbol = inName ?? symbolOf(fields[symbolAt!]!);
    if (symbolAt !== 0 && !isWanted(symbol)) continue;
    yield (column) => {
      if (column === "symbol") return symbol;
      if (column === "line") return String(at + 1);
      const found = columns.get(column);
      const value = found === undefined ? undefined : fields[found.index];
      return value === undefined || found?.convert === undefined ? value : found.convert(value);
    };
  }
}

/** Whichever the header has most of. */
function delimiterOf(header: string): string {
  const counted = [",", ";", "\t"].map((sign) => ({ sign, count: header.split(sign).length }));
  return counted.toSorted((left, right) => right.count - left.count)[0]!.sign;
}

/** Most files quote nothing, and are split quickly. */
function fieldsOf(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const fields: string[] = [];
  let field = "";
  let isQuoted = false;
  for (const [at, sign] of [...line].entries()) {
    if (sign === '"') {
      // Two within a quoted field are one of its text.
      if (!isQuoted && line[at - 1] === '"') field += '"';
      isQuoted = !isQuoted;
    } else if (sign === delimiter && !isQuoted) {
      fields.push(field);
      field = "";
    } else field += sign;
  }
  return [...fields, field];
}

function firstSymbol(line: string, delimiter: string): string {
  const end = line.indexOf(delimiter);
  return symbolOf((end < 0 ? line : line.slice(0, end)).replaceAll('"', ""));
}

/** The folder's CSV files, in the order of their names; none when the folder does not exist. */
export function csvFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.csv(?:\.gz)?$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}
