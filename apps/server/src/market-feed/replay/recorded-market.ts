import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import {
  divide,
  notional,
  parseScaled,
  price,
  settlementCurrency,
  shares,
  type MarketKey,
  type Price,
  type Shares,
} from "@sanshi/money";
import { instantOf, isHalfDay } from "@sanshi/rulebook";
import { demoCompanies } from "../companies/companies.ts";
import type { Bar, CorporateAction, Instrument } from "../market-feed.ts";
import { aggregate } from "../candles.ts";
import { dayLengthMs } from "./day-length.ts";
import { csvFiles, readCsv, type CsvRow } from "./csv.ts";

/** A bar of the file; `previousClose` where the exchange itself told it (ex-rights days show there). */
export type RecordedBar = Bar & {
  lengthMs: number;
  previousClose: Price | null;
  quotes: RecordedQuotes | null;
};

/** Best bid and ask at the bar's open, high, low and close. */
export type RecordedQuotes = {
  bids: readonly [Price, Price, Price, Price];
  asks: readonly [Price, Price, Price, Price];
  bidSize: Shares;
  askSize: Shares;
};

/** One stock as it was recorded; bars oldest first. */
export type RecordedStock = {
  instrument: Instrument;
  days: RecordedBar[];
  minutes: RecordedBar[];
  actions: CorporateAction[];
};

/**
 * Reads a folder of recorded bars: `daily/*.csv[.gz]` (symbol, date, open, high, low, close, volume,
 * optionally pre_close and amount_cny), `intraday/*.csv[.gz]` (symbol and time_ET_start,
 * time_exchange_start or time_local_end instead of a date; files of best bids and asks have bid_o …
 * ask_c) and `corpactions/*events.csv`. A folder without these three holds its daily files itself.
 * Indices and files of adjusted prices are left out: they were never traded.
 *
 * @throws Error when there is no bar at all.
 */
export function readRecordedMarket(folder: string, codes?: readonly string[]): RecordedStock[] {
  const stocks = new Map<string, RecordedStock>();
  const stockOf = (symbol: string): RecordedStock | null => {
    const known = stocks.get(symbol);
    if (known !== undefined) return known;
    const instrument = instrumentOf(symbol);
    if (instrument === null || (codes !== undefined && !codes.includes(instrument.code)))
      return null;
    const stock = { instrument, days: [], minutes: [], actions: [] };
    stocks.set(symbol, stock);
    return stock;
  };
  const daily = existsSync(join(folder, "daily")) ? join(folder, "daily") : folder;
  for (const file of csvFiles(daily).filter(isTraded)) readBars(file, stockOf);
  for (const file of csvFiles(join(folder, "intraday")).filter(isTraded)) readBars(file, stockOf);
  for (const file of csvFiles(join(folder, "intraday"))) readQuotes(file, stockOf);
  for (const stock of stocks.values()) {
    stock.days.sort((left, right) => left.from - right.from);
    stock.minutes.sort((left, right) => left.from - right.from);
  }
  for (const file of csvFiles(join(folder, "corpactions"))) {
    if (/events\.csv/.test(file)) readActions(file, stockOf);
  }
  const found = [...stocks.values()].filter(
    ({ days, minutes }) => days.length + minutes.length > 0,
  );
  if (found.length === 0) throw new Error(`${folder} holds no recorded bars`);
  for (const stock of found) settle(stock);
  return found;
}

function isTraded(file: string): boolean {
  return !/^index_|_adjusted\b|_quote\b/.test(basename(file));
}

type StockOf = (symbol: string) => RecordedStock | null;

function readBars(file: string, stockOf: StockOf): void {
  for (const row of readCsv(file)) {
    const stock = stockOf(row("symbol") ?? "");
    if (stock === null) continue;
    const { market } = stock.instrument;
    const when = timeOf(market, row);
    if (when === null) continue;
    const [open, high, low, close] = ["open", "high", "low", "close"].map((name) =>
      readPrice(row(name)),
    );
    const volume = volumeOf(row);
    if (!open || !high || !low || !close || volume === null) continue;
    const amount = row("amount_cny");
    const turnoverMinor =
      amount === undefined || amount === ""
        ? estimatedTurnover(market, [open, high, low, close], volume)
        : readRounded(amount, 2);
    const preClose = row("pre_close");
    const bar: RecordedBar = {
      from: when.from,
      lengthMs: when.lengthMs,
      tradingDate: when.date,
      open,
      high,
      low,
      close,
      volume,
      turnoverMinor: turnoverMinor ?? 0n,
      previousClose: preClose === undefined ? null : readPrice(preClose),
      quotes: null,
    };
    (when.isMinute ? stock.minutes : stock.days).push(bar);
  }
}

