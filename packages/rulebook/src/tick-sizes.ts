import { price, type MarketKey, type Price } from "@sanshi/money";
import { tickTables, type TickClass } from "./data/tick-sizes.ts";
import { dated } from "./dated.ts";
import type { LocalDate, RuleReference } from "./rule-reference.ts";

export type { TickClass } from "./data/tick-sizes.ts";

/** The grid on which a stock's prices lie on a day. */
export type TickGrid = {
  readonly market: MarketKey;
  readonly tickClass: TickClass;
  readonly date: LocalDate;
};

/** The tick for a price; bands are "up to and including", so 3,000 yen still has the tick below it. */
export function tickSize(grid: TickGrid & { readonly price: Price }): {
  tick: Price;
  reference: RuleReference;
} {
  return { tick: tickAt(grid, grid.price), reference: tickTable(grid).reference };
}

/** Whether the exchange has published the table of a day; else that of before stands, and may be wrong. */
export function isTickPublished(grid: TickGrid): boolean {
  return tickTable(grid).isUnpublished !== true;
}

export function isOnTick(value: Price, grid: TickGrid): boolean {
  return value > 0n && value % tickAt(grid, value) === 0n;
}

/**
 * The nearest price on the grid, downwards, upwards, or whichever is closer (the higher of two
 * equals). A positive price below half a tick, or rounded down below one tick, gives 0.
 */
export function roundToTick(
  value: Price,
  grid: TickGrid,
  rounding: "floor" | "ceiling" | "nearest",
): Price {
  const tick = tickAt(grid, value);
  const above = value % tick;
  if (above === 0n) return value;
  const floor = value - above;
  const up = rounding === "ceiling" || (rounding === "nearest" && above * 2n >= tick);
  return price(up ? floor + tick : floor);
}

/** While the TOPIX 100 alone had finer ticks; the first day is the finest table's. */
export const topix100Years = { from: "2014-07-22", until: "2023-06-05" } as const;

/**
 * Whether a Japanese share's prices of 2014 to 2023 prove that it belonged to the TOPIX 100: some lie on its finer grid
 * alone, and all lie on it. Prices as they were traded; adjusted ones lie on no grid.
 */
export function provesTopix100(
  days: Iterable<{ date: LocalDate; prices: readonly Price[] }>,
): boolean {
  let isProved = false;
  for (const { date, prices } of days) {
    if (date < topix100Years.from || date >= topix100Years.until) continue;
    const finer = tickTable({ market: "jpy", tickClass: "topix100", date });
    const standard = tickTable({ market: "jpy", tickClass: "standard", date });
    for (const value of prices) {
      if (value <= 0n || value % tickIn(finer, value) !== 0n) return false;
      isProved ||= value % tickIn(standard, value) !== 0n;
    }
  }
  return isProved;
}

function tickTable({ market, tickClass, date }: TickGrid) {
  return dated(tickTables[market][tickClass], date);
}

function tickAt(grid: TickGrid, value: Price): Price {
  return tickIn(tickTable(grid), value);
}

function tickIn({ bands }: ReturnType<typeof tickTable>, value: Price): Price {
  for (const { upTo, tick } of bands) {
    if (upTo === null || value <= upTo) return tick;
  }
  throw new RangeError("a tick table ends with an open band");
}
