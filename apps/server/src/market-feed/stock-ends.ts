import { price, type MarketKey } from "@sanshi/money";
import {
  dayEndsAt,
  daysAfter,
  instantOf,
  type LocalDate,
  type MarketHours,
} from "@sanshi/rulebook";
import type { Bar, Delivery, Instrument, MarketFeed, Quote, StockEnd } from "./market-feed.ts";

/** A feed that tells nothing of a stock after its last trading day. */
export type EndableFeed = MarketFeed & {
  /** From here on these stocks end, and no others. */
  keepEnds(ends: readonly StockEnd[]): void;
};

/** When a stock's last trading is over, on the app's clock. */
export function stockEndsAt(
  { market, lastTradingDay }: Pick<StockEnd, "market" | "lastTradingDay">,
  hours: MarketHours,
): number {
  return dayEndsAt(market, lastTradingDay, hours);
}

export function hasEnded(
  { end }: Pick<Instrument, "end">,
  now: number,
  hours: MarketHours,
): boolean {
  return end !== undefined && now >= stockEndsAt(end, hours);
}

/** Prices, bars, auctions and actions of a stock are those up to its last trading day, whatever the feed has after it. */
export function withStockEnds<Feed extends MarketFeed>(
  feed: Feed,
  hours: MarketHours,
): Feed & EndableFeed {
  let ends = new Map<string, StockEnd>();
  const closings = new Map<string, Quote>();
  const endOf = (stock: { market: MarketKey; code: string }) => ends.get(keyOf(stock));
  const isBefore = (stock: { market: MarketKey; code: string }, date: LocalDate) => {
    const end = endOf(stock);
    return end === undefined || date <= end.lastTradingDay;
  };

  function upToEnds(quotes: readonly Quote[]): readonly Quote[] {
    if (ends.size === 0) return quotes;
    return quotes.flatMap((quote) =>
      isBefore(quote, quote.tradingDate) ? quote : (closingQuote(quote) ?? []),
    );
  }

  /** In the place of the first quote after the last trading day: what that day left. */
  function closingQuote(after: Quote): Quote | null {
    const end = endOf(after);
    const key = keyOf(after);
    const known = closings.get(key);
    if (known !== undefined || end === undefined) return known ?? null;
    const bars = dayBarsUntil(feed, end, 2);
    // One that has to fetch its bars has no prices of a stock that is not traded either.
    if (bars instanceof Promise) return null;
    const day = bars.at(-1);
    if (day === undefined) return null;
    const { passedFrom: _passed, bar: _bar, ...plain } = after;
    const quote: Quote = {
      ...plain,
      ...lastPrices(day, bars.at(-2)),
      at: Math.min(after.at, stockEndsAt(end, hours)),
      nextAt: null,
      bids: [],
      asks: [],
      halted: true,
    };
    closings.set(key, quote);
    return quote;
  }

  const { passed, minutes, auction, trades, nextActions, fundamentals } = feed;
  return {
    ...feed,
    keepEnds(kept) {
      ends = new Map(kept.map((end) => [keyOf(end), end]));
      for (const key of closings.keys()) if (!ends.has(key)) closings.delete(key);
    },
    snapshot: () => upToEnds(feed.snapshot()),
    start: (deliver: Delivery) =>
      feed.start((quotes, indexes, auctions) =>
        deliver(
          upToEnds(quotes),
          indexes,
          auctions?.filter((one) => isBefore(one, one.tradingDate)),
        ),
      ),
    bars(query) {
      const end = endOf(query);
      if (end === undefined) return feed.bars(query);
      return feed.bars({ ...query, before: Math.min(query.before, endOfBars(end)) });
    },
    corporateActions: (market, code) =>
      feed
        .corporateActions(market, code)
        .filter(({ exDate }) => isBefore({ market, code }, exDate)),
    ...(passed && {
      passed: function* (question) {
        for (const quote of passed(question)) {
          if (!isBefore(question, quote.tradingDate)) return;
          yield quote;
        }
      },
    }),
    ...(minutes && {
      minutes: (market, code, date) =>
        isBefore({ market, code }, date) ? minutes(market, code, date) : null,
    }),
    ...(auction && {
      auction: (question) => (isBefore(question, question.tradingDate) ? auction(question) : null),
    }),
    ...(trades && {
      trades(query) {
        const end = endOf(query);
        if (end === undefined) return trades(query);
        return trades({ ...query, until: Math.min(query.until, stockEndsAt(end, hours)) });
      },
    }),
    ...(nextActions && {
      nextActions: (market, code) =>
        nextActions(market, code).filter(({ exDate }) => isBefore({ market, code }, exDate)),
    }),
    ...(fundamentals && {
      fundamentals(market, code) {
        const known = fundamentals(market, code);
        if (known === null) return null;
        const still = (date: string | null) =>
          date !== null && isBefore({ market, code }, date) ? date : null;
        return {
          ...known,
          earningsTold: known.earningsTold.filter((date) => isBefore({ market, code }, date)),
          nextEarnings: still(known.nextEarnings),
          nextDividend: still(known.nextDividend),
        };
      },
    }),
  };
}

/** Bars are on the feed's own calendar, which for a record is not the app's. */
function endOfBars({
  market,
  lastTradingDay,
}: Pick<StockEnd, "market" | "lastTradingDay">): number {
  return instantOf(market, daysAfter(lastTradingDay, 1), "00:00");
}

/** The last day bars up to and with a stock's last trading day, oldest first. */
export function dayBarsUntil(
  feed: Pick<MarketFeed, "bars">,
  end: Pick<StockEnd, "market" | "code" | "lastTradingDay">,
  limit: number,
): ReturnType<MarketFeed["bars"]> {
  const { market, code } = end;
  return feed.bars({ market, code, period: "1d", before: endOfBars(end), limit });
}

function lastPrices(day: Bar, before: Bar | undefined) {
  const { tradingDate, open, high, low, close, volume, turnoverMinor } = day;
  return {
    last: close,
    bid: close,
    ask: close,
    tradingDate,
    previousClose: price(before?.close ?? open),
    ...{ open, high, low, volume, turnoverMinor },
  };
}

function keyOf({ market, code }: { market: MarketKey; code: string }): string {
  return `${market}:${code}`;
}
