import { price, shares } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import { demoCompanies } from "../../apps/server/src/market-feed/companies/companies.ts";
import type { MarketFeed, Quote } from "../../apps/server/src/market-feed/market-feed.ts";

const beatMs = 10;

export type TickingFeed = MarketFeed & {
  ticks(): number;
  /** From now on the stock trades at 85 % of where it began. */
  fall(code: string): void;
};

/** So many ticks a second, each a new quote of one stock a little about where it began. */
export function createTickingFeed(clock: { now(): number }, ticksPerSecond: number): TickingFeed {
  const companies = demoCompanies();
  const fallen = new Set<string>();
  // Also over a restart a sequence goes on, and a fill names it.
  let sequence = Date.now() * 1_000;
  let ticks = 0;
  let timer: NodeJS.Timeout | null = null;

  function quoteOf({ market, code, anchorPrice }: (typeof companies)[number]): Quote {
    sequence += 1;
    const at = clock.now();
    const whole = 10_000n;
    const anchor = (BigInt(anchorPrice) / whole) * whole;
    const base = fallen.has(code) ? ((anchor * 85n) / 100n / whole) * whole : anchor;
    const last = price(base + BigInt(sequence % 3) * whole);
    const depth = shares(100_000_000n);
    return {
      market,
      code,
      feed: "ticking",
      sequence: BigInt(sequence),
      at,
      last,
      bid: price(last - whole),
      ask: last,
      bids: [{ price: price(last - whole), quantity: depth }],
      asks: [{ price: last, quantity: depth }],
      tradingDate: localDate(market, at),
      previousClose: price(anchor),
      open: price(anchor),
      high: price(anchor + 20_000n),
      low: price((anchor * 8n) / 10n),
      volume: shares(1_000_000n),
      turnoverMinor: 1_000_000n * (anchor / whole),
      halted: false,
    };
  }

  return {
    name: "ticking",
    kind: "simulated",
    instruments: () => companies,
    indexes: () => [],
    snapshot: () => companies.map(quoteOf),
    start(deliver) {
      if (ticksPerSecond === 0) return;
      let began = performance.now();
      timer = setInterval(() => {
        const due = Math.floor(((performance.now() - began) * ticksPerSecond) / 1_000);
        if (due === 0) return;
        began += (due * 1_000) / ticksPerSecond;
        const quotes = Array.from({ length: due }, (_, index) => {
          const company = companies[(ticks + index) % companies.length];
          return company === undefined ? [] : [quoteOf(company)];
        }).flat();
        ticks += due;
        deliver(quotes, []);
      }, beatMs);
    },
    stop() {
      if (timer !== null) clearInterval(timer);
    },
    bars: () => [],
    corporateActions: () => [],
    ticks: () => ticks,
    fall: (code) => void fallen.add(code),
  };
}
