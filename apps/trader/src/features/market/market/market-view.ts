import { create } from "zustand";

export const marketViews = ["rankings", "map", "screener", "calendar"] as const;
export type MarketView = (typeof marketViews)[number];

/** Kept while the app runs, so that a return finds the view that was left. */
const useView = create<{ view: MarketView }>(() => ({ view: "rankings" }));

export function useMarketView(): MarketView {
  return useView(({ view }) => view);
}

export function chooseView(view: MarketView): void {
  useView.setState({ view });
}

export function isMarketView(text: string | null): text is MarketView {
  return marketViews.some((view) => view === text);
}
