import type { Bar } from "./bars.ts";

export type Direction = "up" | "down" | "flat";

/**
 * Where the last price's tag stands: in extended hours against the last official price, which is the newest bar's of the
 * regular hours; else as the stock does against its previous close.
 */
export function tagDirection(bars: readonly Bar[], ofStock: Direction): Direction {
  const last = bars.at(-1);
  const official = bars.findLast(({ isExtended }) => isExtended !== true);
  if (last?.isExtended !== true || official === undefined) return ofStock;
  if (last.close === official.close) return "flat";
  return last.close > official.close ? "up" : "down";
}
