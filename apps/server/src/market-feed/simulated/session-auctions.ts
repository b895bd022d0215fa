import { price, shares, type Shares } from "@sanshi/money";
import {
  auctionsOf,
  formAuctionPrice,
  type Auction,
  type AuctionBook,
  type AuctionName,
  type AuctionOrder,
} from "@sanshi/rulebook";
import type { AuctionPrint, AuctionQuestion } from "../market-feed.ts";
import type { MarketHistory } from "./market-history.ts";
import type { Track } from "./stock-day.ts";
import { roomForTicks } from "./minute-ticks.ts";
import { feedName } from "./quote-at.ts";
import { KeyedRandom, seedFor, streams } from "./random.ts";
import { tickAbove, tickBelow } from "./tick-grid.ts";
import { ticksOf, tradingDay, type TradingDay } from "./trading-day.ts";

/** One auction of one stock in the simulated history. */
type StockAuction = { history: MarketHistory; track: Track; index: number; auction: Auction };

const random = new KeyedRandom();
const room = roomForTicks();

/** What each auction is drawn from stays its own, whichever of them an exchange has. */
const numbers: Record<AuctionName, number> = {
  opening: 0,
  morning_closing: 1,
  afternoon_opening: 2,
  closing: 3,
};

/**
 * The print of an auction that has matched by `now`: the price that its book comes to by the exchange's own
 * rules. Null of one that lies ahead, and of a day on which the stock was not listed.
 */
export function simulatedAuction(
  { history, track }: Pick<StockAuction, "history" | "track">,
  { tradingDate, auction: name }: Pick<AuctionQuestion, "tradingDate" | "auction">,
  now: number,
): AuctionPrint | null {
  const { calendar } = history;
  const { exchange } = track.company;
  const auction = auctionsOf(exchange, tradingDate, calendar.hours).find(
    (one) => one.auction === name,
  );
  // No price of the future is ever told.
  if (auction === undefined || auction.matchesAt > now) return null;
  const index = calendar.indexOfDate(tradingDate);
  if (index < 0) return null;
  history.reach(index);
  return printOf({ history, track, index, auction });
}

function printOf({ history, track, index, auction }: StockAuction): AuctionPrint | null {
  const of = tradingDay(history, track, index);
  if (of === null) return null;
  const { company } = track;
  const book = auctionBook(of, auction);
  const result = formAuctionPrice(company.exchange, book);
  if (result === null) return null;
  const isLeft = (side: AuctionOrder["side"]) =>
    book.orders.some(
      (order, place) =>
        order.side === side && order.limit === result.price && result.filled[place] === 0n,
    );
  return {
    market: company.market,
    code: company.code,
    feed: feedName,
    tradingDate: of.date,
    auction: auction.auction,
    sequence: BigInt(auction.matchesAt),
    at: auction.matchesAt,
    price: result.price,
    volume: result.volume,
    locked: isLeft("buy") ? "buy" : isLeft("sell") ? "sell" : null,
  };
}

/**
 * The orders that an auction has collected, drawn from the day's own chance around where the seed's path is at
 * that moment. What is bought and sold there is the session's first or last trade, so that charts and the day's
 * volume need nothing beside it. Each side ends at that price, and at the day's limit one of them goes on:
 * as much is traded at no other price, whoever's rules are asked.
 */
export function auctionBook(of: TradingDay, auction: Auction): AuctionBook {
  const { grid, limits, track, words, number, day } = of;
  const { company, character } = track;
  const { value, lots } = tradeAt(of, auction);
  seedFor(random, words, streams.auction, character.entity, number * 4 + numbers[auction.auction]);
  const lot = Number(company.boardLot);
  const orders: AuctionOrder[] = [];
  const add = (side: AuctionOrder["side"], limit: number | null, count: number) => {
    if (count <= 0 || (limit !== null && (limit <= 0 || isBeyond(limit, limits)))) return;
    orders.push({
      side,
      limit: limit === null ? null : price(BigInt(limit)),
      quantity: lotsOf(count, lot),
    });
  };
  for (const side of ["buy", "sell"] as const) {
    const away = side === "buy" ? tickAbove : tickBelow;
    // The mainland's auctions take no order at the market.
    const atMarket = company.market === "cny" ? 0 : random.below(Math.ceil(lots / 2));
    const better = random.below(Math.max(1, lots - atMarket));
    const isFree = !isBeyond(away(grid, value), limits);
    add(side, null, atMarket);
    add(side, away(grid, value), isFree ? better : 0);
    add(side, value, lots - atMarket - (isFree ? better : 0));
  }
  for (let level = 0, low = value, high = value; level < levels; level += 1) {
    low = tickBelow(grid, low);
    high = tickAbove(grid, high);
    add("buy", low, 1 + random.below(lots));
    add("sell", high, 1 + random.below(lots));
  }
  if (limits !== null && value >= limits.high) add("buy", value, 1 + random.below(lots * 8));
  if (limits !== null && value <= limits.low) add("sell", value, 1 + random.below(lots * 8));
  return {
    orders,
    reference: price(BigInt(auction.auction === "opening" ? day.base : value)),
    grid: { market: company.market, tickClass: company.tickClass, date: of.date },
    limits:
      limits === null ? null : { low: price(BigInt(limits.low)), high: price(BigInt(limits.high)) },
  };
}

const levels = 4;

function isBeyond(value: number, limits: TradingDay["limits"]): boolean {
  return value <= 0 || (limits !== null && (value < limits.low || value > limits.high));
}

function lotsOf(count: number, lot: number): Shares {
  return shares(BigInt(count) * BigInt(lot));
}

/** What is traded in an auction, of the minute's trades. */
function tradeAt(of: TradingDay, auction: Auction): { value: number; lots: number } {
  const { minute, isFirst } = placeOfAuction(of, auction);
  const ticks = ticksOf(of, minute, room);
  const tick = isFirst ? 0 : ticks.count - 1;
  return { value: ticks.price[tick]!, lots: ticks.lots[tick]! };
}

/** The trade that an auction is: the first of the session that it opens, the last of the one that it closes. */
export function placeOfAuction(
  { starts }: TradingDay,
  { auction, matchesAt }: Pick<Auction, "auction" | "matchesAt">,
): { minute: number; isFirst: boolean } {
  const isFirst = auction === "opening" || auction === "afternoon_opening";
  const minute = isFirst
    ? starts.findIndex((start) => start >= matchesAt)
    : starts.findLastIndex((start) => start < matchesAt);
  return { minute, isFirst };
}
