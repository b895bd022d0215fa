import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDailyText, type DailySink } from "./daily-file.ts";
import { createDaySeries } from "./day-series.ts";
import { layoutOf } from "./decided-layout.ts";
import { instrumentOf } from "./instrument-of.ts";
import type { LeftOut } from "./left-out.ts";
import { scanText, type TakeLine } from "./lines.ts";
import type { RecordText } from "./record-texts.ts";
import type { RecordedStock } from "./recorded-stock.ts";

const dates = ["2026-11-02", "2026-11-04", "2026-11-05", "2026-11-06", "2026-11-09", "2026-11-10"];
const compact = dates.map((date) => date.replaceAll("-", ""));

/** A file in each of the forms of the bench, some with two stocks, splits and dividends. */
const files: Readonly<Record<string, { name: string; lines: readonly string[] }>> = {
  Yahoo: {
    name: "7203.T.csv",
    lines: [
      "Date,Open,High,Low,Close,Volume,Adj Close",
      ...dates.map(
        (date, day) => `${date},310${day}.0,3120.5,3088.25,3102,18230${day}00,310${day}.123456`,
      ),
    ],
  },
  "J-Quants": {
    name: "quotes.csv",
    lines: [
      "Date,Code,Open,High,Low,Close,Volume,TurnoverValue,AdjustmentFactor,AdjustmentClose",
      ...dates.flatMap((date, day) => [
        `${date},13010,4500.0,4520.0,4480.0,4510.0,2000.0,9010000.0,1.0,4510.0`,
        `${date},72030,3095.0,3120.0,3088.0,3102.0,1823${day}.0,56570000.0,${day === 3 ? "0.2" : "1.0"},3102.0`,
      ]),
    ],
  },
  yfinance: {
    name: "AAPL.csv",
    lines: [
      "Date,Open,High,Low,Close,Adj Close,Volume,Dividends,Stock Splits",
      ...dates.map(
        (date, day) =>
          `${date} 00:00:00-05:00,281.5000009,282.25,281.399993896484,281.9,281.${day},4930000,${day === 2 ? "0.26" : "0.0"},0.0`,
      ),
    ],
  },
  Stooq: {
    name: "aapl.us.txt",
    lines: [
      "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
      ...compact.map((date) => `AAPL.US,D,${date},000000,281.5,282.25,281.4,281.9,4930000.5,0`),
    ],
  },
  Tushare: {
    name: "daily.csv",
    lines: [
      "ts_code,trade_date,open,high,low,close,pre_close,change,pct_chg,vol,amount",
      ...compact.flatMap((date) => [
        `600000.SH,${date},11.82,12.01,11.78,11.95,11.80,0.15,1.2712,812340.55,966684.3`,
        `000001.SZ,${date},10.01,10.05,9.95,10.00,,-0.01,-0.0999,500000.0,500000.0`,
      ]),
    ],
  },
};

describe("a row that is read in one look", () => {
  // The others: the names, the first rows of each stock, splits and dividends, an empty field, and a day that is not over.
  it.each([
    ["Yahoo", 6 - 1],
    ["J-Quants", 12 - 3 - 1 - 2],
    ["yfinance", 6 - 1 - 1],
    ["Stooq", 6 - 1 - 1],
    ["Tushare", 12 - 1 - 6 - 1 - 1],
  ])("is one of most rows: %s", (form, taken) => {
    const { name, lines } = files[form]!;
    const { heard } = read(textOf(name, `${lines.join("\n")}\n`), true);
    expect(lines.length - heard).toBe(taken);
  });

  const place = fc.nat({ max: 10_000 });
  const sign = fc.constantFrom(
    ..."0159.,-/+ \"'eT:;ZA\t\r\n\0\uFEFF年",
    "99999999999",
    "000000",
    ".0",
  );
  const change = fc.record({ place, sign, removed: fc.integer({ min: 0, max: 3 }) });
  it.each(Object.keys(files))("is kept, or left out, as field by field: %s", (form) => {
    const { name, lines } = files[form]!;
    const whole = lines.join("\n");
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (changes, ends) => {
          let text = ends ? `${whole}\n` : whole;
          for (const { place: at, sign: put, removed } of changes) {
            const from = at % text.length;
            text = text.slice(0, from) + put + text.slice(from + removed);
          }
          const given = textOf(name, text);
          const [fast, slow] = [read(given, true), read(given, false)];
          expect(fast.kept).toEqual(slow.kept);
          expect(fast.leftOut).toEqual(slow.leftOut);
        },
      ),
      { numRuns: 400 },
    );
  });
});

function textOf(name: string, text: string): RecordText {
  const bytes = Buffer.from(text);
  return {
    ...{ file: name, name, head: text.replace(/^\uFEFF/, ""), tail: () => "" },
    scan: (onLine, take) => scanText(bytes, onLine, take),
  };
}

/** All that is kept and said of a text of days, and how many of its lines were read field by field. */
function read(text: RecordText, isFast: boolean) {
  const layout = layoutOf(text, false);
  const stocks = new Map<string, RecordedStock>();
  const leftOut: LeftOut[] = [];
  let heard = 0;
  const sink: DailySink = {
    leaveOut: (what) => leftOut.push(what),
    lastDays: { jpy: 20_766, usd: 20_766, cny: 20_766 },
    stockOf(symbol) {
      const instrument = instrumentOf(symbol);
      if (typeof instrument === "string") return instrument;
      const nothing = { minutes: [], extended: [], told: [], actions: [], toldEnds: [], end: null };
      const made = { instrument, ...nothing, adjustment: null, assumedIn: undefined };
      const bases = new Map();
      const known = stocks.get(symbol) ?? {
        ...made,
        bases,
        days: createDaySeries(instrument.market),
      };
      stocks.set(symbol, known);
      return known;
    },
  };
  const watched: RecordText = {
    ...text,
    scan: (onLine, take) =>
      text.scan(
        (...line) => {
          heard += 1;
          onLine(...line);
        },
        isFast ? (take satisfies TakeLine | undefined) : undefined,
      ),
  };
  if (layout.kind === "days") Array.from(readDailyText(watched, layout, sink));
  const kept = [...stocks].map(([symbol, { days, told, adjustment }]) => [
    ...[symbol, told, adjustment],
    ...Array.from({ length: days.length }, (_, index) => days.row(index)),
  ]);
  return { kept, leftOut, heard };
}