function volumeOf(row: CsvRow): Shares | null {
  const lots = row("volume_lots");
  const count = readRounded(lots ?? row("volume") ?? "", 0);
  if (count === null) return null;
  return shares(lots === undefined ? count : count * 100n);
}

/** The file tells no money: the volume at the middle of open, high, low and close. */
function estimatedTurnover(market: MarketKey, prices: readonly Price[], volume: Shares): bigint {
  const sum = prices.reduce((total, value) => total + value, 0n);
  const middle = price(divide(sum, BigInt(prices.length), "half_even"));
  return notional(middle, volume, settlementCurrency(market), "half_even");
}

type BarTime = { from: number; lengthMs: number; date: string; isMinute: boolean };

const minuteMs = 60_000;
const fiveMinutesMs = 5 * minuteMs;

const regularHours: Record<MarketKey, readonly (readonly [from: string, until: string])[]> = {
  jpy: [
    ["09:00", "11:30"],
    ["12:30", "15:30"],
  ],
  usd: [["09:30", "16:00"]],
  cny: [
    ["09:30", "11:30"],
    ["13:00", "15:00"],
  ],
};

/** Null for a bar outside the exchange's regular hours: before the opening nobody here can trade. */
function timeOf(market: MarketKey, row: CsvRow): BarTime | null {
  const day = row("date");
  if (day !== undefined) {
    const from = instantOf(market, day, regularHours[market][0]![0]);
    return { from, lengthMs: dayLengthMs(market, day), date: day, isMinute: false };
  }
  const end = row("time_local_end");
  const text = end ?? row("time_ET_start") ?? row("time_exchange_start");
  const [date, time] = (text ?? "").split(" ");
  if (date === undefined || time === undefined) return null;
  // The files that tell the end of a bar hold five minutes in each, the others one.
  const lengthMs = end === undefined ? minuteMs : fiveMinutesMs;
  const from = instantOf(market, date, time.slice(0, 5)) - (end === undefined ? 0 : lengthMs);
  const isRegular = regularHours[market].some(
    ([start, until]) =>
      from >= instantOf(market, date, start) && from < instantOf(market, date, until),
  );
  return isRegular ? { from, lengthMs, date, isMinute: true } : null;
}

function readQuotes(file: string, stockOf: StockOf): void {
  if (!/_quote\b/.test(basename(file))) return;
  const minutesOf = new Map<RecordedStock, Map<number, RecordedBar>>();
  for (const row of readCsv(file)) {
    const stock = stockOf(row("symbol") ?? "");
    const when = stock === null ? null : timeOf(stock.instrument.market, row);
    if (stock === null || when === null) continue;
    let minutes = minutesOf.get(stock);
    if (minutes === undefined) {
      minutes = new Map(stock.minutes.map((bar) => [bar.from, bar]));
      minutesOf.set(stock, minutes);
    }
    const bar = minutes.get(when.from);
    if (bar !== undefined) bar.quotes = quotesOf(row);
  }
}

function quotesOf(row: CsvRow): RecordedQuotes | null {
  const side = (name: "bid" | "ask") =>
    ["o", "h", "l", "c"].map((point) => readPrice(row(`${name}_${point}`)));
  const [bids, asks] = [side("bid"), side("ask")];
  const bidSize = readRounded(row("bid_size") ?? "", 0);
  const askSize = readRounded(row("ask_size") ?? "", 0);
  const isWhole = [...bids, ...asks].every((value) => value !== null && value > 0n);
  if (!isWhole || !bidSize || !askSize) return null;
  return {
    bids: bids as unknown as RecordedQuotes["bids"],
    asks: asks as unknown as RecordedQuotes["asks"],
    bidSize: shares(bidSize),
    askSize: shares(askSize),
  };
}

function readActions(file: string, stockOf: StockOf): void {
  for (const row of readCsv(file)) {
    const stock = stockOf(row("symbol") ?? "");
    const exDate = row("ex_date") ?? row("date") ?? "";
    const value = row("value") ?? "";
    if (stock === null || exDate === "") continue;
    if (row("action") === "split") {
      const numerator = parseScaled(value, 8);
      if (numerator === null || numerator <= 0n) continue;
      stock.actions.push({ kind: "split", exDate, ...reduced(numerator, 100_000_000n) });
    } else {
      const perShare = readPrice(value);
      if (perShare !== null) stock.actions.push({ kind: "dividend", exDate, perShare });
    }
  }
}

function reduced(numerator: bigint, denominator: bigint) {
  let [left, right] = [numerator, denominator];
  while (right !== 0n) [left, right] = [right, left % right];
  return { numerator: numerator / left, denominator: denominator / left };
}

