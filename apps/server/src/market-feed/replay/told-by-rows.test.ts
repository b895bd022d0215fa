import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countLeftOut } from "./left-out.ts";
import { readRecordedMarket } from "./recorded-market.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-told-by-rows-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Days as `date open high low close volume`, minutes as `UTC open close volume`, and the sentences. */
function read(as: string, lines: readonly string[], now?: number) {
  mkdirSync(dirname(join(folder, as)), { recursive: true });
  writeFileSync(join(folder, as), `${lines.join("\n")}\n`);
  const leftOut = countLeftOut();
  const plain = (price: unknown) => Number(price) / 10_000;
  let bars: string[] = [];
  try {
    const { stocks } = readRecordedMarket(folder, undefined, leftOut.add, now);
    bars = stocks.flatMap(({ instrument: { code }, days, minutes }) =>
      minutes.length > 0
        ? minutes.map(
            ({ from, open, close, volume }) =>
              `${code} ${new Date(from).toISOString().slice(0, 16)} ${plain(open)} ${plain(close)} ${volume}`,
          )
        : Array.from({ length: days.length }, (_, index) => {
            const { tradingDate, open, high, low, close, volume } = days.bar(index);
            return `${code} ${tradingDate} ${[open, high, low, close].map(plain).join(" ")} ${volume}`;
          }),
    );
  } catch (error) {
    expect(String(error)).toContain("no recorded bars");
  }
  return { bars, said: leftOut.sentences() };
}

const nanoseconds = (iso: string) => `${Date.parse(iso)}000000`;
const seconds = (iso: string) => String(Date.parse(iso) / 1_000);
const [first, second] = ["2026-11-24T14:30:00Z", "2026-11-24T14:31:00Z"];
const appleMinutes = [
  "AAPL 2026-11-24T14:30 281.5 281.9 4930",
  "AAPL 2026-11-24T14:31 281.9 282.1 4931",
];
const toyota = ["7203 2026-11-24 3095 3120 3088 3102 18230400"];
const pudong = ["600000 2026-11-24 11.82 12.01 11.78 11.95 81234000"];

describe("is read as it comes", () => {
  it.each<[string, string, string[], string[]]>([
    [
      "Massive's minutes",
      "intraday/2026-11-24.csv",
      [
        "ticker,volume,open,close,high,low,window_start,transactions",
        `AAPL,4930,281.5,281.9,282,281.4,${nanoseconds(first)},129`,
        `AAPL,4931,281.9,282.1,282.2,281.8,${nanoseconds(second)},130`,
      ],
      appleMinutes,
    ],
    [
      "Databento's minutes, raw",
      "intraday/xnas.csv",
      [
        "ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol",
        `${nanoseconds(first)},33,2,38,281500000000,282000000000,281400000000,281900000000,4930,AAPL`,
        `${nanoseconds(second)},33,2,38,281900000000,282200000000,281800000000,282100000000,4931,AAPL`,
      ],
      appleMinutes,
    ],
    [
      "Databento's minutes, pretty",
      "intraday/xnas.csv",
      [
        "ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol",
        "2026-11-24T14:30:00.000000000Z,33,2,38,281.500000000,282.0,281.4,281.900000000,4930,AAPL",
        "2026-11-24T14:31:00.000000000Z,33,2,38,281.900000000,282.2,281.8,282.100000000,4931,AAPL",
      ],
      appleMinutes,
    ],
    [
      "TradingView's Unix time beside indicators",
      "BATS_AAPL, 1D.csv",
      [
        "time,open,high,low,close,Volume,Volume MA,MA,Upper",
        `${seconds(first)},281.5,282,281.4,281.9,4930,NaN,280,290`,
      ],
      ["AAPL 2026-11-24 281.5 282 281.4 281.9 4930"],
    ],
    [
      "J-Quants' mornings and afternoons beside the day",
      "jq.csv",
      [
        "Date,Code,O,H,L,C,Vo,Va,AdjFactor,MO,MH,ML,MC,MVo,AO,AH,AL,AC,AVo",
        "2026-11-24,72030,3095,3120,3088,3102,18230400,56565000000,1,3095,3110,3088,3100,9000000,3101,3120,3095,3102,9230400",
      ],
      toyota,
    ],
    [
      "kabu+'s list of a day",
      "japan-all-stock-prices_20261124.csv",
      [
        "SC,名称,市場,業種,日時,株価,前日比,前日終値,始値,高値,安値,出来高,売買代金（千円）",
        "7203,トヨタ自動車,東証プライム,輸送用機器,2026/11/24,3102,7,3095,3095,3120,3088,18230400,56565000",
      ],
      toyota,
    ],
    [
      "a Japanese broker's chart",
      "7203.csv",
      [
        "銘柄名称,市場名称,足種,日付,時刻,始値,高値,安値,終値,出来高",
        "トヨタ自動車,東証,日足,2026/11/24,,3095,3120,3088,3102,18230400",
      ],
      toyota,
    ],
    [
      "East Money's answer with all of its fields",
      "600000.json",
      [
        `jQuery35_1({"rc":0,"data":{"code":"600000","market":1,"klines":["2026-11-24,11.82,11.95,12.01,11.78,812340,967812352.00,1.95,1.1,0.13,0.28"]}});`,
      ],
      pudong,
    ],
    [
      "Wind's names with their units",
      "wind.csv",
      [
        "代码,简称,日期,前收盘价(元),开盘价(元),最高价(元),最低价(元),收盘价(元),成交量(股),成交金额(元)",
        "600000.SH,浦发银行,2026-11-24,11.80,11.82,12.01,11.78,11.95,81234000,967812352",
      ],
      pudong,
    ],
  ])("%s", (_name, as, lines, bars) => expect(read(as, lines)).toEqual({ bars, said: [] }));
});

