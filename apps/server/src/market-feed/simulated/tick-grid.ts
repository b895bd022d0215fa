import { price, type MarketKey } from "@sanshi/money";
import { tickSize } from "@sanshi/rulebook";
import type { Instrument } from "../market-feed.ts";

/**
 * The rulebook's tick table as plain numbers in units of Price. The simulation rounds hundreds of
 * thousands of prices at start-up; all of them fit a double exactly.
 */
export type TickGrid = { readonly upTo: readonly number[]; readonly tick: readonly number[] };

const gridByRule = new Map<object, TickGrid>();
const highestPrice = 10_000_000_000_000;

/** The grid that holds on a day. */
export function tickGrid(
  market: MarketKey,
  tickClass: Instrument["tickClass"],
  date: string,
): TickGrid {
  const { reference } = tickSize({ market, tickClass, date, price: price(1n) });
  const known = gridByRule.get(reference);
  if (known !== undefined) return known;
  const grid = readGrid((value) =>
    Number(tickSize({ market, tickClass, date, price: price(BigInt(value)) }).tick),
  );
  gridByRule.set(reference, grid);
  return grid;
}

/** Ticks grow with the price, so the end of each band can be searched for. */
function readGrid(tickOf: (value: number) => number): TickGrid {
  const upTo: number[] = [];
  const tick: number[] = [];
  for (let from = 1; from < highestPrice; from = upTo[upTo.length - 1]! + 1) {
    const bandTick = tickOf(from);
    let inside = from;
    let outside = highestPrice;
    if (tickOf(highestPrice) === bandTick) inside = highestPrice;
    while (outside - inside > 1) {
      const middle = Math.floor((inside + outside) / 2);
      if (tickOf(middle) === bandTick) inside = middle;
      else outside = middle;
    }
    upTo.push(inside);
    tick.push(bandTick);
  }
  return { upTo, tick };
}

/** The tick for a price. */
export function tickAt(grid: TickGrid, value: number): number {
  const { upTo, tick } = grid;
  let band = 0;
  while (band < upTo.length - 1 && value > upTo[band]!) band += 1;
  return tick[band]!;
}

/** The nearest price on the grid, at least one tick. */
export function snap(grid: TickGrid, value: number): number {
  const tick = tickAt(grid, value);
  return Math.max(tick, Math.floor(value / tick + 0.5) * tick);
}

/** The next price on the grid above one that lies on it. */
export function tickAbove(grid: TickGrid, value: number): number {
  return value + tickAt(grid, value + 1);
}

/** The next price on the grid below one that lies on it, or 0 below the lowest. */
export function tickBelow(grid: TickGrid, value: number): number {
  return value - tickAt(grid, value);
}
