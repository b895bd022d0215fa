import type { StockRow } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { ask, toastRefusal } from "../api.ts";
import { callKey, queryClient, refresh, useCall } from "../queries.ts";

const wholeList = callKey("/market/watchlist", {});

/** The keys (`jpy:7203`) of what the customer watches; null until it is known. */
export function useWatchedKeys(): ReadonlySet<string> | null {
  const watchlist = useCall("/market/watchlist", {}, { quiet: true, select: keysOf });
  return watchlist.data ?? null;
}

export function stockKeyOf(stock: { type: MarketKey; code: string }): string {
  return `${stock.type}:${stock.code}`;
}

/** Puts a stock on the watchlist: shown at once, undone when the server refuses. */
export async function startWatching(row: StockRow): Promise<boolean> {
  return change("/market/watch", row, (rows) => [row, ...without(rows, row)]);
}

export async function stopWatching(row: StockRow): Promise<boolean> {
  return change("/market/unwatch", row, (rows) => without(rows, row));
}

async function change(
  path: "/market/watch" | "/market/unwatch",
  row: StockRow,
  edit: (rows: readonly StockRow[]) => StockRow[],
): Promise<boolean> {
  await queryClient.cancelQueries({ queryKey: wholeList });
  const before = queryClient.getQueryData<StockRow[]>(wholeList);
  if (before !== undefined) queryClient.setQueryData(wholeList, edit(before));
  const { type, code } = row;
  const answer = await ask(path, { type, code });
  if (!answer.ok) {
    if (before !== undefined) queryClient.setQueryData(wholeList, before);
    toastRefusal(answer.refusal);
  }
  void refresh("/market/watchlist", "/market/stock");
  return answer.ok;
}

function without(rows: readonly StockRow[], row: StockRow): StockRow[] {
  return rows.filter((other) => other.type !== row.type || other.code !== row.code);
}

function keysOf(rows: readonly StockRow[]): ReadonlySet<string> {
  return new Set(rows.map(stockKeyOf));
}
