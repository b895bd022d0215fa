import type { StockFigures, StockRow } from "@sanshi/contract";

export type MapStock = { row: StockRow; sector: string; value: number; change: number };
export type MapSector = {
  sector: string;
  stocks: readonly MapStock[];
  value: number;
  /** Of its stocks' changes, each by its weight at the previous close; in per cent. */
  change: number;
};

/** How strong a colour is: 0 none, then by a day's move in per cent. */
export type Step = "flat" | `${"up" | "down"}-${1 | 2 | 3}`;

export const stepsFrom = [0.05, 1, 2.5] as const;

/**
 * A market by industry, the largest first, and which stocks have no place in it: of these nobody told how many
 * shares there are. Areas and shades only: these floats never become money again.
 */
export function sectorsOf(
  rows: readonly StockRow[],
  figures: readonly StockFigures[],
): { sectors: MapSector[]; without: StockRow[] } {
  const byCode = new Map(figures.map((one) => [one.code, one]));
  const bySector = new Map<string, MapStock[]>();
  const without: StockRow[] = [];
  for (const row of rows) {
    const known = byCode.get(row.code);
    const value = Number(known?.market_value ?? Number.NaN);
    if (known === undefined || !Number.isFinite(value) || value <= 0) {
      without.push(row);
      continue;
    }
    const stock = { row, sector: known.sector, value, change: Number(row.change_percent) };
    bySector.set(known.sector, [...(bySector.get(known.sector) ?? []), stock]);
  }
  const sectors = [...bySector].map(([sector, stocks]) => ({
    sector,
    stocks: stocks.toSorted((left, right) => right.value - left.value),
    value: stocks.reduce((sum, { value }) => sum + value, 0),
    change: changeOf(stocks),
  }));
  return { sectors: sectors.toSorted((left, right) => right.value - left.value), without };
}

/** What stocks together are worth more or less than at the previous close, in per cent of it. */
export function changeOf(stocks: readonly MapStock[]): number {
  const before = (stock: MapStock) => stock.value / (1 + stock.change / 100);
  const base = stocks.reduce((sum, stock) => sum + before(stock), 0);
  const now = stocks.reduce((sum, { value }) => sum + value, 0);
  return base > 0 ? (now / base - 1) * 100 : 0;
}

export function stepOf(change: number): Step {
  const size = Math.abs(change);
  const [flat, first, second] = stepsFrom;
  if (!(size >= flat)) return "flat";
  const strength = size < first ? 1 : size < second ? 2 : 3;
  return `${change > 0 ? "up" : "down"}-${strength}`;
}
