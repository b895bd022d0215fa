import type { Calls, CallOutput } from "@sanshi/contract";
import type { DisplayCurrency } from "../../../shared/home-choice.ts";

export type Assets = CallOutput<Calls["/user/assets"]>;
export type CurrencyAssets = Assets["currencies"][number];

export type ShownAssets = {
  currency: string;
  net_assets: string;
  total_assets: string;
  total_debt: string;
  available: string;
  frozen: string;
  unrealized: string;
  day: NonNullable<Assets["total"]>["day"];
  /** Every currency is in it; else the one alone, where there is no rate for another. */
  isTotal: boolean;
};

/** All currencies together; the display currency alone while a rate is missing. */
export function shownAssets(assets: Assets, currency: DisplayCurrency): ShownAssets {
  if (assets.total !== null) return { ...assets.total, isTotal: true };
  const own = assets.currencies.find((one) => one.currency === currency);
  const none = {
    ...{ net_assets: "0", total_assets: "0", total_debt: "0" },
    ...{ available: "0", frozen: "0", unrealized: "0" },
  };
  return { ...none, ...own, currency, day: null, isTotal: false };
}

/** Whether anything is held or ordered in any currency. */
export function holdsAnything(assets: Assets): boolean {
  return assets.currencies.some(
    ({ frozen, holdings_value }) => /[1-9]/.test(frozen) || /[1-9]/.test(holdings_value),
  );
}
