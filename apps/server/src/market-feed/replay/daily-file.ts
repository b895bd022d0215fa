import { basename } from "node:path";
import { readPerShare } from "@sanshi/money";
import { dividendOn, type CorporateAction } from "../market-feed.ts";
import { columnsOf, symbolInName, symbolOf, type Columns } from "./columns.ts";
import { delimiterOf, type LeftOut } from "./csv.ts";
import type { DayRow } from "./day-series.ts";
import {
  createFields,
  dayAt,
  decimalsAt,
  numberAt,
  placeFields,
  quotedFields,
  textOf,
} from "./fields.ts";
import { scanLines } from "./lines.ts";
import { keyOfAction, type RecordedStock, type ToldAction } from "./recorded-stock.ts";
import { writtenRatio, type Ratio } from "./written-ratios.ts";

/** Who takes the rows of a file of days. */
export type DailySink = {
  /** The stock of a symbol, or why nothing is taken of it; a stock that nobody chose is passed over. */
  stockOf(symbol: string): RecordedStock | "index" | "no_stock" | "not_chosen";
  leaveOut(what: LeftOut): void;
};

type Places = ReturnType<typeof placesOf>;

const priceDigits = 4;
/** Vendors tell their adjusted closes and factors with up to so many decimals. */
const adjustmentDigits = 8;
/** Enough to tell a dividend from none. */
const dividendDigits = 8;
const needed = ["date", "open", "high", "low", "close"] as const;

