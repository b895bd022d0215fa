import { chartLinesMax, chartLinesOfCustomerMax } from "@sanshi/contract";
import { parsePrice } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { objectToLine, orderedPoints } from "./chart-lines.rules.ts";

describe("whether there is room for a line", () => {
  const empty = { isKnown: true, isDrawn: false, onStock: 0, ofCustomer: 0 };
  it.each([
    [empty, null],
    [{ ...empty, onStock: chartLinesMax }, String(chartLinesMax)],
    [{ ...empty, ofCustomer: chartLinesOfCustomerMax }, String(chartLinesOfCustomerMax)],
    [{ ...empty, isDrawn: true, onStock: chartLinesMax }, null],
  ])("%j: %s", (state, max) => {
    expect(objectToLine(state)?.params?.["max"] ?? null).toBe(max);
  });

  it("puts a trend's earlier point first, and makes a level of its first", () => {
    const [early, late] = [
      { at: 1, price: parsePrice("5")! },
      { at: 2, price: parsePrice("6")! },
    ];
    expect(orderedPoints("trend", late, early)).toEqual({ from: early, to: late });
    expect(orderedPoints("level", late, early)).toEqual({ from: late, to: late });
  });
});
