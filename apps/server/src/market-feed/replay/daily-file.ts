import { basename } from "node:path";
import { otherFields, type LeaveOut, type Objection } from "./left-out.ts";
import { readPerShare, type MarketKey } from "@sanshi/money";
import { dividendOn, type CorporateAction } from "../market-feed.ts";
import { dateOf, dayNumberOf, isWeekend } from "./day-numbers.ts";
import type { DayRow } from "./day-series.ts";
import {
  createFields,
  dayAt,
  decimalsAt,
  keyOf,
  numberAt,
  placeFields,
  textOf,
  textsOf,
  type Fields,
} from "./fields.ts";
import {
  adjustmentDigits,
  countedDigits,
  dividendDigits,
  placesOf,
  priceDigits,
  ratioDigits,
  type DayPlaces,
} from "./day-places.ts";
import type { NoStock } from "./instrument-of.ts";
import type { Layout } from "./layout.ts";
import { createTableWatch } from "./one-table.ts";
import { readMoment, tradingDateOf } from "./moments.ts";
import type { DecimalSign } from "./numbers.ts";
import { createQuoteWatch } from "./open-quotes.ts";
import { createPlainDays } from "./plain-days.ts";
import type { RecordText } from "./record-texts.ts";
import { keyOfAction, type RecordedStock, type ToldAction } from "./recorded-stock.ts";
import { isBareCode, symbolOf } from "./symbols.ts";
import { objectionToTold } from "./told-market.ts";
import { writtenRatio, type Ratio } from "./written-ratios.ts";

/** Who takes the rows of a file of days. */
export type DailySink = {
  /** The stock of a symbol, or why nothing is taken of it; a stock that nobody chose is passed over. */
  stockOf(symbol: string): RecordedStock | NoStock | "not_chosen";
  leaveOut: LeaveOut;
  /** The last day that is over, by market; a row of a later one is no record. */
  lastDays: Readonly<Record<MarketKey, number>>;
};

/** A symbol that a vendor gives to what is no stock of ours. */
const noStockOf = (text: string): NoStock => (text.startsWith("^") ? "index" : "no_stock");

