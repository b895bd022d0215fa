import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { marketTimeZone } from "@sanshi/rulebook";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Bar } from "../market-feed.ts";
import { countLeftOut } from "./left-out.ts";
import { readRecordedMarket } from "./recorded-market.ts";
import type { RecordedStock } from "./recorded-stock.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-forms-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: readonly string[] | Buffer): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content instanceof Buffer ? content : content.join("\n"));
}

/** Each bar as `market code date [time] open high low close volume`, and what was said. */
function read(
  name: string,
  content: readonly string[] | Buffer,
): { bars: string[]; said: string[] } {
  write(name, content);
  return readAll();
}

function readAll(): { bars: string[]; said: string[] } {
  const leftOut = countLeftOut();
  try {
    const { stocks } = readRecordedMarket(folder, undefined, leftOut.add);
    return { bars: stocks.flatMap(barsOf), said: leftOut.sentences() };
  } catch (error) {
    expect(String(error)).toContain("no recorded bars");
    return { bars: [], said: leftOut.sentences() };
  }
}

function barsOf({ instrument, days, minutes }: RecordedStock): string[] {
  const { market, code } = instrument;
  const numbers = ({ open, high, low, close, volume }: Bar) =>
    [...[open, high, low, close].map((price) => Number(price) / 10_000), volume].join(" ");
  const timeOf = (from: number) =>
    new Date(from).toLocaleString("sv-SE", { timeZone: marketTimeZone(market) }).slice(0, 16);
  const ofDays = Array.from({ length: days.length }, (_, index) => days.bar(index));
  return minutes.length > 0
    ? minutes.map((bar) => `${market} ${code} ${timeOf(bar.from)} ${numbers(bar)}`)
    : ofDays.map((bar) => `${market} ${code} ${bar.tradingDate} ${numbers(bar)}`);
}

const ohlcv = "Date,Open,High,Low,Close,Volume";
const day = "10,11,9,10.5,1200";

describe("zones decide", () => {
  const header = "Datetime,Open,High,Low,Close,Volume";
  it.each([
    [
      "an offset of New York",
      "AAPL",
      "2026-11-24 09:30:00-05:00",
      "2026-11-24 09:35:00-05:00",
      "09:30",
    ],
    ["UTC by its letter", "AAPL", "2026-11-24T14:30:00Z", "2026-11-24T14:35:00.000Z", "09:30"],
    [
      "quarter hours of Nepal",
      "AAPL",
      "2026-11-24 20:15:00+05:45",
      "2026-11-24 20:20:00+05:45",
      "09:30",
    ],
    ["seconds since 1970", "AAPL", "1795530600", "1795530900", "09:30"],
    ["milliseconds", "AAPL", "1795530600000", "1795530900000", "09:30"],
    ["microseconds", "AAPL", "1795530600000000", "1795530900000000", "09:30"],
    ["nanoseconds", "AAPL", "1795530600000000000", "1795530900000000000", "09:30"],
    [
      "the name of a zone",
      "AAPL",
      "20261124 09:30:00 US/Eastern",
      "20261124 09:35:00 US/Eastern",
      "09:30",
    ],
    ["UTC of Tokyo", "7203.T", "2026-11-24 00:00:00+00:00", "2026-11-24 00:05:00+00:00", "09:00"],
    [
      "UTC of Shanghai",
      "600519.SS",
      "2026-11-24 01:30:00+00:00",
      "2026-11-24 01:35:00+00:00",
      "09:30",
    ],
    ["no zone, on the exchange's clocks", "AAPL", "2026-11-24 09:30", "2026-11-24 09:35", "09:30"],
    ["half past nine in the morning", "AAPL", "11/24/2026 9:30 AM", "11/24/2026 9:35 AM", "09:30"],
  ])("%s", (_what, name, first, second, time) => {
    const { bars, said } = read(`intraday/${name}.csv`, [
      header,
      `${first},${day}`,
      `${second},${day}`,
    ]);
    expect(said).toEqual([]);
    expect(bars.map((bar) => bar.split(" ")[3])).toEqual([
      time,
      `${time.slice(0, 3)}${time.endsWith("30") ? "35" : "05"}`,
    ]);
  });

  it("is told beside EODHD's times", () => {
    const { bars } = read("intraday/AAPL.US.csv", [
      "Timestamp,Gmtoffset,Datetime,Open,High,Low,Close,Volume",
      `1795530600,0,2026-11-24 14:30:00,${day}`,
      `1795530900,0,2026-11-24 14:35:00,${day}`,
    ]);
    expect(bars.map((bar) => bar.split(" ")[3])).toEqual(["09:30", "09:35"]);
  });

  it.each([
    ["AAPL", ["13:30", "14:30", "19:59"]],
    ["AAPL", ["08:00", "09:45", "14:30", "23:30"]],
    ["7203.T", ["00:00", "03:30", "06:29"]],
    ["600519.SS", ["01:30", "05:00", "06:59"]],
    ["AAPL", ["21:30", "22:30", "23:59"]],
  ])("%s at %j is on clocks that nothing names: refused", (name, times) => {
    const { bars, said } = read(`intraday/${name}.csv`, [
      header,
      ...times.map((time) => `2026-06-24 ${time}:00,${day}`),
    ]);
    expect(bars).toEqual([]);
    expect(said).toEqual([
      `${name}.csv: left out (the times are not the exchange's, and their zone is not written; found ${times[0]} to ${times.at(-1)}; write times with their zone, as 2026-11-24 09:30:00-05:00)`,
    ]);
  });

  it("Stooq's are Warsaw's only where every bar fits", () => {
    const columns = "<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>";
    const { bars, said } = read("intraday/aapl.us.txt", [
      columns,
      `AAPL.US,5,20261124,153000,${day},0`,
      `AAPL.US,5,20261124,223000,${day},0`,
    ]);
    expect(bars).toEqual([]);
    expect(said).toEqual([expect.stringContaining("their zone is not written")]);
  });

  it("a day that is written as its midnight is that day", () => {
    const { bars } = read("bars.csv", [
      "symbol,timestamp,open,high,low,close,volume,trade_count,vwap",
      `AAPL,2026-07-01 04:00:00+00:00,${day},1,10`,
      `AAPL,2026-11-24 05:00:00+00:00,${day},1,10`,
      `7203.T,2026-11-23T15:00:00Z,${day},1,10`,
    ]);
    expect(bars.map((bar) => bar.split(" ").slice(1, 3).join(" "))).toEqual([
      "AAPL 2026-07-01",
      "AAPL 2026-11-24",
      "7203 2026-11-24",
    ]);
  });
});

