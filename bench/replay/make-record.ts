import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** As Yahoo does it: a file for each stock; as J-Quants does: one file, day by day. */
export type Layout = "a file each" | "one file";

const tradingDaysAYear = 250;
const bufferedRows = 4_096;

/**
 * Writes `<folder>/daily` with daily bars of made-up Japanese codes: prices are a seeded walk, so that every run
 * reads the same bytes. Answers how many rows there are.
 */
export function makeRecord(
  folder: string,
  { symbols, years, layout }: { symbols: number; years: number; layout: Layout },
): number {
  const daily = join(folder, "daily");
  mkdirSync(daily, { recursive: true });
  const dates = weekdays(years * tradingDaysAYear);
  const stocks = Array.from({ length: symbols }, (_, index) => walk(index));
  const columns = "Open,High,Low,Close,Volume,Adj Close";
  if (layout === "one file") {
    const file = openSync(join(daily, "quotes.csv"), "w");
    writeRows(file, `Date,Code,${columns}`, function* () {
      for (const date of dates) {
        for (const [index, next] of stocks.entries()) yield `${date},${codeOf(index)}0,${next()}`;
      }
    });
  } else {
    for (const [index, next] of stocks.entries()) {
      const file = openSync(join(daily, `${codeOf(index)}.T.csv`), "w");
      writeRows(file, `Date,${columns}`, function* () {
        for (const date of dates) yield `${date},${next()}`;
      });
    }
  }
  return symbols * dates.length;
}

function writeRows(file: number, header: string, rows: () => Generator<string>): void {
  let lines = [header];
  for (const row of rows()) {
    lines.push(row);
    if (lines.length < bufferedRows) continue;
    writeSync(file, `${lines.join("\n")}\n`);
    lines = [];
  }
  if (lines.length > 0) writeSync(file, `${lines.join("\n")}\n`);
  closeSync(file);
}

/** 1301 upwards, four digits. */
function codeOf(index: number): string {
  return String(1_301 + index);
}

function weekdays(count: number): string[] {
  const dates: string[] = [];
  for (let at = Date.UTC(2005, 0, 4); dates.length < count; at += 86_400_000) {
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) dates.push(new Date(at).toISOString().slice(0, 10));
  }
  return dates;
}

/** The next day's fields of one stock. */
function walk(seed: number): () => string {
  let state = (seed + 1) * 2_654_435_761;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let close = 500 + Math.floor(random() * 5_000);
  return () => {
    const open = Math.max(10, Math.round(close * (0.99 + random() * 0.02)));
    close = Math.max(10, Math.round(open * (0.98 + random() * 0.04)));
    const high = Math.max(open, close) + Math.floor(random() * 10);
    const low = Math.max(1, Math.min(open, close) - Math.floor(random() * 10));
    const volume = 100 * Math.floor(1 + random() * 50_000);
    return `${open}.0,${high}.0,${low}.0,${close}.0,${volume},${close}.0`;
  };
}
