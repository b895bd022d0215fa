import { dayMs, minuteMs } from "@sanshi/contract/constants";
import type { RecordFault } from "@sanshi/contract/record-faults";
import { basename } from "node:path";
import { price, type MarketKey, type Price } from "@sanshi/money";
import { isHalfDay, instantOf, localDate, provesTopix100, topix100Years } from "@sanshi/rulebook";
import { readDailyText, type DailySink } from "./daily-file.ts";
import { dateOf, dayNumberOf } from "./day-numbers.ts";
import { createDaySeries, type DaySeries } from "./day-series.ts";
import { isOfItsMarket } from "./assumed-market.ts";
import { instrumentOf, type NoStock } from "./instrument-of.ts";
import { layoutOf } from "./decided-layout.ts";
import type { Layout } from "./layout.ts";
import { withoutCutRow } from "./cut-off.ts";
import type { LeaveOut } from "./left-out.ts";
import { readMinutes, readQuotes } from "./minutes-file.ts";
import { mayTellRenames, recordFiles, type RecordFiles } from "./record-files.ts";
import { textsOf, type RecordText } from "./record-texts.ts";
import { Unreadable } from "./unreadable.ts";
import { readActions, readBasePrices, readFactors } from "./recorded-actions.ts";
import { firstSymbols, readRenames, type RecordedRename } from "./recorded-renames.ts";
import { auctionLengthMsMax, type RecordedBar } from "./recorded-rows.ts";
import type { RecordedStock } from "./recorded-stock.ts";
import { marketDaysOf, settleStock, type MarketDays } from "./settle-stock.ts";
import { withoutBlocks } from "./wide-text.ts";

export type RecordedMarket = {
  stocks: RecordedStock[];
  days: MarketDays;
  /** The changes of code of these stocks, by their days. */
  renames: RecordedRename[];
};

/** How far the reading has come. */
export type Reading = { files: number; of: number; bytes: number };

/**
 * Reads a folder of recorded bars: `daily/*.csv[.gz]`, `intraday/*.csv[.gz]` and `corpactions/*.csv`; a folder
 * without these three holds its daily files, and those of splits and dividends, itself. The columns stand in
 * docs/guides/replay-recorded-prices.md. It yields now and then, so that whoever drives it can tell how far it
 * has come.
 *
 * What is of a day that is not over at `now` is left out; without it any day is taken.
 *
 * @throws Error when there is no bar at all.
 */
export function* readRecord(
  folder: string,
  codes?: readonly string[],
  leaveOut: LeaveOut = () => undefined,
  now = Number.POSITIVE_INFINITY,
): Generator<Reading, RecordedMarket> {
  const stocks = new Map<string, RecordedStock | NoStock | "not_chosen">();
  const files = recordFiles(folder, leaveOut);
  const told = readRenameFiles(files, leaveOut);
  const firsts = firstSymbols(told);
  const chosen = withFormerCodes(codes, told);
  const stockOf = (symbol: string) => {
    const first = firsts.get(symbol) ?? symbol;
    let known = stocks.get(first);
    if (known === undefined) stocks.set(first, (known = newStock(first, chosen)));
    return known;
  };
  const later: Later = { quotes: [], factors: [], bases: [] };
  const sink = { stockOf, leaveOut, lastDays: lastDaysAt(now) };
  yield* readFiles(files, sink, later);
  const all = [...stocks.values()].filter((stock) => typeof stock !== "string");
  for (const stock of all) stock.days.settle();
  const found = all.filter((stock) => isOfItsMarket(stock, leaveOut));
  for (const { text, layout } of later.factors) readFactors(text, layout, sink);
  const isColumn = ({ layout }: Later["bases"][number]) => layout.kind === "days";
  for (const { text, layout } of later.bases.toSorted(
    (one, other) => Number(isColumn(one)) - Number(isColumn(other)),
  )) {
    readBasePrices(text, layout, sink);
  }
  const recorded = found.filter(({ days, minutes }) => days.length + minutes.length > 0);
  if (recorded.length === 0) throw new Error(`${folder} holds no recorded bars`);
  for (const stock of recorded) {
    moveHalfDayAfternoons(stock, leaveOut);
    moveFirstAfterHours(stock);
  }
  const dates = new Map<number, string>();
  for (const stock of recorded) proveTicks(stock, dates);
  const renames = told.filter((rename) => isWithin(rename, recorded));
  const days = marketDaysOf(recorded);
  for (const stock of recorded) settleStock(stock, days, leaveOut);
  return { stocks: recorded, days, renames };
}

