import { expect, test } from "vitest";
import { exchangesOfCode, isGrowthBoardCode } from "./listing-codes.ts";

test.each([
  ["jpy", "6752", ["TSE"]],
  ["jpy", "130A", ["TSE"]],
  ["jpy", "1B34", []],
  ["jpy", "0123", []],
  ["jpy", "67521", []],
  ["usd", "KO", ["NYSE", "NASDAQ"]],
  ["usd", "BRK.B", ["NYSE", "NASDAQ"]],
  ["usd", "TOOLONG", []],
  ["usd", "7203", []],
  ["cny", "600585", ["SSE"]],
  ["cny", "688001", ["SSE"]],
  ["cny", "000001", ["SZSE"]],
  ["cny", "301001", ["SZSE"]],
  ["cny", "920002", ["BSE"]],
  ["cny", "830799", []],
  ["cny", "900901", []],
  ["cny", "60058", []],
] as const)("in %s the code %s belongs to %j", (market, code, exchanges) => {
  expect(exchangesOfCode(market, code)).toEqual(exchanges);
});

test.each([
  ["cny", "688001", true],
  ["cny", "300750", true],
  ["cny", "600519", false],
  ["jpy", "3007", false],
] as const)("in %s the code %s is of a growth board: %s", (market, code, isGrowth) => {
  expect(isGrowthBoardCode(market, code)).toBe(isGrowth);
});
