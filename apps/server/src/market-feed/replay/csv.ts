import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A file's rows, each asked by the header's column names. */
export type CsvRow = (column: string) => string | undefined;

/**
 * Reads a CSV file, plain or gzipped. The files of market data that we replay hold no quoted fields.
 *
 * @throws Error naming the file when a row has another number of fields than the header.
 */
export function* readCsv(file: string): Generator<CsvRow> {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const [header = "", ...lines] = text.split(/\r?\n/);
  const columns = new Map(header.split(",").map((name, index) => [name, index]));
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
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