/** Keeps the actions that the bars show, in order, and dates the listing by the first bar. */
function settle(stock: RecordedStock): void {
  stock.minutes = withoutHalfDayAfternoons(stock);
  addMissingDays(stock);
  const [first] = stock.days as [RecordedBar];
  stock.instrument = { ...stock.instrument, listedOn: first.tradingDate };
  stock.actions = stock.actions
    .filter((action) => action.exDate > first.tradingDate)
    .filter((action) => action.kind === "dividend" || isVisible(action, stock.days))
    .toSorted((left, right) => (left.exDate < right.exDate ? -1 : 1));
}

/**
 * New York's half days end at 13:00; what is recorded later was traded after hours. The rulebook knows
 * the half days of published calendars; on older ones the record shows it, since next to nothing is
 * traded in the afternoon.
 */
function withoutHalfDayAfternoons({ instrument: { market }, minutes }: RecordedStock) {
  if (market !== "usd") return minutes;
  const volumes = new Map<string, { morning: bigint; afternoon: bigint }>();
  const isAfternoon = ({ from, tradingDate }: RecordedBar) =>
    from >= instantOf(market, tradingDate, "13:00");
  for (const bar of minutes) {
    const day = volumes.get(bar.tradingDate) ?? { morning: 0n, afternoon: 0n };
    day[isAfternoon(bar) ? "afternoon" : "morning"] += bar.volume;
    volumes.set(bar.tradingDate, day);
  }
  return minutes.filter((bar) => {
    if (!isAfternoon(bar)) return true;
    const { morning, afternoon } = volumes.get(bar.tradingDate)!;
    return !isHalfDay(market, bar.tradingDate) && afternoon * 20n > morning;
  });
}

/** A date that was recorded in minutes alone gets the day that they add up to. */
function addMissingDays({ instrument: { market }, days, minutes }: RecordedStock): void {
  const recorded = new Set(days.map(({ tradingDate }) => tradingDate));
  const missing = minutes.filter(({ tradingDate }) => !recorded.has(tradingDate));
  for (const day of aggregate(missing, "day")) {
    const { tradingDate: date } = day;
    const from = instantOf(market, date, regularHours[market][0]![0]);
    days.push({
      ...day,
      from,
      lengthMs: dayLengthMs(market, date),
      previousClose: null,
      quotes: null,
    });
  }
  days.sort((left, right) => left.from - right.from);
}

/**
 * Some vendors have taken splits out of their bars. A split is visible when the price across its
 * ex-date is nearer to what the split makes of it than to no change at all.
 */
function isVisible(
  { exDate, numerator, denominator }: Extract<CorporateAction, { kind: "split" }>,
  bars: readonly RecordedBar[],
): boolean {
  const at = bars.findIndex(({ tradingDate }) => tradingDate >= exDate);
  if (at <= 0) return false;
  const change = Number(bars[at]!.open) / Number(bars[at - 1]!.close);
  const ratio = Number(numerator) / Number(denominator);
  if (Math.abs(ratio - 1) < 0.05) return true;
  return Math.abs(change * ratio - 1) < Math.abs(change - 1);
}

function readPrice(text: string | undefined): Price | null {
  const value = readRounded(text ?? "", 4);
  return value === null || value <= 0n ? null : price(value);
}

/** A decimal with `digits` digits, further ones rounded half up; null for anything else. */
function readRounded(text: string, digits: number): bigint | null {
  const value = parseScaled(text, 8);
  return value === null ? null : divide(value, 10n ** BigInt(8 - digits), "half_up");
}

const companyByCode = new Map(
  demoCompanies().map((company) => [`${company.market}:${company.code}`, company]),
);

/** The instrument that a file's symbol names; null for an index. Companies that we know get their names. */
function instrumentOf(symbol: string): Instrument | null {
  const china = /^(\d{6})\.(SH|SZ)$/.exec(symbol);
  const market = china ? "cny" : /^\d{3}[\dA-Z]$/.test(symbol) ? "jpy" : "usd";
  const code = china?.[1] ?? symbol;
  if (market === "usd" && !/^[A-Z][A-Z.]*$/.test(code)) return null;
  const known = companyByCode.get(`${market}:${code}`);
  const exchange =
    market === "usd" ? "NASDAQ" : market === "jpy" ? "TSE" : china?.[2] === "SH" ? "SSE" : "SZSE";
  return {
    market,
    code,
    exchange: known?.exchange ?? exchange,
    names: known?.names ?? { jp: code, cn: code, us: code },
    searchTerms: known?.searchTerms ?? [code.toLowerCase()],
    tickClass: known?.tickClass ?? "standard",
    limitClass: known?.limitClass ?? (market === "usd" ? "none" : "standard"),
    lotSize: shares(market === "usd" ? 1n : 100n),
    sector: known?.sector ?? "",
    listedOn: "",
  };
}
