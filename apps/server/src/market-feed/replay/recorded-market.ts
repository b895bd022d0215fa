import { minuteMs } from "@sanshi/contract";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { MarketKey } from "@sanshi/money";
import { instantOf, isHalfDay } from "@sanshi/rulebook";
import { aggregate } from "../candles.ts";
import { demoCompanies } from "../companies/companies.ts";
import { orderLotOf } from "../companies/lots.ts";
import type { CorporateAction, Instrument } from "../market-feed.ts";
import { csvFiles, readCsv, type LeftOut } from "./csv.ts";
import { dayLengthMs } from "./day-length.ts";
import { actionOf, barOf, openingOf, quotesOf, timeOf, type RecordedBar } from "./recorded-rows.ts";

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
export function readRecordedMarket(
  folder: string,
  codes?: readonly string[],
  leaveOut: (what: LeftOut) => void = () => undefined,
): RecordedStock[] {
  const found = readStocks(folder, codes, leaveOut);
  if (found.length === 0) throw new Error(`${folder} holds no recorded bars`);
  return found;
}

/** One stock of the folder; null where no bar of it was recorded. */
export function findRecordedStock(
  folder: string,
  market: MarketKey,
  code: string,
): RecordedStock | null {
  const found = readStocks(folder, [code], () => undefined);
  return found.find(({ instrument }) => instrument.market === market) ?? null;
}

function readStocks(
  folder: string,
  codes: readonly string[] | undefined,
  leaveOut: (what: LeftOut) => void,
): RecordedStock[] {
  const stocks = new Map<string, RecordedStock | null>();
  const stockOf = (symbol: string): RecordedStock | null => {
    const known = stocks.get(symbol);
    if (known !== undefined) return known;
    const instrument = instrumentOf(symbol);
    const isWanted = instrument !== null && (codes?.includes(instrument.code) ?? true);
    const stock = isWanted ? { instrument, days: [], minutes: [], actions: [] } : null;
    stocks.set(symbol, stock);
    return stock;
  };
  const daily = existsSync(join(folder, "daily")) ? join(folder, "daily") : folder;
  for (const file of csvFiles(daily).filter(isTraded)) readBars(file, stockOf, leaveOut);
  for (const file of csvFiles(join(folder, "intraday")).filter(isTraded))
    readBars(file, stockOf, leaveOut);
  for (const file of csvFiles(join(folder, "intraday")).filter(isQuotes)) readQuotes(file, stockOf);
  for (const file of csvFiles(join(folder, "corpactions"))) {
    if (/events\.csv/.test(file)) readActions(file, stockOf);
  }
  const found = [...stocks.values()].filter((stock) => stock !== null).filter(hasBars);
  for (const stock of found) settle(stock);
  return found;
}

function hasBars({ days, minutes }: RecordedStock): boolean {
  return days.length + minutes.length > 0;
}

function isTraded(file: string): boolean {
  return !/^index_|_adjusted\b/.test(basename(file)) && !isQuotes(file);
}

function isQuotes(file: string): boolean {
  return /_quote\b/.test(basename(file));
}
type StockOf = (symbol: string) => RecordedStock | null;

function readBars(file: string, stockOf: StockOf, leaveOut: (what: LeftOut) => void): void {
  const minuteBarMs = minuteBarLengthOf(file);
  const isWanted = (symbol: string) => stockOf(symbol) !== null;
  for (const row of readCsv(file, isWanted, leaveOut)) {
    const stock = stockOf(row("symbol") ?? "");
    if (stock === null) continue;
    const read = barOf(stock.instrument.market, row, minuteBarMs);
    if (typeof read === "string") leaveOut({ file, line: Number(row("line")), reason: read });
    else (read.isMinute ? stock.minutes : stock.days).push(read.bar);
  }
}

const barMinutes = [1, 5, 15, 30, 60];

/** How long the bars of a file within a day are: the least time between two of one stock and day. */
function minuteBarLengthOf(file: string): number {
  const newest = new Map<string, number>();
  let least = Number.POSITIVE_INFINITY;
  for (const row of readCsv(file)) {
    const text = row("time_local_end") ?? row("time_ET_start") ?? row("time_exchange_start");
    if (text === undefined) return minuteMs;
    const at = Date.parse(`${text.replace(" ", "T")}Z`);
    const key = `${row("symbol")} ${text.slice(0, 10)}`;
    const gap = at - (newest.get(key) ?? Number.NaN);
    if (gap > 0 && gap < least) least = gap;
    newest.set(key, at);
    if (least <= minuteMs) break;
  }
  const minutes = barMinutes.findLast((one) => one * minuteMs <= least);
  return Number.isFinite(least) && minutes !== undefined ? minutes * minuteMs : minuteMs;
}

function readQuotes(file: string, stockOf: StockOf): void {
  const minutesOf = new Map<RecordedStock, Map<number, RecordedBar>>();
  for (const row of readCsv(file, (symbol) => stockOf(symbol) !== null)) {
    const stock = stockOf(row("symbol") ?? "");
    const when = stock === null ? null : timeOf(stock.instrument.market, row, minuteMs);
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

function readActions(file: string, stockOf: StockOf): void {
  for (const row of readCsv(file)) {
    const stock = stockOf(row("symbol") ?? "");
    const action = stock === null ? null : actionOf(row);
    if (stock !== null && action !== null) stock.actions.push(action);
  }
}

/** Keeps the actions that the bars show, in order, and dates the listing by the first bar. */
function settle(stock: RecordedStock): void {
  stock.days.sort((left, right) => left.from - right.from);
  stock.minutes.sort((left, right) => left.from - right.from);
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
    const from = openingOf(market, date);
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

const companyByCode = new Map(
  demoCompanies().map((company) => [`${company.market}:${company.code}`, company]),
);

/** Shanghai's and Shenzhen's own numbers for indices, and the usual names of others. */
const indexSymbols =
  /^(?:\^.*|000\d{3}\.SH|399\d{3}\.SZ|N225|NI225|TPX|TOPIX|SPX|GSPC|DJI|DJIA|IXIC|NDX|RUT|VIX|HSI|HSCEI|SSEC|CSI300)$/;

/** The instrument that a file's symbol names; null for an index. Companies that we know get their names. */
function instrumentOf(symbol: string): Instrument | null {
  if (indexSymbols.test(symbol)) return null;
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
    limitClass: known?.limitClass ?? limitClassOf(market, code),
    lotSize: orderLotOf(market, code),
    sector: known?.sector ?? "",
    listedOn: "",
  };
}

/** Shanghai's STAR (688, 689) and Shenzhen's ChiNext (300, 301) have wider limits than the main boards. */
function limitClassOf(market: MarketKey, code: string): Instrument["limitClass"] {
  if (market === "usd") return "none";
  return market === "cny" && /^(?:688|689|30[01])/.test(code) ? "growth_board" : "standard";
}
