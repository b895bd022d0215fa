/**
 * Files in the forms of real vendors, with invented numbers, and what is right for each: which bars of which stocks, and
 * what has to be said. `as` is the name and folder that such a file has at its vendor.
 */
export type VendorFile = {
  file: string;
  as: string;
  /** Bars as `date open high low close volume` or `date time …`, prices and shares in plain numbers, by symbol. */
  bars: Readonly<Record<string, readonly string[]>>;
  says: readonly RegExp[];
};

const apple = [
  "2026-11-24 281.5 284.03 280.5 282.76 38412700",
  "2026-11-25 282.9 283.1 279.01 279.92 44120900",
];
const toyota = [
  "2026-11-24 3095 3120 3088 3102 18230400",
  "2026-11-25 3104 3111 3075 3081 16120300",
];
const pudong = [
  "2026-11-24 11.82 12.01 11.78 11.95 81234012",
  "2026-11-25 11.95 12.02 11.85 11.88 70231045",
];

export const vendorFiles: readonly VendorFile[] = [
  {
    file: "akshare-hist.csv",
    as: "000001.csv",
    bars: {
      "cny 000001": [
        "2026-11-24 11.82 12.01 11.78 11.95 81234000",
        "2026-11-25 11.95 12.02 11.85 11.88 70231000",
        "2026-11-26 11.88 12.15 11.86 12.1 101231000",
      ],
    },
    says: [],
  },
  { file: "akshare-sina-daily.csv", as: "sz000001.csv", bars: { "cny 000001": pudong }, says: [] },
  { file: "alphavantage-daily.csv", as: "AAPL.csv", bars: { "usd AAPL": apple }, says: [] },
  {
    file: "baostock-daily.csv",
    as: "sh.600000.csv",
    bars: {
      "cny 600000": [
        "2026-11-24 11.82 12.01 11.78 11.95 81234012",
        "2026-11-25 11.95 11.95 11.95 11.95 0",
        "2026-11-26 11.88 12.15 11.86 12.1 101231012",
      ],
    },
    says: [],
  },
  { file: "databento-ohlcv-1d-pretty.csv", as: "xnas.csv", bars: { "usd AAPL": apple }, says: [] },
  { file: "databento-ohlcv-1d-raw.csv", as: "xnas.csv", bars: { "usd AAPL": apple }, says: [] },
  {
    file: "eodhd-shanghai.csv",
    as: "600519.SHG.csv",
    bars: { "cny 600519": ["2026-11-24 1481.5 1494.03 1480.5 1482.76 3841270"] },
    says: [],
  },
  {
    file: "excel-unpadded-dates.csv",
    as: "7203.csv",
    bars: {
      "jpy 7203": [
        "2026-01-05 3095 3120 3088 3102 18230400",
        "2026-01-06 3104 3111 3075 3081 16120300",
        "2026-10-13 3104 3111 3075 3081 16120300",
      ],
    },
    says: [],
  },
  {
    file: "ib-minutes.csv",
    as: "intraday/AAPL.csv",
    bars: {
      "usd AAPL": [
        "2026-11-24 09:30 281.5 282.03 280.5 281.76 3841",
        "2026-11-24 09:31 281.8 282.1 281.01 281.92 1412",
      ],
    },
    says: [],
  },
  {
    file: "investing-english.csv",
    as: "AAPL.csv",
    bars: {
      "usd AAPL": [
        "2026-11-23 280 283.5 279.1 281.23 41230000",
        "2026-11-24 281.5 284.03 280.5 282.76 38410000",
        "2026-11-25 282.9 283.1 279.01 279.92 44120000",
      ],
    },
    says: [],
  },
  { file: "japanese-headers-cp932.csv", as: "7203.csv", bars: { "jpy 7203": toyota }, says: [] },
  {
    file: "jquants-v2-daily-2026.csv",
    as: "equities_bars_daily_202609.csv",
    bars: {
      "jpy 7203": [
        "2026-09-25 6200 6240 6180 6210 9230400",
        "2026-09-28 3110 3140 3101 3122 18230400",
      ],
      "jpy 285A": [
        "2026-09-25 2110 2180 2100 2175 31230400",
        "2026-09-28 2180 2190 2120 2131 21230400",
      ],
      "jpy 1376": ["2026-09-28 1701 1701 1701 1701 100"],
    },
    says: [/1 row without a price: no trade/],
  },
  {
    file: "jquants-v2-minutes.csv",
    as: "equities_bars_minute_20260925.csv",
    bars: {
      "jpy 7203": [
        "2026-09-25 09:00 3100 3103 3098 3101 130400",
        "2026-09-25 09:01 3101 3104 3100 3103 80400",
        "2026-09-25 15:29 3105 3106 3104 3106 40400",
        "2026-09-25 15:30 3107 3107 3107 3107 1040400",
      ],
    },
    says: [],
  },
  { file: "marketwatch.csv", as: "AAPL.csv", bars: { "usd AAPL": apple }, says: [] },
  {
    file: "massive-day-aggregates.csv",
    as: "2026-11-24.csv",
    bars: {
      "usd A": ["2026-11-24 141.2 142.9 140.8 142.3 1230411"],
      "usd AAPL": ["2026-11-24 281.5 284.03 280.5 282.76 38412700"],
      "usd BRK.B": ["2026-11-24 481.5 484.03 480.5 482.76 3841270"],
    },
    says: [],
  },
  {
    file: "metatrader5-daily.csv",
    as: "AAPL_Daily.csv",
    bars: {},
    says: [/MetaTrader: server time and tick volume/],
  },
  { file: "nikkei-225.csv", as: "nikkei_stock_average_daily_jp.csv", bars: {}, says: [/an index/] },
  {
    file: "stooq-5-minutes.txt",
    as: "intraday/aapl.us.txt",
    bars: {
      "usd AAPL": [
        "2026-11-24 09:30 281.5 282.03 280.5 281.76 3841270",
        "2026-11-24 09:35 281.8 282.1 281.01 281.92 1412090",
        "2026-11-24 15:55 281.8 282.1 281.01 281.92 1412090",
      ],
    },
    says: [],
  },
  {
    file: "stooq-daily-all-instruments.txt",
    as: "20261124_d.txt",
    bars: {
      "jpy 7203": ["2026-11-24 3095 3120 3088 3102 18230400"],
      "jpy 6758": ["2026-11-24 3500 3510 3480 3495 101"],
      "usd AAPL": ["2026-11-24 281.5 284.03 280.5 282.76 38412700"],
    },
    says: [/10 rows left out, the first in line 5 .*AAPL_PE\.US/, /1 row .*an index.*\^SPX/],
  },
  {
    file: "tabs-with-thousands.txt",
    as: "7203.txt",
    bars: {
      "jpy 7203": [
        "2026-11-24 3095 3120 3088 3102 823400",
        "2026-11-25 3104 3111 3075 3081 612300",
      ],
    },
    says: [],
  },
  {
    file: "tongdaxin-comma-rows.txt",
    as: "SH#600000.txt",
    bars: { "cny 600000": pudong },
    says: [],
  },
  {
    file: "tongdaxin-forward-adjusted.txt",
    as: "SH#600000.txt",
    bars: {},
    says: [/adjusted prices: nobody traded at them/],
  },
  {
    file: "tonghuashun-table.xls",
    as: "600000.xls",
    bars: { "cny 600000": pudong },
    says: [],
  },
  {
    file: "tonghuashun-table.xls",
    as: "Table.xls",
    bars: {},
    says: [/Table\.xls: left out \(.*says which stock; found [^;]+; call it/],
  },
  { file: "tradingview-iso.csv", as: "TSE_7203, 1D.csv", bars: { "jpy 7203": toyota }, says: [] },
  { file: "tushare-us-daily.csv", as: "us_daily.csv", bars: { "usd AAPL": apple }, says: [] },
  { file: "twse-stock-day.csv", as: "STOCK_DAY_2330_202611.csv", bars: {}, says: [/Taiwan/] },
  { file: "yahoo-london.csv", as: "VOD.L.csv", bars: {}, says: [/VOD\.L.*no stock of Japan/] },
  {
    file: "yfinance-download-daily.csv",
    as: "prices.csv",
    bars: {
      "usd AAPL": [
        "2026-11-23 280 283.5 279.1 281.23 41230100",
        "2026-11-24 281.5 284.03 280.5 282.76 38412700",
        "2026-11-25 282.9 283.1 279.01 279.92 44120900",
      ],
    },
    says: [],
  },
  {
    file: "yfinance-download-two-stocks.csv",
    as: "data.csv",
    bars: { "jpy 7203": toyota, "usd AAPL": apple },
    says: [],
  },
  {
    file: "yfinance-hourly-local-long-decimals.csv",
    as: "intraday/AAPL.csv",
    bars: {
      "usd AAPL": [
        "2026-05-18 09:30 249.38 249.49 245.56 246.37 9284210",
        "2026-05-18 10:30 246.38 247.88 246.31 247.55 4410211",
      ],
    },
    says: [],
  },
  {
    file: "yfinance-hourly-utc-long-decimals.csv",
    as: "intraday/AAPL.csv",
    bars: {
      "usd AAPL": [
        "2025-10-13 09:30 249.38 249.49 245.56 246.37 9284210",
        "2025-10-13 10:30 246.38 247.88 246.31 247.55 4410211",
        "2025-10-13 11:30 247.54 247.92 246.96 247.3 3120455",
        "2025-10-13 12:30 247.3 248 247.05 247.8 2720311",
        "2025-10-13 13:30 247.81 248.4 247.7 248.1 2611020",
        "2025-10-13 14:30 248.11 248.69 247.75 247.95 3400112",
        "2025-10-13 15:30 247.94 248.2 247.24 247.66 5720010",
      ],
    },
    says: [],
  },
  {
    file: "yfinance-hourly-utc.csv",
    as: "intraday/AAPL.csv",
    bars: {
      "usd AAPL": [
        "2025-10-13 09:30 246.27 246.87 245.87 246.37 9284210",
        "2025-10-13 10:30 247.45 248.05 247.05 247.55 4410211",
        "2025-10-13 11:30 247.2 247.8 246.8 247.3 3120455",
        "2025-10-13 12:30 247.7 248.3 247.3 247.8 2720311",
        "2025-10-13 13:30 248 248.6 247.6 248.1 2611020",
        "2025-10-13 14:30 247.85 248.45 247.45 247.95 3400112",
        "2025-10-13 15:30 247.56 248.16 247.16 247.66 5720010",
      ],
    },
    says: [],
  },
  {
    file: "yfinance-without-name.csv",
    as: "data.csv",
    bars: {},
    says: [/data\.csv: left out \(.*says which stock; found [^;]+; call it/],
  },
];
