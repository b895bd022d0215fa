import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A file's rows, each asked by the header's column names. */
export type CsvRow = (column: string) => string | undefined;

/**
 * Reads a CSV file, plain or gzipped. The files of market data that we replay hold no quoted fields.
 * Where the first column is the symbol, rows of symbols that are not wanted are passed over quickly.
 *
 * @throws Error naming the file when a row has fewer fields than the header.
 */
export function* readCsv(
  file: string,
  isWanted: (symbol: string) => boolean = () => true,
): Generator<CsvRow> {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const [header = "", ...lines] = text.split(/\r?\n/);
  const columns = new Map(header.split(",").map((name, index) => [name, index]));
  const startsWithSymbol = columns.get("symbol") === 0;
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
    if (startsWithSymbol && !isWanted(line.slice(0, line.indexOf(",")))) continue;
    const fields = line.split(",");
    if (fields.length < columns.size) {
      throw new Error(`${file}, line ${index + 2}: ${columns.size} fields expected`);
    }
    yield (column) => {
      const at = columns.get(column);
      return at === undefined ? undefined : fields[at];
    };
  }
}

/** The folder's CSV files, in the order of their names; none when the folder does not exist. */
export function csvFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.csv(?:\.gz)?$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}
