import type { StockFigures, StockRow } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { changeOf, sectorsOf, stepOf } from "./sectors.ts";

const row = (code: string, change_percent: string) => ({ code, change_percent }) as StockRow;
const figures = (code: string, sector: string, market_value: string | null): StockFigures => ({
  code,
  sector,
  market_value,
  per: null,
  dividend_yield: "0.00",
  year_high: null,
  year_low: null,
});

describe("a market by industry", () => {
  const rows = [row("A", "1.00"), row("B", "-2.00"), row("C", "0.50"), row("D", "3.00")];
  const known = [
    figures("A", "energy", "100"),
    figures("B", "financials", "500"),
    figures("C", "energy", "300"),
    figures("D", "energy", null),
  ];

  it("has the largest industry and stock first", () => {
    const { sectors } = sectorsOf(rows, known);
    expect(sectors.map(({ sector, value }) => [sector, value])).toEqual([
      ["financials", 500],
      ["energy", 400],
    ]);
    expect(sectors[1]!.stocks.map((stock) => stock.row.code)).toEqual(["C", "A"]);
  });

  it("names the stocks that nobody told the size of, and gives them no area", () => {
    const { sectors, without } = sectorsOf([...rows, row("E", "1.00")], known);
    expect(without.map(({ code }) => code)).toEqual(["D", "E"]);
    expect(sectors.flatMap(({ stocks }) => stocks)).toHaveLength(3);
  });

  it("moves an industry by its stocks' weights at the previous close", () => {
    // Worth 110 after +10 % and 90 after −10 %: together they are where they were.
    const stock = (value: number, change: number) => ({
      ...{ row: row("A", "0"), sector: "energy" },
      ...{ value, change },
    });
    expect(changeOf([stock(110, 10), stock(90, -10)])).toBeCloseTo(0, 9);
    expect(changeOf([stock(110, 10)])).toBeCloseTo(10, 9);
    expect(changeOf([])).toBe(0);
  });
});

describe("a shade", () => {
  it.each([
    [0, "flat"],
    [-0.04, "flat"],
    [Number.NaN, "flat"],
    [0.05, "up-1"],
    [-0.99, "down-1"],
    [1, "up-2"],
    [-2.49, "down-2"],
    [2.5, "up-3"],
    [-30, "down-3"],
  ] as const)("of %d %% is %s", (change, step) => {
    expect(stepOf(change)).toBe(step);
  });
});
