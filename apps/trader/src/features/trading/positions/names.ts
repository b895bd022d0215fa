import type { MarketKey } from "@sanshi/money";
import { textOf, type TextKey } from "../../../shared/text.ts";

const feeKeys: Readonly<Record<string, TextKey<"positions">>> = {
  broker_commission: "fee_broker_commission",
  stamp_duty: "fee_stamp_duty",
  handling_fee: "fee_handling_fee",
  management_fee: "fee_management_fee",
  transfer_fee: "fee_transfer_fee",
  sec_fee: "fee_sec_fee",
  trading_activity_fee: "fee_trading_activity_fee",
};

/** A fee's name as the rulebook knows it; an operator's own fee keeps the name that it was given. */
export function feeText(name: string): string {
  const key = feeKeys[name];
  return key === undefined ? name : textOf("positions")(key);
}

/** What divides what: the mainland counts all assets over all debt, and calls it otherwise. */
export function ratioKey(type: MarketKey): "margin_ratio" | "collateral_ratio" {
  return type === "cny" ? "collateral_ratio" : "margin_ratio";
}

/** Where a quote came from: ours by name, a connected one by its own. */
export function feedText(feed: string): string {
  const t = textOf("positions");
  // Whether it was one of extended hours is said beside it.
  const named = feed.replace(/^extended:/, "");
  if (named === "simulated") return t("feed_simulated");
  return named === "replay" || named.startsWith("replay:") ? t("feed_replay") : named;
}
