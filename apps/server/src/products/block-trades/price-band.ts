import type { Price } from "@sanshi/money";
import { blockLimits, boardOf, localDate, type BlockLimits } from "@sanshi/rulebook";
import type { Instrument } from "../../market-feed/market-feed.ts";

/** The market's band around the last close, by the rule of the day. */
export function bandOf(instrument: Instrument, reference: Price, now: number): BlockLimits {
  const { market, limitClass, tickClass, exchange } = instrument;
  return blockLimits({
    market,
    limitClass,
    tickClass,
    basePrice: reference,
    lastPrice: reference,
    date: localDate(market, now),
    board: boardOf({ market, exchange, limitClass }),
  });
}
