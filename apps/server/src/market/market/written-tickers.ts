import type { Exchange } from "@sanshi/rulebook";
import { marketKeys, type MarketKey } from "@sanshi/money";

/** A code beside the place where it is listed, as other sites and programs write it. */
export type WrittenTicker = {
  /** In upper case; a class of shares follows a dot. */
  code: string;
  market: MarketKey;
  /** Empty where every exchange of the market is meant. */
  exchanges: readonly Exchange[];
};

/**
 * What stands before or behind a code: exchanges as TradingView, Google Finance and brokers write them; the
 * suffixes of Yahoo (`T`, `SS`), Reuters (`N`, `OQ`), Bloomberg (`JP`, `CG`), EOD (`SHG`), Stooq and Tushare; the
 * numbers of Eastmoney (`1.600519`, `105.AAPL`); ISO 10383.
 */
const marks: Readonly<Record<MarketKey, readonly (readonly [string, readonly Exchange[]])[]>> = {
  jpy: [["T TO TYO TSE JPX JP JT XTKS TKS", ["TSE"]]],
  cny: [
    ["SH SS SHA SHG SSE XSHG SHSE CG 1", ["SSE"]],
    ["SZ SHE SZSE XSHE CS", ["SZSE"]],
    ["BJ BSE BJSE XBSE", ["BSE"]],
    ["0", ["SZSE", "BSE"]],
    ["CN CH", []],
  ],
  // An exchange of New York that is not the stock's own can mean no other stock.
  usd: [
    ["US N O Q OQ K A UN UW UQ NYSE NASDAQ NAS NASD NMS NYQ AMEX XNYS XNAS BATS ARCA GB", []],
    ["NASDAQGS NASDAQGM NASDAQCM 105 106 107", []],
  ],
};

const markets = marketKeys.flatMap((market) =>
  marks[market].flatMap(([names, exchanges]) =>
    names.split(" ").map((mark) => [mark, { market, exchanges }] as const),
  ),
);
const byMark = new Map(markets);

/** Between a code and its place: `.`, `:`, a blank and whatever else; some write a blank behind it. */
const between = String.raw`(?: ?[.:_/-] ?| )`;
const code = String.raw`(?<code>[A-Z0-9./_$-]+)`;
const mark = "(?<mark>[A-Z]+|[01]|10[567])";
const forms = [
  // Bloomberg puts the kind of the paper behind it.
  new RegExp(`^${code}${between}${mark}(?: EQUITY)?$`),
  new RegExp(`^${mark}${between}${code}$`),
  // Letters and digits of their own length need nothing between them.
  /^(?<mark>[A-Z]{2})(?<code>\d{6}|\d{4})$/,
  /^(?<code>\d{6})(?<mark>[A-Z]{2})$/,
];

/**
 * `7203.T`, `TYO:7203`, `600519.SS`, `SH600519`, `sh.600519`, `AAPL.US`, `NASDAQ:AAPL` and `BRK.B US` as code and
 * place; each reading of a text that has two. Full width counts as half width. Nothing for a text without a place.
 */
export function writtenTickers(text: string): WrittenTicker[] {
  const written = withSeparators(text.normalize("NFKC").trim());
  const readings = forms.map((form) => form.exec(written.toUpperCase())?.groups);
  return [...readings, fiveDigitsOf(written)].flatMap((groups) => {
    const { code: named = "", mark: placed = "" } = groups ?? {};
    const place = byMark.get(placed);
    if (place === undefined) return [];
    return [{ ...place, code: withClass(named) }];
  });
}

/** `BRK-B`, `BRK/B`, `BRK_B` and `BRK B` as the code `BRK.B`; any other text as it is. */
export function withClass(text: string): string {
  return text.replace(/^([A-Z]{1,5})[-/_$ ]([A-Z])$/, "$1.$2");
}

/** Where the case of letters parts a ticker, a dot does: Tencent's `usAAPL`, and Reuters' class in `BRKb.N`. */
function withSeparators(written: string): string {
  return written.replace(/^us(?=[A-Z])/, "us.").replace(/^([A-Z]+)([a-z])(?=\.[A-Z]+$)/, "$1.$2");
}

/** With the check digit that JPX gives a share: `72030`. */
function fiveDigitsOf(written: string): { code: string; mark: string } | undefined {
  const found = /^([1-9][0-9A-Z]\d[0-9A-Z])0$/.exec(written.toUpperCase());
  return found?.[1] === undefined ? undefined : { code: found[1], mark: "T" };
}