/** Reads a text of daily bars straight from its bytes: the largest have fifteen million lines. */
export function* readDailyText(
  { file, scan }: RecordText,
  layout: Layout,
  sink: DailySink,
): Generator<number> {
  const fields = createFields();
  const found = new Map<string | number, ReturnType<DailySink["stockOf"]>>();
  const leaveOut = (line: number, reason: Objection["reason"], found?: string) =>
    sink.leaveOut({ file, line, reason, found });
  const places = placesOf(layout);
  const { skipped, needed, width, sign } = layout;
  const delimiter = layout.delimiter.charCodeAt(0);
  const ofFile = layout.symbol === null ? null : sink.stockOf(layout.symbol);
  if (typeof ofFile === "string") {
    if (ofFile !== "not_chosen") leaveOut(0, ofFile, layout.symbol!);
    return;
  }
  if (ofFile !== null) sayWhose(ofFile, file, layout);
  const days = createDayReader(layout);
  const keepActions = createActionReader(file, fields);
  const objections = createObjections(fields, places, sign);
  const { isBillionths } = layout;
  const tables = createTableWatch(layout);
  const { saysMore } = places;
  const quotes = createQuoteWatch();
  const isOver = () => tables.isOver() || quotes.isOpen();
  const plain = createPlainDays(layout, { ...sink, places, ofFile, isOver });

  function stockOfLine(): ReturnType<DailySink["stockOf"]> {
    if (ofFile !== null) return ofFile;
    const key = keyOf(fields, places.symbol);
    const text = key < 0 ? textOf(fields, places.symbol) : "";
    let known = found.get(key < 0 ? text : key);
    if (known === undefined) found.set(key < 0 ? text : key, (known = stockNamed()));
    return known;
  }

  function stockNamed(): ReturnType<DailySink["stockOf"]> {
    const text = textOf(fields, places.symbol);
    return layout.isOurs(text) ? sink.stockOf(symbolOf(text)) : noStockOf(text);
  }

  yield* scan((bytes, from, until, line) => {
    if (line <= skipped || until <= from) return;
    if (tables.isOver()) return leaveOut(line, "other_table");
    placeFields(fields, bytes, from, until, delimiter);
    if (quotes.isWithin(fields.isQuoteOdd, line)) return leaveOut(line, "open_quote");
    if (fields.count < needed) {
      tables.see(textsOf(fields), line);
      // A note below the rows is none.
      if (fields.count > 1 || /^[\d\0]/.test(textOf(fields, 0))) {
        sink.leaveOut({ file, line, ...otherFields(needed, fields.count) });
      }
      return;
    }
    if (fields.count > width && isBeyond(fields, width)) {
      return sink.leaveOut({ file, line, ...otherFields(width, fields.count) });
    }
    const stock = stockOfLine();
    if (typeof stock !== "string") plain?.follow(stock, fields);
    if (stock === "not_chosen") return;
    if (typeof stock === "string") {
      tables.see(textsOf(fields), line);
      return leaveOut(line, stock, textOf(fields, places.symbol));
    }
    takeRow(stock, line);
  }, plain?.take);

  function takeRow(stock: RecordedStock, line: number): void {
    const at = places;
    const { market } = stock.instrument;
    if (at.per >= 0 && textOf(fields, at.per).toUpperCase() !== "D") {
      return leaveOut(line, "not_daily");
    }
    if (saysMore) {
      const other = objections.ofKind(market);
      if (other !== null) return leaveOut(line, ...other);
    }
    const row = rowAt(market);
    if (Number.isNaN(row.day)) {
      tables.see(textsOf(fields), line);
      return leaveOut(line, "no_date", textOf(fields, at.date));
    }
    if (row.day > sink.lastDays[market]) {
      return leaveOut(line, "not_over", textOf(fields, at.date));
    }
    if (isWeekend(row.day)) leaveOut(line, "weekend", textOf(fields, at.date));
    keepActions(stock, at, row.day, line);
    if (numberAt(fields, at.takenOutDividends, dividendDigits) > 0) {
      leaveOut(line, "taken_out_dividends");
    }
    const { open, high, low, close, volume } = row;
    if (!(open > 0 && high > 0 && low > 0 && close > 0) || Number.isNaN(volume)) {
      return objections.isUntraded()
        ? leaveOut(line, "untraded")
        : leaveOut(line, ...objections.ofNumbers());
    }
    if (high < low || Math.max(open, close) > high || Math.min(open, close) < low) {
      return leaveOut(line, "impossible");
    }
    if (at.adjustment !== null) stock.adjustment = { kind: at.adjustment, decimals: at.decimals };
    if (!stock.days.add(row)) leaveOut(line, "twice");
  }

  function rowAt(market: MarketKey): DayRow {
    const at = places;
    const digits = countedDigits(at, layout, market);
    return {
      day: days.dayOf(fields, at.date, market),
      open: priceAt(at.open),
      high: priceAt(at.high),
      low: priceAt(at.low),
      close: priceAt(at.close),
      volume: numberAt(fields, at.lots >= 0 ? at.lots : at.volume, digits.volume, sign),
      turnoverMinor: numberAt(fields, at.money, digits.money, sign),
      previousClose: priceAt(at.previousClose) || Number.NaN,
      adjustment: adjustmentAt(fields, at, sign),
    };
  }

  function priceAt(index: number): number {
    if (isBillionths && !textOf(fields, index).includes(".")) {
      return Math.round(numberAt(fields, index, 0) / 10 ** (9 - priceDigits));
    }
    return numberAt(fields, index, priceDigits, sign);
  }
}

function adjustmentAt(fields: Fields, at: DayPlaces, sign: DecimalSign): number {
  if (at.adjusted < 0) return Number.NaN;
  at.decimals = Math.max(at.decimals, decimalsAt(fields, at.adjusted));
  const value = numberAt(fields, at.adjusted, adjustmentDigits, sign);
  return value > 0 ? value / 10 ** adjustmentDigits : Number.NaN;
}

