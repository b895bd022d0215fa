import type { Objection } from "./left-out.ts";
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
import { minuteMs } from "@sanshi/contract/constants";
import { extendedTimesOf, instantOf, localDate } from "@sanshi/rulebook";
import type { Bar } from "../market-feed.ts";
import type { CsvRow } from "./csv.ts";
import type { Layout } from "./layout.ts";
import { shifted } from "./numbers.ts";
import { instantFor, instantIn, type Moment } from "./moments.ts";

/** A bar of the file; `previousClose` where the exchange itself told it (ex-rights days show there). */
export type RecordedBar = Bar & {
  lengthMs: number;
  previousClose: Price | null;
  quotes: RecordedQuotes | null;
  /** Traded before or after New York's regular hours: no day, auction or regular price has any of it. */
  isExtended?: true;
};

/** How long a file's bars within a day are, and whether they begin anew at the opening, as New York's hours do. */
export type BarLength = { lengthMs: number; beginsAtOpening: boolean };

/** Best bid and ask at the bar's open, high, low and close. */
type RecordedQuotes = {
  bids: readonly [Price, Price, Price, Price];
  asks: readonly [Price, Price, Price, Price];
  bidSize: Shares;
  askSize: Shares;
};

/**
 * One row of a file whose bars within a day are so long; or why it is none: outside of the exchange's hours, or without
 * a price, a volume or a date, and what stands there.
 */
export function barOf(
  market: MarketKey,
  row: CsvRow,
  length: BarLength,
  layout: Layout,
): RecordedBar | Objection {
  const moment = row.moment();
  const start = moment === null ? null : startOf(market, moment, layout);
  const written = row("moment") ?? row("date") ?? "";
  if (start === null) return { reason: "no_date", found: written };
  const [open, high, low, close] = pricesOf(row, layout);
  const volume = volumeOf(market, row, layout);
  if (/^-1(?:\.0*)?$/.test(row("volume") ?? "")) return { reason: "no_trades", found: "-1" };
  if (!open || !high || !low || !close || volume === null) {
    const bad = [
      ...Object.entries({ open, high, low, close, volume: volume === null ? null : 1n }),
    ].filter(([, value]) => !value);
    const named = bad.map(([name]) => `${name} "${row(name) ?? ""}"`);
    return { reason: isEmpty(row) ? "untraded" : "incomplete", found: named.join(", ") };
  }
  if (high < low || open > high || close > high || open < low || close < low)
    return { reason: "impossible" };
  const when = timeOf(market, start, length, layout.isEnd);
  if (when === null) return { reason: "outside_hours", found: written };
  const money = row("money") ?? "";
  const turnoverMinor =
    money === ""
      ? estimatedTurnover(market, [open, high, low, close], volume)
      : moneyOf(market, money, layout);
  const { from, lengthMs, date: tradingDate, isExtended } = when;
  return {
    from,
    lengthMs,
    tradingDate,
    open,
    high,
    low,
    close,
    volume,
    turnoverMinor,
    previousClose: readPrice(row("pre_close")),
    quotes: null,
    ...(isExtended === true && { isExtended }),
  };
}

function pricesOf(row: CsvRow, { isBillionths }: Layout) {
  return ["open", "high", "low", "close"].map((name) => {
    const text = row(name) ?? "";
    const isWhole = isBillionths && /^\d+$/.test(text);
    return readPrice(
      isWhole ? `${text.slice(0, -9) || "0"}.${text.slice(-9).padStart(9, "0")}` : text,
    );
  });
}

function isEmpty(row: CsvRow): boolean {
  return ["open", "high", "low", "close"].every((name) => (row(name) ?? "") === "");
}

function volumeOf(market: MarketKey, row: CsvRow, { units }: Layout): Shares | null {
  const lots = row("volume_lots");
  const isLots = lots !== undefined || units[market].lot === 100;
  const count = readRounded(lots ?? row("volume") ?? "", isLots ? 2 : 0);
  return count === null || count < 0n ? null : shares(count);
}

function moneyOf(market: MarketKey, text: string, { units }: Layout): bigint {
  const digits = market === "jpy" ? 0 : 2;
  return readRounded(shifted(text, Math.log10(units[market].money)), digits) ?? 0n;
}

/** The file tells no money: the volume at the middle of open, high, low and close. */
export function estimatedTurnover(
  market: MarketKey,
  prices: readonly Price[],
  volume: Shares,
): bigint {
  const sum = prices.reduce((total, value) => total + value, 0n);
  const middle = price(divide(sum, BigInt(prices.length), "half_even"));
  return notional(middle, volume, settlementCurrency(market), "half_even");
}

type BarTime = { from: number; lengthMs: number; date: string; isExtended?: true };

/** A longer bar at an auction's minute holds what was traded after hours. */
export const auctionLengthMsMax = 300_000;

/** When an exchange opens its doors to us; local times. */
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

/** The auctions before the first session and after the last one: their prints stand in these minutes. */
const auctionMinutes: Record<MarketKey, readonly string[]> = {
  jpy: ["15:00", "15:30"],
  usd: ["16:00"],
  cny: ["09:25", "15:00"],
};

/** When the bar of a row begins, or ends where its file names bars by their end; null for a day without a time. */
export function startOf(market: MarketKey, moment: Moment, { zone }: Layout): number | null {
  if (moment.at !== undefined || zone === null || moment.time === null) {
    return instantFor(market, moment);
  }
  return instantIn(zone, moment.date, moment.time);
}

