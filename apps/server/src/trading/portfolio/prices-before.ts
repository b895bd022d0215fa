import { divide, price, type MarketKey, type Price } from "@sanshi/money";
import { marketDate, recordMoment, tradingDayBegins, tradingHours } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";

type PricesContext = Pick<Context, "quotes" | "hours" | "feed">;

/** Until so long after a moment the newest prices are those of it, unless they came after it. */
const onTimeMs = 60_000;

export type PriceThen = (market: MarketKey, code: string) => Promise<Price | null>;

/** Prices right before a moment, in its shares; each is looked up once. Null where a stock has none. */
export function pricesBefore(context: PricesContext, end: number, now: number): PriceThen {
  const known = new Map<string, Promise<Price | null>>();
  return (market, code) => {
    const key = `${market}:${code}`;
    const price = known.get(key) ?? priceBefore(context, { market, code }, end, now);
    known.set(key, price);
    return price;
  };
}

type Stock = { market: MarketKey; code: string };

async function priceBefore(
  context: PricesContext,
  stock: Stock,
  end: number,
  now: number,
): Promise<Price | null> {
  const quote = context.quotes.get(stock.market, stock.code);
  const newest = quote !== null && quote.last > 0n ? quote.last : null;
  if (quote !== null && quote.at < end && now - end < onTimeMs) return newest;
  return (
    (await runningPrice(context, stock, end)) ?? (await closeBefore(context, stock, end)) ?? newest
  );
}

/** The last minute's price where the moment lies within a day's trading. */
async function runningPrice(
  { feed, hours }: PricesContext,
  { market, code }: Stock,
  end: number,
): Promise<Price | null> {
  const date = marketDate(market, end - 1, hours);
  const trading = tradingHours(market, date, hours);
  if (trading === null || end <= trading.opensAt || end >= trading.closesAt) return null;
  const before = recordMoment(end, hours);
  const [minute] = await feed.bars({ market, code, period: "1m", before, limit: 1 });
  return minute?.tradingDate === date && minute.close > 0n ? minute.close : null;
}

/** The close of the last trading day that was over at a moment; null where the feed has none. */
async function closeBefore(
  { feed, hours }: PricesContext,
  { market, code }: Stock,
  end: number,
): Promise<Price | null> {
  const bars = await feed.bars({
    market,
    code,
    period: "1d",
    before: recordMoment(end, hours),
    limit: 2,
  });
  const bar = bars.findLast(({ tradingDate }) => {
    const closesAt = tradingHours(market, tradingDate, hours)?.closesAt ?? end;
    return closesAt <= end;
  });
  if (bar === undefined || bar.close <= 0n) return null;
  let close: bigint = bar.close;
  for (const action of feed.corporateActions(market, code)) {
    if (action.kind !== "split" || action.exDate <= bar.tradingDate) continue;
    if (tradingDayBegins(market, action.exDate, hours) >= end) continue;
    close = divide(close * action.denominator, action.numerator, "half_up");
  }
  return price(close > 0n ? close : 1n);
}
