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
  const [stock] = readRecordedMarket(folder).stocks;
  const { market, code } = stock!.instrument;
  const { tradingDate, open, close, volume, turnoverMinor, previousClose } = stock!.days.bar(0);
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
    readRecordedMarket(folder).stocks[0]!.minutes.map(({ from, lengthMs }) => ({ from, lengthMs }));

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
    expect(readRecordedMarket(folder).stocks.map(({ instrument }) => instrument.code)).toEqual([
      "AAPL",
    ]);
  });

  it.each([
    ["688981.SH", "growth_board"],
    ["300750.SZ", "growth_board"],
    ["601398.SH", "standard"],
    ["920002.BJ", "beijing_board"],
    // Before 2025-10-09 Beijing's shares had the numbers of the board that it came from.
    ["830799.BJ", "beijing_board"],
  ])("%s has the limits of its board: %s", async (symbol, limitClass) => {
    const header = "symbol,date,open,high,low,close,volume";
    await hasFile("bars.csv", header, `${symbol},2024-06-18,10,11,9,10.5,1200`);
    expect(readRecordedMarket(folder).stocks[0]!.instrument.limitClass).toBe(limitClass);
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
      "bars.csv: 1 row left out, the first in line 3 (7 fields expected, 4 found)",
      'bars.csv: 2 rows left out, the first in line 4 (a price is missing, no number or not above zero, or the volume is no number; found open "")',
    ]);
  });
});

describe("what is left out", () => {
  const header = "symbol,date,open,high,low,close,volume";
  async function sentencesOf(): Promise<string[]> {
    const leftOut = countLeftOut();
    readRecordedMarket(folder, undefined, leftOut.add);
    return leftOut.sentences();
  }

  it("is named by file, line and reason, whatever it is", async () => {
    await hasFile(
      "bars.csv",
      header,
      "AAPL,2024-06-18,10,11,9,10.5,1200",
      "^GSPC,2024-06-18,10,11,9,10.5,1200",
      "BTC/USD,2024-06-18,10,11,9,10.5,1200",
      "AAPL,2024-06-18,10,11,9,10.5,1200",
      "AAPL,2024-06-19,10,11,9,11.5,1200",
      "AAPL,2024-13-20,10,11,9,10.5,1200",
      "AAPL,2024-06-20,10,11,9,10.5,null",
    );
    await hasFile("index_spx.csv", header, "SPX,2024-06-18,10,11,9,10.5,1200");
    await hasFile("names.csv", "symbol,name", "AAPL,Apple");
    await hasFile("x_adjusted.csv", header, "AAPL,2024-06-21,10,11,9,10.5,1200");
    expect(await sentencesOf()).toEqual([
      "bars.csv: 1 row left out, the first in line 3 (an index: nobody trades it; found ^GSPC)",
      "bars.csv: 1 row left out, the first in line 4 (the symbol is no stock of Japan, the United States or mainland China; found BTC/USD)",
      "bars.csv: 1 row left out, the first in line 5 (a second row of the same day)",
      "bars.csv: 1 row left out, the first in line 6 (a price lies outside of the day's high and low)",
      "bars.csv: 1 row left out, the first in line 7 (the date is missing or none; found 2024-13-20; write days as 2026-11-24)",
      'bars.csv: 1 row left out, the first in line 8 (a price is missing, no number or not above zero, or the volume is no number; found volume "null")',
      "index_spx.csv: left out (an index: nobody trades it)",
      "names.csv: left out (no column date, open, high, low, close, volume; found symbol, name in line 1; put date,open,high,low,close,volume above the rows)",
      "x_adjusted.csv: left out (adjusted prices: nobody traded at them; take unadjusted prices)",
    ]);
  });

  it("is a bar within a day in Stooq's file of days", async () => {
    await hasFile(
      "aapl.us.txt",
      "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>",
      "AAPL.US,D,20240618,000000,10,11,9,10.5,1200,0",
      "AAPL.US,5,20240618,153500,10,11,9,10.5,1200,0",
    );
    expect(await sentencesOf()).toEqual([
      "aapl.us.txt: 1 row left out, the first in line 3 (not a daily bar)",
    ]);
  });

  it("are minutes outside of the exchange's hours, quotes without a bar, and rows without a price", async () => {
    await mkdir(join(folder, "intraday"));
    await hasFile(
      "intraday/bars.csv",
      "symbol,time_ET_start,open,high,low,close,volume",
      "AAPL,2024-06-18 09:30:00,10,11,9,10.5,1200",
      "AAPL,2024-06-18 03:00:00,10,11,9,10.5,1200",
      "AAPL,2024-06-18 09:31:00,,11,9,10.5,1200",
    );
    await hasFile(
      "intraday/a_quote.csv",
      "symbol,time_ET_start,bid_o,bid_h,bid_l,bid_c,bid_size,ask_o,ask_h,ask_l,ask_c,ask_size",
      "AAPL,2024-06-18 09:30:00,10,10,10,10,1,11,11,11,11,1",
      "AAPL,2024-06-18 09:45:00,10,10,10,10,1,11,11,11,11,1",
      "AAPL,2024-06-18 09:30:00,10,10,10,10,1,,,,,1",
    );
    expect(await sentencesOf()).toEqual([
      "bars.csv: 1 row left out, the first in line 3 (outside of the exchange's hours; found 2024-06-18 03:00:00)",
      'bars.csv: 1 row left out, the first in line 4 (a price is missing, no number or not above zero, or the volume is no number; found open "")',
      "a_quote.csv: 1 row left out, the first in line 3 (no bar of that minute)",
      "a_quote.csv: 1 row left out, the first in line 4 (a bid or an ask is missing)",
    ]);
  });
});

