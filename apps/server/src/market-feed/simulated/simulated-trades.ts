import { price, shares } from "@sanshi/money";
import { auctionsOf } from "@sanshi/rulebook";
import type { Trade } from "../market-feed.ts";
import type { MarketHistory } from "./market-history.ts";
import type { Track } from "./stock-day.ts";
import { roomForTicks } from "./minute-ticks.ts";
import { placeOfAuction } from "./session-auctions.ts";
import { minuteAt, ticksOf, tradingDay, type TradingDay } from "./trading-day.ts";

type TradesQuestion = { history: MarketHistory; track: Track; until: number; limit: number };

const room = roomForTicks();

/**
 * The trades that the quotes and bars of the day are made of, the newest first: nothing is drawn for this list.
 * None is later than `until`, so that nobody reads ahead.
 */
export function simulatedTrades({ history, track, until, limit }: TradesQuestion): Trade[] {
  const index = history.calendar.indexAt(until);
  if (index < 0) return [];
  history.reach(index);
  const of = tradingDay(history, track, index);
  if (of === null) return [];
  const auctioned = auctionTrades(of, history);
  const boardLot = BigInt(track.company.boardLot);
  const trades: Trade[] = [];
  for (let minute = minuteAt(of.starts, until); minute >= 0; minute -= 1) {
    const ticks = ticksOf(of, minute, room);
    for (let tick = ticks.count - 1; tick >= 0; tick -= 1) {
      if (trades.length >= limit) return trades;
      const at = of.starts[minute]! + ticks.offsetMs[tick]!;
      if (at > until) continue;
      const isAuction = auctioned(minute, tick, ticks.count);
      trades.push({
        at,
        price: price(BigInt(ticks.price[tick]!)),
        quantity: shares(BigInt(ticks.lots[tick]!) * boardLot),
        taker: isAuction ? null : ticks.side[tick]! > 0 ? "buy" : "sell",
      });
    }
  }
  return trades;
}

/** In an auction nobody comes to another's price. */
function auctionTrades(of: TradingDay, { calendar }: MarketHistory) {
  const { exchange } = of.track.company;
  const places = auctionsOf(exchange, of.date, calendar.hours).map((one) =>
    placeOfAuction(of, one),
  );
  return (minute: number, tick: number, count: number) =>
    places.some((one) => one.minute === minute && tick === (one.isFirst ? 0 : count - 1));
}