describe("bars of minutes", () => {
  it("named by their end begin before it, and what ends at the opening is its auction", () => {
    const { bars } = read("intraday/stk_mins.csv", [
      "ts_code,trade_time,open,close,high,low,vol,amount",
      "600000.SH,2026-11-24 15:00:00,11.9,11.95,11.96,11.9,912300,10883739",
      "600000.SH,2026-11-24 09:31:00,11.82,11.9,11.92,11.8,512300,6081001",
      "600000.SH,2026-11-24 09:30:00,11.82,11.82,11.82,11.82,300,3546",
    ]);
    expect(bars).toEqual([
      "cny 600000 2026-11-24 09:25 11.82 11.82 11.82 11.82 300",
      "cny 600000 2026-11-24 09:30 11.82 11.92 11.8 11.9 512300",
      "cny 600000 2026-11-24 14:59 11.9 11.96 11.9 11.95 912300",
    ]);
  });

  it.each([
    [
      "BaoStock",
      "bars.csv",
      [
        "date,time,code,open,high,low,close,volume,amount,adjustflag",
        "2026-11-24,20261124093500000,sh.600000,11.82,11.92,11.8,11.9,512300,6081001.0,3",
        "2026-11-24,20261124094000000,sh.600000,11.9,11.96,11.9,11.95,912300,10883739.0,3",
      ],
    ],
    [
      "AkShare",
      "600000.csv",
      [
        "时间,开盘,收盘,最高,最低,涨跌幅,涨跌额,成交量,成交额,振幅,换手率",
        "2026-11-24 09:35:00,11.82,11.9,11.92,11.8,0.1,0.01,5123,6081001.0,0.1,0.1",
        "2026-11-24 09:40:00,11.9,11.95,11.96,11.9,0.1,0.01,9123,10883739.0,0.1,0.1",
      ],
    ],
    [
      "Tongdaxin",
      "SH#600000.txt",
      [
        "600000 浦发银行 5分钟线 不复权",
        "      日期\t    时间\t    开盘\t    最高\t    最低\t    收盘\t    成交量\t    成交额",
        "2026/11/24\t0935\t11.82\t11.92\t11.80\t11.90\t512300\t6081001.00",
        "2026/11/24\t0940\t11.90\t11.96\t11.90\t11.95\t912300\t10883739.00",
        "#数据来源:通达信",
      ],
    ],
  ])("of %s, put beside days", (_vendor, name, lines) => {
    expect(read(name, lines)).toEqual({
      bars: [
        "cny 600000 2026-11-24 09:30 11.82 11.92 11.8 11.9 512300",
        "cny 600000 2026-11-24 09:35 11.9 11.96 11.9 11.95 912300",
      ],
      said: [],
    });
  });

  it("of many stocks, whose first lines are of one moment each, are no days", () => {
    const rows = [30, 31].flatMap((minute) =>
      Array.from({ length: 90 }, (_, index) => {
        const code = `${String.fromCharCode(65 + Math.floor(index / 26))}${String.fromCharCode(65 + (index % 26))}`;
        return `${code},2026-11-24T14:${minute}:00Z,${day}`;
      }),
    );
    const { bars } = read("bars.csv", ["symbol,timestamp,open,high,low,close,volume", ...rows]);
    expect(bars.length).toBe(180);
    expect(bars[1]).toContain("2026-11-24 09:31");
  });
});

