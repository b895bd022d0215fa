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
 * suffixes of Yahoo (`T`, `SS`), Reuters (`N`, `OQ`), Bloomberg (`JP`, `CH`), Stooq and Tushare; ISO 10383.
 */
const marks: Readonly<Record<MarketKey, readonly (readonly [string, readonly Exchange[]])[]>> = {
  jpy: [["T TO TYO TSE JPX JP JT XTKS TKS", ["TSE"]]],
  cny: [
    ["SH SS SHA SSE XSHG SHSE", ["SSE"]],
    ["SZ SHE SZSE XSHE", ["SZSE"]],
    ["BJ BSE BJSE XBSE", ["BSE"]],
    ["CN CH", []],
  ],
  // An exchange of New York that is not the stock's own can mean no other stock.
  usd: [["US N O OQ K A UN UW UQ NYSE NASDAQ NASD NMS NYQ AMEX XNYS XNAS BATS ARCA GB", []]],
};

const markets = marketKeys.flatMap((market) =>
  marks[market].flatMap(([names, exchanges]) =>
    names.split(" ").map((mark) => [mark, { market, exchanges }] as const),
  ),
);
const byMark = new Map(markets);

/**
 * `7203.T`, `TYO:7203`, `600519.SS`, `SH600519`, `sh.600519`, `AAPL.US`, `NASDAQ:AAPL` and `BRK.B US` as code and
 * place; each reading of a text that has two. Full width counts as half width. Nothing for a text without a place.
 */
export function writtenTickers(text: string): WrittenTicker[] {
  const ticker = text.normalize("NFKC").trim().toUpperCase();
  const readings = [
    // Bloomberg puts the kind of the paper behind it.
    /^(?<code>[A-Z0-9./-]+)[.: ](?<mark>[A-Z]+)(?: EQUITY)?$/.exec(ticker),
    /^(?<mark>[A-Z]+)[.: _](?<code>[A-Z0-9./-]+)$/.exec(ticker),
    /^(?<mark>[A-Z]{2})(?<code>\d{6})$/.exec(ticker),
  ];
  return readings.flatMap((reading) => {
    const { code = "", mark = "" } = reading?.groups ?? {};
    const place = byMark.get(mark);
    if (place === undefined) return [];
    // A class of shares is written with a hyphen or a slash as well.
    return [{ ...place, code: code.replace(/^([A-Z]{1,5})[-/]([A-Z])$/, "$1.$2") }];
  });
}
