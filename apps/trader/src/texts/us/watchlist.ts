import type { Texts } from "../jp/index.ts";

export const watchlist: Texts["watchlist"] = {
  title: "Watchlist",
};
