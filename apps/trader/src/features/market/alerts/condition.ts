import type { AlertKind } from "@sanshi/contract";
import { displayDecimal, type MarketKey } from "@sanshi/money";
import type { Translate } from "../../../shared/text.ts";

/** A level with its unit: `2,900円`; of a percentage the figure alone. */
export function levelText(
  { type, kind, value }: { type: MarketKey; kind: AlertKind; value: string },
  t: Translate<"alerts">,
): string {
  if (kind === "percent_up" || kind === "percent_down") return displayDecimal(value, 0, 2);
  return amountText(type, value, t);
}

export function amountText(type: MarketKey, value: string, t: Translate<"alerts">): string {
  return t(`amount_${type}`, { amount: priceText(type, value) });
}

/** `2,900`, `84.90`: with the decimals that the currency's prices have at least. */
export function priceText(type: MarketKey, value: string): string {
  return displayDecimal(value, type === "jpy" ? 0 : 2, 4);
}

/** `2,900円以上`, `前日比 +5%`. */
export function conditionText(
  alert: { type: MarketKey; kind: AlertKind; value: string },
  t: Translate<"alerts">,
): string {
  return t(`is_${alert.kind}`, { value: levelText(alert, t) });
}
