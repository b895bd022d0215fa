import type { Currency } from "./currency.ts";

/** The wire's `type`: Japan, United States, China; also the currency that the market settles in. */
export const marketKeys = ["jpy", "usd", "cny"] as const;
export type MarketKey = (typeof marketKeys)[number];

export const defaultMarketKey: MarketKey = "jpy";

const settlementCurrencies: Record<MarketKey, Currency> = { jpy: "JPY", usd: "USD", cny: "CNY" };

export function settlementCurrency(market: MarketKey): Currency {
  return settlementCurrencies[market];
}

export function isMarketKey(text: string): text is MarketKey {
  return Object.hasOwn(settlementCurrencies, text);
}