/** Names of columns in Japanese are Tokyo's, as a suffix is: a bare code is not. */
function sayWhose(stock: RecordedStock, file: string, { names }: Layout): void {
  const isTokyos = !isBareCode(basename(file)) || /[\u3040-\u30ff]|始値|終値/.test(names.join(""));
  if (isTokyos) stock.assumedIn = null;
  else if (stock.assumedIn === undefined) stock.assumedIn = file;
}

/** Some vendors end each row with a delimiter. */
function isBeyond(fields: Fields, width: number): boolean {
  for (let index = width; index < fields.count; index += 1) {
    if (textOf(fields, index) !== "") return true;
  }
  return false;
}

/** Why a row is no bar of ours; asked only where something is amiss or the file says more than prices. */
function createObjections(fields: Fields, places: DayPlaces, sign: DecimalSign) {
  const counted = places.lots >= 0 ? places.lots : places.volume;
  const prices = ["open", "high", "low", "close"] as const;
  return {
    /** What a row says of itself that makes it no bar of ours. */
    ofKind(market: MarketKey): [reason: Objection["reason"], found: string] | null {
      const told = objectionToTold(market, (name) => {
        const at = places.told[name];
        return at < 0 ? "" : textOf(fields, at);
      });
      if (told !== null) return told;
      const exchange = places.mujinzoMarket < 0 ? "11" : textOf(fields, places.mujinzoMarket);
      if (exchange !== "11") return ["other_exchange", exchange];
      const isIndex = places.mujinzoMarket >= 0 && /^100[12]$/.test(textOf(fields, places.symbol));
      return isIndex ? ["index", textOf(fields, places.symbol)] : null;
    },
    /** Vendors leave the prices of a day without a trade out, or write zeros. */
    isUntraded(): boolean {
      const nothing = /^(?:-*|0*\.?0*|n\/?a|nan|null|none)$/i;
      const all = [...prices.map((name) => places[name]), counted];
      return all.every((index) => index < 0 || nothing.test(textOf(fields, index)));
    },
    ofNumbers(): [reason: Objection["reason"], found: string] {
      if (/^-1(?:\.0*)?$/.test(textOf(fields, counted))) return ["no_trades", "-1"];
      const bad = prices.filter((name) => !(numberAt(fields, places[name], 1, sign) > 0));
      const isBad = Number.isNaN(numberAt(fields, counted, 0, sign));
      const shown = [
        ...bad.map((name) => `${name} "${textOf(fields, places[name])}"`),
        ...(isBad ? [`volume "${textOf(fields, counted)}"`] : []),
      ];
      return ["incomplete", shown.join(", ")];
    },
  };
}

/** Keeps what the rows tell of splits and dividends beside their prices. */
function createActionReader(file: string, fields: Fields) {
  return function keepActions(
    stock: RecordedStock,
    at: DayPlaces,
    day: number,
    line: number,
  ): void {
    const exDate = () => dateOf(day);
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
  };

  /** Nothing where it says one for one, as nearly every row does. */
  function ratioAt(index: number): Ratio | null {
    const value = numberAt(fields, index, ratioDigits);
    return value > 0 && value !== 10 ** ratioDigits ? writtenRatio(textOf(fields, index)) : null;
  }

  /** A day that stands twice in a file has its actions once. */
  function keepOnce({ told }: RecordedStock, one: ToldAction): void {
    const key = keyOfAction(one.action);
    const isKnown = told.some((other) => other.file === file && keyOfAction(other.action) === key);
    if (!isKnown) told.push(one);
  }
}

const keptDaysMax = 100_000;

/** Days of a file: nearly all are plain dates, and the others come again with each stock. */
function createDayReader({ order }: Layout) {
  const known = new Map<string, number>();
  return {
    dayOf(fields: Parameters<typeof dayAt>[0], index: number, market: MarketKey): number {
      const day = dayAt(fields, index);
      if (!Number.isNaN(day)) return day;
      const text = textOf(fields, index);
      const key = `${market} ${text}`;
      let found = known.get(key);
      if (found === undefined) {
        const moment = readMoment(text, order);
        found = moment === null ? Number.NaN : dayNumberOf(tradingDateOf(market, moment));
        if (known.size >= keptDaysMax) known.clear();
        known.set(key, found);
      }
      return found;
    },
  };
}