describe("days", () => {
  it("that a spreadsheet's function names by their close are days", () => {
    const { bars } = read("AAPL.csv", [
      ohlcv,
      `11/24/2026 16:00:00,${day}`,
      `11/25/2026 16:00:00,${day}`,
    ]);
    expect(bars).toEqual([
      "usd AAPL 2026-11-24 10 11 9 10.5 1200",
      "usd AAPL 2026-11-25 10 11 9 10.5 1200",
    ]);
  });

  it("whose thousands have split a row are left out, in either kind of file", () => {
    const { bars, said } = read("7203.csv", [ohlcv, "2026-11-24,3,095,3,095,3,095,3,095,100"]);
    expect(bars).toEqual([]);
    expect(said).toEqual([
      "7203.csv: 1 row left out, the first in line 2 (6 fields expected, 10 found)",
    ]);
    const minutes = "Datetime,Open,High,Low,Close,Volume";
    expect(
      read("intraday/7203.csv", [minutes, "2026-11-24 09:00,3,095,3,095,3,095,3,095,100"]),
    ).toEqual({
      bars: [],
      said: [expect.stringContaining("7203.csv"), expect.stringContaining("10 found")],
    });
  });

  it("below the line that tells a spreadsheet its delimiter, with a delimiter at the end of each row", () => {
    const lines = [
      "sep=;",
      `${ohlcv};`.replaceAll(",", ";"),
      `2026-11-24,${day},`.replaceAll(",", ";"),
    ];
    expect(read("7203.csv", lines)).toEqual({
      bars: ["jpy 7203 2026-11-24 10 11 9 10.5 1200"],
      said: [],
    });
  });
});

describe("day and month", () => {
  const rows = (dates: string[]) => [ohlcv, ...dates.map((date) => `${date},${day}`)];
  it.each([
    [
      "by a number above 12, wherever it stands",
      ["03/11/2026", "04/11/2026", "13/11/2026"],
      "2026-11-03",
    ],
    ["with the month first", ["11/25/2026", "11/24/2026", "11/03/2026"], "2026-11-03"],
    [
      "by the only order that runs one way",
      ["02/02/2026", "03/02/2026", "02/03/2026"],
      "2026-02-02",
    ],
    ["with points", ["03.11.2026", "13.11.2026"], "2026-11-03"],
    ["with a year of two digits", ["11/24/26", "11/25/26"], "2026-11-24"],
    ["with the name of a month", ['"Nov 03, 2026"', '"Nov 04, 2026"'], "2026-11-03"],
    ["with the name in the middle", ["03-Nov-26", "04-Nov-26"], "2026-11-03"],
    ["as Japanese", ["2026年11月3日", "2026年11月4日"], "2026-11-03"],
    ["without zeros", ["2026/1/5", "2026-1-6"], "2026-01-05"],
  ])("%s", (_how, dates, first) => {
    const { bars, said } = read("AAPL.csv", rows(dates));
    expect(said).toEqual([]);
    expect(bars.length).toBe(dates.length);
    expect(bars[0]).toContain(first);
  });

  it.each([
    [["01/02/2026", "02/03/2026", "03/04/2026"]],
    [["01/02/2026"]],
    [["13/01/2026", "01/13/2026"]],
  ])("that cannot be told apart are refused: %j", (dates) => {
    expect(read("AAPL.csv", rows(dates))).toEqual({
      bars: [],
      said: [
        `AAPL.csv: left out (day and month cannot be told apart; found ${dates[0]}; write days as 2026-11-24)`,
      ],
    });
  });

  it("are the American ones in Nasdaq's own file", () => {
    const { bars } = read("AAPL.csv", [
      "Date,Close/Last,Volume,Open,High,Low",
      "11/10/2026,$10.50,1200,$10.00,$11.00,$9.00",
    ]);
    expect(bars).toEqual(["usd AAPL 2026-11-10 10 11 9 10.5 1200"]);
  });
});

describe("commas", () => {
  const tabs = ohlcv.replaceAll(",", "\t");
  const semicolons = ohlcv.replaceAll(",", ";");
  it.each([
    [
      "thousands between tabs",
      [tabs, "2026-11-24\t3,095\t3,120\t3,088\t3,102\t823,400"],
      "3095 3120 3088 3102 823400",
    ],
    [
      "thousands in quotes",
      [ohlcv, '2026-11-24,"3,095","3,120","3,088","3,102","1,823,400"'],
      "3095 3120 3088 3102 1823400",
    ],
    [
      "decimals between semicolons",
      [semicolons, "2026-11-24;10,5;11,25;9;10,125;1200"],
      "10.5 11.25 9 10.125 1200",
    ],
    [
      "points of thousands beside them",
      [semicolons, "2026-11-24;3.095,50;3.120,00;3.088,00;3.102,00;823.400"],
      "3095.5 3120 3088 3102 823400",
    ],
    [
      "decimals in quotes",
      [ohlcv, '2026-11-24,"10,5","11,25","9","10,1",1200'],
      "10.5 11.25 9 10.1 1200",
    ],
    ["full-width figures", [ohlcv, "2026-11-24,１０,１１,９,１０,１２００"], "10 11 9 10 1200"],
    ["millions by a letter", [ohlcv, "2026-11-24,10,11,9,10,1.2M"], "10 11 9 10 1200000"],
    ["ten thousands by a sign", [ohlcv, "2026-11-24,10,11,9,10,5.5万"], "10 11 9 10 55000"],
  ])("%s", (_what, lines, numbers) => {
    expect(read("7203.csv", lines)).toEqual({ bars: [`jpy 7203 2026-11-24 ${numbers}`], said: [] });
  });

  it.each([
    ["both kinds in a file of tabs", [tabs, "2026-11-24\t3,095\t3,120\t3,08\t3,102\t823,400"]],
    [
      "three figures everywhere between semicolons",
      [semicolons, "2026-11-24;3,095;3,120;3,088;3,102;1200"],
    ],
    ["a decimal comma and a volume of three figures", [ohlcv, '2026-11-24,"10,5",11,9,10,"1,200"']],
    ["a decimal comma and a decimal point", [semicolons, "2026-11-24;10,5;11.5;9;10;1200"]],
  ])("of %s are refused", (_what, lines) => {
    const { bars, said } = read("7203.csv", lines);
    expect(bars).toEqual([]);
    expect(said).toEqual([expect.stringContaining("a comma may be a thousand's or a decimal's")]);
  });
});

