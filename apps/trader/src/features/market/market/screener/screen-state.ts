import type { SavedScreen, ScreenCriteria } from "@sanshi/contract";
import { create } from "zustand";
import { noCriteria, type Order } from "./criteria.ts";

type ScreenState = { criteria: ScreenCriteria; order: Order };

/** Kept while the app runs, so that a return from a stock finds what was asked for. */
export const useScreen = create<ScreenState>(() => ({ criteria: noCriteria, order: "turnover" }));

export function setCriteria(criteria: ScreenCriteria): void {
  useScreen.setState({ criteria });
}

export function setOrder(order: Order): void {
  useScreen.setState({ order });
}

export function openScreen({ criteria }: Pick<SavedScreen, "criteria">): void {
  useScreen.setState({ criteria });
}
