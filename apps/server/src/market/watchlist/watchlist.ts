import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { accept, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { objectToWatching } from "./watchlist.rules.ts";
import * as store from "./watchlist.store.ts";
import type { WatchedStock } from "./watchlist.store.ts";

type WatchlistContext = Pick<Context, "database" | "quotes" | "clock">;

/** Newest first; all markets without a market. */
export function watchedStocks(
  context: WatchlistContext,
  customer: Customer,
  market: MarketKey | undefined,
): Promise<WatchedStock[]> {
  return store.listWatched(context.database.reader, customer.customerId, market ?? null);
}

export function isWatched(
  context: WatchlistContext,
  customer: Customer,
  stock: WatchedStock,
): Promise<boolean> {
  return store.hasWatched(context.database.reader, customer.customerId, stock);
}

export async function watch(
  context: WatchlistContext,
  customer: Customer,
  stock: WatchedStock,
): Promise<Outcome<Record<string, never>>> {
  const isKnown = context.quotes.instrument(stock.type, stock.code) !== null;
  return context.database.transaction(async (transaction) => {
    await store.lockWatchlist(transaction, customer.customerId);
    const objection = objectToWatching({
      isKnown,
      isWatched: await store.hasWatched(transaction, customer.customerId, stock),
      watchedCount: await store.countWatched(transaction, customer.customerId),
    });
    if (objection !== null) return { ok: false, refusal: objection };
    await store.insertWatched(transaction, customer.customerId, stock, context.clock.now());
    return accept({});
  });
}

/** Also takes off a stock that the feed no longer knows. */
export async function unwatch(
  context: WatchlistContext,
  customer: Customer,
  stock: WatchedStock,
): Promise<Outcome<Record<string, never>>> {
  await context.database.transaction((transaction) =>
    store.deleteWatched(transaction, customer.customerId, stock),
  );
  return accept({});
}
