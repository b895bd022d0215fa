import type { MarketKey } from "@sanshi/money";
import type { Objection } from "./left-out.ts";

type Told = "currency" | "exchange" | "country" | "asset";

/** What files call the exchanges and countries of our markets; a number or a letter is a vendor's own code of one. */
const exchanges: Readonly<Record<MarketKey, RegExp>> = {
  usd: /^(?:USA?|[A-EG-Z]|\d+|NMS|NGM|NCM|NYQ|NYS|NAS|PCX|ASE|BTS|SMART|(?:NASDAQ|NYSE|NEW YORK|AMEX|ARCA|BATS|CBOE|IEX|XNAS|XNGS|XNMS|XNCM|XNYS|XASE|ARCX|XCBO).*)$/,
  jpy: /^(?:T|JPX?|\d+|TKS|JNX|XTKS|XJPX|(?:TSE|TYO|TOKYO|東証|東京|プライム|スタンダード|グロース).*)$/,
  cny: /^(?:CN|SH|SS|SHG|SHE|SZ|BJ|BSE|\d+|(?:SSE|SHSE|SZSE|XSHG|XSHE|XBSE|XBEI|XSSC|XSEC|SHANGHAI|SHENZHEN|BEIJING|上|沪|深|北).*)$/,
};
const countries: Readonly<Record<MarketKey, RegExp>> = {
  usd: /^(?:USA?|U\.S\.(?:A\.)?|UNITED STATES.*|AMERICA|アメリカ.*|米国|美国)$/,
  jpy: /^(?:JPN?|JAPAN|日本)$/,
  cny: /^(?:CHN?|CN|CHINA|PRC|中国)$/,
};
/** What trades under tickers and is no stock. */
const notStocks =
  /crypto|digital.?curren|forex|^fx$|curren[ct]|^ind(?:ex|ices)$|futures?|options?$|bonds?$|commodit|暗号|為替|先物|指数|期货|债/i;

/** What a row says of itself that makes it no bar of a stock of this market; null where it says nothing of the kind. */
export function objectionToTold(
  market: MarketKey,
  told: (name: Told) => string,
): [reason: Objection["reason"], found: string] | null {
  const currency = told("currency");
  if (currency !== "" && currency.toLowerCase() !== market) return ["other_money", currency];
  const isOther = (text: string, ours: RegExp) =>
    text !== "" && !ours.test(text.normalize("NFKC").trim().toUpperCase());
  const [exchange, country, asset] = [told("exchange"), told("country"), told("asset")];
  if (isOther(exchange, exchanges[market])) return ["other_exchange", exchange];
  if (isOther(country, countries[market])) return ["other_exchange", country];
  return notStocks.test(asset) ? ["no_stock", asset] : null;
}
