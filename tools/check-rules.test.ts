import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { checkFolder } from "./check-rules.ts";

const folder = mkdtempSync(join(tmpdir(), "sanshi-bars-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Bars made up for the test, in a folder of their own. */
function check(name: string, text: string) {
  const own = join(folder, name);
  mkdirSync(own);
  writeFileSync(join(own, "bars.csv"), `${text}\n`);
  return checkFolder(own);
}

const days = "symbol,date,open,high,low,close,volume";

it("finds nothing in days that keep to the rules", () => {
  const { report, unexplained } = check(
    "sound",
    `${days},pre_close
920002.BJ,2026-11-19,84,85,84,84.63,100,84
920002.BJ,2026-11-20,90,110.01,59.25,100,100,84.63
9434,2021-07-19,1450,1460,1440,1456.5,100,
9434,2021-07-20,1456.5,1470,1450.5,1460,100,`,
  );
  expect(report).toEqual([
    "cny (Asia/Shanghai): 2 bars",
    "  none breaks a rule",
    "jpy (Asia/Tokyo): 2 bars",
    "  none breaks a rule",
  ]);
  expect(unexplained).toBe(0);
});

it("finds a fen beyond Beijing's limit, a price between two ticks and a bar of a holiday", () => {
  const bars = Array.from({ length: 8 }, (_, index) => {
    const day = ["09", "10", "11", "12", "13", "16", "17", "18"][index];
    return `920002.BJ,2026-11-${day},84.63,84.63,84.63,84.63,100,84.63`;
  });
  const { report, unexplained } = check(
    "breaches",
    `${days},pre_close
${bars.join("\n")}
920002.BJ,2026-11-20,90,110.02,84,100,100,84.63
920002.BJ,2026-11-23,100,100.005,100,100,100,100
920002.BJ,2026-10-01,100,100,100,100,100,100`,
  );
  expect(report.slice(1, 4)).toEqual([
    "  day: 1 (BREACH)",
    "  limit: 1 (BREACH)",
    "  tick: 1 (BREACH)",
  ]);
  expect(unexplained).toBe(3);
});

it("finds minutes outside of sessions, and names those that are explained", () => {
  const { report, unexplained } = check(
    "minutes",
    `symbol,time_ET_start,open,high,low,close,volume
AAPL,2026-11-20 09:29,200,200,200,200,1
AAPL,2026-11-20 09:30,200,200,200.005,200,1
AAPL,2026-11-20 21:00,200,200,200,200,1`,
  );
  expect(report.slice(1, 4).map((line) => line.slice(0, 22))).toEqual([
    "  session: 1 (before a",
    "  session: 1 (BREACH)",
    "  tick: 1 (executions ",
  ]);
  expect(unexplained).toBe(1);
});

it("takes a day that opens beyond its limit for one whose base price was moved", () => {
  const { report, unexplained } = check(
    "split",
    `${days}
1301,2021-09-28,3000,3010,2990,3000,100
1301,2021-09-29,1500,1510,1490,1500,100`,
  );
  expect(report[1]).toContain("limit: 1 (opens beyond");
  expect(unexplained).toBe(0);
});

it("names the days of which only a special quote explains the base price, and no other day of theirs", () => {
  const quiet = ["08-30", "08-31", "09-01", "09-02", "09-03", "09-06"].map((day) => `2021-${day}`);
  const rows = quiet.map((date) => `9271,${date},800,800,800,800,100`).join("\n");
  const told = (date: string) =>
    check(`special-${date}`, `${days}\n${rows}\n9271,${date},800,1100,800,1100,100`);
  expect(told("2021-09-10")).toMatchObject({ unexplained: 0 });
  expect(told("2021-09-09")).toMatchObject({ unexplained: 1 });
});

it("takes the base price that a file has of Tokyo's day for what its limits stand on", () => {
  const header = "symbol,date,open,high,low,close,volume,base_price";
  const quiet = ["16", "17", "21", "22", "24", "27"]
    .map((day) => `1301,2021-09-${day},2890,2890,2890,2890,100,2890`)
    .join("\n");
  const rows = (base: string) =>
    `${header}\n${quiet}\n1301,2021-09-28,3600,3790,3600,3700,100,${base}`;
  expect(check("told-base", rows("3290"))).toMatchObject({ unexplained: 0 });
  expect(check("other-base", rows("2890"))).toMatchObject({ unexplained: 1 });
});

it("takes prices between all ticks for adjusted ones, and those on a finer tick than their day's for breaches", () => {
  const file = (name: string, close: string) =>
    check(
      name,
      `${days}\n${["16", "17", "18", "19", "20"]
        .map((day) => `1301,2026-11-${day},30000,30010,29990,${close},100`)
        .join("\n")}`,
    );
  expect(file("finer", "30000.5").report[1]).toBe("  tick: 5 (BREACH)");
  for (const close of ["30000.37", "30000.123456"]) {
    const adjusted = file(`adjusted ${close}`, close);
    expect(adjusted.report[1]).toContain("adjusted");
    expect(adjusted.unexplained).toBe(0);
  }
});

it("judges the traded days of a share that often has none, by whatever its file says of the others", () => {
  const untraded = ["24", "25", "26", "27"];
  for (const none of [",,,", "0,0,0,0", "0,0,0,3000"]) {
    const { report, unexplained } = check(
      `untraded ${none}`,
      `${days}\n${["09", "10", "11", "12", "13"]
        .map((day) => `1301,2026-11-${day},3000,3010,2990,3000,100`)
        .join("\n")}\n1301,2026-11-16,3000,4000,2990,4000,100\n${untraded
        .map((day) => `1301,2026-11-${day},${none},0`)
        .join("\n")}`,
    );
    expect(report.slice(1, 3)).toEqual(["  limit: 1 (BREACH)", expect.stringContaining("4000")]);
    expect(unexplained).toBe(1);
  }
});

it("leaves indices out, whose minutes are no trades", () => {
  const { report } = check("index", `${days}\nSPX,2026-11-20,6000.1,6001.2,5999.3,6000.4,0`);
  expect(report).toEqual([]);
});