/** So many of the newest days of those years show a share's grid. */
const tickDaysMax = 250;
const [finerFrom, finerUntil] = [topix100Years.from, topix100Years.until].map(
  (date) => Date.parse(date) / dayMs,
) as [number, number];

/** No file says who belonged to the TOPIX 100: its own prices prove it of a share. */
function proveTicks(stock: RecordedStock, dates: Map<number, string>): void {
  const { instrument, days } = stock;
  if (instrument.market !== "jpy") return;
  if (provesTopix100(tickDays(days, dates))) {
    stock.instrument = { ...instrument, tickClass: "topix100" };
  }
}

/** `dates` are those of days that were written out already: most stocks have the same ones. */
function* tickDays(
  days: DaySeries,
  dates: Map<number, string>,
): Generator<{ date: string; prices: Price[] }> {
  const last = days.indexAt(finerUntil - 1);
  for (let index = last; index >= 0 && index > last - tickDaysMax; index -= 1) {
    const { day, open, high, low, close } = days.row(index);
    if (day < finerFrom) break;
    let date = dates.get(day);
    if (date === undefined) dates.set(day, (date = dateOf(day)));
    yield { date, prices: [open, high, low, close].map((one) => price(BigInt(one))) };
  }
}

function readRenameFiles({ daily, actions }: RecordFiles, leaveOut: LeaveOut): RecordedRename[] {
  return [...daily, ...actions]
    .filter((file) => notTraded(file) === null && mayTellRenames(file))
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
  now?: number,
): RecordedMarket {
  const reading = readRecord(folder, codes, leaveOut, now);
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
): RecordedStock | NoStock | "not_chosen" {
  const instrument = instrumentOf(symbol);
  if (typeof instrument === "string") return instrument;
  if (codes?.includes(instrument.code) === false) return "not_chosen";
  const days = createDaySeries(instrument.market);
  const nothing = { minutes: [], extended: [], told: [], actions: [], toldEnds: [], end: null };
  return { instrument, days, ...nothing, adjustment: null, bases: new Map(), assumedIn: undefined };
}

/** An exchange's day is a record once it has closed. */
function lastDaysAt(now: number): Record<MarketKey, number> {
  const lastOf = (market: MarketKey): number => {
    if (!Number.isFinite(now)) return Number.POSITIVE_INFINITY;
    const today = localDate(market, now);
    return dayNumberOf(today) - (now < instantOf(market, today, "17:00") ? 1 : 0);
  };
  return { jpy: lastOf("jpy"), usd: lastOf("usd"), cny: lastOf("cny") };
}

/** What must wait for the days that it belongs to. */
type Later = Record<"factors" | "bases", { text: RecordText; layout: Layout }[]> & {
  quotes: RecordText[];
};

function* readFiles(files: RecordFiles, sink: DailySink, later: Later): Generator<Reading> {
  const { daily, intraday, actions } = files;
  const reading = { files: 0, of: daily.length + intraday.length + actions.length, bytes: 0 };
  for (const [folder, paths] of [
    ["daily", daily],
    ["intraday", intraday],
    ["actions", actions],
  ] as const) {
    for (const file of paths) {
      const reason = notTraded(file);
      if (reason === null) {
        for (const bytes of readFile(file, folder, sink, later)) {
          reading.bytes += bytes;
          yield reading;
        }
      } else sink.leaveOut({ file, line: 0, reason });
      reading.files += 1;
      yield reading;
    }
    for (const text of later.quotes.splice(0)) readQuotes(text, sink);
  }
}

type Folder = "daily" | "intraday" | "actions";

