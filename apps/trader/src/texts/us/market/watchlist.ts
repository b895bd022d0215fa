import type { Texts } from "../../jp/index.ts";

export const watchlist: Texts["watchlist"] = {
  title: "Watchlist",
  edit: "Edit",
  done: "Done",
  add: "Add a stock",
  filter: "Filter by market",
  all: "All",
  empty: "Your watchlist is empty. Tap the star beside a stock to follow it here.",
  empty_market: "No {{market}} stocks on your watchlist yet.",
  find_stocks: "Find stocks",
  see_rankings: "Pick from the rankings",
  remove: "Remove",
  remove_stock: "Remove {{name}} from the watchlist",
  removed: "{{name}} removed",
  undo: "Undo",
};
