import type { MarketKey } from "@sanshi/money";
import { marketStatus } from "@sanshi/rulebook";
import type { Quote } from "../../market-feed/market-feed.ts";
import type { Context } from "../../context.ts";
import { isUsable } from "./orders.rules.ts";
import { loadWaitingOrders, loadWaitingOrdersOf, type StoredWaitingOrder } from "./orders.store.ts";
import { createWaitingOrders, type WaitingOrder, type WaitingOrders } from "./waiting-orders.ts";

/** Watches the quotes for the orders that wait, and hands over those that the market reaches. */
export type Triggers = {
  add(order: WaitingOrder): void;
  remove: WaitingOrders["remove"];
  /** Reads every waiting order from the database and starts to watch. */
  start(): Promise<void>;
  /** Reads the orders of one stock again, whose limits or shares have changed. */
  reload(market: MarketKey, code: string): Promise<void>;
  stop(): void;
};

/** An order that could not be tried now is tried again with a quote after this time. */
const againAfterMs = 1_000;

/** `reached` answers whether the order is done with; false keeps it waiting. */
export function createTriggers(
  context: Pick<Context, "quotes" | "clock" | "hours" | "database" | "log">,
  reached: (order: WaitingOrder) => Promise<boolean>,
): Triggers {
  const waiting = createWaitingOrders();
  /** How often a stock's orders were read again. */
  const reloads = new Map<string, number>();
  let unsubscribe: (() => void) | null = null;
  let stopped = false;

  function look(quote: Quote): void {
    const now = context.clock.now();
    if (quote.halted || !isUsable(quote, now)) return;
    if (!marketStatus(quote.market, now, context.hours).isOpen) return;
    const bid = quote.bids.length > 0 ? quote.bid : null;
    const ask = quote.asks.length > 0 ? quote.ask : null;
    for (const order of waiting.takeReached(quote.market, quote.code, bid, ask)) {
      void tryOrder(order);
    }
  }

  const reloadsOf = (market: MarketKey, code: string) => reloads.get(`${market}:${code}`) ?? 0;

  async function tryOrder(order: WaitingOrder): Promise<void> {
    const { market, code } = order;
    const reloadsBefore = reloadsOf(market, code);
    const done = await reached(order).catch((error: unknown) => {
      context.log.warn({ err: error, position: order.positionId }, "a waiting order was not tried");
      return false;
    });
    const again = () => {
      if (reloadsOf(market, code) === reloadsBefore) add(order);
    };
    if (!done && !stopped) setTimeout(again, againAfterMs).unref();
  }

  /** The market may have come to the limit while the order was being written. */
  function add(order: WaitingOrder): void {
    if (stopped) return;
    waiting.add(order);
    const quote = context.quotes.get(order.market, order.code);
    if (quote !== null) look(quote);
  }

  return {
    add,
    remove: (order) => waiting.remove(order),
    async start() {
      unsubscribe = context.quotes.subscribe((quotes) => {
        for (const quote of quotes) look(quote);
      });
      for (const stored of await loadWaitingOrders(context.database.reader)) {
        const order = waitingOrderOf(stored);
        if (order !== null) add(order);
      }
    },
    async reload(market, code) {
      // One that was taken out with its old limit comes back with the one that is read here.
      reloads.set(`${market}:${code}`, reloadsOf(market, code) + 1);
      const stored = await loadWaitingOrdersOf(context.database.reader, market, code);
      const orders = stored.flatMap((row) => waitingOrderOf(row) ?? []);
      waiting.replace(market, code, orders);
      for (const order of orders) add(order);
    },
    stop() {
      stopped = true;
      unsubscribe?.();
    },
  };
}

function waitingOrderOf(stored: StoredWaitingOrder): WaitingOrder | null {
  const isPurchase = stored.limit_price !== null && stored.status === 3;
  const limit = isPurchase ? stored.limit_price : stored.closing_price;
  if (limit === null) return null;
  return {
    positionId: stored.id,
    customerId: stored.customer_id,
    market: stored.market,
    code: stored.code,
    side: isPurchase ? "buy" : "sell",
    limit,
  };
}
