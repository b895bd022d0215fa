import type { AnyRefusalCode } from "@sanshi/contract";
import type { Minor } from "@sanshi/money";

type ShortOffer = "market_rules" | "offered" | "not_offered";
export type OwnOffer = { leverages: readonly number[] | null; shortOffered: boolean | null };

/** Each multiple once, from the smallest; without leverage one can always buy. */
export function parseLeverages(text: string): number[] | null {
  if (text === "") return null;
  return [...new Set([1, ...text.split(",").map(Number)])].toSorted((one, other) => one - other);
}

export function showLeverages(leverages: readonly number[] | null): string {
  return leverages?.join(",") ?? "";
}

export function parseShort(text: ShortOffer): boolean | null {
  return text === "market_rules" ? null : text === "offered";
}

export function showShort(offered: boolean | null): ShortOffer {
  if (offered === null) return "market_rules";
  return offered ? "offered" : "not_offered";
}

/** Whether it is on the shelf: other words than those of short selling. */
export function showOffered(offered: boolean): string {
  return offered ? "shelf_offered" : "shelf_not_offered";
}

/** No limit is larger: a typing error with too many zeros ends here. */
const creditLimitMax = 10n ** 15n;

/** In the contract's order; null where nothing speaks against it. */
export function objectToCreditLimit(
  limit: Minor | null,
  now: { limit: Minor; borrowed: Minor },
): AnyRefusalCode | null {
  if (limit === null || limit < 0n || limit > creditLimitMax) return "credit_limit_out_of_range";
  if (limit === now.limit) return "credit_limit_unchanged";
  return limit < now.borrowed ? "credit_limit_below_borrowed" : null;
}