describe("units are proven", () => {
  const header = "symbol,date,open,high,low,close,volume,amount";
  it.each([
    ["shares", "1200,12600", "1200"],
    ["lots of a hundred", "12,12600", "1200"],
    ["shares and thousands of yuan", "1200,12.6", "1200"],
    ["lots and thousands of yuan", "12,12.6", "1200"],
  ])("as %s", (_what, amounts, volume) => {
    const { bars } = read("bars.csv", [header, `600519.SH,2026-11-24,10,11,9,10.5,${amounts}`]);
    expect(bars).toEqual([`cny 600519 2026-11-24 10 11 9 10.5 ${volume}`]);
  });

  it("against the form's own word", () => {
    const columns = "ts_code,trade_date,open,high,low,close,vol,amount";
    const { bars } = read("daily.csv", [columns, "600519.SH,20261124,10,11,9,10.5,1200,12600"]);
    expect(bars).toEqual(["cny 600519 2026-11-24 10 11 9 10.5 1200"]);
  });

  it("and prices that do not fit the money are not traded", () => {
    const { bars, said } = read("sh.600000.csv", [
      header,
      "600519.SH,2026-11-23,4,4.4,3.6,4.2,1200,12600",
      "600519.SH,2026-11-24,10,11,9,10.5,1200,12600",
    ]);
    expect(bars).toEqual([]);
    expect(said).toEqual([
      expect.stringContaining(
        "they are adjusted, or a unit is another; found 10.5000 a share where the day's prices were 3.6 to 4.4",
      ),
    ]);
  });
});

describe("adjusted prices are refused", () => {
  it.each([
    [
      "BaoStock's",
      "a.csv",
      [
        "date,code,open,high,low,close,volume,adjustflag",
        "2026-11-24,sh.600000,10,11,9,10.5,1200,2",
      ],
    ],
    ["below zero", "600000.csv", [ohlcv, "2001-01-05,-0.02,0.02,-0.04,0.02,1200"]],
    ["by the file's name", "600000_qfq.csv", [ohlcv, `2026-11-24,${day}`]],
    [
      "that have no others beside them",
      "7203.csv",
      ["Date,Code,AdjO,AdjH,AdjL,AdjC,AdjVo", "2026-11-24,72030,10,11,9,10.5,1200"],
    ],
  ])("%s", (_what, name, lines) => {
    const { bars, said } = read(name, lines);
    expect(bars).toEqual([]);
    expect(said).toEqual([expect.stringContaining("adjusted prices: nobody traded at them")]);
  });
});

