import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countLeftOut } from "./left-out.ts";
import { readRecord, readRecordedMarket, type RecordedMarket } from "./recorded-market.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-damaged-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const names = "Date,Open,High,Low,Close,Volume";
const dates = ["2026-11-04", "2026-11-05", "2026-11-06", "2026-11-09", "2026-11-10", "2026-11-11"];
const row = (date: string, last = "18230400") => `${date},3095.0,3120.0,3088.0,3102.0,${last}`;

/** The days that are kept of Toyota's file with their volumes, and the sentences. */
function read(text: string) {
  writeFileSync(join(folder, "7203.T.csv"), text);
  const leftOut = countLeftOut();
  return {
    days: daysOf(readRecordedMarket(folder, undefined, leftOut.add)),
    said: leftOut.sentences(),
  };
}

function daysOf({ stocks }: RecordedMarket): string[] {
  return stocks.flatMap(({ days }) =>
    Array.from({ length: days.length }, (_, index) => {
      const { tradingDate, volume } = days.bar(index);
      return `${tradingDate} ${volume}`;
    }),
  );
}

const cutOff = (line: number, found: string) =>
  `7203.T.csv: 1 row left out, the first in line ${line} (the file ends within this row: its last field lacks digits or a quote that the rows before have; found ${found}; fetch the file again, or end its last line if it is whole)`;

describe("a file of few rows that ends within a number", () => {
  it.each([
    [
      "of shares by the hundred",
      names,
      [row("2026-11-04"), row("2026-11-05", "9800")],
      row("2026-11-06", "182304"),
    ],
    [
      "after its point",
      "Date,Volume,Open,High,Low,Close",
      ["2026-11-04,100,95,99,90,95.5"],
      "2026-11-05,100,95,99,90,9.",
    ],
    [
      "before its point",
      "Date,Volume,Open,High,Low,Close",
      ["2026-11-04,100,95,99,90,95.5", "2026-11-05,100,95,99,90,96.0"],
      "2026-11-06,100,9,99,9,9",
    ],
    [
      "within decimals of which all have two",
      "Date,Volume,Open,High,Low,Close",
      ["2026-11-04,100,95,99,90,95.50", "2026-11-05,100,95,99,90,96.25"],
      "2026-11-06,100,95,99,90,96.2",
    ],
    ["in quotes", names, [row("2026-11-04", '"18,230,400"')], row("2026-11-05", '"18,230')],
  ])("%s loses that row, and says so", (_where, header, before, last) => {
    const { days, said } = read([header, ...before, last].join("\n"));
    expect(days.length).toBe(before.length);
    expect(said).toEqual([cutOff(before.length + 2, last)]);
    // With a line end it is whole, or refused for what it is.
    expect(read([header, ...before, last, ""].join("\n")).said).not.toEqual(said);
  });

  it.each([
    ["a smaller volume", names, [row("2026-11-04"), row("2026-11-05")], row("2026-11-06", "9800")],
    ["an odd volume after odd ones", names, [row("2026-11-04", "1823")], row("2026-11-05", "182")],
    [
      "a close in hundreds after such",
      "Date,Volume,Open,High,Low,Close",
      ["2026-11-04,100,52300,52300,52300,52300", "2026-11-05,100,52400,52400,52400,52400"],
      "2026-11-06,100,52350,52350,52350,52350",
    ],
    [
      "decimals as long as they need to be",
      "Date,Volume,Open,High,Low,Close",
      ["2026-11-04,100,95,99,90,95.25", "2026-11-05,100,95,99,90,96.75"],
      "2026-11-06,100,95,99,90,96.5",
    ],
  ])("is not one with %s", (_what, header, before, last) => {
    const { days, said } = read([header, ...before, last].join("\n"));
    expect([days.length, said]).toEqual([before.length + 1, []]);
  });
});

