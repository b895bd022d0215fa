import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** The forms in which vendors write days: a file for each stock, or, as J-Quants does it, one file, day by day. */
export const layouts = ["Yahoo", "J-Quants", "yfinance", "Stooq", "Tushare"] as const;
export type Layout = (typeof layouts)[number];

const tradingDaysAYear = 250;
const bufferedRows = 4_096;

/** Prices are whole; `money` is their sum over the day. */
type Day = { open: number; high: number; low: number; close: number; volume: number };

type Form = {
  file: (index: number) => string;
  header: string;
  row: (date: string, index: number, day: Day) => string;
};

const forms: Record<Exclude<Layout, "J-Quants">, Form> = {
  Yahoo: {
    file: (index) => `${japaneseCode(index)}.T.csv`,
    header: "Date,Open,High,Low,Close,Volume,Adj Close",
    row: (date, _index, day) => `${date},${ohlc(day)},${day.volume},${day.close}.0`,
  },
  yfinance: {
    file: (index) => `${ticker(index)}.csv`,
    header: "Date,Open,High,Low,Close,Volume,Dividends,Stock Splits",
    row: (date, _index, day) =>
      `${date} 00:00:00-0${isSummer(date) ? 4 : 5}:00,${ohlc(day)},${day.volume},0.0,0.0`,
  },
  Stooq: {
    file: (index) => `${ticker(index).toLowerCase()}.us.txt`,
    header: "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
    row: (date, index, day) =>
      `${ticker(index)}.US,D,${date.replaceAll("-", "")},000000,${ohlc(day)},${day.volume},0`,
  },
  Tushare: {
    file: (index) => `${600_000 + index}.SH.csv`,
    header: "ts_code,trade_date,open,high,low,close,pre_close,change,pct_chg,vol,amount",
    row: (date, index, day) =>
      // Hands, and thousands of yuan.
      `${600_000 + index}.SH,${date.replaceAll("-", "")},${ohlc(day)},${day.open}.0,0.0,0.0,${day.volume / 100},${(day.volume * day.close) / 1_000}`,
  },
};

/**
 * Writes `<folder>/daily` with daily bars of made-up codes: prices are a seeded walk, so that every run reads the same
 * bytes. Answers how many rows there are.
 */
export function makeRecord(
  folder: string,
  { symbols, years, layout }: { symbols: number; years: number; layout: Layout },
): number {
  const daily = join(folder, "daily");
  mkdirSync(daily, { recursive: true });
  const dates = weekdays(years * tradingDaysAYear);
  const stocks = Array.from({ length: symbols }, (_, index) => walk(index));
  if (layout === "J-Quants") {
    const file = openSync(join(daily, "quotes.csv"), "w");
    writeRows(file, "Date,Code,Open,High,Low,Close,Volume,Adj Close", function* () {
      for (const date of dates) {
        for (const [index, next] of stocks.entries()) {
          const day = next();
          yield `${date},${japaneseCode(index)}0,${ohlc(day)},${day.volume},${day.close}.0`;
        }
      }
    });
  } else {
    const form = forms[layout];
    for (const [index, next] of stocks.entries()) {
      const file = openSync(join(daily, form.file(index)), "w");
      writeRows(file, form.header, function* () {
        for (const date of dates) yield form.row(date, index, next());
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
function japaneseCode(index: number): string {
  return String(1_301 + index);
}

/** QAAA upwards, four letters: no word that files are called by. */
function ticker(index: number): string {
  const letters = [676, 26, 1].map((unit) =>
    String.fromCharCode(65 + (Math.floor(index / unit) % 26)),
  );
  return `Q${letters.join("")}`;
}

/** Whether New York's clocks are on summer time: of the other half of the year midnight would be no day's. */
function isSummer(date: string): boolean {
  return newYork.format(Date.parse(`${date}T12:00:00Z`)).endsWith("EDT");
}

const newYork = new Intl.DateTimeFormat("en-US", {
  ...({ timeZone: "America/New_York", timeZoneName: "short" } as const),
});

function ohlc({ open, high, low, close }: Day): string {
  return `${open}.0,${high}.0,${low}.0,${close}.0`;
}

function weekdays(count: number): string[] {
  const dates: string[] = [];
  for (let at = Date.UTC(2005, 0, 4); dates.length < count; at += 86_400_000) {
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) dates.push(new Date(at).toISOString().slice(0, 10));
  }
  return dates;
}

/** The next day of one stock. */
function walk(seed: number): () => Day {
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
    return { open, high, low, close, volume: 100 * Math.floor(1 + random() * 50_000) };
  };
}
