import { limitClassOfCode } from "@sanshi/rulebook";
import type { MarketKey } from "@sanshi/money";
import { demoCompanies } from "../companies/companies.ts";
import { orderLot } from "../companies/lots.ts";
import type { Instrument } from "../market-feed.ts";

const companyByCode = new Map(
  demoCompanies().map((company) => [`${company.market}:${company.code}`, company]),
);

/** Shanghai's and Shenzhen's own numbers for indices, and the usual names of others. */
const indexSymbols =
  /^(?:\^.*|000\d{3}\.SH|399\d{3}\.SZ|000300\.SZ|[A-Z]*(?:N225|NI225|NKX)|TPX|TOPIX|SPX|GSPC|DJI|DJIA|IXIC|NDX|NDQ|RUT|VIX|HSI|HSCEI|SSEC|CSI300)$/;

/** Why a symbol is no stock that trades here. */
export type NoStock = "index" | "no_stock" | "b_share" | "other_class" | "hong_kong";

/** The instrument that a file's symbol names. Companies that we know get their names. */
export function instrumentOf(symbol: string): Instrument | NoStock {
  const market = marketOrReason(symbol);
  if (market !== "jpy" && market !== "usd" && market !== "cny") return market;
  const [code = "", exchange] = market === "cny" ? symbol.split(".") : [symbol];
  const known = companyByCode.get(`${market}:${code}`);
  return {
    market,
    code,
    exchange: known?.exchange ?? exchangeOf(market, exchange),
    names: known?.names ?? { jp: code, cn: code, us: code },
    searchTerms: known?.searchTerms ?? [code.toLowerCase()],
    tickClass: known?.tickClass ?? "standard",
    // Which shares were under special treatment no record tells: their limits were narrower.
    limitClass: exchange === "BJ" ? "beijing_board" : limitClassOfCode(market, code),
    lotSize: orderLot,
    sector: known?.sector ?? "",
    listedOn: "",
  };
}

/** Null for what is no stock of ours. */
export function marketOf(symbol: string): MarketKey | null {
  const market = marketOrReason(symbol);
  return market === "jpy" || market === "usd" || market === "cny" ? market : null;
}

function marketOrReason(symbol: string): MarketKey | NoStock {
  if (indexSymbols.test(symbol)) return "index";
  // B shares trade in US dollars in Shanghai and in Hong Kong dollars in Shenzhen.
  if (/^(?:900\d{3}\.SH|20\d{4}\.SZ)$/.test(symbol)) return "b_share";
  if (/^(?:[56]\d{5}\.SH|(?:0[0-4]|1[568]|30)\d{4}\.SZ|(?:4|8|92)\d+\.BJ)$/.test(symbol)) {
    return "cny";
  }
  if (/^[1-9]\d{2}[\dA-Z]$/.test(symbol)) return "jpy";
  // J-Quants' fifth character tells preferred shares apart.
  if (/^[1-9]\d{3}[1-9]$/.test(symbol)) return "other_class";
  if (/^(?:\d{5}|\d{1,5}\.HK|HKEX[:_]\d+|\d+#0\d{4})$/.test(symbol)) return "hong_kong";
  if (/^[A-Z]{1,5}(?:[-. ]PR?[-. ]?[A-Z]?|\$[A-Z]|r|w|rw|\.(?:WS|U|R|W))$/.test(symbol))
    return "other_class";
  // A single letter after a dot is a class, or an exchange of a vendor's: L is London's, F Frankfurt's.
  return /^[A-Z]{1,5}(?:\.[A-C])?$/.test(symbol) ? "usd" : "no_stock";
}

function exchangeOf(market: MarketKey, suffix: string | undefined): Instrument["exchange"] {
  if (market === "usd") return "NASDAQ";
  if (market === "jpy") return "TSE";
  return suffix === "SH" ? "SSE" : suffix === "BJ" ? "BSE" : "SZSE";
}
