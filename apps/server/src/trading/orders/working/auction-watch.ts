import type { MarketKey } from "@sanshi/money";
import { auctionsBetween, type Auction, type Exchange } from "@sanshi/rulebook";
import type { Context } from "../../../context.ts";
import type { AuctionPrint } from "../../../market-feed/market-feed.ts";
import type { WatchedPrices } from "./watched.ts";

/** Hands over what auctions reach of what waits. */
export type AuctionWatch = {
  /** At every auction since the last look, also those that the clock has leapt over. */
  look(): void;
};

/** At its start a process looks at the auctions of so long: what was missed while none ran. */
const auctionsMissedMs = 4 * 86_400_000;
/** Where no auction is near, none is looked for in so long. */
const quietMs = 3_600_000;

export function createAuctionWatch(
  { feed, hours, quotes, clock }: Pick<Context, "feed" | "hours" | "quotes" | "clock">,
  waitsFor: (market: MarketKey, code: string) => boolean,
  reach: (market: MarketKey, code: string, prices: WatchedPrices, auctionsAfter: number) => void,
): AuctionWatch {
  let lookedUntil = clock.now() - auctionsMissedMs;
  let quietUntil = -Infinity;

  function auctionsOfExchanges(
    exchanges: ReadonlySet<Exchange>,
    after: number,
    until: number,
  ): ReadonlyMap<Exchange, readonly Auction[]> {
    const pairs = [...exchanges].map(
      (exchange) => [exchange, auctionsBetween(exchange, after, until, hours)] as const,
    );
    return new Map(pairs);
  }

  return {
    look() {
      const until = clock.now();
      if (until < quietUntil) return;
      // What the clock has leapt over comes in its order: the quotes, delivered by being asked for, before this.
      feed.snapshot();
      const after = lookedUntil;
      lookedUntil = until;
      const instruments = quotes.instruments();
      const exchanges = new Set(instruments.map(({ exchange }) => exchange));
      const coming = [...auctionsOfExchanges(exchanges, until, until + quietMs).values()].flat();
      quietUntil = Math.min(until + quietMs, ...coming.map(({ matchesAt }) => matchesAt));
      const matched = auctionsOfExchanges(exchanges, after, until);
      for (const { market, code, exchange } of instruments) {
        const auctions = matched.get(exchange) ?? [];
        if (auctions.length === 0 || !waitsFor(market, code)) continue;
        for (const { auction, date: tradingDate } of auctions) {
          const print = feed.auction?.({ market, code, tradingDate, auction }) ?? null;
          if (print !== null) reach(market, code, pricesOf(print), after);
        }
      }
    },
  };
}

/** Limits alone: what a traded price sets off meets the next one. */
function pricesOf({ feed, sequence, price, locked }: AuctionPrint): WatchedPrices {
  return {
    // What a quote did to an order before, an auction may still do.
    feed: `${feed} auction`,
    sequence,
    last: null,
    bid: locked === "sell" ? null : price,
    ask: locked === "buy" ? null : price,
  };
}
