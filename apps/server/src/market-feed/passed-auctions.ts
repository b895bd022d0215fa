import {
  auctionsOf,
  exchangeMarket,
  marketDate,
  nextTradingDay,
  previousTradingDay,
  type Auction,
  type Exchange,
  type MarketHours,
} from "@sanshi/rulebook";

/** Watches the clock for auctions that match; each is told once. */
export type PassedAuctions = {
  /**
   * Those that have matched since the last look, in order; after a jump of the clock the newest of each exchange
   * alone, as with quotes.
   */
  until(now: number, isJump: boolean): readonly Auction[];
};

const exchanges: readonly Exchange[] = ["TSE", "NYSE", "NASDAQ", "SSE", "SZSE", "BSE"];

export function watchAuctions(from: number, hours: MarketHours): PassedAuctions {
  const lookedAt = new Map(exchanges.map((exchange) => [exchange, from]));
  /** No auction of an exchange matches before. */
  const quietUntil = new Map<Exchange, number>();

  function passed(exchange: Exchange, now: number, isJump: boolean): readonly Auction[] {
    const since = lookedAt.get(exchange) ?? from;
    if (now < (quietUntil.get(exchange) ?? -Infinity)) return [];
    lookedAt.set(exchange, now);
    const near = nearAuctions(exchange, since, now, hours);
    // None lies ahead where the market never sleeps, and after a record's last day.
    quietUntil.set(exchange, near.find(({ matchesAt }) => matchesAt > now)?.matchesAt ?? Infinity);
    const found = near.filter(({ matchesAt }) => since < matchesAt && matchesAt <= now);
    return isJump ? found.slice(-1) : found;
  }

  return {
    until: (now, isJump) => exchanges.flatMap((exchange) => passed(exchange, now, isJump)),
  };
}

/** Of the last trading days and the next one: of a long leap nobody needs what lies between. */
function nearAuctions(exchange: Exchange, since: number, now: number, hours: MarketHours) {
  const market = exchangeMarket(exchange);
  const today = marketDate(market, now, hours);
  const dates = new Set([
    marketDate(market, since, hours),
    previousTradingDay(market, today, hours),
    today,
    nextTradingDay(market, today, hours),
  ]);
  return [...dates].toSorted().flatMap((date) => auctionsOf(exchange, date, hours));
}
