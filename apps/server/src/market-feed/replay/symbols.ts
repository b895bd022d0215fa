/**
 * A symbol as we have it: `600519.SH`, `7203`, `AAPL`, `BRK.B`, of every spelling that vendors have of the stocks of Japan,
 * the United States and mainland China. What is none of them comes back in capitals and as it is otherwise.
 */
export function symbolOf(text: string): string {
  const given = text.normalize("NFKC").trim();
  // The name of a company, and no ticker.
  if (/^[A-Z][a-z]{2,}$/.test(given)) return given;
  // Massive writes a preferred share as BACpL, when issued, rights and warrants as small letters at the end.
  const [, ticker, series] = /^([A-Z]{1,5})p([A-Z]?)$/.exec(given) ?? [];
  if (ticker !== undefined) return `${ticker}-P${series}`;
  if (/^[A-Z]{2,5}(?:r|w|rw)$/.test(given)) return given;
  const symbol = given.toUpperCase();
  return chineseSymbol(symbol) ?? japaneseSymbol(symbol) ?? americanSymbol(symbol) ?? symbol;
}

/** `600519.SS`, `600519.SHG`, `600519.XSHG`, `sh600519`, `sh.600519`, `SH#600519`, `SSE:600519`, `1.600519`, `600519`. */
function chineseSymbol(symbol: string): string | null {
  const [, after, behind] = /^(\d{6})\.([A-Z]+)$/.exec(symbol) ?? [];
  if (after !== undefined) {
    const exchange = chineseSuffixes[behind!];
    return exchange === undefined ? null : `${after}.${exchange}`;
  }
  const [, ahead, before] = /^(SH|SZ|BJ|SSE[:_]|SZSE[:_])[.#_]?(\d{6})$/.exec(symbol) ?? [];
  if (before !== undefined) return `${before}.${chinesePrefixes[ahead!.slice(0, 2)]}`;
  const code = /^(?:[01]\.)?(\d{6})$/.exec(symbol)?.[1];
  if (code === undefined) return null;
  const exchange = symbol.startsWith("1.") ? "SH" : exchangeOfNumber(code);
  return exchange === null ? null : `${code}.${exchange}`;
}

const chineseSuffixes: Readonly<Record<string, string>> = {
  ...{ SH: "SH", SS: "SH", SHG: "SH", XSHG: "SH", SSE: "SH" },
  ...{ SZ: "SZ", SHE: "SZ", XSHE: "SZ", SZSE: "SZ" },
  ...{ BJ: "BJ", XBSE: "BJ" },
};
const chinesePrefixes: Readonly<Record<string, string>> = {
  SH: "SH",
  SZ: "SZ",
  BJ: "BJ",
  SS: "SH",
};

/** In a file of stocks 000001 is Ping An Bank of Shenzhen, and not Shanghai's index of that number. */
function exchangeOfNumber(code: string): "SH" | "SZ" | "BJ" | null {
  if (/^(?:[56]|900)/.test(code)) return "SH";
  if (/^(?:00[0-4]|1[568]|30|200|201|399)/.test(code)) return "SZ";
  return /^(?:4|8|92)/.test(code) ? "BJ" : null;
}

/** `7203.T`, `7203.JP`, `7203.TSE`, `TYO:7203`, `TSE_7203`. */
function japaneseSymbol(symbol: string): string | null {
  const behind = /^(\d{3}[\dA-Z])\.(?:T|JP|TSE|TYO|JPX|XTKS)$/.exec(symbol)?.[1];
  const before = /^(?:TSE|TYO|JPX|XTKS)[:_](\d{3}[\dA-Z])$/.exec(symbol)?.[1];
  // J-Quants adds a zero. Its codes begin with 1 to 9: 00700 is one of Hong Kong.
  return behind ?? before ?? /^([1-9]\d{2}[\dA-Z])0$/.exec(symbol)?.[1] ?? null;
}

/** `AAPL.US`, `NASDAQ:AAPL`, `BATS_AAPL`, `BRK-B`, `BRK/B`, `BRK B`, `105.AAPL`. */
function americanSymbol(symbol: string): string | null {
  const plain = symbol
    .replace(/\.US$/, "")
    .replace(/^(?:NASDAQ|NYSE|AMEX|ARCA|BATS|CBOE)[:_]/, "")
    .replace(/^10[567]\./, "");
  const [, ticker, shareClass] = /^([A-Z]{1,5})[-/ ]([A-Z])$/.exec(plain) ?? [];
  if (ticker !== undefined) return `${ticker}.${shareClass}`;
  return plain === symbol ? null : plain;
}

/** Stooq's files hold everything: only its two suffixes are stocks of ours. */
export function isStooqsOwn(text: string): boolean {
  return /\.(?:US|JP)$/i.test(text.trim());
}

/** What files are called by their users: a stock of that name needs its market in the file's name. */
const notNames = new Set(
  "A ALL ASSET BAR BARS BOOK BTC CHART CHINA CLOSE CN CRUDE CSV DAILY DATA DAY DAYS DEMO DF DUMP EOD ETH FILE FINAL FULL HIST HLOC HOUR INDEX INPUT JAPAN JP LIST MAIN MIN MINS MONTH MY NEW OHLC OHLCV OIL OUT PRICE QUOTE RAW SHEET STOCK STOOQ TABLE TEMP TEST TICK TMP TODAY TRADE US USA VIEW WEEK X YAHOO YEAR".split(
    " ",
  ),
);

/** The ticker that a file's name may be, and may not: `OUT.csv`; null for any other name. */
export function wordInName(file: string): string | null {
  const stem = /^([A-Z]+)\.(?:csv|txt|tsv|xlsx?)(?:\.gz)?$/.exec(file)?.[1];
  return stem !== undefined && stem.length <= 5 && notNames.has(stem) ? stem : null;
}

/** Whether a file's name is four digits and no exchange: Tokyo's, Hong Kong's and Taiwan's stocks have such codes. */
export function isBareCode(file: string): boolean {
  return /^[1-9]\d{3}(?:[ _.,-](?!(?:T|JP|TSE|TYO|JPX|XTKS)\b).*)?$/i.test(
    file.replace(/\.gz$/i, "").replace(/\.(?:csv|txt|tsv|json|xlsx?)$/i, ""),
  );
}

const actionsSuffix = /[_ -](?:dividends?|div|(?:stock[_ -])?splits?|actions?|events?)$/i;

/**
 * The symbol that a file is named after: `AAPL.csv`, `7203.T.csv`, `aapl_us_d.csv`, `SH#600000.txt`, `TSE_7203, 1D.csv`,
 * `AAPL Historical Data.csv`, `STOCK_US_XNAS_AAPL`; null for a name that says none. What names a stock of another
 * market comes back as it is.
 */
export function symbolInName(file: string): string | null {
  const whole = file
    .replace(/\.(?:gz|zip)$/i, "")
    .replace(/\.(?:csv|txt|tsv|json|xlsx?)$/i, "")
    .replace(/ ?\(\d+\)$/, "");
  const stem = whole.replace(actionsSuffix, "");
  const name = stem
    .replace(/^.*STOCK_US_[A-Z]{4}_/, "")
    .replace(/,? (?:Historical Data|Stock Price History|過去データ)$/i, "")
    .replace(/, ?\d*[A-Z]?(?:_[\da-f]+)?$/i, "")
    .replace(/[_ -](?:\d+(?:d|m|min|h)|daily|day|1D|D1|hist|history|daily_?bars|qfq|hfq)$/i, "")
    .trim();
  const stooq = /^([a-z0-9-]+)[_.](us|jp)(?:_[dwm5h])?$/i.exec(name);
  if (stooq !== null) return symbolOf(`${stooq[1]}.${stooq[2]}`);
  // kabuoji3 has a file a year.
  const yearly = /^([1-9]\d{2}[\dA-Z])_(?:19|20)\d\d$/.exec(name)?.[1];
  if (yearly !== undefined) return yearly;
  // A ticker is written in capitals: `data` is none.
  if (/^[a-z]+$/.test(name)) return null;
  // What happened to a stock is in a file of that stock: `TEST_actions` is of one, `TEST` of anything.
  if (stem === whole && notNames.has(name.toUpperCase())) return name === "A" ? name : null;
  const symbol = symbolOf(name);
  const isOurs = /^(?:\d{6}\.[A-Z]{2}|[1-9]\d{2}[\dA-Z]|[A-Z]{1,5}(?:\.[A-Z])?)$/.test(symbol);
  const isSomewheres =
    /^(?:\d{5}|[A-Z\d&-]{1,12}[.=][A-Z]{1,3}|[A-Z]{2,6}-P?[A-Z]{1,4}|\^.+|[\dA-Z_]+[:!].*|\d+#.+|(?:HKEX|BINANCE|COINBASE|FX|TVC|LSE|NSE|XETR|TWSE|KRX)_.+)$/.test(
      symbol,
    );
  return isOurs || isSomewheres ? symbol : null;
}