const days = (...dates: string[]) => [
  "Date,Open,High,Low,Close,Volume",
  ...dates.map((date) => `${date},1005,1010,1000,1005,384127`),
];

describe("is left out in a true sentence", () => {
  it.each<[string, string, string[], RegExp]>([
    [
      "a chart of weeks",
      "7203.csv",
      ["足種,日付,始値,高値,安値,終値,出来高", "週足,2026/11/16,3095,3120,3088,3102,18"],
      /not a daily bar; found 週足/,
    ],
    [
      "Sina's line",
      "sina.txt",
      [`var hq_str_sh600000="浦发银行,11.82,11.80,11.95";`],
      /a script that is not East Money's/,
    ],
    [
      "Tencent's answer",
      "a.json",
      [`kline_dayqfq={"data":{"sh600000":{"qfqday":[]}}}`],
      /a script that is not East Money's/,
    ],
    [
      "thousands of shares",
      "7203.csv",
      ["日付,始値,高値,安値,終値,売買高(千株)", "2026/11/24,3095,3120,3088,3102,18230"],
      /no column volume; found .*売買高\(千株\)/,
    ],
    [
      "OUT.csv",
      "OUT.csv",
      days("2026-11-24"),
      /a word that many files are called by; found OUT\.csv; call it OUT\.US\.csv/,
    ],
    ["ALL.csv", "ALL.csv", days("2026-11-24"), /call it ALL\.US\.csv/],
    ["PRICE.csv", "PRICE.csv", days("2026-11-24"), /call it PRICE\.US\.csv/],
    [
      "a day on which Tokyo was closed",
      "2330.csv",
      days("2026-11-20", "2026-11-23", "2026-11-24"),
      /on which Tokyo's was closed; found 2026-11-23; call it 7203\.T\.csv if it is Tokyo's/,
    ],
  ])("%s", (_name, as, lines, said) =>
    expect(read(as, lines)).toEqual({ bars: [], said: [expect.stringMatching(said)] }),
  );

  it("bars of seconds", () => {
    const bar = (at: string) => `${at},32,2,38,281.5,282.0,281.4,281.9,4930,AAPL`;
    const { bars, said } = read("intraday/xnas.csv", [
      "ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol",
      ...["2026-11-24T14:30:00.000000000Z", "2026-11-24T14:30:01.000000000Z"].map(bar),
    ]);
    expect([bars, said]).toEqual([[], [expect.stringMatching(/bars of seconds; fetch bars of/)]]);
  });

  it("a day that is not over, while the exchange's day of the moment is a record from its close on", () => {
    const lines = days("2026-11-24", "2062-11-24");
    const at = (time: string) => read("AAPL.csv", lines, Date.parse(time));
    const kept = ["AAPL 2026-11-24 1005 1010 1000 1005 384127"];
    expect(at("2026-11-24T22:00:00Z")).toEqual({
      bars: kept,
      said: [expect.stringMatching(/in line 3 \(a day that is not over yet; found 2062-11-24/)],
    });
    expect(at("2026-11-24T21:00:00Z")).toMatchObject({ bars: [] });
  });

  it("a minute of a day that is not over", () => {
    const lines = ["timestamp,open,high,low,close,volume", "2062-11-24T14:30:00Z,1,1,1,1,5"];
    const { bars, said } = read("intraday/AAPL.csv", lines, Date.parse("2026-11-24T22:00:00Z"));
    expect([bars, said]).toEqual([[], [expect.stringMatching(/not over yet; found 2062-11-24/)]]);
  });
});

describe("a code without an exchange", () => {
  it("is Tokyo's where its days keep Tokyo's holidays, or its name says so", () => {
    const bars = (code: string, ...dates: string[]) =>
      dates.map((date) => `${code} ${date} 1005 1010 1000 1005 384127`);
    const dates = ["2026-11-20", "2026-11-24"];
    expect(read("2330.csv", days(...dates))).toEqual({ bars: bars("2330", ...dates), said: [] });
    rmSync(join(folder, "2330.csv"));
    expect(read("2330.T.csv", days("2026-11-24"))).toEqual({
      bars: bars("2330", "2026-11-24"),
      said: [],
    });
  });

  it("is read as Tokyo's, and named, where nothing tells", () => {
    expect(read("2330.csv", days("2026-11-24"))).toEqual({
      bars: ["2330 2026-11-24 1005 1010 1000 1005 384127"],
      said: [expect.stringMatching(/^2330\.csv says no exchange.*read as Tokyo's/)],
    });
  });
});
