import { minuteMs } from "@sanshi/contract";
import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { basename, join } from "node:path";
import { constants, gunzipSync } from "node:zlib";
import type { MarketKey } from "@sanshi/money";
import { isHalfDay, instantOf } from "@sanshi/rulebook";
import { csvFiles, delimiterOf, readCsv, type LeftOut } from "./csv.ts";
import { readDailyFile, type DailySink } from "./daily-file.ts";
import { dateOf } from "./day-numbers.ts";
import { createDaySeries } from "./day-series.ts";
import { quotedFields } from "./fields.ts";
import { instrumentOf } from "./instrument-of.ts";
import { readActions, readFactors, tellsActions, tellsFactors } from "./recorded-actions.ts";
import { firstSymbols, readRenames, type RecordedRename } from "./recorded-renames.ts";
import { barOf, quotesOf, timeOf, type RecordedBar } from "./recorded-rows.ts";
import type { RecordedStock } from "./recorded-stock.ts";
import { marketDaysOf, settleStock, type MarketDays } from "./settle-stock.ts";

export type RecordedMarket = {
  stocks: RecordedStock[];
  days: MarketDays;
  /** The changes of code of these stocks, by their days. */
  renames: RecordedRename[];
};

/** How far the reading has come. */
export type Reading = { files: number; of: number; bytes: number };

type LeaveOut = (what: LeftOut) => void;

/**
 * Reads a folder of recorded bars: `daily/*.csv[.gz]`, `intraday/*.csv[.gz]` and `corpactions/*.csv`; a folder
 * without these three holds its daily files, and those of splits and dividends, itself. The columns stand in
 * docs/guides/replay-recorded-prices.md. It yields now and then, so that whoever drives it can tell how far it
 * has come.
 *
 * @throws Error when there is no bar at all.
 */
export function* readRecord(
  folder: string,
  codes?: readonly string[],
  leaveOut: LeaveOut = () => undefined,
): Generator<Reading, RecordedMarket> {
  const stocks = new Map<string, RecordedStock | "index" | "no_stock" | "not_chosen">();
  const told = readRenameFiles(folder, leaveOut);
  const firsts = firstSymbols(told);
  const chosen = withFormerCodes(codes, told);
  const stockOf = (symbol: string) => {
    const first = firsts.get(symbol) ?? symbol;
    let known = stocks.get(first);
    if (known === undefined) stocks.set(first, (known = newStock(first, chosen)));
    return known;
  };
  yield* readFiles(folder, { stockOf, leaveOut });
  const found = [...stocks.values()].filter((stock) => typeof stock !== "string");
  for (const stock of found) stock.days.settle();
  readFactorFiles(folder, stockOf, leaveOut);
  const recorded = found.filter(({ days, minutes }) => days.length + minutes.length > 0);
  if (recorded.length === 0) throw new Error(`${folder} holds no recorded bars`);
  for (const stock of recorded) stock.minutes = withoutHalfDayAfternoons(stock);
  const renames = told.filter((rename) => isWithin(rename, recorded));
  const days = marketDaysOf(recorded);
  for (const stock of recorded) settleStock(stock, days, leaveOut);
  return { stocks: recorded, days, renames };
}

function actionFiles(folder: string): string[] {
  const daily = existsSync(join(folder, "daily")) ? join(folder, "daily") : folder;
  const files = [...csvFiles(daily), ...csvFiles(join(folder, "corpactions"))];
  return files.filter((file) => notTraded(file) === null && tellsActions(headerOf(file)));
}

function readRenameFiles(folder: string, leaveOut: LeaveOut): RecordedRename[] {
  return actionFiles(folder)
    .flatMap((file) => readRenames(file, leaveOut))
    .toSorted((one, other) => (one.effectiveOn < other.effectiveOn ? -1 : 1));
}

