import { minuteMs } from "@sanshi/contract/constants";
import { marketKeys, type MarketKey } from "@sanshi/money";
import { localDate, localMinuteOfDay } from "@sanshi/rulebook";
import { readRows } from "./csv.ts";
import { dayNumberOf, isWeekend } from "./day-numbers.ts";
import type { DailySink } from "./daily-file.ts";
import { marketOf } from "./instrument-of.ts";
import { tableLayout, type Layout } from "./layout.ts";
import type { RecordText } from "./record-texts.ts";
import {
  areExchangesOwn,
  barOf,
  firstExtended,
  openingOf,
  quotesOf,
  sessionAt,
  startOf,
  timeOf,
  type BarLength,
  type RecordedBar,
} from "./recorded-rows.ts";
import type { RecordedStock } from "./recorded-stock.ts";
import { objectionToTold } from "./told-market.ts";

/** Reads a text of bars within a day. */
export function readMinutes(
  text: RecordText,
  layout: Layout,
  { stockOf, leaveOut, lastDays }: DailySink,
): void {
  const { file } = text;
  const minutes = surveyOf(text, layout);
  if (minutes.areSeconds) return leaveOut({ file, line: 0, reason: "second_bars" });
  if (minutes.unknown !== null) {
    return leaveOut({ file, line: 0, reason: "unknown_clock", found: minutes.unknown });
  }
  for (const row of readRows(text, layout, leaveOut)) {
    const symbol = row("symbol") ?? "";
    const line = Number(row("line"));
    if (!layout.isOurs(row("written_symbol") ?? symbol)) {
      leaveOut({ file, line, reason: "no_stock", found: symbol });
      continue;
    }
    const stock = stockOf(symbol);
    if (stock === "not_chosen") continue;
    if (typeof stock === "string") {
      leaveOut({ file, line, reason: stock, found: symbol });
      continue;
    }
    const told = objectionToTold(stock.instrument.market, (name) => row(name) ?? "");
    if (told !== null) {
      leaveOut({ file, line, reason: told[0], found: told[1] });
      continue;
    }
    const read = barOf(stock.instrument.market, row, minutes, layout);
    if ("reason" in read) leaveOut({ file, line, ...read });
    else if (dayNumberOf(read.tradingDate) > lastDays[stock.instrument.market]) {
      leaveOut({ file, line, reason: "not_over", found: read.tradingDate });
    } else {
      if (isWeekend(dayNumberOf(read.tradingDate))) leaveOut({ file, line, reason: "weekend" });
      (read.isExtended === true ? stock.extended : stock.minutes).push(read);
    }
  }
}

const barMinutes = [1, 5, 15, 30, 60];

/** The bars' length is the time that all between two of one stock and session are a multiple of. */
type Survey = BarLength & {
  /** Whether most bars follow the one before within the same minute. */
  areSeconds: boolean;
  /** The times where they are on clocks that nothing names; null where they may be the exchange's. */
  unknown: string | null;
};

/** What only all bars of a file within a day tell together. */
function surveyOf(text: RecordText, layout: Layout): Survey {
  const newest = new Map<string, number>();
  const times: Record<MarketKey, Set<number>> = { jpy: new Set(), usd: new Set(), cny: new Set() };
  let [common, outside, gaps, shortGaps] = [0, 0, 0, 0];
  let beginsAtOpening = false;
  for (const row of readRows(text, layout)) {
    const moment = row.moment();
    const symbol = row("symbol") ?? "";
    const market = marketOf(symbol);
    const at = moment === null || market === null ? null : startOf(market, moment, layout);
    if (at === null || market === null || moment === null) continue;
    if (moment.at === undefined && !layout.isZoneTold)
      times[market].add(localMinuteOfDay(market, at));
    const session = sessionAt(market, layout.isEnd ? at - 1 : at);
    if (session < 0) continue;
    const date = localDate(market, at);
    if (!beginsAtOpening && !layout.isEnd) beginsAtOpening = at === openingOf(market, date);
    const key = `${symbol} ${date} ${session}`;
    const before = newest.get(key);
    if (before !== undefined) {
      const gap = Math.abs(at - before);
      const minutes = Math.round(gap / minuteMs);
      if (session >= firstExtended) outside = greatestCommon(outside, minutes);
      else {
        common = greatestCommon(common, minutes);
        gaps += 1;
        if (gap < minuteMs) shortGaps += 1;
      }
    }
    newest.set(key, at);
  }
  // The thin trade of extended hours tells it where nothing else does.
  const apart = common > 0 ? common : outside;
  const lengthMs = minuteMs * (barMinutes.findLast((one) => apart > 0 && apart % one === 0) ?? 1);
  const strange = marketKeys.find(
    (market) =>
      times[market].size > 0 && !areExchangesOwn(market, times[market], layout.zone !== null),
  );
  const areSeconds = shortGaps * 3 > gaps * 2;
  return {
    areSeconds,
    lengthMs,
    beginsAtOpening,
    unknown: strange === undefined ? null : spanOf(times[strange]),
  };
}

function greatestCommon(one: number, other: number): number {
  return one === 0 ? other : greatestCommon(other % one, one);
}

/** `13:30 to 19:30`. */
function spanOf(minutes: ReadonlySet<number>): string {
  const text = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  return `${text(Math.min(...minutes))} to ${text(Math.max(...minutes))}`;
}

const quotedMinute: BarLength = { lengthMs: minuteMs, beginsAtOpening: true };

/** Reads the best bids and asks of minutes whose bars are there already. */
export function readQuotes(text: RecordText, { stockOf, leaveOut }: DailySink): void {
  const { file } = text;
  const layout = tableLayout(text);
  const minutesOf = new Map<RecordedStock, Map<number, RecordedBar>>();
  for (const row of readRows(text, layout, leaveOut)) {
    const symbol = row("symbol") ?? "";
    const stock = stockOf(symbol);
    if (stock === "not_chosen") continue;
    const line = Number(row("line"));
    if (typeof stock === "string") {
      leaveOut({ file, line, reason: stock, found: symbol });
      continue;
    }
    const { market } = stock.instrument;
    const moment = row.moment();
    const start = moment === null ? null : startOf(market, moment, layout);
    const when = start === null ? null : timeOf(market, start, quotedMinute, layout.isEnd);
    if (when === null) {
      leaveOut({ file, line, reason: "outside_hours" });
      continue;
    }
    let minutes = minutesOf.get(stock);
    if (minutes === undefined) {
      minutes = new Map([...stock.minutes, ...stock.extended].map((bar) => [bar.from, bar]));
      minutesOf.set(stock, minutes);
    }
    const bar = minutes.get(when.from);
    const quotes = quotesOf(row);
    if (bar === undefined || quotes === null) {
      leaveOut({ file, line, reason: quotes === null ? "no_quote" : "no_bar" });
    } else bar.quotes = quotes;
  }
}