/** A file that cannot be read is named, and the others are read on. */
function* readFile(file: string, folder: Folder, sink: DailySink, later: Later): Generator<number> {
  try {
    for (const text of textsOf(file, sink.leaveOut))
      yield* readText(withoutBlocks(withoutCutRow(text, sink.leaveOut)), folder, sink, later);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    sink.leaveOut({ file, line: 0, reason: error.reason });
  }
}

function* readText(
  text: RecordText,
  folder: Folder,
  sink: DailySink,
  later: Later,
): Generator<number> {
  const { file } = text;
  if (folder === "intraday" && /_quote\b/.test(text.name)) {
    later.quotes.push(text);
    return;
  }
  const layout = layoutOf(text, folder === "intraday");
  if (layout.kind === "actions") readActions(text, layout, sink);
  else if (layout.kind === "factors") later.factors.push({ text, layout });
  else if (layout.kind === "bases") later.bases.push({ text, layout });
  else if (folder === "actions") sink.leaveOut({ file, line: 0, reason: "no_action" });
  else if (layout.kind === "refused") {
    const { reason, found, values } = layout;
    sink.leaveOut({ file, line: 0, reason, found, values });
  } else if (layout.kind === "days") {
    yield* readDailyText(text, layout, sink);
    if (layout.columns.has("base_price")) later.bases.push({ text, layout });
  } else readMinutes(text, layout, sink);
}

function notTraded(file: string): RecordFault | null {
  if (basename(file).startsWith("index_")) return "index";
  return /(?:_adjusted|[_.-](?:qfq|hfq))\b/i.test(basename(file)) ? "adjusted" : null;
}

/**
 * New York's half days end at 13:00; what is recorded later was traded after hours, but for the minute of the closing
 * auction, which is of both. The rulebook knows the half days of published calendars; on older ones the record shows it,
 * since next to nothing is traded in the afternoon.
 */
function moveHalfDayAfternoons(stock: RecordedStock, leaveOut: LeaveOut): void {
  const { market, code } = stock.instrument;
  if (market !== "usd") return;
  const volumes = new Map<string, { morning: bigint; afternoon: bigint }>();
  const closeOf = ({ tradingDate }: RecordedBar) => instantOf(market, tradingDate, "13:00");
  const isAfternoon = (bar: RecordedBar) => bar.from >= closeOf(bar);
  for (const bar of stock.minutes) {
    const day = volumes.get(bar.tradingDate) ?? { morning: 0n, afternoon: 0n };
    day[isAfternoon(bar) ? "afternoon" : "morning"] += bar.volume;
    volumes.set(bar.tradingDate, day);
  }
  stock.minutes = stock.minutes.filter((bar) => {
    if (!isAfternoon(bar)) return true;
    const { morning, afternoon } = volumes.get(bar.tradingDate)!;
    if (!isHalfDay(market, bar.tradingDate) && afternoon * 20n > morning) return true;
    if (bar.from === closeOf(bar) && bar.lengthMs <= auctionLengthMsMax) {
      leaveOut({ file: code, line: 0, reason: "half_day" });
    } else stock.extended.push({ ...bar, isExtended: true });
    return false;
  });
}

/**
 * Where a record goes on after the close, its bar of the closing auction is of after hours too if it is longer than the
 * auction's minute: a price of an evening would be the day's close, high or low.
 */
function moveFirstAfterHours(stock: RecordedStock): void {
  const { market } = stock.instrument;
  if (market !== "usd" || stock.extended.length === 0) return;
  const closeOf = (date: string) => instantOf(market, date, "16:00");
  const evenings = new Set(
    stock.extended.flatMap(({ from, tradingDate }) =>
      from >= closeOf(tradingDate) ? [tradingDate] : [],
    ),
  );
  stock.minutes = stock.minutes.filter((bar) => {
    const isMoved =
      bar.lengthMs > minuteMs &&
      evenings.has(bar.tradingDate) &&
      bar.from === closeOf(bar.tradingDate);
    if (isMoved) stock.extended.push({ ...bar, isExtended: true });
    return !isMoved;
  });
}
