import { describe, expect, it } from "vitest";
import { cellsOfWorkbook } from "../../../../tests/support/workbooks.ts";
import { workbookOf, type TableColumn } from "./workbook.ts";

const columns: TableColumn[] = [
  { title: "at", kind: "time" },
  { title: "day", kind: "date" },
  { title: "amount", kind: "figure" },
  { title: "code", kind: "text" },
];
const rowsOf = async (rows: string[][], more: object = {}) =>
  cellsOfWorkbook(await workbookOf([{ name: "list", columns, rows, ...more }]));

describe("a table as a workbook", () => {
  it("has moments, dates and figures as such, and codes and numbers of accounts as text", async () => {
    const row = ["2026-11-24T00:30:15.250Z", "2026-11-24", "-1234.50", "000001"];
    const [heads, [at, day, amount, code] = []] = await rowsOf([row]);
    expect(heads).toEqual(["at", "day", "amount", "code"]);
    expect(Math.abs((at as Date).getTime() - Date.parse(row[0]!))).toBeLessThanOrEqual(1);
    expect(day).toEqual(new Date("2026-11-24"));
    expect([amount, code]).toEqual([-1234.5, "000001"]);
  });

  it("keeps as text what is no moment and what a spreadsheet would round, and leaves out what is not there", async () => {
    const [, ...rows] = await rowsOf([
      ["soon", "2026-11", "1234567890123456.5", '=HYPERLINK("x")'],
      ["", "", "", "7"],
    ]);
    expect(rows).toEqual([
      ["soon", "2026-11", "1234567890123456.5", '=HYPERLINK("x")'],
      [null, null, null, "7"],
    ]);
  });

  it.each([
    "1899-12-31",
    "1900-02-28",
    "0001-01-01T00:00:00.000Z",
    "2026-02-30",
    "2026-11-24 24:00",
    "2026-11-24T00:30:15.123456Z",
  ])("keeps %s as text, which is no date of a spreadsheet", async (text) => {
    const [, row] = await rowsOf([[text, text, "1", text]]);
    expect(row).toEqual([text, text, 1, text]);
  });

  it("begins its dates with March of 1900", async () => {
    const [, [, day] = []] = await rowsOf([["", "1900-03-01", "", "x"]]);
    expect(day).toEqual(new Date("1900-03-01"));
  });

  it("has lines above and below, and no cell that a spreadsheet calls damaged", async () => {
    const long = "x".repeat(40_000);
    const read = await rowsOf([["", "", "", `${long}\u0001`]], {
      ...{ name: "a/b: [c]".repeat(9), above: [["SIMULATED"]], below: [["TRUNCATED", "1"]] },
    });
    expect(read.map(([first]) => first)).toEqual(["SIMULATED", "at", null, "TRUNCATED"]);
    expect(read[2]?.[3]).toBe(`${"x".repeat(32_766)}…`);
  });

  it("fails for the one that asked, and not for the next", async () => {
    const broken = { name: "x", columns, rows: [[{}]] } as unknown as Parameters<
      typeof workbookOf
    >[0][0];
    await expect(workbookOf([broken])).rejects.toThrow();
    expect(await rowsOf([["", "", "1", ""]])).toHaveLength(2);
  });
});
