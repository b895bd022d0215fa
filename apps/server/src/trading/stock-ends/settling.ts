import {
  formatMinor,
  formatPrice,
  formatShares,
  settlementCurrency,
  type Price,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import { dayBarsUntil, hasEnded, stockEndsAt } from "../../market-feed/stock-ends.ts";
import { dropAlerts } from "../../market/alerts/alerts.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { publishWith } from "../../platform/customer-events.ts";
import { eachByItself } from "../../platform/each-by-itself.ts";
import { isAppliedBefore } from "../corporate-actions/corporate-actions.ts";
import { notifyOfDebt } from "../margin/margin.ts";
import { endOrdersOfStock, ordersOf, type ExchangeTerms } from "../orders/orders.ts";
import { publishDecided } from "../../market/news-editor/news-editor.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { endInNews, endParams } from "./stock-ends.ts";
import { endSettled } from "./stock-ends.texts.ts";
import * as store from "./stock-ends.store.ts";

const positionsPerLook = 200;
const finishedAfterMs = 3_600_000;

/**
 * Settles what has ended: orders are cancelled, and whatever is held or short is closed at the published price, each
 * position in a transaction of its own. A process that is killed leaves the rest to the next look, or to another one.
 */
export async function settleEnds(context: Context, isStopped: () => boolean): Promise<void> {
  const { database, feed, clock, hours, log } = context;
  const now = clock.now();
  const due = (await store.openEnds(database.reader, feed.name)).filter((end) => now >= endOf(end));
  function endOf({ market, last_trading_day: lastTradingDay }: store.StoredEnd): number {
    return stockEndsAt({ market, lastTradingDay }, hours);
  }
  await eachByItself({ log, failure: "a stock's end was not settled" }, due, async (end) => {
    if (isStopped()) return 0;
    // Kept before anything is exchanged, so that nothing trades at another scale until they are applied.
    if (!(await applyOfTarget(context, end, endOf(end)))) return 0;
    await settleEnd(context, end, endOf(end), isStopped);
    if (!(await applyOfTarget(context, end, endOf(end)))) return 0;
    // By then every process has heard of it. What a venue busts later is looked for by itself.
    if (now >= endOf(end) + finishedAfterMs) await store.finishEnd(database.reader, end.id, now);
    return 1;
  });
}

/**
 * What took effect of the new stock since the end is due on what is exchanged, however late that is, and was applied
 * to everything else before. False where it is not applied yet.
 */
function applyOfTarget(
  context: Context,
  { market, target_code: announced }: store.StoredEnd,
  endedAt: number,
): Promise<boolean> {
  if (announced === null) return Promise.resolve(true);
  const code = context.quotes.present(market, announced);
  return ordersOf(context).ended.applySince(market, code, endedAt);
}

async function settleEnd(
  context: Context,
  end: store.StoredEnd,
  endedAt: number,
  isStopped: () => boolean,
): Promise<void> {
  const { database } = context;
  const { market, code } = end;
  await database.transaction(async (transaction) => {
    // Placed by a process that had not heard of it.
    await endOrdersOfStock(transaction, { market, code, endsAt: endedAt });
    await dropAlerts(transaction, { market, code });
  });
  const published = await priceOf(context, end);
  const [any] = await store.heldOfStock(database.reader, end, { after: 0n, limit: 1 });
  if (published === null || any === undefined) return;
  // Stops and exits that the clock has leapt over come first, and so do splits and dividends.
  await ordersOf(context).ended.meetBefore(market, code, endedAt);
  if (!(await isAppliedBefore(context, endedAt))) return;
  for (let after = 0n; !isStopped();) {
    const page = { after, limit: positionsPerLook };
    const held = await store.heldOfStock(database.reader, end, page);
    const last = held.at(-1);
    if (last === undefined) return;
    const failure = "a position was not settled at its stock's end";
    await eachByItself({ log: context.log, failure }, held, async ({ id, customer_id }) => {
      const held = { customerId: customer_id, positionId: id, endedAt };
      await (published.terms === null
        ? settleOne(context, end, { ...held, price: published.price })
        : exchangeOne(context, end, { ...held, ...published.terms }));
      return 1;
    });
    after = last.id;
  }
}

/** What a share is settled at, or what it is exchanged for where that can be traded. */
type Published = { price: Price; terms: { code: string; terms: ExchangeTerms } | null };

/** What was published first stands: the cash that the document names, or the feed's last close. */
async function priceOf(context: Context, end: store.StoredEnd): Promise<Published | null> {
  const { database, feed, quotes, clock, log } = context;
  const { id, market, code, last_trading_day: lastTradingDay } = end;
  if (end.settlement_price !== null) return publishedOf(context, end, end.settlement_price);
  const targetPrice = await priceOfTarget(context, end);
  const published = async (price: Price, priceOf: string) => {
    const at = clock.now();
    return database.transaction(async (transaction) => {
      const isFirst = await store.publishPrice(transaction, {
        id,
        price,
        priceOf,
        targetPrice,
        at,
      });
      const kept = await store.lockEnd(transaction, id);
      if (kept === undefined || kept.settlement_price === null) return null;
      if (isFirst)
        await publishNews(context, transaction, kept, { price: kept.settlement_price, at });
      return publishedOf(context, kept, kept.settlement_price);
    });
  };
  if (end.cash_price !== null && end.target_code === null) {
    return published(end.cash_price, lastTradingDay);
  }
  const day = (await dayBarsUntil(feed, { market, code, lastTradingDay }, 1)).at(-1);
  if (day !== undefined && day.close > 0n) return published(day.close, day.tradingDate);
  // A feed that keeps no days has told its last price.
  const quote = quotes.get(market, code);
  if (quote !== null && quote.last > 0n && quote.tradingDate <= lastTradingDay) {
    return published(quote.last, quote.tradingDate);
  }
  log.warn({ market, code }, "a stock that has ended has no price to settle at");
  return null;
}

async function publishNews(
  context: Context,
  transaction: Transaction,
  end: store.StoredEnd,
  { price, at }: { price: Price; at: number },
): Promise<void> {
  const { market, target_price: targetPrice } = end;
  const currency = settlementCurrency(market);
  const named = endInNews(context, end);
  // Shares that cannot be traded are not given: then it is settled in cash.
  const target = targetPrice === null ? null : named.target;
  const texts = endSettled(
    { ...named, target },
    formatPrice(targetPrice ?? price, currency),
    currency,
  );
  await publishDecided(transaction, { market, texts, writtenBy: null, at });
}

function publishedOf({ quotes }: Context, end: store.StoredEnd, price: Price): Published {
  const { market, target_code, ratio_numerator: numerator, ratio_denominator: denominator } = end;
  const { target_price: targetPrice, cash_price: cashPerShare } = end;
  if (target_code === null || numerator === null || denominator === null || targetPrice === null) {
    return { price, terms: null };
  }
  const terms = { ratio: { numerator, denominator }, cashPerShare, targetPrice };
  return { price, terms: { code: quotes.present(market, target_code), terms } };
}

/** Its close of the last trading day; null where the new shares cannot be traded, or nothing is known of their price. */
async function priceOfTarget(
  { feed, quotes, clock, hours }: Context,
  { market, target_code: announced, last_trading_day: lastTradingDay }: store.StoredEnd,
): Promise<Price | null> {
  if (announced === null) return null;
  const code = quotes.present(market, announced);
  const target = quotes.instrument(market, code);
  if (target === null || target.offered === false || hasEnded(target, clock.now(), hours))
    return null;
  const day = (await dayBarsUntil(feed, { market, code, lastTradingDay }, 1)).at(-1);
  if (day !== undefined && day.close > 0n) return day.close;
  const last = quotes.get(market, code)?.last ?? null;
  return last !== null && last > 0n ? last : null;
}

/** Once, as a settlement is. */
async function exchangeOne(
  context: Context,
  end: store.StoredEnd,
  exchange: {
    customerId: bigint;
    positionId: bigint;
    endedAt: number;
    code: string;
    terms: ExchangeTerms;
  },
): Promise<void> {
  const { customerId, positionId, code } = exchange;
  const { market } = end;
  const currency = settlementCurrency(market);
  await context.database.transaction(async (transaction) => {
    const exchanged = await ordersOf(context).ended.exchange(transaction, exchange);
    if (exchanged === null) return;
    const at = context.clock.now();
    const { number, quantity, received, cash, newPositionId, shortfallBefore } = exchanged;
    await store.insertExchange(transaction, {
      ...{ positionId, number, endId: end.id, quantity, newPositionId, received, cash, at },
    });
    const names = context.quotes.names(market, code);
    await sendMessage(transaction, {
      customerId,
      kind: "shares_exchanged",
      at,
      link: `/position/info?id=${newPositionId ?? positionId}`,
      params: {
        ...endParams(context, end),
        quantity: formatShares(quantity),
        received: formatShares(received),
        target: code,
        target_name_jp: names.jp,
        target_name_cn: names.cn,
        target_name_us: names.us,
        side: exchanged.side,
        cash: formatMinor(cash, currency),
      },
    });
    await notifyOfDebt(transaction, { customerId, market }, { at, shortfall: shortfallBefore });
    await publishWith(transaction, customerId, { kind: "balance_changed" });
  });
}

/** Once, whoever else is at it: of two the second finds another revision of the position. */
async function settleOne(
  context: Context,
  end: store.StoredEnd,
  settlement: { customerId: bigint; positionId: bigint; price: Price; endedAt: number },
): Promise<void> {
  const { customerId, positionId, price } = settlement;
  const { market, code } = end;
  const currency = settlementCurrency(market);
  await context.database.transaction(async (transaction) => {
    const settled = await ordersOf(context).ended.settle(transaction, settlement);
    if (settled === null) return;
    const at = context.clock.now();
    const { number, side, quantity, profit, shortfallBefore } = settled;
    await store.insertReceipt(transaction, {
      positionId,
      number,
      endId: end.id,
      quantity,
      price,
      at,
    });
    const shown = { quantity: formatShares(quantity), price: formatPrice(price, currency) };
    await sendMessage(transaction, {
      customerId,
      kind: "stock_end_settled",
      at,
      link: `/position/info?id=${positionId}`,
      params: {
        ...endParams(context, end),
        ...shown,
        side,
        profit: formatMinor(profit, currency),
      },
    });
    await notifyOfDebt(transaction, { customerId, market }, { at, shortfall: shortfallBefore });
    const stock = { id: positionId.toString(), type: market, code };
    await publishWith(transaction, customerId, { kind: "position_closed", ...stock, ...shown });
  });
}
