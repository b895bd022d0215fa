import { watchlistMax, type RefusalCode } from "@sanshi/contract";

/** A stock that is on the list already never fills it further. */
export function objectToWatching(state: {
  isKnown: boolean;
  isWatched: boolean;
  watchedCount: number;
}): { code: RefusalCode; params?: Record<string, string> } | null {
  if (!state.isKnown) return { code: "instrument_not_found" };
  if (!state.isWatched && state.watchedCount >= watchlistMax) {
    return { code: "watchlist_full", params: { max: String(watchlistMax) } };
  }
  return null;
}