describe("a symbol", () => {
  it.each([
    ["600519.SHG", "cny 600519"],
    ["600519.XSHG", "cny 600519"],
    ["sh.600519", "cny 600519"],
    ["SH600519", "cny 600519"],
    ["SSE:600519", "cny 600519"],
    ["1.600519", "cny 600519"],
    ["600519", "cny 600519"],
    ["000001", "cny 000001"],
    ["0.000001", "cny 000001"],
    ["000001.SHE", "cny 000001"],
    ["300750", "cny 300750"],
    ["920002", "cny 920002"],
    ["7203", "jpy 7203"],
    ["7203.T", "jpy 7203"],
    ["7203.TSE", "jpy 7203"],
    ["TSE:7203", "jpy 7203"],
    ["72030", "jpy 7203"],
    ["285A0", "jpy 285A"],
    ["BRK-B", "usd BRK.B"],
    ["BRK/B", "usd BRK.B"],
    ["NASDAQ:AAPL", "usd AAPL"],
    ["AAPL.US", "usd AAPL"],
  ])("%s is %s", (symbol, stock) => {
    const { bars } = read("bars.csv", [`symbol,${ohlcv}`, `${symbol},2026-11-24,${day}`]);
    expect(bars).toEqual([`${stock} 2026-11-24 10 11 9 10.5 1200`]);
  });

  it.each([
    "VOD.L",
    "SAP.DE",
    "RELIANCE.NS",
    "0700.HK",
    "00700",
    "09880",
    "2330.TW",
    "BTC-USD",
    "BTC/USD",
    "EURUSD",
    "EURUSD=X",
    "GC=F",
    "ES1!",
    "ESZ6",
    "^GSPC",
    "900901.SS",
    "200002.SZ",
    "000300.SH",
    "399001",
    "25935",
    "BAC-PL",
    "005930.KS",
    "WIG20",
    "BTC.V",
    "GC.F",
    "KGH.PL",
    "204001.SH",
    "BTCUSDT",
    "0070",
    "Apple",
  ])("%s invents no stock", (symbol) => {
    const { bars, said } = read("bars.csv", [`symbol,${ohlcv}`, `${symbol},2026-11-24,${day}`]);
    expect(bars).toEqual([]);
    expect(said).toEqual([expect.stringContaining(`found ${symbol}`)]);
  });

  it.each([
    ["BATS_AAPL, 1D_60720.csv", "usd AAPL"],
    ["TSE_7203, 1D.csv", "jpy 7203"],
    ["SH#600000.txt", "cny 600000"],
    ["AAPL Historical Data.csv", "usd AAPL"],
    ["7203_2026.csv", "jpy 7203"],
    ["AAPL_1d.csv", "usd AAPL"],
    ["MSFT (1).csv", "usd MSFT"],
    ["Download Data - STOCK_US_XNAS_AAPL.csv", "usd AAPL"],
    ["brk-b.us.txt", "usd BRK.B"],
    ["aapl_us_d.csv", "usd AAPL"],
    ["600519.SS.csv", "cny 600519"],
    ["A.csv", "usd A"],
  ])("is in the name %s", (name, stock) => {
    expect(read(name, [ohlcv, `2026-11-24,${day}`]).bars).toEqual([
      `${stock} 2026-11-24 10 11 9 10.5 1200`,
    ]);
  });

  it.each([
    "data.csv",
    "table.csv",
    "stocks.csv",
    "DATA.csv",
    "prices.csv",
    "output.csv",
    "df.csv",
    "Sheet1.csv",
    "test.csv",
    "HistoricalData_1764000000000.csv",
    "Book1.csv",
    "download.csv",
    "HistoricalPrices.csv",
    "ohlcv.csv",
    "yahoo.csv",
    "Apple.csv",
  ])("is not in the name %s", (name) => {
    const { bars, said } = read(name, [ohlcv, `2026-11-24,${day}`]);
    expect(bars).toEqual([]);
    expect(said).toEqual([
      expect.stringMatching(/not the file's name says which stock|a word that many files/),
    ]);
  });

  it.each([
    "00700.csv",
    "VOD.L.csv",
    "900901.SS.csv",
    "BTC-USD.csv",
    "^N225.csv",
    "EURUSD=X.csv",
    "31#01093.txt",
    "HKEX_700, 1D.csv",
  ])("of another market in the name %s invents no stock", (name) => {
    const { bars, said } = read(name, [ohlcv, `2026-11-24,${day}`]);
    expect(bars).toEqual([]);
    expect(said).toEqual([
      expect.stringMatching(/left out \(.*(?:market|no stock of|index|B share)/),
    ]);
  });

  it("in pence is none", () => {
    const { said } = read("bars.csv", [`symbol,currency,${ohlcv}`, `AAPL,GBp,2026-11-24,${day}`]);
    expect(said).toEqual([
      expect.stringContaining("prices in another currency than the stock's market; found GBp"),
    ]);
  });
});

describe("tables of yfinance", () => {
  const rows = ["2026-11-24,10.5,11,9,10,1200"];
  it.each([
    [
      "fields above",
      ["Price,Close,High,Low,Open,Volume", "Ticker,AAPL,AAPL,AAPL,AAPL,AAPL", "Date,,,,,", ...rows],
    ],
    [
      "tickers above",
      ["Ticker,AAPL,AAPL,AAPL,AAPL,AAPL", "Price,Close,High,Low,Open,Volume", "Date,,,,,", ...rows],
    ],
    [
      "no names of the levels",
      [",Close,High,Low,Open,Volume", ",AAPL,AAPL,AAPL,AAPL,AAPL", "Date,,,,,", ...rows],
    ],
    [
      "the index put back",
      ["Date,Close,High,Low,Open,Volume", ",AAPL,AAPL,AAPL,AAPL,AAPL", ...rows],
    ],
    [
      "pairs in one name",
      [
        ["Date", "Close", "High", "Low", "Open", "Volume"]
          .map((name) => (name === "Date" ? name : `"('${name}', 'AAPL')"`))
          .join(","),
        ...rows,
      ],
    ],
  ])("with %s", (_how, lines) => {
    expect(read("data.csv", lines)).toEqual({
      bars: ["usd AAPL 2026-11-24 10 11 9 10.5 1200"],
      said: [],
    });
  });

  it("leave a stock out on another market's day, and read minutes too", () => {
    const { bars, said } = read("intraday/data.csv", [
      "Price,Close,Close,High,High,Low,Low,Open,Open,Volume,Volume",
      "Ticker,7203.T,AAPL,7203.T,AAPL,7203.T,AAPL,7203.T,AAPL,7203.T,AAPL",
      "Datetime,,,,,,,,,,",
      "2026-11-24 00:00:00+00:00,10.5,,11,,9,,10,,1200,",
      "2026-11-24 14:30:00+00:00,,10.5,,11,,9,,10,,1200",
    ]);
    expect(said).toEqual([]);
    expect(bars).toEqual([
      "jpy 7203 2026-11-24 09:00 10 11 9 10.5 1200",
      "usd AAPL 2026-11-24 09:30 10 11 9 10.5 1200",
    ]);
  });
});

describe("other forms", () => {
  it.each([
    [
      "kabuoji3's",
      "7203_2026.csv",
      [
        "7203 東証プライム トヨタ自動車(株)",
        "日付,始値,高値,安値,終値,出来高,終値調整値",
        "2026-11-24,10,11,9,10.5,1200,10.5",
      ],
      ["jpy 7203 2026-11-24 10 11 9 10.5 1200"],
      [],
    ],
    [
      "無尽蔵's",
      "T261124.csv",
      [
        "2026/11/24,1001,11,1001 日経平均,51001.23,51345.67,50987.65,51234.56,0,東証1部",
        "2026/11/24,7203,11,7203 トヨタ,10,11,9,10.5,1200,東証1部",
        "2026/11/24,7203,31,7203 トヨタ,10,11,9,10.5,100,名証1部",
      ],
      ["jpy 7203 2026-11-24 10 11 9 10.5 1200"],
      [
        expect.stringContaining("an index"),
        expect.stringContaining("of an exchange that is none of the stock's market"),
      ],
    ],
    [
      "Investing.com's in Japanese",
      "7203 過去データ.csv",
      [
        '"日付","終値","始値","高値","安値","出来高","変化率 %"',
        '"2026-11-24","3,102.0","3,095.0","3,120.0","3,088.0","18.23M","0.5%"',
      ],
      ["jpy 7203 2026-11-24 3095 3120 3088 3102 18230000"],
      [],
    ],
    [
      "Alpha Vantage's adjusted",
      "AAPL.csv",
      [
        "timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient",
        "2026-11-24,10,11,9,10.5,10.4,1200,0.2600,1.0",
      ],
      ["usd AAPL 2026-11-24 10 11 9 10.5 1200"],
      [expect.stringContaining("a split or a dividend before the record's second day")],
    ],
    [
      "TradingView's",
      "BATS_AAPL, 1D.csv",
      ["time,open,high,low,close,Volume", `1795530600,${day}`, `1795617000,${day}`],
      ["usd AAPL 2026-11-24 10 11 9 10.5 1200", "usd AAPL 2026-11-25 10 11 9 10.5 1200"],
      [],
    ],
    [
      "IB's minutes",
      "intraday/AAPL.csv",
      [
        "date,open,high,low,close,volume,average,barCount",
        `20261124 09:30:00 US/Eastern,${day},10,3`,
        "20261124 09:31:00 US/Eastern,10,11,9,10.5,-1,10,3",
      ],
      ["usd AAPL 2026-11-24 09:30 10 11 9 10.5 1200"],
      [expect.stringContaining("these are no trades; found -1; fetch TRADES")],
    ],
    [
      "WSJ's",
      "AAPL.csv",
      ["Date, Open, High, Low, Close, Volume", "11/24/26, 10, 11, 9, 10.5, 1200"],
      ["usd AAPL 2026-11-24 10 11 9 10.5 1200"],
      [],
    ],
  ])("%s", (_vendor, name, lines, bars, said) => {
    expect(read(name, lines)).toEqual({ bars, said });
  });

  it.each([
    [
      "MetaTrader's minutes",
      "AAPL.csv",
      [
        "<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>",
        "2026.11.24\t16:30:00\t10\t11\t9\t10\t3\t0\t2",
      ],
      /server time/,
    ],
    ["Lean's", "aapl.csv", ["20261124 00:00,2815000,2840300,2805000,2827600,38412700"], /Lean/],
    ["ticks", "AAPL.csv", ["time,price,volume", "2026-11-24 09:30:00,10,100"], /ticks or quotes/],
    ["no names of columns", "AAPL.csv", [`2026-11-24,${day}`], /no line names the columns/],
    [
      "another name of the volume",
      "AAPL.csv",
      ["Date,Open,High,Low,Close,volume_raw", `2026-11-24,${day}`],
      /no column volume; found Date, Open, High, Low, Close, volume_raw/,
    ],
  ])("%s are refused in a true sentence", (_what, name, lines, sentence) => {
    const { bars, said } = read(name, lines);
    expect(bars).toEqual([]);
    expect(said).toEqual([expect.stringMatching(sentence)]);
  });
});

describe("a second table in a file", () => {
  it("of the same names is read on, of other columns it is not", () => {
    const same = read("AAPL.csv", [ohlcv, `2026-11-24,${day}`, ohlcv, `2026-11-25,${day}`]);
    expect(same.bars.length).toBe(2);
    const other = "Date,Close,High,Low,Open,Volume";
    const mixed = read("AAPL.csv", [ohlcv, `2026-11-24,${day}`, other, `2026-11-25,${day}`]);
    expect(mixed.bars).toEqual(["usd AAPL 2026-11-24 10 11 9 10.5 1200"]);
    expect(mixed.said).toContainEqual(
      expect.stringMatching(/line 4 \(below a second line of names/),
    );
  });

  it.each([["MSFT"], ["MSFT,,,,,"]])("below the title %s is another stock's", (title) => {
    const lines = ["AAPL", ohlcv, `2026-11-24,${day}`, "", title, ohlcv, `2026-11-25,${day}`];
    const { bars, said } = read("AAPL.csv", lines);
    expect(bars).toEqual(["usd AAPL 2026-11-24 10 11 9 10.5 1200"]);
    expect(said).toContainEqual(expect.stringMatching(/line 7 \(below a second line of names/));
  });

  it("is seen among minutes", () => {
    const at = (time: string) => `2026-11-24 ${time}:00-05:00,${day}`;
    const header = ohlcv.replace("Date", "Datetime");
    const other = "Datetime,Close,High,Low,Open,Volume";
    const { bars, said } = read("AAPL.csv", [header, at("09:30"), at("09:31"), other, at("09:32")]);
    expect(bars.length).toBe(2);
    expect(said).toContainEqual(expect.stringMatching(/line 5 \(below a second line of names/));
  });
});

describe("a file that ends within a row", () => {
  const dates = ["16", "17", "18", "19", "20", "23"].map((one) => `2026-11-${one}`);
  const whole = [ohlcv, ...dates.map((date) => `${date},10,11,9,10.5,1200456`)];

  it("loses that row, and says so once", () => {
    const { bars, said } = read("AAPL.csv", [...whole, "2026-11-24,10,11,9,10.5,12"]);
    expect(bars.length).toBe(6);
    expect(said).toEqual([
      "AAPL.csv: 1 row left out, the first in line 8 (the file ends within this row: its last field lacks digits or a quote that the rows before have; found 2026-11-24,10,11,9,10.5,12; fetch the file again, or end its last line if it is whole)",
    ]);
  });

  it.each([
    ["a line end", "2026-11-24,10,11,9,10.5,12\n"],
    ["a number as long as others", "2026-11-24,10,11,9,10.5,1200457"],
  ])("is not one with %s", (_what, last) => {
    const { bars, said } = read("AAPL.csv", [...whole, last]);
    expect([bars.length, said]).toEqual([7, []]);
  });
});

describe("what is named though it is read", () => {
  it("days of a week's end", () => {
    const { bars, said } = read("AAPL.csv", [ohlcv, `2026-11-22,${day}`, `2026-11-23,${day}`]);
    expect(bars.length).toBe(2);
    expect(said).toEqual([expect.stringMatching(/^1 row of a Saturday or a Sunday.*AAPL\.csv/)]);
  });

  it("minutes of a week's end", () => {
    const rows = ["09:30", "09:31"].map((time) => `2026-11-22 ${time}:00-05:00,${day}`);
    const { bars, said } = read("AAPL.csv", [ohlcv.replace("Date", "Datetime"), ...rows]);
    expect(bars.length).toBe(2);
    expect(said).toEqual([expect.stringMatching(/^2 rows of a Saturday or a Sunday/)]);
  });

  it("dividends that yfinance has taken out of its prices", () => {
    const rows = [`2026-11-24,${day},0,0`, `2026-11-25,${day},0.25,0`];
    const { said } = read("AAPL.csv", [`${ohlcv},Dividends,Stock Splits`, ...rows]);
    expect(said).toEqual([expect.stringMatching(/^1 dividend is not paid: .*AAPL\.csv/)]);
  });

  it("bars after the early close of a half day", () => {
    const at = (time: string) => `2026-11-27 ${time}:00-05:00,${day}`;
    const header = ohlcv.replace("Date", "Datetime");
    const { bars, said } = read("AAPL.csv", [header, at("12:58"), at("12:59"), at("13:00")]);
    expect(bars.length).toBe(2);
    expect(said).toEqual([expect.stringMatching(/^1 bar after the early close of a half day/)]);
  });
});

it("bars of weeks are no days", () => {
  const mondays = ["10-05", "10-12", "10-19", "10-26", "11-02"];
  const { bars, said } = read("AAPL.csv", [ohlcv, ...mondays.map((one) => `2026-${one},${day}`)]);
  expect(bars).toEqual([]);
  expect(said).toEqual([
    expect.stringMatching(/bars of weeks or months.*2026-10-05 and 2026-10-12/),
  ]);
});

it("a stock that is seldom traded does not make weeks of another's days", () => {
  const mondays = ["10-05", "10-12", "10-19", "10-26", "11-02"];
  const daily = ["10-05", "10-06", "10-07", "10-08", "10-09"];
  const rows = [
    ...mondays.map((one) => `AAPL,2026-${one},${day}`),
    ...daily.map((one) => `MSFT,2026-${one},${day}`),
  ];
  expect(read("all.csv", [`Symbol,${ohlcv}`, ...rows])).toMatchObject({
    bars: { length: 10 },
    said: [],
  });
});

it("small letters at a ticker's end are preferred shares, warrants or rights, and do not decide the file", () => {
  // Midnight of New York.
  const rest = "100,10,10.5,11,9,1795410000000000000,5";
  const symbols = ["BACpL", "XYZw", "ACHR.WS", "BAC.PR.L", "BAC$L", "AAPL"];
  const { bars, said } = read("day.csv", [
    "ticker,volume,open,close,high,low,window_start,transactions",
    ...symbols.map((symbol) => `${symbol},${rest}`),
  ]);
  expect(bars).toEqual(["usd AAPL 2026-11-23 10 11 9 10.5 100"]);
  expect(said).toEqual([
    expect.stringMatching(/^day\.csv: 5 rows left out.*preferred shares.*found BACpL/),
  ]);
});

it("funds of China are known by their bare codes", () => {
  const rows = ["510300", "159915", "113050"].map((code) => `${code},2026-11-24,${day}`);
  const { bars, said } = read("all.csv", [`code,${ohlcv}`, ...rows]);
  expect(bars.map((bar) => bar.split(" ")[1])).toEqual(["510300", "159915"]);
  expect(said).toEqual([expect.stringMatching(/no stock of .*113050/)]);
});

it.each([
  ["a row of units", ["日付,始値,高値,安値,終値,出来高", ",円,円,円,円,千株", `2026-11-24,${day}`]],
  ["a title", ["Prices in GBp", ohlcv, `2026-11-24,${day}`]],
])("other units that %s says are refused", (_where, lines) => {
  const { bars, said } = read("7203.csv", lines);
  expect(bars).toEqual([]);
  expect(said).toEqual([
    expect.stringMatching(/^7203\.csv: left out \(a line says .* other units/),
  ]);
});

it("a row of plain units is no fault of the rows below it", () => {
  const lines = ["日付,始値,高値,安値,終値,出来高", ",円,円,円,円,株", `2026-11-24,${day}`];
  expect(read("7203.csv", lines).bars).toEqual(["jpy 7203 2026-11-24 10 11 9 10.5 1200"]);
});

describe("a column that says where or what a stock is", () => {
  const row = (symbol: string, ...more: string[]) => [symbol, ...more, "2026-11-24", day].join(",");
  it.each([
    ["exchange", "LSE", "NASDAQ", "of an exchange"],
    ["exchange_short_name", "F", "US", "of an exchange"],
    ["mic", "XETR", "XNAS", "of an exchange"],
    ["country", "Canada", "United States", "of an exchange"],
    ["asset_type", "Crypto", "Common Stock", "the symbol is no stock"],
    ["currency", "GBP", "USD", "prices in another currency"],
  ])("%s: %s is not taken, %s is", (column, other, ours, said) => {
    const names = `symbol,${column},date,open,high,low,close,volume`;
    const taken = read("list.csv", [names, row("VOD", other), row("AAPL", ours)]);
    expect(taken.bars).toEqual(["usd AAPL 2026-11-24 10 11 9 10.5 1200"]);
    expect(taken.said).toEqual([expect.stringMatching(`line 2 .${said}.*; found ${other}`)]);
  });

  it("is heard of bars within a day, and of Tokyo and Shanghai", () => {
    const names = "symbol,exchange,datetime,open,high,low,close,volume";
    const at = (text: string, time: string) => `${text},2026-11-24 ${time},${day}`;
    const lines = [
      at("SAP,XETRA", "10:00"),
      at("7203,東証プライム", "10:00"),
      at("7203,東証プライム", "10:01"),
      at("600519.SH,上交所", "10:00"),
      at("600519.SH,SSE", "10:01"),
    ];
    const { bars, said } = read("list.csv", [names, ...lines]);
    expect(bars.map((bar) => bar.split(" ")[1])).toEqual(["7203", "7203", "600519", "600519"]);
    expect(said).toEqual([expect.stringContaining("found XETRA")]);
  });
});

describe("a year of two digits", () => {
  const dated = (...dates: string[]) =>
    read("AAPL.csv", [ohlcv, ...dates.map((date) => `${date},${day}`)]);
  const days = ["2026-11-16", "2026-11-17", "2026-11-18"];
  it.each([
    ["first", ["26/11/16", "26/11/17", "26/11/18"]],
    ["last, behind the month", ["11/16/26", "11/17/26", "11/18/26"]],
    ["last, behind day and month", ["16/11/26", "17/11/26", "18/11/26"]],
  ])("stands %s", (_where, dates) => {
    expect(dated(...dates).bars.map((bar) => bar.split(" ")[2])).toEqual(days);
  });

  it("is refused where it may stand first or last", () => {
    const { bars, said } = dated("18/11/26");
    expect(bars).toEqual([]);
    expect(said[0]).toContain("found 18/11/26");
  });
});

it.each(["BTC", "CLOSE", "JAPAN", "TODAY"])("%s.csv may be anything", (name) => {
  expect(read(`${name}.csv`, [ohlcv, `2026-11-24,${day}`])).toEqual({
    bars: [],
    said: [expect.stringContaining(`${name}.US.csv`)],
  });
});

it.each([["※出来高の単位は千株"], ['"Volume in thousands of shares"']])(
  "a note below the rows says the units: %s",
  (note) => {
    const rows = Array.from(
      { length: 25 },
      (_, at) => `2026-10-${String(at + 1).padStart(2, "0")},${day}`,
    );
    const { bars, said } = read("7203.T.csv", [ohlcv, ...rows, note]);
    expect(bars).toEqual([]);
    expect(said).toEqual([expect.stringContaining("in other units")]);
  },
);

it.each([
  ["Europe/London", "14:30"],
  ["UTC", "14:30"],
  ["America/New_York", "09:30"],
])("a column has the zone %s", (zone, time) => {
  const { bars } = read("AAPL.csv", [
    "Datetime,tz,Open,High,Low,Close,Volume",
    `2026-11-24 ${time},${zone},${day}`,
    `2026-11-24 ${time.replace(":30", ":35")},${zone},${day}`,
  ]);
  expect(bars.map((bar) => bar.split(" ")[3])).toEqual(["09:30", "09:35"]);
});

it("Sharadar's prices are those of after all splits", () => {
  const names = "ticker,date,open,high,low,close,volume,closeadj,closeunadj";
  const { bars, said } = read("prices.csv", [names, `AAPL,2026-11-24,${day},10.4,42`]);
  expect(bars).toEqual([]);
  expect(said[0]).toContain("adjusted");
});

it.each([
  ["600519.SH", "3.5", 0],
  ["7203", "12.345", 0],
  ["7203", "1200.0", 1],
  ["AAPL", "1200.25", 1],
  ["6758", "101.44927535999999", 1],
])("%s with a volume of %s has %i bars", (symbol, volume, count) => {
  const names = "symbol,date,open,high,low,close,volume";
  const { bars, said } = read("list.csv", [names, `${symbol},2026-11-24,10,11,9,10.5,${volume}`]);
  expect(bars).toHaveLength(count);
  expect(said).toEqual(count === 1 ? [] : [expect.stringContaining(`found ${volume}`)]);
});