/** Reads a file of daily bars straight from its bytes: the largest have fifteen million lines. */
export function* readDailyFile(file: string, sink: DailySink): Generator<number> {
  const fields = createFields();
  const found = new Map<string, ReturnType<DailySink["stockOf"]>>();
  const leaveOut = (line: number, reason: string) => sink.leaveOut({ file, line, reason });
  let places: Places | null = null;
  let delimiter = 0;
  let inName: ReturnType<DailySink["stockOf"]> | null = null;
  let isOver = false;

  function begin(header: string): void {
    const sign = delimiterOf(header);
    delimiter = sign.charCodeAt(0);
    const columns = columnsOf(quotedFields(header, sign));
    places = placesOf(columns);
    const missing = needed.filter((name) => !columns.has(name));
    if (missing.length > 0) {
      isOver = true;
      leaveOut(1, `no column ${missing.join(", ")}`);
    } else if (places.symbol < 0) {
      inName = sink.stockOf(symbolInName(basename(file)));
      if (typeof inName === "string") {
        isOver = true;
        if (inName !== "not_chosen") leaveOut(0, inName);
      }
    }
  }

  function stockOfLine(at: number): ReturnType<DailySink["stockOf"]> {
    if (inName !== null) return inName;
    const text = textOf(fields, at);
    let known = found.get(text);
    if (known === undefined) found.set(text, (known = sink.stockOf(symbolOf(text))));
    return known;
  }

  yield* scanLines(file, (bytes, from, until, line) => {
    if (isOver || until <= from) return;
    if (places === null) return begin(bytes.toString("utf8", from, until));
    placeFields(fields, bytes, from, until, delimiter);
    if (fields.count === 1 && textOf(fields, 0) === "") return;
    if (fields.count < places.count) {
      return leaveOut(line, `${places.count} fields expected, ${fields.count} found`);
    }
    const stock = stockOfLine(places.symbol);
    if (stock === "not_chosen") return;
    if (typeof stock === "string") return leaveOut(line, stock);
    const reason = takeRow(stock, places, line);
    if (reason !== null) leaveOut(line, reason);
  });

  /** Why a row is not taken; null where it is. */
  function takeRow(stock: RecordedStock, at: Places, line: number): string | null {
    if (at.per >= 0 && textOf(fields, at.per).toUpperCase() !== "D") return "not_daily";
    const row = rowAt(at);
    if (Number.isNaN(row.day)) return "no_date";
    keepActions(stock, at, row.day, line);
    const { open, high, low, close, volume } = row;
    if (!(open > 0 && high > 0 && low > 0 && close > 0) || Number.isNaN(volume))
      return "incomplete";
    if (high < low || Math.max(open, close) > high || Math.min(open, close) < low) {
      return "impossible";
    }
    if (at.adjustment !== null) stock.adjustment = { kind: at.adjustment, decimals: at.decimals };
    return stock.days.add(row) ? null : "twice";
  }

  function rowAt(at: Places): DayRow {
    const price = (index: number) => numberAt(fields, index, priceDigits);
    const lots = at.lots >= 0 ? numberAt(fields, at.lots, 2) : Number.NaN;
    return {
      day: dayAt(fields, at.date),
      open: price(at.open),
      high: price(at.high),
      low: price(at.low),
      close: price(at.close),
      // Two decimals of a hundred shares are shares.
      volume: at.lots >= 0 ? lots : numberAt(fields, at.volume, 0),
      turnoverMinor: numberAt(fields, at.amount, at.amountDigits),
      previousClose: price(at.previousClose) || Number.NaN,
      adjustment: adjustmentAt(at),
    };
  }

  function adjustmentAt(at: Places): number {
    if (at.adjusted < 0) return Number.NaN;
    at.decimals = Math.max(at.decimals, decimalsAt(fields, at.adjusted));
    const value = numberAt(fields, at.adjusted, adjustmentDigits);
    return value > 0 ? value / 10 ** adjustmentDigits : Number.NaN;
  }

  function keepActions(stock: RecordedStock, at: Places, day: number, line: number): void {
    const exDate = () => dateOfDay(day);
    const keep = (action: CorporateAction) => keepOnce(stock, { file, line, action });
    const step = ratioAt(at.step);
    if (step !== null) {
      const { numerator: denominator, denominator: numerator } = step;
      keep({ kind: "split", exDate: exDate(), numerator, denominator });
    }
    const split = ratioAt(at.splits);
    if (split !== null) keep({ kind: "split", exDate: exDate(), ...split });
    // Nearly every row pays nothing: its text is not looked at.
    if (numberAt(fields, at.dividends, dividendDigits) > 0) {
      const perShare = readPerShare(textOf(fields, at.dividends));
      if (perShare !== null) keep(dividendOn(exDate(), perShare));
    }
  }

  /** Nothing where it says one for one, as nearly every row does. */
  function ratioAt(index: number): Ratio | null {
    const value = numberAt(fields, index, 8);
    return value > 0 && value !== 1e8 ? writtenRatio(textOf(fields, index)) : null;
  }

  /** A day that stands twice in a file has its actions once. */
  function keepOnce({ told }: RecordedStock, one: ToldAction): void {
    const key = keyOfAction(one.action);
    const isKnown = told.some((other) => other.file === file && keyOfAction(other.action) === key);
    if (!isKnown) told.push(one);
  }
}

function dateOfDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

function placesOf(columns: Columns) {
  const place = (name: string) => columns.get(name)?.index ?? -1;
  const adjusted = columns.has("adj_factor") ? place("adj_factor") : place("adj_close");
  const isYuan = columns.has("amount_cny");
  // Tushare tells thousands of yuan, J-Quants whole yen.
  const isThousands = columns.get("amount_cny")?.convert !== undefined;
  const kind = columns.has("adj_factor") ? ("factor" as const) : ("adjusted_close" as const);
  return {
    symbol: place("symbol"),
    date: place("date"),
    per: place("per"),
    open: place("open"),
    high: place("high"),
    low: place("low"),
    close: place("close"),
    volume: place("volume"),
    lots: place("volume_lots"),
    previousClose: place("pre_close"),
    amount: isYuan ? place("amount_cny") : place("turnover_value"),
    amountDigits: isYuan ? (isThousands ? 5 : 2) : 0,
    adjusted,
    adjustment: adjusted < 0 ? null : kind,
    decimals: 0,
    step: place("adjustment_factor"),
    splits: place("stock_splits"),
    // Where yfinance tells dividends and no `Adj Close`, it has taken them out of the prices already.
    dividends: columns.has("adj_close") ? place("dividends") : -1,
    count: Math.max(...[...columns.values()].map(({ index }) => index)) + 1,
  };
}
