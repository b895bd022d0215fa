import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { instantOf } from "@sanshi/rulebook";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countLeftOut } from "./left-out.ts";
import { readRecordedMarket } from "./recorded-market.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanshi-vendors-"));
});
afterEach(() => rm(folder, { recursive: true }));

const hasFile = (name: string, ...lines: string[]) =>
  writeFile(join(folder, name), lines.join("\n"));

async function hasMinutes(...lines: string[]): Promise<void> {
  await mkdir(join(folder, "intraday"));
  await writeFile(join(folder, "intraday", "bars.csv"), lines.join("\n"));
}

const day = () => {
  const [stock] = readRecordedMarket(folder);
  const { market, code } = stock!.instrument;
  const { tradingDate, open, close, volume, turnoverMinor, previousClose } = stock!.days[0]!;
  return { market, code, tradingDate, open, close, volume, turnoverMinor, previousClose };
};

const figures = { tradingDate: "2024-06-18", open: 100_000n, close: 105_000n, volume: 1_200n };

describe("a vendor's file is understood as it comes", () => {
  it.each([
    [
      "Yahoo's, the stock in its name",
      "7203.T.csv",
      "Date,Open,High,Low,Close,Adj Close,Volume",
      "2024-06-18,10,11,9,10.5,8.25,1200",
      "jpy",
      "7203",
    ],
    [
      "Yahoo's of Shanghai",
      "600519.SS.csv",
      "Date,Open,High,Low,Close,Adj Close,Volume",
      "2024-06-18,10,11,9,10.5,8.25,1200",
      "cny",
      "600519",
    ],
    [
      "Stooq's, the stock in its name",
      "aapl_us_d.csv",
      "Date,Open,High,Low,Close,Volume",
      "2024-06-18,10,11,9,10.5,1200",
      "usd",
      "AAPL",
    ],
    [
      "Stooq's of many stocks",
      "stocks.csv",
      "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
      "AAPL.US,D,20240618,000000,10,11,9,10.5,1200,0",
      "usd",
      "AAPL",
    ],
    [
      "J-Quants'",
      "quotes.csv",
      "Date,Code,Open,High,Low,Close,Volume,TurnoverValue,AdjustmentFactor,AdjustmentClose",
      "2024-06-18,72030,10,11,9,10.5,1200,12600,1.0,8.25",
      "jpy",
      "7203",
    ],
    [
      "J-Quants' second version",
      "quotes.csv",
      "Date,Code,O,H,L,C,Vo,Va,AdjC",
      "2024-06-18,72030,10,11,9,10.5,1200,12600,8.25",
      "jpy",
      "7203",
    ],
    [
      "Tushare's, in hands and thousands of yuan",
      "daily.csv",
      "ts_code,trade_date,open,high,low,close,pre_close,change,pct_chg,vol,amount",
      "600519.SH,20240618,10,11,9,10.5,9.8,0.7,7.14,12,12.6005",
      "cny",
      "600519",
    ],
    [
      "one with semicolons, quotes and CRLF",
      "bars.csv",
      '\uFEFF"symbol";"date";"open";"high";"low";"close";"volume"\r',
      '"AAPL";"2024/06/18";"10";"11";"9";"10.5";"1200"\r',
      "usd",
      "AAPL",
    ],
  ])("%s", async (_vendor, name, header, line, market, code) => {
    await hasFile(name, header, line, "");
    expect(day()).toMatchObject({ ...figures, market, code });
  });

  it("Tushare's money and previous close are in its units", async () => {
    await hasFile(
      "daily.csv",
      "ts_code,trade_date,open,high,low,close,pre_close,vol,amount",
      "600519.SH,20240618,10,11,9,10.5,9.8,12,12.6005",
    );
    expect(day()).toMatchObject({ turnoverMinor: 1_260_050n, previousClose: 98_000n });
  });
});

describe("a record of minutes", () => {
  const header = "symbol,time_exchange_start,open,high,low,close,volume";
  const minutesOf = () =>
    readRecordedMarket(folder)[0]!.minutes.map(({ from, lengthMs }) => ({ from, lengthMs }));

  it.each([
    ["600519.SH", "cny", ["09:25", "09:30", "09:31", "14:59", "15:00"], ["09:20", "15:01"]],
    ["7203", "jpy", ["09:00", "09:01", "15:29", "15:30"], ["08:59", "15:31"]],
    ["AAPL", "usd", ["09:30", "09:31", "15:59", "16:00"], ["09:29", "16:01"]],
  ] as const)("of %s keeps the prints of the auctions", async (symbol, market, kept, dropped) => {
    const times = [...kept, ...dropped].toSorted();
    await hasMinutes(
      header,
      ...times.map((time) => `${symbol},2024-12-18 ${time}:00,10,11,9,10,100`),
    );
    expect(minutesOf()).toEqual(
      kept.map((time) => ({ from: instantOf(market, "2024-12-18", time), lengthMs: 60_000 })),
    );
  });

  it.each([5, 30, 60])(
    "of %d minutes each passes as that, and not as single ones",
    async (length) => {
      const times = Array.from({ length: 3 }, (_, index) => 10 * 60 + index * length);
      const text = (minute: number) =>
        `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
      await hasMinutes(
        header,
        ...times.map((one) => `AAPL,2024-12-18 ${text(one)}:00,10,11,9,10,100`),
      );
      expect(minutesOf().map(({ lengthMs }) => lengthMs / 60_000)).toEqual([
        length,
        length,
        length,
      ]);
    },
  );
});

describe("what a record holds", () => {
  it("is no index, however it is called", async () => {
    const rows = ["^GSPC", "SPX", "DJI", "000001.SH", "399001.SZ", "N225", "AAPL"].map(
      (symbol) => `${symbol},2024-06-18,10,11,9,10.5,1200`,
    );
    await hasFile("bars.csv", "symbol,date,open,high,low,close,volume", ...rows);
    expect(readRecordedMarket(folder).map(({ instrument }) => instrument.code)).toEqual(["AAPL"]);
  });

  it.each([
    ["688981.SH", "growth_board"],
    ["300750.SZ", "growth_board"],
    ["601398.SH", "standard"],
  ])("%s has the limits of its board: %s", async (symbol, limitClass) => {
    const header = "symbol,date,open,high,low,close,volume";
    await hasFile("bars.csv", header, `${symbol},2024-06-18,10,11,9,10.5,1200`);
    expect(readRecordedMarket(folder)[0]!.instrument.limitClass).toBe(limitClass);
  });

  it("and what it does not take is counted by file, line and reason", async () => {
    await hasFile(
      "bars.csv",
      "symbol,date,open,high,low,close,volume",
      "AAPL,2024-06-18,10,11,9,10.5,1200",
      "AAPL,2024-06-19,10,11",
      "AAPL,2024-06-20,,11,9,10.5,1200",
      "AAPL,2024-06-21,-1,11,9,10.5,1200",
    );
    const leftOut = countLeftOut();
    readRecordedMarket(folder, undefined, leftOut.add);
    expect(leftOut.sentences()).toEqual([
      "bars.csv: 1 rows left out, the first in line 3 (7 fields expected, 4 found)",
      "bars.csv: 2 rows left out, the first in line 4 (a price, the volume or the date is missing)",
    ]);
  });
});
