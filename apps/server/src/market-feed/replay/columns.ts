/** A file's columns under our names, whatever its vendor calls them; `convert` makes its text ours. */
export type Columns = ReadonlyMap<string, { index: number; convert?: (text: string) => string }>;

/**
 * Our names of a file's columns by those of Yahoo (and yfinance), Stooq, J-Quants (both versions) and Tushare, in
 * lower case and without `<>`. Our own names stand for themselves.
 */
const aliases: Readonly<Record<string, string>> = {
  ticker: "symbol",
  code: "symbol",
  ts_code: "symbol",
  trade_date: "date",
  datetime: "time_exchange_start",
  o: "open",
  h: "high",
  l: "low",
  c: "close",
  vol: "volume",
  vo: "volume",
  turnovervalue: "turnover_value",
  va: "turnover_value",
  "adj close": "adj_close",
  adjclose: "adj_close",
  adjusted_close: "adj_close",
  adjustmentfactor: "adjustment_factor",
  adjfactor: "adjustment_factor",
  "stock splits": "stock_splits",
};

/** What is known in any spelling; other columns keep theirs: `time_ET_start`, a currency. */
const ours = new Set([
  ...["symbol", "date", "time", "per", "open", "high", "low", "close", "volume", "pre_close"],
  ...["adj_close", "adj_factor", "dividends", "ex_date", "action", "value"],
  ...["stk_div", "cash_div", "cash_div_tax", "div_proc"],
]);

/** Columns whose unit is the vendor's: Tushare counts hands of 100 shares and thousands of yuan. */
const tushare: Readonly<Record<string, { name: string; convert: (text: string) => string }>> = {
  vol: { name: "volume_lots", convert: (text) => text },
  amount: { name: "amount_cny", convert: (text) => shifted(text, 3) },
};

/** `header` as it stands in the file. A vendor's adjusted prices are never taken for traded ones. */
export function columnsOf(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim().replaceAll(/[<>]/g, "").toLowerCase());
  const isTushare = names.includes("ts_code");
  const columns = new Map<string, { index: number; convert?: (text: string) => string }>();
  for (const [index, given] of names.entries()) {
    const vendors = isTushare ? tushare[given] : undefined;
    const own = ours.has(given) ? given : header[index]!.trim();
    const name = vendors?.name ?? aliases[given] ?? own;
    if (columns.has(name)) continue;
    const isDate = name === "date" || name === "ex_date";
    const convert = vendors?.convert ?? (isDate ? isoDate : undefined);
    columns.set(name, convert === undefined ? { index } : { index, convert });
  }
  return columns;
}

/** `20140605`, `2014/06/05` and `2014-06-05 00:00:00-04:00` as `2014-06-05`. */
function isoDate(text: string): string {
  const [, year, month, day] = /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)(?:[ T].*)?$/.exec(text) ?? [];
  return day === undefined ? text : `${year}-${month}-${day}`;
}

/** A decimal times a power of ten, exactly. */
function shifted(text: string, digits: number): string {
  const [, whole = "", fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === "") return text;
  const padded = fraction.padEnd(digits, "0");
  return `${whole}${padded.slice(0, digits)}.${padded.slice(digits) || "0"}`;
}

/**
 * A symbol as we have it: `600519.SH`, `7203`, `AAPL`. Yahoo says `600519.SS`, `7203.T` and `BRK-B`, Stooq
 * `AAPL.US` and `7203.JP`, J-Quants `72030`.
 */
export function symbolOf(text: string): string {
  const symbol = text.trim().toUpperCase();
  if (/^\d{6}\.SS$/.test(symbol)) return symbol.replace(".SS", ".SH");
  const japanese = /^(\d{3}[\dA-Z])(?:\.(?:T|JP)|0)$/.exec(symbol)?.[1];
  return japanese ?? symbol.replace(/\.US$/, "").replace(/^([A-Z]{1,5})-([A-Z])$/, "$1.$2");
}

/** Yahoo and Stooq name the stock in the file's name alone: `AAPL.csv`, `7203.T.csv`, `aapl_us_d.csv`. */
export function symbolInName(file: string): string {
  const name = file
    .replace(/\.gz$/i, "")
    .replace(/\.(?:csv|txt)$/i, "")
    .replace(/[_ -](?:dividends?|div|(?:stock[_ -])?splits?|actions?|events?)$/i, "");
  const stooq = /^([a-z0-9-]+)[_.](us|jp)(?:_d)?$/i.exec(name);
  return symbolOf(stooq ? `${stooq[1]}.${stooq[2]}` : name);
}