/** Whoever chooses a stock by a later code means all of it. */
function withFormerCodes(
  codes: readonly string[] | undefined,
  renames: readonly RecordedRename[],
): readonly string[] | undefined {
  if (codes === undefined) return undefined;
  const chosen = new Set(codes);
  for (const { oldCode, newCode } of renames.toReversed()) {
    if (chosen.has(newCode)) chosen.add(oldCode);
  }
  return [...chosen];
}

/** Of a stock whose bars all come after its change nothing is renamed: it has the new code from the start. */
function isWithin(rename: RecordedRename, recorded: readonly RecordedStock[]): boolean {
  const { market, oldCode, newSymbol, effectiveOn } = rename;
  const stock = recorded.find(
    ({ instrument }) => instrument.market === market && instrument.code === oldCode,
  );
  if (stock === undefined) return true;
  if (stock.days.length > 0 && dateOf(stock.days.dayAt(0)) < effectiveOn) return true;
  if (stock.minutes.some(({ tradingDate }) => tradingDate < effectiveOn)) return true;
  const renamed = instrumentOf(newSymbol);
  if (typeof renamed !== "string") stock.instrument = renamed;
  return false;
}

/** All of the record at once. */
export function readRecordedMarket(
  folder: string,
  codes?: readonly string[],
  leaveOut?: LeaveOut,
): RecordedMarket {
  const reading = readRecord(folder, codes, leaveOut);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/** One stock of the folder; null where no bar of it was recorded. */
export function findRecordedStock(
  folder: string,
  market: MarketKey,
  code: string,
): RecordedStock | null {
  try {
    const { stocks } = readRecordedMarket(folder, [code]);
    return stocks.find(({ instrument }) => instrument.market === market) ?? null;
  } catch {
    return null;
  }
}

function newStock(
  symbol: string,
  codes: readonly string[] | undefined,
): RecordedStock | "index" | "no_stock" | "not_chosen" {
  const instrument = instrumentOf(symbol);
  if (typeof instrument === "string") return instrument;
  if (codes?.includes(instrument.code) === false) return "not_chosen";
  const days = createDaySeries(instrument.market);
  const nothing = { minutes: [], told: [], actions: [], toldEnds: [], end: null, adjustment: null };
  return { instrument, days, ...nothing };
}

function* readFiles(folder: string, sink: DailySink): Generator<Reading> {
  const daily = existsSync(join(folder, "daily")) ? join(folder, "daily") : folder;
  const intraday = csvFiles(join(folder, "intraday"));
  const actions = csvFiles(join(folder, "corpactions"));
  const days = csvFiles(daily);
  const reading = { files: 0, of: days.length + intraday.length + actions.length, bytes: 0 };
  for (const file of days) {
    const reason = notTraded(file);
    const header = reason === null ? headerOf(file) : [];
    if (reason !== null) sink.leaveOut({ file, line: 0, reason });
    else if (tellsActions(header)) readActions(file, sink.stockOf, sink.leaveOut);
    else if (!tellsFactors(header)) {
      for (const bytes of readDailyFile(file, sink)) {
        reading.bytes += bytes;
        yield reading;
      }
    }
    reading.files += 1;
    yield reading;
  }
  for (const file of intraday) {
    const reason = notTraded(file);
    if (reason !== null) sink.leaveOut({ file, line: 0, reason });
    else if (!isQuotes(file)) readMinutes(file, sink);
    reading.files += 1;
    yield reading;
  }
  for (const file of intraday.filter(isQuotes)) readQuotes(file, sink);
  for (const file of actions) {
    const header = headerOf(file);
    if (tellsActions(header)) readActions(file, sink.stockOf, sink.leaveOut);
    else if (!tellsFactors(header)) sink.leaveOut({ file, line: 0, reason: "no_action" });
    reading.files += 1;
    yield reading;
  }
}

/** Factors belong to days that must be there first. */
function readFactorFiles(folder: string, stockOf: DailySink["stockOf"], leaveOut: LeaveOut): void {
  const daily = existsSync(join(folder, "daily")) ? join(folder, "daily") : folder;
  for (const file of [...csvFiles(daily), ...csvFiles(join(folder, "corpactions"))]) {
    if (notTraded(file) === null && tellsFactors(headerOf(file))) {
      readFactors(file, stockOf, leaveOut);
    }
  }
}

function notTraded(file: string): string | null {
  if (basename(file).startsWith("index_")) return "index";
  return /_adjusted\b/.test(basename(file)) ? "adjusted" : null;
}

function isQuotes(file: string): boolean {
  return /_quote\b/.test(basename(file));
}

const headerBytesMax = 65_536;

function headerOf(file: string): string[] {
  let text: string;
  if (file.endsWith(".gz")) {
    const packed = readFileSync(file).subarray(0, headerBytesMax);
    text = gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString("utf8");
  } else {
    const handle = openSync(file, "r");
    const bytes = Buffer.alloc(headerBytesMax);
    text = bytes.toString("utf8", 0, readSync(handle, bytes, 0, bytes.length, 0));
    closeSync(handle);
  }
  const line = text.replace(/^\uFEFF/, "").split(/\r?\n/)[0] ?? "";
  return quotedFields(line, delimiterOf(line));
}

function readMinutes(file: string, { stockOf, leaveOut }: DailySink): void {
  const minuteBarMs = minuteBarLengthOf(file);
  for (const row of readCsv(file, undefined, leaveOut)) {
    const stock = stockOf(row("symbol") ?? "");
    if (stock === "not_chosen") continue;
    const line = Number(row("line"));
    const read =
      typeof stock === "string" ? stock : barOf(stock.instrument.market, row, minuteBarMs);
    if (typeof read === "string") leaveOut({ file, line, reason: read });
    else if (typeof stock !== "string") stock.minutes.push(read);
  }
}

const barMinutes = [1, 5, 15, 30, 60];

/** How long the bars of a file within a day are: the least time between two of one stock and day. */
function minuteBarLengthOf(file: string): number {
  const newest = new Map<string, number>();
  let least = Number.POSITIVE_INFINITY;
  for (const row of readCsv(file)) {
    const when = timeOf("jpy", row, minuteMs, "anytime");
    if (when === null) continue;
    const key = `${row("symbol")} ${when.date}`;
    const gap = Math.abs(when.from - (newest.get(key) ?? Number.NaN));
    if (gap > 0 && gap < least) least = gap;
    newest.set(key, when.from);
    if (least <= minuteMs) break;
  }
  const minutes = barMinutes.findLast((one) => one * minuteMs <= least);
  return Number.isFinite(least) && minutes !== undefined ? minutes * minuteMs : minuteMs;
}

function readQuotes(file: string, { stockOf, leaveOut }: DailySink): void {
  const minutesOf = new Map<RecordedStock, Map<number, RecordedBar>>();
  for (const row of readCsv(file, undefined, leaveOut)) {
    const stock = stockOf(row("symbol") ?? "");
    if (stock === "not_chosen") continue;
    const line = Number(row("line"));
    if (typeof stock === "string") {
      leaveOut({ file, line, reason: stock });
      continue;
    }
    const when = timeOf(stock.instrument.market, row, minuteMs);
    if (when === null) {
      leaveOut({ file, line, reason: "outside_hours" });
      continue;
    }
    let minutes = minutesOf.get(stock);
    if (minutes === undefined) {
      minutes = new Map(stock.minutes.map((bar) => [bar.from, bar]));
      minutesOf.set(stock, minutes);
    }
    const bar = minutes.get(when.from);
    const quotes = quotesOf(row);
    if (bar === undefined || quotes === null) {
      leaveOut({ file, line, reason: quotes === null ? "no_quote" : "no_bar" });
    } else bar.quotes = quotes;
  }
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