/**
 * Null for a bar outside of the exchange's hours; New York's extended ones are marked. A bar that reaches beyond the end
 * of a session ends with it: New York's last hour is half of one.
 */
export function timeOf(
  market: MarketKey,
  named: number,
  { lengthMs, beginsAtOpening }: BarLength,
  isEnd: boolean,
): BarTime | null {
  const date = localDate(market, named);
  const [firstAuction] = auctionMinutes[market];
  // The minute that ends at the opening is the opening auction's.
  if (isEnd && market === "cny" && named === openingOf(market, date)) {
    return { from: instantOf(market, date, firstAuction!), lengthMs: minuteMs, date };
  }
  const from = named - (isEnd ? lengthMs : 0);
  for (const [start, until] of regularHours[market]) {
    const end = instantOf(market, date, until);
    if (from < instantOf(market, date, start) || from >= end) continue;
    return { from, lengthMs: Math.min(lengthMs, end - from), date };
  }
  const isAuction = auctionMinutes[market].some(
    (minute) => from === instantOf(market, date, minute) && lengthMs <= auctionLengthMsMax,
  );
  if (isAuction) return { from, lengthMs, date };
  return market === "usd" ? extendedTime(from, { lengthMs, beginsAtOpening }, date) : null;
}

/** Of a bar that reaches into the regular hours nobody knows what was traded before them, unless the next one begins there. */
function extendedTime(
  from: number,
  { lengthMs, beginsAtOpening }: BarLength,
  date: string,
): BarTime | null {
  const phase = extendedTimesOf(date, false).find((one) => from >= one.from && from < one.until);
  if (phase === undefined) return null;
  const isWhole = from + lengthMs <= phase.until;
  if (!isWhole && !(beginsAtOpening && phase.phase === "pre_market")) return null;
  return { from, lengthMs: Math.min(lengthMs, phase.until - from), date, isExtended: true };
}

/** Which of the day's regular sessions a moment lies in, or of New York's extended ones, which count from 10; −1: none. */
export function sessionAt(market: MarketKey, at: number): number {
  const date = localDate(market, at);
  const extended = market === "usd" ? extendedTimesOf(date, false) : [];
  const outside = extended.findIndex(({ from, until }) => at >= from && at < until);
  if (outside >= 0) return firstExtended + outside;
  return regularHours[market].findIndex(
    ([from, until]) => at >= instantOf(market, date, from) && at < instantOf(market, date, until),
  );
}

/** The number of the first extended session. */
export const firstExtended = 10;

const clockHours: Record<MarketKey, readonly [from: number, until: number]> = {
  jpy: [7 * 60, 24 * 60],
  usd: [4 * 60, 20 * 60],
  cny: [8 * 60, 18 * 60],
};

/**
 * Whether times without a zone may be the exchange's: some bar lies in the first hour of the day where others lie outside
 * of its hours, and none where nothing trades at all. `minutes` are those since midnight of all rows; times on clocks that
 * are only supposed must all lie within the hours.
 */
export function areExchangesOwn(
  market: MarketKey,
  minutes: ReadonlySet<number>,
  isSupposed: boolean,
): boolean {
  const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const sessions = regularHours[market].map(
    ([from, until]) => [minuteOf(from), minuteOf(until)] as const,
  );
  const opening = sessions[0]![0];
  const [earliest, latest] = clockHours[market];
  const all = [...minutes];
  if (all.some((minute) => minute < earliest || minute > latest)) return false;
  const isInside = (minute: number) =>
    sessions.some(([from, until]) => minute >= from && minute <= until);
  const isOutside = all.some((minute) => minute > sessions.at(-1)![1] || minute < opening - 5);
  // A zone that is a guess of ours must fit every bar.
  if (isSupposed) return all.every(isInside);
  const isOpening = all.some((minute) => minute >= opening && minute <= opening + 60);
  return isOpening || (!isOutside && all.some(isInside));
}

/** The moment at which a date's first session opens. */
export function openingOf(market: MarketKey, date: string): number {
  return instantOf(market, date, regularHours[market][0]![0]);
}

/** One row of a file of best bids and asks; null where a side is missing. */
export function quotesOf(row: CsvRow): RecordedQuotes | null {
  const side = (name: "bid" | "ask") =>
    ["o", "h", "l", "c"].map((point) => readPrice(row(`${name}_${point}`)));
  const [bids, asks] = [side("bid"), side("ask")];
  const bidSize = readRounded(row("bid_size") ?? "", 0);
  const askSize = readRounded(row("ask_size") ?? "", 0);
  if (!isWhole(bids) || !isWhole(asks) || !bidSize || !askSize) return null;
  return {
    bids,
    asks,
    bidSize: shares(bidSize),
    askSize: shares(askSize),
  };
}

/** All four prices of a bar. */
function isWhole(side: readonly (bigint | null)[]): side is RecordedQuotes["bids"] {
  return side.length === 4 && side.every((value) => value !== null && value > 0n);
}

export function readPrice(text: string | undefined): Price | null {
  const value = readRounded(text ?? "", 4);
  return value === null || value <= 0n ? null : price(value);
}

/** A decimal with `digits` digits, further ones rounded half up; null for anything else. */
function readRounded(text: string, digits: number): bigint | null {
  // yfinance writes floating numbers with all of their digits.
  const value = parseScaled(text.replace(/(\.\d{8})\d+$/, "$1"), 8);
  return value === null ? null : divide(value, 10n ** BigInt(8 - digits), "half_up");
}
