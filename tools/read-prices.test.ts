import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readPrices } from "./read-prices.ts";

const now = Date.parse("2026-11-26T00:00:00Z");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-read-prices-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const header = "Date,Open,High,Low,Close,Volume";
const write = (name: string, ...rows: string[]) =>
  writeFileSync(join(folder, name), [header, ...rows].join("\n"));

it("shows each stock with its market, its bars and its dates, and ends with 0", () => {
  write("AAPL.csv", "2026-11-24,10,11,9,10,100", "2026-11-25,10,11,9,10,100");
  write("4321.T.csv", "2026-11-24,10,11,9,10,100", "2026-11-25,,,,,");
  expect(readPrices(folder, now)).toEqual({
    lines: [
      `2 stocks of ${folder}`,
      "  Japan 4321: 1 day, 2026-11-24 to 2026-11-24",
      "  US AAPL Apple: 2 days, 2026-11-24 to 2026-11-25",
      "1 row without a price: no trade on that day (4321.T.csv)",
    ],
    code: 0,
  });
});

it("names what is left out, and ends with 1", () => {
  write("AAPL.csv", "2026-11-24,10,11,9,10,100", "2026-11-25,x,11,9,10,100");
  const { lines, code } = readPrices(folder, now);
  expect(code).toBe(1);
  expect(lines).toContain(
    'AAPL.csv: 1 row left out, the first in line 3 (a price is missing, no number or not above zero, or the volume is no number; found open "x")',
  );
});

it("says why there is nothing to play, and ends with 2", () => {
  write("data.csv", "2026-11-24,10,11,9,10,100");
  expect(readPrices(folder, now)).toEqual({
    lines: [
      "data.csv: left out (no column and not the file's name says which stock; found data.csv; call it 7203.T.csv, 600519.SS.csv or AAPL.csv, as the stock is called)",
      `Nothing to play: ${folder} holds no recorded bars`,
    ],
    code: 2,
  });
  expect(readPrices(join(folder, "none"), now).code).toBe(2);
});
