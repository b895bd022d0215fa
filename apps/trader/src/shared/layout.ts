import { useSyncExternalStore } from "react";
import { create } from "zustand";

/** One column; two with the watchlist; or a workplace with watchlist, screen, ticket and positions side by side. */
export type Layout = "phone" | "tablet" | "desk";

// The same widths stand in app/workplace.module.css.
const tablet = window.matchMedia("(min-width: 768px)");
const desk = window.matchMedia("(min-width: 1200px)");

export function useLayout(): Layout {
  return useSyncExternalStore(listen, () => {
    if (desk.matches) return "desk";
    return tablet.matches ? "tablet" : "phone";
  });
}

function listen(changed: () => void): () => void {
  for (const query of [tablet, desk]) query.addEventListener("change", changed);
  return () => {
    for (const query of [tablet, desk]) query.removeEventListener("change", changed);
  };
}

/** Where a stock's ticket stands beside its chart; null where there is no room, and it is a sheet over it. */
export const useTicketDock = create<{ dock: HTMLElement | null }>(() => ({ dock: null }));
