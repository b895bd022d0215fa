import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { isWatched } from "../watchlist/watchlist.ts";
import { extendedHoursOf, showsExtended } from "./extended-hours.ts";
import { indexLine } from "./index-line.ts";
import { lastTrades } from "./last-trades.ts";
import { dayLines } from "./day-lines.ts";
import { marketSeed } from "./market-seed.ts";
import { marketOverview } from "./overview.ts";
import {
  depthOf,
  hotStocks,
  indexRows,
  marketStates,
  rankedStocks,
  searchStocks,
  stockCandles,
  stockDetail,
  stockExists,
  timeShare,
} from "./market.ts";

export function marketRoutes(context: Context): void {
  const { http } = context;
  http.handle("/market/overview", async ({ input }) =>
    accept(await marketOverview(context, input.type)),
  );
  http.handle("/market/stocks", async ({ input }) =>
    accept(rankedStocks(context, input.type, input.sort)),
  );
  http.handle("/market/hot", async ({ input }) => accept(hotStocks(context, input.type)));
  http.handle("/market/lines", async ({ input }) => accept(await dayLines(context, input.type)));
  http.handle("/market/indexes", async ({ input }) => accept(indexRows(context, input.type)));
  http.handle("/market/index-line", async ({ input }) => indexLine(context, input));
  http.handle("/market/search", async ({ input }) => accept(searchStocks(context, input.q)));
  http.handle("/market/stock", async ({ input, customer }) => {
    const watched = stockExists(context, input) && (await isWatched(context, customer, input));
    const extended = await extendedHoursOf(context, input);
    return stockDetail(context, input, watched, extended);
  });
  http.handle("/market/candles", async ({ input }) =>
    stockCandles(context, input, await showsExtended(context, input)),
  );
  http.handle("/market/timeshare", async ({ input }) =>
    timeShare(context, input, await showsExtended(context, input)),
  );
  http.handle("/market/depth", async ({ input }) => depthOf(context, input));
  http.handle("/market/trades", ({ input }) => lastTrades(context, input));
  http.handle("/market/status", async () => accept(marketStates(context)));
  http.handle("/market/seed", async () => accept(marketSeed(context)));
}
