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
import { instantOf } from "@sanshi/rulebook";
import type { Bar } from "../market-feed.ts";
import type { CsvRow } from "./csv.ts";

/** A bar of the file; `previousClose` where the exchange itself told it (ex-rights days show there). */
export type RecordedBar = Bar & {
  lengthMs: number;
  previousClose: Price | null;
  quotes: RecordedQuotes | null;
};

/** Best bid and ask at the bar's open, high, low and close. */
type RecordedQuotes = {
  bids: readonly [Price, Price, Price, Price];
  asks: readonly [Price, Price, Price, Price];
  bidSize: Shares;
  askSize: Shares;
};

/**
 * One row of a file whose bars within a day are `minuteBarMs` long; or why it is none: outside of the regular
 * hours, or without a price, a volume or a date.
 */
export function barOf(
  market: MarketKey,
  row: CsvRow,
  minuteBarMs: number,
): RecordedBar | "outside_hours" | "incomplete" {
  const when = timeOf(market, row, minuteBarMs);
  const [open, high, low, close] = ["open", "high", "low", "close"].map((name) =>
    readPrice(row(name)),
  );
  const volume = volumeOf(row);
  if (!open || !high || !low || !close || volume === null) return "incomplete";
  if (when === null) {
    return timeOf(market, row, minuteBarMs, "anytime") === null ? "incomplete" : "outside_hours";
  }
  const amount = row("amount_cny");
  const turnoverMinor =
    amount === undefined || amount === ""
      ? estimatedTurnover(market, [open, high, low, close], volume)
      : readRounded(amount, 2);
  const { from, lengthMs, date: tradingDate } = when;
  return {
    from,
    lengthMs,
    tradingDate,
    open,
    high,
    low,
    close,
    volume,
    turnoverMinor: turnoverMinor ?? 0n,
    previousClose: readPrice(row("pre_close")),
    quotes: null,
  };
}

function volumeOf(row: CsvRow): Shares | null {
  const lots = row("volume_lots");
  const count = readRounded(lots ?? row("volume") ?? "", 0);
  if (count === null) return null;
  return shares(lots === undefined ? count : count * 100n);
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

type BarTime = { from: number; lengthMs: number; date: string };

/** A longer bar at an auction's minute holds what was traded after hours. */
const auctionLengthMsMax = 300_000;

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

/**
 * Null for a bar outside the exchange's regular hours: before the opening nobody here can trade. A bar that reaches
 * beyond the end of a session ends with it: New York's last hour is half of one.
 */
export function timeOf(
  market: MarketKey,
  row: CsvRow,
  lengthMs: number,
  when: "in_hours" | "anytime" = "in_hours",
): BarTime | null {
  const text = row("time_local_end") ?? startOf(row);
  const [, date, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)/.exec(text ?? "") ?? [];
  if (date === undefined || time === undefined || Number.isNaN(Date.parse(date))) return null;
  const isEnd = row("time_local_end") !== undefined;
  const from = instantOf(market, date, time) - (isEnd ? lengthMs : 0);
  if (when === "anytime") return { from, lengthMs, date };
  for (const [start, until] of regularHours[market]) {
    const end = instantOf(market, date, until);
    if (from < instantOf(market, date, start) || from >= end) continue;
    return { from, lengthMs: Math.min(lengthMs, end - from), date };
  }
  const isAuction = auctionMinutes[market].some(
    (minute) => from === instantOf(market, date, minute) && lengthMs <= auctionLengthMsMax,
  );
  return isAuction ? { from, lengthMs, date } : null;
}

/** J-Quants tells the date and the time apart. */
function startOf(row: CsvRow): string | undefined {
  const [date, time] = [row("date"), row("time")];
  const isApart = date !== undefined && time !== undefined && /^\d\d:\d\d/.test(time);
  return (
    row("time_ET_start") ?? row("time_exchange_start") ?? (isApart ? `${date} ${time}` : undefined)
  );
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
  const value = parseScaled(text, 8);
  return value === null ? null : divide(value, 10n ** BigInt(8 - digits), "half_up");
}
