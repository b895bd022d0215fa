import type { Calls, CallOutput } from "@sanshi/contract";
import { settlementCurrency, type MarketKey } from "@sanshi/money";

export type Assets = CallOutput<Calls["/user/assets"]>;
export type CurrencyAssets = Assets["currencies"][number];

/** The wallet of a market's currency; undefined, which shows as 0.00, where there is none. */
export function assetsOf(assets: Assets | undefined, market: MarketKey) {
  const currency = settlementCurrency(market);
  return assets?.currencies.find((one) => one.currency === currency);
}

/** Whether anything is held or ordered in any currency. */
export function holdsAnything(assets: Assets): boolean {
  return assets.currencies.some(
    ({ frozen, holdings_value }) => /[1-9]/.test(frozen) || /[1-9]/.test(holdings_value),
  );
}
