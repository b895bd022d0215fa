import { auctionsOf, type AuctionName, type RecordedHours } from "@sanshi/rulebook";
import { lockAt, sequenceOf } from "./recorded-quote.ts";
import type { AuctionPrint, AuctionQuestion } from "../market-feed.ts";
import type { RecordedBar } from "./recorded-rows.ts";
import { baseOf, type RecordedStock } from "./recorded-stock.ts";
import { dayNumberOf } from "./day-numbers.ts";
import { isTraded } from "./tape.ts";

/**
 * What a record tells of an auction: a day opens and closes at its bar's prices, and where it has the minutes, the
 * afternoon opens at that of its first and the morning closes at that of its last. Null where it does not say, on
 * a day without a trade, and of an auction that lies ahead.
 */
export function recordedAuction(
  stock: RecordedStock,
  { tradingDate, auction: name }: Pick<AuctionQuestion, "tradingDate" | "auction">,
  { hours, now, feed }: { hours: RecordedHours; now: number; feed: string },
): AuctionPrint | null {
  const { market, code, exchange } = stock.instrument;
  const auction = auctionsOf(exchange, tradingDate, hours).find((one) => one.auction === name);
  if (auction === undefined || auction.matchesAt > now) return null;
  const bar = barOf(stock, tradingDate, name, hours.toRecord(auction.matchesAt));
  if (bar === null || !isTraded(bar)) return null;
  const isOpening = name === "opening" || name === "afternoon_opening";
  const price = isOpening ? bar.open : bar.close;
  const day = dayNumberOf(tradingDate);
  const basePrice = stock.bases.get(day) ?? baseOf(stock, day, bar);
  return {
    market,
    code,
    feed,
    tradingDate,
    auction: name,
    sequence: sequenceOf(auction.matchesAt, 0),
    at: auction.matchesAt,
    price,
    volume: null,
    locked: lockAt(stock.instrument, { date: tradingDate, basePrice, last: price }),
  };
}

/** The bar that begins or ends with the auction. Every recorded date has a day, also where only minutes tell it. */
function barOf(
  { days, minutes }: RecordedStock,
  date: string,
  name: AuctionName,
  matchesAt: number,
): RecordedBar | null {
  if (name === "opening" || name === "closing") {
    const index = days.indexAt(dayNumberOf(date));
    return index >= 0 && days.dayAt(index) === dayNumberOf(date) ? days.bar(index) : null;
  }
  // The morning's last print may stand in a minute of its own, at the auction.
  const found =
    name === "afternoon_opening"
      ? minutes[firstFrom(minutes, matchesAt)]
      : minutes[firstFrom(minutes, matchesAt + 1) - 1];
  return found?.tradingDate === date ? found : null;
}

/** The place of the first bar that begins at a moment or later. */
function firstFrom(bars: readonly RecordedBar[], moment: number): number {
  let [low, high] = [-1, bars.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (bars[middle]!.from < moment) low = middle;
    else high = middle;
  }
  return high;
}
