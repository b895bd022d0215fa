import { price, shares } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import { demoCompanies } from "../../apps/server/src/market-feed/companies/companies.ts";
import type { MarketFeed, Quote } from "../../apps/server/src/market-feed/market-feed.ts";

/**
 * A market at its busiest: every stock trades at every beat, so that no frame is ever shorter than
 * what its client watches.
 */
export function createBusyFeed(clock: { now(): number }, beatMs: number): MarketFeed {
  const companies = demoCompanies();
  let beat = 0;
  let timer: NodeJS.Timeout | null = null;

  function quotes(): Quote[] {
    beat += 1;
    const at = clock.now();
    return companies.map(({ market, code, anchorPrice }, index) => {
      const step = BigInt((beat * 7 + index * 13) % 200) * 100n;
      const last = price(BigInt(anchorPrice) + step);
      return {
        market,
        code,
        feed: "busy",
        sequence: BigInt(beat),
        at,
        last,
        bid: price(last - 100n),
        ask: last,
        bids: [{ price: price(last - 100n), quantity: shares(500n) }],
        asks: [{ price: last, quantity: shares(700n) }],
        tradingDate: localDate(market, at),
        previousClose: price(BigInt(anchorPrice)),
        open: price(BigInt(anchorPrice)),
        high: price(BigInt(anchorPrice) + 20_000n),
        low: price(BigInt(anchorPrice)),
        volume: shares(BigInt(beat) * 1_300n),
        turnoverMinor: BigInt(beat) * 1_300n * (last / 10_000n),
        halted: false,
      };
    });
  }

  return {
    name: "busy",
    kind: "simulated",
    instruments: () => companies,
    indexes: () => [],
    snapshot: quotes,
    start(deliver) {
      timer = setInterval(() => deliver(quotes(), []), beatMs);
    },
    stop() {
      if (timer !== null) clearInterval(timer);
    },
    bars: () => [],
    corporateActions: () => [],
  };
}