describe("a field in quotes over several lines", () => {
  it("holds no row of prices, whatever stands in it", () => {
    const within = ['2026-11-05,3095,3120,3088,3102,100,"x', "2026-11-06,1,1,1,1,1,", 'y"'];
    const text = [
      `${names},Note`,
      `${row("2026-11-04")},a`,
      ...within,
      `${row("2026-11-09")},z`,
      "",
    ];
    const { days, said } = read(text.join("\n"));
    expect(days).toEqual(["2026-11-04 18230400", "2026-11-09 18230400"]);
    expect(said).toEqual([
      "7203.T.csv: 3 rows left out, the first in line 3 (a field in quotes goes on over several lines here, or a quote is not closed; write each row in one line)",
    ]);
  });

  it("does not take more than twenty rows with a quote that nothing closes", () => {
    const october = Array.from(
      { length: 30 },
      (_, day) => `2026-09-${String(day + 1).padStart(2, "0")}`,
    );
    const rows = [...october, ...dates].map((date) => `${row(date)},`);
    const { days } = read([`${names},Note`, `${rows[0]}"`, ...rows.slice(1), ""].join("\n"));
    expect(days.length).toBe(rows.length - 21);
    expect(days.at(-1)).toBe("2026-11-11 18230400");
  });
});

describe("a file that was put together", () => {
  it("is read up to the mark of the next one, which may be of another stock", () => {
    const part = (of: readonly string[]) =>
      `\uFEFF${[names, ...of.map((date) => row(date))].join("\r\n")}\r\n`;
    const { days, said } = read(part(dates.slice(0, 2)) + part(dates.slice(2)));
    expect(days.map((day) => day.slice(0, 10))).toEqual(dates.slice(0, 2));
    expect(said).toContainEqual(
      expect.stringMatching(/line 5 \(below a second line of names, .*perhaps of another stock/),
    );
  });

  it("names the zeros that a power cut has left in it", () => {
    const { days, said } = read([names, row(dates[0]!), "", row(dates[1]!), ""].join("\n"));
    expect([days.length, said]).toEqual([2, []]);
    const many = [
      names,
      ...Array.from({ length: 200 }, () => row(dates[0]!)),
      "\0".repeat(5_000),
      row(dates[1]!),
      "",
    ];
    expect(read(many.join("\n")).said).toContainEqual(
      expect.stringMatching(/line 202 \(6 fields expected, 1 found\)/),
    );
  });
});

describe("a file that changes while it is read", () => {
  /** More than is read at once, of as many days as are weekdays since 1970. */
  const long = Array.from({ length: 20_000 }, (_, day) => new Date(day * 86_400_000))
    .filter((date) => date.getUTCDay() % 6 !== 0)
    .map((date) => row(date.toISOString().slice(0, 10)));

  function readWhile(change: (path: string) => void) {
    const path = join(folder, "7203.T.csv");
    writeFileSync(path, `${[names, ...long].join("\n")}\n`);
    const leftOut = countLeftOut();
    const reading = readRecord(folder, undefined, leftOut.add);
    reading.next();
    change(path);
    for (;;) {
      const step = reading.next();
      if (step.done) return { days: daysOf(step.value), said: leftOut.sentences() };
    }
  }
  const changed =
    "7203.T.csv changed while it was read: rows may be missing; read the folder again once it is whole";

  it("is read as it was when it only grows, without the row that is being written, and named", () => {
    const { days, said } = readWhile((path) =>
      appendFileSync(path, `${row("2026-11-04")}\n2026-11-05,3095.0,3120.0,3088.0,3102.0,18`),
    );
    expect(days.length).toBe(long.length);
    expect(said).toEqual([changed]);
  });

  it("is named when it was written anew", () => {
    const { said } = readWhile((path) => writeFileSync(path, `${names}\n${row("2026-11-04")}\n`));
    expect(said).toContain(changed);
  });

  it("is not named when it stays as it was", () => {
    const { days, said } = readWhile(() => undefined);
    expect([days.length, said]).toEqual([long.length, []]);
  });
});
