import type { RecordFault } from "@sanshi/contract/record-faults";

/**
 * What vendors call their columns, and what else their files leave unsaid. A new form is a few names here, or one more
 * description below, with a sample of it in tests/support/vendor-files.ts.
 */

/** Our names of columns by the vendors', in lower case and without `<>`. Our own names stand for themselves. */
export const columnNames: Readonly<Record<string, string>> = {
  ...named(
    "symbol",
    "symbol ticker code sc ts_code 股票代码 证券代码 代码 銘柄コード コード localcode",
  ),
  ...named(
    "exchange",
    "exchange mic mic_code exchange_code exchange_short_name primary_exchange listing_exchange",
  ),
  ...named("country", "country country_code"),
  ...named("asset", "asset_type asset_class security_type instrument_type"),
  // The kind of bar, of days or within them.
  ...named("bar_kind", "足種"),
  ...named("date", "date trade_date 日期 日付 日付け 年月日 交易日期 day データ日付 日時"),
  ...named("moment", "datetime timestamp trade_time ts_event window_start time_key"),
  ...named("clock", "时间 交易时间 時間"),
  ...named("time", "time 時刻"),
  ...named("zone", "tz timezone time_zone"),
  ...named("zone_seconds", "gmtoffset"),
  ...named("open", "open o 开盘 开盘价 始値 open_price"),
  ...named("high", "high h 最高 最高价 高値 high_price"),
  ...named("low", "low l 最低 最低价 安値 low_price"),
  ...named("close", "close c 收盘 收盘价 終値 close/last close_price last"),
  ...named("volume", "volume vol vol. vo v 成交量 出来高 売買高 总手 volume_shares volume(shares)"),
  ...named(
    "money",
    "amount 成交额 金额 成交金额 売買代金 turnovervalue turnover_value va amount_cny",
  ),
  ...named("pre_close", "pre_close preclose 前收盘 昨收 前收"),
  ...named("base_price", "base_price 基準値 基準値段 基準値(円) 基準値段(円)"),
  ...named("adj_close", "adjclose adjusted_close adj_close"),
  ...named("adjustment_factor", "adjustmentfactor adjfactor adjustment_factor"),
  ...named("stock_splits", "split_coefficient stock_splits"),
  ...named("dividends", "dividends dividend_amount"),
  "adj close": "adj_close",
  "adjusted close": "adj_close",
  "stock splits": "stock_splits",
  "volume (shares)": "volume",
  "成交量(股)": "volume",
  "成交量(手)": "volume_lots",
  "出来高(株)": "volume",
  "始値(円)": "open",
  "高値(円)": "high",
  "安値(円)": "low",
  "終値(円)": "close",
  "成交额(元)": "money",
  "成交金额(元)": "money",
  "开盘价(元)": "open",
  "最高价(元)": "high",
  "最低价(元)": "low",
  "收盘价(元)": "close",
  "前收盘价(元)": "pre_close",
};

function named(ours: string, theirs: string): Record<string, string> {
  return Object.fromEntries(theirs.split(" ").map((name) => [name, ours]));
}

/** What is known in any spelling; other columns keep theirs: a currency of a file of exchange rates. */
export const ownNames = new Set(
  "volume_lots adj_factor ex_date action value per stk_div cash_div cash_div_tax div_proc currency adjustflag tradestatus".split(
    " ",
  ),
);

/** Whether a text is what some file calls a column. */
export function isColumnName(text: string): boolean {
  const name = text.normalize("NFKC").replaceAll(/[<>]/g, "").trim().toLowerCase();
  return name in columnNames || ownNames.has(name);
}

export type Form = {
  name: string;
  /** The columns that only this form has together, in lower case. */
  has: readonly string[];
  lacks?: readonly string[];
  /** Columns that this form calls otherwise than the others. */
  columns?: Readonly<Record<string, string>>;
  /** Shares in one unit of its volume, and units of money in one of its money, where no row proves another. */
  lot?: 1 | 100;
  money?: number;
  /** What its symbols must look like to be ours. */
  symbols?: "stooq";
  /** Its bars are named by their end. */
  isEnd?: true;
  /** The clocks that its times are on, where its text has no zone. */
  zone?: "Europe/Warsaw";
  /** Prices are whole numbers of a billionth where they have no point. */
  isBillionths?: true;
  /** The order of day and month where the year stands last. */
  order?: "month_first";
  /** Why none of it is taken. */
  refused?: RecordFault;
};

