import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { presentStock, stockRows } from "../market/market.ts";
import { unwatch, watch, watchedStocks } from "./watchlist.ts";

export function watchlistRoutes(context: Context): void {
  const { http } = context;
  http.handle("/market/watchlist", async ({ input, customer }) =>
    accept(stockRows(context, await watchedStocks(context, customer, input.type))),
  );
  http.handle("/market/watch", ({ input, customer }) =>
    watch(context, customer, presentStock(context, input)),
  );
  http.handle("/market/unwatch", ({ input, customer }) =>
    unwatch(context, customer, presentStock(context, input)),
  );
}
