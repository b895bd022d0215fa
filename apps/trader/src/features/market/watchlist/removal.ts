import type { StockRow } from "@sanshi/contract";
import { create } from "zustand";
import { stockKeyOf, stopWatching } from "../../../shared/stock-list/watching.ts";

/** How long a stock that was taken off can be put back to its place. */
const undoMs = 5000;

type Pending = { row: StockRow; timer: number };

/**
 * A stock leaves the screen at once, and the server hears of it when the time to undo has passed, so
 * that an undo finds it at its old place. Another removal, or leaving the screen, settles the last.
 */
const usePending = create<{ pending: Pending | null }>(() => ({ pending: null }));

export function useRemoved(): StockRow | null {
  return usePending((state) => state.pending?.row ?? null);
}

export function removeSoon(row: StockRow): void {
  settleRemoval();
  const timer = window.setTimeout(settleRemoval, undoMs);
  usePending.setState({ pending: { row, timer } });
}

export function undoRemoval(): void {
  const { pending } = usePending.getState();
  if (pending === null) return;
  window.clearTimeout(pending.timer);
  usePending.setState({ pending: null });
}

/** Tells the server now. The row stays hidden: `stopWatching` has taken it out of the list. */
export function settleRemoval(): void {
  const { pending } = usePending.getState();
  if (pending === null) return;
  window.clearTimeout(pending.timer);
  void stopWatching(pending.row);
  usePending.setState({ pending: null });
}

/** The list without what is on its way out, and of one market or of all. */
export function shownRows(
  rows: readonly StockRow[],
  removed: StockRow | null,
  market: StockRow["type"] | "all",
): readonly StockRow[] {
  const gone = removed === null ? null : stockKeyOf(removed);
  return rows.filter(
    (row) => stockKeyOf(row) !== gone && (market === "all" || row.type === market),
  );
}
