import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { exactPerShare, formatPerShare } from "@sanshi/money";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countLeftOut } from "./left-out.ts";
import { readRecordedMarket } from "./recorded-market.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanshi-actions-"));
});
afterEach(() => rm(folder, { recursive: true }));

const hasFile = (name: string, ...lines: string[]) =>
  writeFile(join(folder, name), lines.join("\n"));

/** `5:1 on 2014-06-09` and `0.5 on 2014-06-10`, of the folder's only stock. */
function actionsOf(read = readRecordedMarket(folder)): string[] {
  return read.stocks[0]!.actions.map((one) =>
    one.kind === "split"
      ? `${one.numerator}:${one.denominator} on ${one.exDate}`
      : `${formatPerShare(exactPerShare(one), "JPY")} on ${one.exDate}`,
  );
}

const split = ["2014-06-06,108,112,100,110,40000", "2014-06-09,22,23,21,22,40000"];
const header = "Date,Open,High,Low,Close,Volume";

describe("splits and dividends of a vendor's files", () => {
  it.each([
    ["Yahoo's of splits", "AAPL_splits.csv", "Date,Stock Splits", "2014-06-09,5:1", "5:1"],
    ["Yahoo's older of splits", "AAPL_split.csv", "Date,Stock Splits", "2014-06-09,5/1", "5:1"],
    ["Yahoo's of dividends", "AAPL_dividends.csv", "Date,Dividends", "2014-06-09,0.47", "0.47"],
  ])("stand in %s", async (_what, name, columns, row, expected) => {
    await hasFile("AAPL.csv", header, ...split);
    await hasFile(name, columns, row);
    expect(actionsOf()).toEqual([`${expected} on 2014-06-09`]);
  });

  it("stand in the file of a stock whose name is one that files of anything have", async () => {
    await hasFile("bars.csv", `Symbol,${header}`, ...split.map((row) => `DAY,${row}`));
    await hasFile("DAY_splits.csv", "Date,Stock Splits", "2014-06-09,5:1");
    expect(actionsOf()).toEqual(["5:1 on 2014-06-09"]);
  });

  it("stand in yfinance's rows, whose prices are those that were traded where Adj Close is beside them", async () => {
    const columns = `${header},Adj Close,Dividends,Stock Splits`;
    const rows = split.map((row, index) => `${row},20,${index * 0.5},${index * 5}`);
    await hasFile("AAPL.csv", columns, ...rows);
    expect(actionsOf()).toEqual(["0.5 on 2014-06-09", "5:1 on 2014-06-09"]);
  });

  it("are not paid again where yfinance has taken dividends out of the prices", async () => {
    const rows = split.map((row, index) => `${row},${index * 0.5},0`);
    await hasFile("AAPL.csv", `${header},Dividends,Stock Splits`, ...rows);
    expect(actionsOf()).toEqual([]);
  });

  it.each([
    ["Date,Code,Open,High,Low,Close,Volume,AdjustmentFactor", "0.2"],
    ["Date,Code,O,H,L,C,Vo,AdjFactor", "0.2"],
  ])("stand in J-Quants' factor: %s", async (columns, factor) => {
    const rows = split.map((row, index) =>
      row.replace(",", ",72030,").concat(index === 0 ? ",1.0" : `,${factor}`),
    );
    await hasFile("quotes.csv", columns, ...rows);
    expect(actionsOf()).toEqual(["5:1 on 2014-06-09"]);
  });

  it.each([
    ["0.666667", "3:2", 6_000, 4_000],
    ["0.333333", "3:1", 3_000, 1_000],
    ["0.142857", "7:1", 7_000, 1_000],
    ["0.1428572", "7:1", 7_000, 1_000],
  ])("of few decimals lose no share: %s is %s", async (factor, expected, before, after) => {
    const day = (date: string, price: number, step: string) =>
      [date, "13040", price, price, price, price, 40_000, step].join();
    await hasFile(
      "quotes.csv",
      "Date,Code,O,H,L,C,Vo,AdjFactor",
      day("2014-06-06", before, "1.0"),
      day("2014-06-09", after, factor),
    );
    expect(actionsOf()).toEqual([`${expected} on 2014-06-09`]);
  });

  it("of the same amount on one day are as many as stand in one file, whatever another one repeats", async () => {
    const day = (date: string, close: number) =>
      `${date},${close},${close},${close},${close},40000`;
    await hasFile("DVD.csv", header, day("2024-03-05", 50), day("2024-03-06", 49));
    const rows = ["DVD,2024-03-06,dividend,0.50", "DVD,2024-03-06,special_dividend,0.50"];
    await mkdir(join(folder, "corpactions"));
    await hasFile("corpactions/one.csv", "symbol,ex_date,action,value", ...rows);
    await hasFile("corpactions/two.csv", "symbol,ex_date,action,value", rows[0]!);
    expect(actionsOf()).toEqual(["0.5 on 2024-03-06", "0.5 on 2024-03-06"]);
  });

  const told = async (closes: readonly [string, number][], ...rows: string[]) => {
    const days = closes.map(([date, at]) => `${date},${at},${at},${at},${at},40000`);
    await hasFile("DVD.csv", header, ...days);
    await mkdir(join(folder, "corpactions"), { recursive: true });
    await hasFile("corpactions/told.csv", "symbol,ex_date,action,value", ...rows);
    const leftOut = countLeftOut();
    const read = readRecordedMarket(folder, undefined, leftOut.add);
    return { actions: actionsOf(read), leftOut: leftOut.sentences() };
  };
  const week: [string, number][] = [
    ["2024-03-04", 50],
    ["2024-03-05", 50],
    ["2024-03-07", 33],
    ["2024-03-08", 33],
  ];

  it.each([
    ["0.077955", "0.077955"],
    ["1.831111", "1.831111"],
    ["0.23000000000000001", "0.23"],
    ["0.123456789012", "0.123456789012"],
  ])("keep every decimal of a dividend: %s", async (written, expected) => {
    const { actions, leftOut } = await told(week, `DVD,2024-03-07,dividend,${written}`);
    expect([actions, leftOut]).toEqual([[`${expected} on 2024-03-07`], []]);
  });

  it.each([
    ["bonus,0.3", "conversion,0.2", "dividend,0.1"],
    ["dividend,0.1", "conversion,0.2", "bonus,0.3"],
    ["conversion,0.25", "dividend,0.1", "bonus,0.25"],
  ])("give bonus and conversion from the same base, in any order: %s, %s, %s", async (...rows) => {
    const { actions } = await told(week, ...rows.map((row) => `DVD,2024-03-07,${row}`));
    expect(actions).toEqual(["0.1 on 2024-03-07", "3:2 on 2024-03-07"]);
  });

  it("of a day without trading take effect on the next", async () => {
    const { actions, leftOut } = await told(week, "DVD,2024-03-06,split,1.5");
    expect([actions, leftOut]).toEqual([["3:2 on 2024-03-07"], []]);
  });

  const line = (why: string, at = 2) =>
    `told.csv: 1 row left out, the first in line ${at} (${why})`;
  const noValue = "no ratio and no amount";
  it.each([
    ["split,0", noValue],
    ["split,-2", noValue],
    ["split,1:0", noValue],
    ["split,0:1", noValue],
    ["split,0.1234567890123456789012345678901234567891", noValue],
    ["split,0.99999999", noValue],
    ["dividend,0", noValue],
    ["dividend,-1", noValue],
    ["dividend,50", "a dividend as large as the price"],
    ["split,1:50", "a split that the prices do not show: their vendor has taken it out"],
    ["rights,0.3", "a subscription at a price, which is not offered here"],
  ])("that cannot be applied are named: %s", async (row, why) => {
    const { actions, leftOut } = await told(week, `DVD,2024-03-07,${row}`);
    expect([actions, leftOut]).toEqual([[], [line(why)]]);
  });

  it("of forty decimals are what they stand for", async () => {
    const { actions } = await told(week, `DVD,2024-03-07,split,1.${"5".padEnd(40, "0")}`);
    expect(actions).toEqual(["3:2 on 2024-03-07"]);
  });

  it("from before the record are named", async () => {
    const { actions, leftOut } = await told(week, "DVD,2020-03-06,dividend,1");
    const why = "a split or a dividend before the record's second day";
    expect([actions, leftOut]).toEqual([[], [line(why)]]);
  });

  it.each([
    [["2", "1.5"], 2],
    [["1.5", "2"], 3],
  ] as const)("that contradict: of %j the one that the price shows", async (splits, left) => {
    const rows = splits.map((value) => `DVD,2024-03-07,split,${value}`);
    const { actions, leftOut } = await told(week, ...rows);
    const why = "another split of the same day agrees better with the prices";
    expect([actions, leftOut]).toEqual([["3:2 on 2024-03-07"], [line(why, left)]]);
  });

  const at = (before: number, after: number): [string, number][] => [
    ["2024-03-05", before],
    ["2024-03-06", before],
    ["2024-03-07", after],
    ["2024-03-08", after],
  ];
  it.each([
    [60, 10, ["split,2", "split,3"], ["6:1"]],
    [40, 10, ["split,2", "split,2"], ["4:1"]],
    [40, 20, ["split,2", "split,2"], ["2:1"]],
    [50, 24.75, ["split,2", "dividend,0.5"], ["0.5", "2:1"]],
    [50, 19.2, ["split,2", "bonus,0.3"], ["13:5"]],
    [50, 500, ["reverse split,10"], ["1:10"]],
    [50, 500, ["Reverse-Split,10:1"], ["1:10"]],
    [50, 500, ["consolidation,1:10"], ["1:10"]],
    [50, 25, ["Stock Split,2"], ["2:1"]],
    [50, 33.3, ["split,3 for 2"], ["3:2"]],
    [50, 33.3, ["split,3-for-2"], ["3:2"]],
    [50, 33.3, ["split,３：２"], ["3:2"]],
    [50, 49, ["Cash Dividend,0.1", "special,0.3", "return of capital,0.4"], ["0.1", "0.3", "0.4"]],
  ])("from %s to %s are read as they are meant: %j", async (before, after, rows, expected) => {
    const { actions, leftOut } = await told(
      at(before, after),
      ...rows.map((row) => `DVD,2024-03-07,${row}`),
    );
    expect([actions, leftOut]).toEqual([expected.map((one) => `${one} on 2024-03-07`), []]);
  });

  it("of a day that no calendar has are named", async () => {
    const { actions, leftOut } = await told(week, "DVD,2024-02-30,dividend,1");
    expect([actions, leftOut]).toEqual([
      [],
      [line("the date is missing or none; found 2024-02-30; write days as 2026-11-24")],
    ]);
  });

  it("of another kind, and dividends in another currency, are named and not paid", async () => {
    const { actions, leftOut } = await told(at(50, 49), "DVD,2024-03-07,spin-off,0.5");
    expect([actions, leftOut]).toEqual([[], [line("neither a split nor a dividend")]]);
    const header = "symbol,ex_date,action,value,currency,unit";
    for (const row of ["0.5,EUR,", "75,,JPY per share"]) {
      await hasFile("corpactions/told.csv", header, `DVD,2024-03-07,dividend,${row}`);
      const found = countLeftOut();
      expect(actionsOf(readRecordedMarket(folder, undefined, found.add))).toEqual([]);
      const why = "a dividend in a currency that the stock does not trade in";
      expect(found.sentences()).toEqual([line(why)]);
    }
    await hasFile("corpactions/told.csv", header, "DVD,2024-03-07,dividend,0.5,usd,USD per share");
    expect(actionsOf()).toEqual(["0.5 on 2024-03-07"]);
  });

  it("of three for two stand in a factor with eight decimals", async () => {
    await hasFile(
      "quotes.csv",
      "Date,Code,O,H,L,C,Vo,AdjFactor",
      "2014-06-06,72030,108,112,100,110,40000,1",
      "2014-06-09,72030,74,75,73,74,40000,0.66666667",
    );
    expect(actionsOf()).toEqual(["3:2 on 2014-06-09"]);
  });

  it("stand in Tushare's dividend, what is only planned left aside", async () => {
    await hasFile("AAPL.csv", header, "2014-06-06,1,1,1,1,1");
    await mkdir(join(folder, "daily"));
    await hasFile(
      "daily/d.csv",
      "ts_code,trade_date,open,high,low,close,vol,amount",
      "600519.SH,20140624,156.62,163.8,156.55,163.57,38532.63,621636.108",
      "600519.SH,20140625,145.33,145.33,141.5,142.23,38171.11,546556.386",
    );
    await mkdir(join(folder, "corpactions"));
    await hasFile(
      "corpactions/dividend.csv",
      "ts_code,end_date,ann_date,div_proc,stk_div,cash_div,cash_div_tax,record_date,ex_date",
      "600519.SH,20131231,20140325,预案,0.1,4.1553,4.374,,",
      "600519.SH,20131231,20140618,实施,0.1,4.1553,4.374,20140624,20140625",
    );
    expect(actionsOf()).toEqual(["4.374 on 2014-06-25", "11:10 on 2014-06-25"]);
  });

  it("are told by Tushare's factors, in a file of their own", async () => {
    await hasFile(
      "daily.csv",
      "ts_code,trade_date,open,high,low,close,vol,amount",
      "600519.SH,20140625,145.33,145.33,141.5,142.23,38171.11,546556.386",
      "600519.SH,20140624,156.62,163.8,156.55,163.57,38532.63,621636.108",
    );
    await hasFile(
      "factors.csv",
      "ts_code,trade_date,adj_factor",
      "600519.SH,20140625,5.6513",
      "600519.SH,20140624,5.0000",
    );
    expect(actionsOf()).toEqual(["4.38 on 2014-06-25", "11:10 on 2014-06-25"]);
  });

  it("are told by the previous close of the exchange where there is nothing else", async () => {
    await hasFile(
      "daily.csv",
      "symbol,date,open,high,low,close,volume,pre_close",
      "600519.SH,2014-06-24,156.62,163.8,156.55,163.57,3853263,156.31",
      "600519.SH,2014-06-25,145.33,145.33,141.5,142.23,3817111,144.72",
      "600519.SH,2014-06-26,142.23,142.98,141.41,141.64,3634851,142.03",
    );
    expect(actionsOf()).toEqual(["4.38 on 2014-06-25", "11:10 on 2014-06-25", "0.2 on 2014-06-26"]);
  });

  it("are none where a hole in the file lies between two closes", async () => {
    await hasFile(
      "daily.csv",
      "symbol,date,open,high,low,close,volume,pre_close",
      "600519.SH,2014-06-02,156,163,156,163.57,3853263,163.57",
      "600519.SH,2014-06-25,145.33,145.33,141.5,142.23,3817111,144.72",
    );
    expect(actionsOf()).toEqual([]);
  });

  it("that no column tells are named", async () => {
    await mkdir(join(folder, "daily"));
    await mkdir(join(folder, "corpactions"));
    await hasFile("daily/AAPL.csv", header, ...split);
    await hasFile("corpactions/map.csv", "symbol,old", "AAPL,APPL");
    await hasFile(
      "corpactions/events.csv",
      "symbol,date,action,value",
      "AAPL,,split,2",
      "AAPL,2014-06-09,split,",
      "NO SUCH,2014-06-09,split,2",
    );
    const leftOut = countLeftOut();
    readRecordedMarket(folder, undefined, leftOut.add);
    expect(leftOut.sentences()).toEqual([
      "events.csv: 1 row left out, the first in line 2 (the date is missing or none; nothing stands there; write days as 2026-11-24)",
      "events.csv: 1 row left out, the first in line 3 (no ratio and no amount)",
      "events.csv: 1 row left out, the first in line 4 (the symbol is no stock of Japan, the United States or mainland China)",
      "map.csv: left out (no column tells a split or a dividend)",
    ]);
  });
});

const recorded =
  process.env["MARKET_DATA_DIR"] ??
  resolve(import.meta.dirname, "../../../../../../shared/market-data");

describe.skipIf(!existsSync(join(recorded, "daily")))("the adjusted closes of a real share", () => {
  it("tell the dividends that the company paid, to the yen", async () => {
    await writeFile(
      join(folder, "jp_4063.csv.gz"),
      await readFile(join(recorded, "daily/jp_4063.csv.gz")),
    );
    expect(actionsOf()).toEqual([
      "50 on 2022-03-30",
      "45 on 2022-09-29",
      "55 on 2023-03-30",
      "50 on 2023-09-28",
      "50 on 2024-03-28",
    ]);
  });
});
