import {
  chartLinesMax,
  chartLinesOfCustomerMax,
  type ChartLineKind,
  type RefusalCode,
} from "@sanshi/contract";
import type { Price } from "@sanshi/money";

type LinePoint = { at: number; price: Price };

/** One that is moved is no further one. */
export function objectToLine(state: {
  isKnown: boolean;
  isDrawn: boolean;
  onStock: number;
  ofCustomer: number;
}): { code: RefusalCode; params?: Record<string, string> } | null {
  if (!state.isKnown) return { code: "instrument_not_found" };
  if (state.isDrawn) return null;
  const isFull = state.onStock >= chartLinesMax;
  if (!isFull && state.ofCustomer < chartLinesOfCustomerMax) return null;
  const max = isFull ? chartLinesMax : chartLinesOfCustomerMax;
  return { code: "chart_lines_too_many", params: { max: String(max) } };
}

/** The earlier point first, whichever way the finger went; a level is its first point. */
export function orderedPoints(
  kind: ChartLineKind,
  from: LinePoint,
  to: LinePoint,
): { from: LinePoint; to: LinePoint } {
  if (kind === "level") return { from, to: from };
  return from.at <= to.at ? { from, to } : { from: to, to: from };
}
