import { formatScaled, perShare, type MarketKey } from "@sanshi/money";
import { daysAfter, localDate, tradingDayBegins } from "@sanshi/rulebook";
import { dividendOn } from "../../../apps/server/src/market-feed/market-feed.ts";
import type { Clock } from "../../../apps/server/src/platform/clock.ts";
import { lastingFeed, type ScriptedFeed } from "../../support/scripted-feed.ts";
import type { RandomSource } from "../random-source.ts";

export type Stock = {
  market: MarketKey;
  code: string;
  exchange: "TSE" | "NASDAQ" | "SSE";
  start: bigint;
};

/** They stay, under whatever codes; each of the others ends within a fortnight of its turn. */
export const lastingStocks: readonly Stock[] = [
  { market: "jpy", code: "7203", exchange: "TSE", start: 28_500_000n },
  { market: "usd", code: "AAPL", exchange: "NASDAQ", start: 1_892_000n },
  { market: "cny", code: "600519", exchange: "SSE", start: 480_000n },
];

/** Bonus shares, splits, and reverse splits that leave fractions. */
const splits = [
  [11n, 10n],
  [3n, 2n],
  [2n, 3n],
  [7n, 1n],
  [1n, 7n],
  [1n, 3n],
  [3n, 1n],
] as const;
export const dayMs = 86_400_000;
/** Within so many times its first price either way a stock's price stays, over whatever splits. */
const priceSpan = 12n;

/** Stocks that end, one after the other: of each market in turn. */
export function endingStocks(count: number): Stock[] {
  return Array.from({ length: count }, (_, index): Stock => {
    const number = String(index).padStart(2, "0");
    const [tens = "0", ones = "0"] = number;
    const letter = (digit: string) => String.fromCodePoint(65 + Number(digit));
    if (index % 3 === 0) {
      return { market: "jpy", code: `81${number}`, exchange: "TSE", start: 9_000_000n };
    }
    return index % 3 === 1
      ? {
          market: "usd",
          code: `ZE${letter(tens)}${letter(ones)}`,
          exchange: "NASDAQ",
          start: 407_500n,
        }
      : { market: "cny", code: `6008${number}`, exchange: "SSE", start: 123_400n };
  });
}

export type ScriptedMarket = ReturnType<typeof createScriptedMarket>;

/** Prices of some stocks, which splits change as they take effect, for processes that follow one another. */
export function createScriptedMarket(stocks: readonly Stock[]) {
  const prices = new Map(stocks.map(({ code, start }) => [code, start]));
  const priceOf = ({ code }: Stock) => prices.get(code) ?? 0n;
  let due: { stock: Stock; at: number; numerator: bigint; denominator: bigint }[] = [];
  const makeFeed = lastingFeed();
  let feed: ScriptedFeed;
  let clock: { now(): number };

  function splitUntil(moment: number): void {
    for (const { stock, numerator, denominator } of due.filter(({ at }) => at <= moment)) {
      prices.set(stock.code, (priceOf(stock) * denominator) / numerator);
    }
    due = due.filter(({ at }) => at > moment);
  }

  return {
    createFeed(present: Clock): ScriptedFeed {
      clock = present;
      feed = makeFeed(present);
      for (const stock of stocks) {
        const { market, code, exchange } = stock;
        if (feed.additions?.objection(market, code) !== null) continue;
        const names = { jp: code, cn: code, us: code };
        const listing = { market, code, exchange, names, searchTerms: [], sector: "technology" };
        feed.additions.carry({ ...listing, listedOn: "2001-08-27", addedAt: present.now() });
        feed.quote(market, code, formatScaled(priceOf(stock), 4));
      }
      return feed;
    },
    quoteAll(): void {
      splitUntil(clock.now());
      for (const stock of stocks) {
        feed.quote(stock.market, stock.code, formatScaled(priceOf(stock), 4));
      }
    },
    /** A split of one stock some days ahead; at most one of a stock is ahead. */
    announceSplit(random: RandomSource, stock: Stock, days: number): void {
      if (due.some((one) => one.stock === stock)) return;
      const drawn = splits[random(splits.length)]!;
      const after = (priceOf(stock) * drawn[1]) / drawn[0];
      const isFar = after > stock.start * priceSpan || after * priceSpan < stock.start;
      const [numerator, denominator] = isFar ? ([drawn[1], drawn[0]] as const) : drawn;
      const exDate = daysAfter(localDate(stock.market, clock.now()), days);
      feed.act(stock.market, stock.code, { kind: "split", exDate, numerator, denominator });
      const at = tradingDayBegins(stock.market, exDate, "always");
      due.push({ stock, at, numerator, denominator });
    },
    /** One or two on the same day, with twelve decimals of the currency. */
    announceDividends(random: RandomSource, stock: Stock, days: number): void {
      const exDate = daysAfter(localDate(stock.market, clock.now()), days);
      for (let count = 1 + random(2); count > 0; count -= 1) {
        const amount = (stock.start * 10n ** 8n) / 200n + BigInt(random(1_000_000_000));
        feed.act(stock.market, stock.code, dividendOn(exDate, perShare(amount)));
      }
    },
    /** The last prices of the day that ends at a midnight, as its bars have them. */
    close(random: RandomSource, midnight: number): void {
      splitUntil(midnight - 1);
      for (const stock of stocks) {
        const moved = (priceOf(stock) * BigInt(97 + random(7))) / 100n;
        const tick = stock.market === "jpy" ? 5_000n : 100n;
        const last = moved - (moved % tick);
        prices.set(stock.code, last > tick ? last : tick);
        feed.close(stock.market, stock.code, midnight - 60_000, formatScaled(priceOf(stock), 4));
      }
    },
  };
}
