import { marketStatus } from "@sanshi/rulebook";
import type { Quote } from "../../market-feed/market-feed.ts";
import type { Context } from "../../context.ts";
import { isUsable } from "./orders.rules.ts";
import { loadWaitingOrders } from "./orders.store.ts";
import { createWaitingOrders, type WaitingOrder, type WaitingOrders } from "./waiting-orders.ts";

/** Watches the quotes for the orders that wait, and hands over those that the market reaches. */
export type Triggers = {
  add(order: WaitingOrder): void;
  remove: WaitingOrders["remove"];
  /** Reads every waiting order from the database and starts to watch. */
  start(): Promise<void>;
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

  async function tryOrder(order: WaitingOrder): Promise<void> {
    const done = await reached(order).catch((error: unknown) => {
      context.log.warn({ err: error, position: order.positionId }, "a waiting order was not tried");
      return false;
    });
    if (!done && !stopped) setTimeout(() => add(order), againAfterMs).unref();
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
        const isPurchase = stored.limit_price !== null && stored.status === 3;
        const limit = isPurchase ? stored.limit_price : stored.closing_price;
        if (limit === null) continue;
        add({
          positionId: stored.id,
          customerId: stored.customer_id,
          market: stored.market,
          code: stored.code,
          side: isPurchase ? "buy" : "sell",
          limit,
        });
      }
    },
    stop() {
      stopped = true;
      unsubscribe?.();
    },
  };
}
