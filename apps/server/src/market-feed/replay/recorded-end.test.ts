import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countLeftOut } from "./left-out.ts";
import { readRecordedMarket } from "./recorded-market.ts";

const dates = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.parse("2024-03-04") + (index + 2 * Math.floor(index / 5)) * 86_400_000)
    .toISOString()
    .slice(0, 10),
);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanshi-ends-"));
  await mkdir(join(folder, "corpactions"));
});
afterAll(() => rm(folder, { recursive: true }));

/** What becomes of X, which has bars on the first so many dates, and what is named at the start. */
async function read(count: number, told: readonly string[]) {
  const bars = Object.entries({ ALL: dates.length, X: count }).flatMap(([code, days]) =>
    dates.slice(0, days).map((date) => `${code},${date},10,10,10,10,1000`),
  );
  const write = (name: string, lines: readonly string[]) =>
    writeFile(join(folder, name), lines.join("\n"));
  await write("bars.csv", ["symbol,date,open,high,low,close,volume", ...bars]);
  await write("corpactions/a.csv", ["symbol,ex_date,action,value", ...told]);
  const leftOut = countLeftOut();
  const { stocks } = readRecordedMarket(folder, undefined, leftOut.add);
  const { end } = stocks.find(({ instrument }) => instrument.code === "X")!;
  return { day: end?.lastTradingDay ?? null, kind: end?.kind, named: leftOut.sentences() };
}

const last = (count: number) => dates[count - 1]!;

describe("the end of a recorded stock", () => {
  it("is what a file tells, and what its bars show where none does", async () => {
    expect(await read(4, [`X,${last(4)},merged,`])).toEqual({
      ...{ day: last(4), kind: "merged", named: [] },
    });
    expect(await read(4, [])).toEqual({
      ...{ day: last(4), kind: "delisted" },
      named: ["X has no prices before the record's end: it is ended at its last close"],
    });
  });

  it("is none at the record's own end, and none where the last few days are missing", async () => {
    for (const count of [12, 11, 8]) {
      expect(await read(count, [])).toMatchObject({ day: null, named: [] });
    }
    expect((await read(7, [])).day).toBe(last(7));
  });

  it("falls on the trading day before a holiday that it is told for", async () => {
    expect((await read(5, ["X,2024-03-10,delisted,"])).day).toBe("2024-03-08");
  });

  it.each([
    ["before the first bar", ["X,2020-01-06,delisted,"], "before the stock's first bar"],
    ["while it is traded on", [`X,${last(3)},delisted,`], "before the stock's last bar"],
    ["after the record", ["X,2030-01-07,delisted,"], "after the record's end"],
    ["twice, otherwise", [`X,${last(12)},delisted,`, "X,2024-03-21,delisted,"], "end"],
    ["on a day that is none", ["X,soon,delisted,"], "date is missing"],
  ])("is named where it is told %s", async (_what, told, sentence) => {
    const { named } = await read(12, told);
    expect(named).toHaveLength(1);
    expect(named[0]).toContain(sentence);
  });
});
