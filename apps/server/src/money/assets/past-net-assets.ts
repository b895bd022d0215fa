import {
  divide,
  marketKeys,
  minor,
  price,
  settlementCurrency,
  type Currency,
  type MarketKey,
  type Minor,
  type Price,
} from "@sanshi/money";
import { marketDate, recordMoment, tradingDayBegins, tradingHours } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { isAppliedBefore } from "../../trading/corporate-actions/corporate-actions.ts";
import { holdingsBefore, noHoldings } from "../../trading/portfolio/portfolio.ts";
import { figuresByCurrency } from "./asset-figures.ts";
import { followedGainsBefore } from "./followed.store.ts";
import { balancesBefore } from "./net-assets.store.ts";

export type PastContext = Pick<Context, "quotes" | "hours" | "database" | "feed" | "log">;

/** Until so long after a moment the newest prices are those of the moment, unless they came after it. */
const onTimeMs = 60_000;
/** A feed can name an action that is never applied: what is over does not wait for it any longer. */
const looksForActionsMax = 60;

/** Whether all that took effect before a moment is applied, or has been waited for in enough looks. */
export function createWaitForActions(context: PastContext): (moment: number) => Promise<boolean> {
  let looks = 0;
  return async (moment) => {
    looks += 1;
    if (!(await isAppliedBefore(context, moment))) {
      if (looks < looksForActionsMax) return false;
      context.log.warn({ moment }, "net assets are written without an action that is due");
    }
    looks = 0;
    return true;
  };
}

/**
 * What customers had right before a moment (milliseconds since the epoch), by currency, from the postings, fills and
 * actions before it alone. What an action had brought by then and paid later counts.
 */
export async function netAssetsBefore(
  transaction: Transaction,
  customers: readonly bigint[],
  moment: number,
  priceThen: PriceThen,
): Promise<Map<bigint, ReadonlyMap<Currency, Minor>>> {
  const balances = await balancesBefore(transaction, customers, moment);
  const holdings = await holdingsBefore(transaction, customers, moment, priceThen);
  const followed = await followedGainsBefore(transaction, customers, moment);
  const byCustomer = Map.groupBy(balances, ({ customer_id }) => customer_id);
  return new Map(
    customers.map((id) => {
      const held = holdings.get(id);
      const figures = figuresByCurrency(
        byCustomer.get(id) ?? [],
        held ?? noHoldings,
        followed.get(id),
      );
      const nets = [...figures].map(([currency, { net }]) => {
        const market = marketKeys.find((key) => settlementCurrency(key) === currency);
        const unpaid = market === undefined ? 0n : (held?.[market].unpaid ?? 0n);
        return [currency, minor(net + unpaid)] as const;
      });
      return [id, new Map(nets)];
    }),
  );
}

export type PriceThen = (market: MarketKey, code: string) => Promise<Price | null>;

/** Prices right before a moment, in its shares; each is looked up once. Null where a stock has none. */
export function pricesBefore(context: PastContext, end: number, now: number): PriceThen {
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
  context: PastContext,
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
  { feed, hours }: PastContext,
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
  { feed, hours }: PastContext,
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
