import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readRecordedMarket } from "./recorded-market.ts";

const folder = mkdtempSync(join(tmpdir(), "sanshi-ticks-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("gives a recorded share the TOPIX 100's ticks where its own prices prove them", () => {
  mkdirSync(join(folder, "daily"));
  const rows = [
    "symbol,date,open,high,low,close,volume",
    "9434,2021-07-20,1456.5,1470,1450.5,1460,100",
    "9435,2021-07-20,1456,1470,1450,1460,100",
    "9436,2024-07-18,1456.5,1470,1450.5,1460,100",
  ];
  writeFileSync(join(folder, "daily", "bars.csv"), `${rows.join("\n")}\n`);
  const { stocks } = readRecordedMarket(folder);
  const classes = stocks.map(({ instrument: { code, tickClass } }) => [code, tickClass]);
  expect(classes).toEqual([
    ["9434", "topix100"],
    ["9435", "standard"],
    ["9436", "standard"],
  ]);
});