/** The first that fits is taken. */
export const forms: readonly Form[] = [
  {
    name: "Stooq",
    has: ["ticker", "per", "openint"],
    symbols: "stooq",
    zone: "Europe/Warsaw",
  },
  { name: "MetaTrader", has: ["tickvol"], refused: "server_time" },
  { name: "MetaTrader", has: ["tick_volume"], refused: "server_time" },
  { name: "Databento", has: ["ts_event", "rtype"], isBillionths: true },
  { name: "Tushare's minutes", has: ["ts_code", "trade_time"], isEnd: true },
  { name: "Tushare of the United States", has: ["ts_code", "pct_change"], lacks: ["pct_chg"] },
  { name: "Tushare", has: ["ts_code", "vol"], lot: 100, money: 1_000 },
  { name: "BaoStock", has: ["code", "adjustflag"], isEnd: true },
  {
    name: "AkShare's minutes",
    has: ["时间", "开盘", "成交额"],
    lacks: ["总手"],
    lot: 100,
    isEnd: true,
  },
  { name: "AkShare", has: ["日期", "开盘", "涨跌幅"], lot: 100, isEnd: true },
  { name: "Tongdaxin", has: ["日期", "开盘", "成交额"], isEnd: true },
  { name: "Investing.com", has: ["date", "price", "vol."], columns: { price: "close" } },
  { name: "Investing.com", has: ["date", "price", "change %"], columns: { price: "close" } },
  { name: "kabu+", has: ["sc", "株価"], columns: { 株価: "close", 前日終値: "pre_close" } },
  { name: "Nasdaq.com", has: ["close/last"], order: "month_first" },
  { name: "Nikkei", has: ["データ日付", "始値"], refused: "index" },
  { name: "TWSE", has: ["日期", "成交股數"], refused: "taiwan" },
  { name: "TWSE", has: ["證券代號"], refused: "taiwan" },
  { name: "KRX", has: ["일자"], refused: "korea" },
  { name: "ticks", has: ["bid", "ask"], lacks: ["open"], refused: "ticks" },
  { name: "ticks", has: ["price", "volume"], lacks: ["open", "close"], refused: "ticks" },
  { name: "ticks", has: ["成交价"], lacks: ["开盘", "开盘价"], refused: "ticks" },
  { name: "ticks", has: ["成交价格"], lacks: ["开盘", "开盘价"], refused: "ticks" },
  {
    name: "adjusted",
    has: ["adj_open", "adj_close"],
    lacks: ["open", "close"],
    refused: "adjusted",
  },
  // Its open to close are those of after all splits.
  { name: "Sharadar", has: ["closeadj", "closeunadj"], refused: "adjusted" },
  { name: "adjusted", has: ["adjo", "adjc"], lacks: ["o", "c"], refused: "adjusted" },
  { name: "adjusted", has: ["adjopen", "adjclose"], lacks: ["open", "close"], refused: "adjusted" },
];

/** Files without a line of names, told by how their first line looks. */
export const headless: readonly {
  name: string;
  looks: RegExp;
  columns?: readonly string[];
  refused?: RecordFault;
}[] = [
  {
    name: "無尽蔵",
    looks: /^\d{4}\/\d{1,2}\/\d{1,2},\d{4},\d{1,2},"?\d{4} [^,]*,[\d.]+,[\d.]+,[\d.]+,[\d.]+,\d+/,
    columns: ["date", "symbol", "mujinzo_market", "name", "open", "high", "low", "close", "volume"],
  },
  { name: "Lean", looks: /^\d{8} \d\d:\d\d,\d+(?:,\d+){4,}$/, refused: "lean" },
  { name: "Lean", looks: /^\d{5,8},\d+,\d+,\d+,\d+,\d+$/, refused: "lean" },
  { name: "MetaTrader", looks: /^\d{4}\.\d\d\.\d\d,\d\d:\d\d,/, refused: "server_time" },
  {
    name: "none",
    looks: /^"?\d{1,4}[-/.]?\d{1,2}[-/.]?\d{1,4}[^,;\t]*(?:[,;\t][^,;\t]*){4,}$/,
    refused: "no_header",
  },
];
