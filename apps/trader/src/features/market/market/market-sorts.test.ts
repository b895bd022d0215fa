import type { StockRow } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { metricOf, rankIndexes, rankStocks, type StockSort } from "./market-sorts.ts";

function stock(code: string, change_percent: string, turnover: string, volume: string): StockRow {
  return {
    type: "jpy",
    code,
    exchange: "TSE",
    name: code,
    names: { jp: code, cn: code, us: code },
    price: "100",
    change: "0",
    change_percent,
    open: "100",
    previous_close: "100",
    high: "100",
    low: "100",
    volume,
    turnover,
    halted: false,
    sequence: "1",
    at: "2026-11-20T00:00:00Z",
  };
}

const stocks = [
  stock("7203", "1.20", "900", "30"),
  stock("186A", "-3.40", "10000", "4"),
  stock("6758", "0.00", "9000", "200"),
  stock("9432", "1.20", "80", "100"),
];

describe("rankings of stocks", () => {
  it.each<[StockSort, string[]]>([
    ["gainers", ["7203", "9432", "6758", "186A"]],
    ["losers", ["186A", "6758", "7203", "9432"]],
    ["turnover", ["186A", "6758", "7203", "9432"]],
    ["volume", ["6758", "9432", "7203", "186A"]],
    ["code", ["186A", "6758", "7203", "9432"]],
  ])("by %s, equal ones by code", (sort, codes) => {
    expect(rankStocks(stocks, sort).map(({ code }) => code)).toEqual(codes);
  });

  it("put what cannot be read last, upwards and downwards", () => {
    const rows = [stock("1", "", "1", "1"), ...stocks];
    expect(rankStocks(rows, "gainers").at(-1)?.code).toBe("1");
    expect(rankStocks(rows, "losers").at(-1)?.code).toBe("1");
  });

  it("show what they count", () => {
    expect(metricOf("volume")).toBe("volume");
    expect(metricOf("turnover")).toBe("turnover");
    expect(metricOf("gainers")).toBe("turnover");
  });
});

describe("ranking of indices", () => {
  it("goes by their move, equal ones by code, unreadable ones last", () => {
    const rows = [
      { code: "B", change_percent: "-1.20" },
      { code: "D", change_percent: "" },
      { code: "C", change_percent: "0.35" },
      { code: "A", change_percent: "0.35" },
      { code: "E", change_percent: "x" },
    ];
    expect(rankIndexes(rows).map(({ code }) => code)).toEqual(["A", "C", "B", "D", "E"]);
  });
});
