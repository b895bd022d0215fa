import type { CallInput, Calls, StockRow } from "@sanshi/contract";
import type { Metric } from "../../../shared/stock-list/stock-line.tsx";

export type StockSort = NonNullable<CallInput<Calls["/market/stocks"]>["sort"]>;
/** The rankings of the market screen; `indexes` ranks indices of all markets. */
export type Ranking = StockSort | "indexes";

export const rankings = [
  "turnover",
  "gainers",
  "losers",
  "volume",
  "code",
  "indexes",
] as const satisfies readonly Ranking[];

/** What stands under the price: what the ranking counts, else the turnover. */
export function metricOf(sort: StockSort): Metric {
  return sort === "volume" ? "volume" : "turnover";
}

/**
 * A market's stocks in the order of a ranking, equal ones by code. One answer of the server serves
 * all rankings, so a change of the ranking shows at once.
 */
export function rankStocks(rows: readonly StockRow[], sort: StockSort): StockRow[] {
  const orders: Record<StockSort, (row: StockRow) => number> = {
    gainers: (row) => -orderOf(row.change_percent),
    losers: (row) => -orderOf(row.change_percent, -1),
    turnover: (row) => -orderOf(row.turnover),
    volume: (row) => -orderOf(row.volume),
    code: () => 0,
  };
  return sortedBy(rows, orders[sort]);
}

/** Indices by their move, the strongest first. */
export function rankIndexes<Row extends { change_percent: string; code: string }>(
  rows: readonly Row[],
): Row[] {
  return sortedBy(rows, (row) => -orderOf(row.change_percent));
}

function sortedBy<Row extends { code: string }>(
  rows: readonly Row[],
  order: (row: Row) => number,
): Row[] {
  return rows.toSorted((a, b) => {
    const [first, second] = [order(a), order(b)];
    if (first !== second) return first < second ? -1 : 1;
    return a.code < b.code ? -1 : 1;
  });
}

/** For comparing only: this float never becomes money. What cannot be read comes last. */
function orderOf(text: string, sign: 1 | -1 = 1): number {
  const value = text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? sign * value : Number.NEGATIVE_INFINITY;
}
