import { limitClassOfCode, tickClassOfCode } from "@sanshi/rulebook";
import type { MarketKey } from "@sanshi/money";
import { demoCompanies } from "../companies/companies.ts";
import { orderLot } from "../companies/lots.ts";
import type { Instrument } from "../market-feed.ts";

const companyByCode = new Map(
  demoCompanies().map((company) => [`${company.market}:${company.code}`, company]),
);

/** Shanghai's and Shenzhen's own numbers for indices, and the usual names of others. */
const indexSymbols =
  /^(?:\^.*|000\d{3}\.SH|399\d{3}\.SZ|[A-Z]*(?:N225|NI225|NKX)|TPX|TOPIX|SPX|GSPC|DJI|DJIA|IXIC|NDX|NDQ|RUT|VIX|HSI|HSCEI|SSEC|CSI300)$/;

/** The instrument that a file's symbol names. Companies that we know get their names. */
export function instrumentOf(symbol: string): Instrument | "index" | "no_stock" {
  if (indexSymbols.test(symbol)) return "index";
  const china = /^(\d{6})\.(SH|SZ|BJ)$/.exec(symbol);
  const market = china ? "cny" : /^\d{3}[\dA-Z]$/.test(symbol) ? "jpy" : "usd";
  const code = china?.[1] ?? symbol;
  if (market === "usd" && !/^[A-Z][A-Z.]*$/.test(code)) return "no_stock";
  const known = companyByCode.get(`${market}:${code}`);
  return {
    market,
    code,
    exchange: known?.exchange ?? exchangeOf(market, china?.[2]),
    names: known?.names ?? { jp: code, cn: code, us: code },
    searchTerms: known?.searchTerms ?? [code.toLowerCase()],
    tickClass: tickClassOfCode(market, code) ?? known?.tickClass ?? "standard",
    // Which shares were under special treatment no record tells: their limits were narrower.
    limitClass: china?.[2] === "BJ" ? "beijing_board" : limitClassOfCode(market, code),
    lotSize: orderLot,
    sector: known?.sector ?? "",
    listedOn: "",
  };
}

function exchangeOf(market: MarketKey, suffix: string | undefined): Instrument["exchange"] {
  if (market === "usd") return "NASDAQ";
  if (market === "jpy") return "TSE";
  return suffix === "SH" ? "SSE" : suffix === "BJ" ? "BSE" : "SZSE";
}