describe("a file of days", () => {
  const header = "symbol;date;open;high;low;close;volume";

  it("may write decimals with a comma, and thousands in quotes", async () => {
    await hasFile("a.csv", header, "AAPL;2024-06-18;10,0;11,0;9,0;10,5;1200");
    await hasFile(
      "b.csv",
      header.replaceAll(";", ","),
      'AAPL,2024-06-19,"1,010.5",1011,9,10.5,"1,200"',
    );
    const { days } = readRecordedMarket(folder).stocks[0]!;
    expect(days.bar(0)).toMatchObject({ open: 100_000n, close: 105_000n, volume: 1_200n });
    expect(days.bar(1)).toMatchObject({ open: 10_105_000n, volume: 1_200n });
  });

  it("may come newest first, and hold prices and volumes of any size", async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => {
      const date = new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);
      return `AAPL;${date};${index + 1};${index + 1};${index + 1};${index + 1};${index}`;
    });
    rows.push("AAPL;2024-06-18;900000;900001;900000;900000.1234;9000000000");
    await hasFile("a.csv", header, ...rows.toReversed());
    const { days } = readRecordedMarket(folder).stocks[0]!;
    expect(days.length).toBe(1_201);
    expect(days.bar(7)).toMatchObject({ tradingDate: "2020-01-08", close: 80_000n, volume: 7n });
    expect(days.bar(1_200)).toMatchObject({ close: 9_000_001_234n, volume: 9_000_000_000n });
  });

  it("begins before its first day where the record does, and with a listing where it does not", async () => {
    const days = Array.from(
      { length: 20 },
      (_, index) => `2024-06-${String(index + 1).padStart(2, "0")}`,
    );
    const rows = (symbol: string, dates: string[]) =>
      dates.map((date) => `${symbol};${date};10;11;9;10;100`);
    await hasFile(
      "a.csv",
      header,
      ...rows("600001.SH", days),
      ...rows("600002.SH", days.slice(15)),
    );
    const [old, young] = readRecordedMarket(folder).stocks;
    expect(old!.instrument).toMatchObject({ listedOn: "2024-06-01", listedBefore: true });
    expect(young!.instrument.listedOn).toBe("2024-06-16");
    expect(young!.instrument.listedBefore).toBeUndefined();
  });
});

describe("New York's bars of an hour", () => {
  it("end with the session", async () => {
    const times = ["09:30", "10:30", "11:30", "12:30", "13:30", "14:30", "15:30"];
    await hasMinutes(
      "symbol,time_exchange_start,open,high,low,close,volume",
      ...times.map((time) => `AAPL,2024-12-18 ${time}:00,10,11,9,10,100`),
    );
    const { minutes } = readRecordedMarket(folder).stocks[0]!;
    expect(minutes.map(({ lengthMs }) => lengthMs / 60_000)).toEqual([60, 60, 60, 60, 60, 60, 30]);
  });
});
