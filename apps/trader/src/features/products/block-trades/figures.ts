import type { BlockOffer } from "@sanshi/contract";
import { displayDecimal, type MarketKey } from "@sanshi/money";

export function showShares(count: string): string {
  return displayDecimal(count, 0, 0);
}

export function showPrice(price: string, type: MarketKey): string {
  return `${displayDecimal(price, 2, 4)} ${type.toUpperCase()}`;
}

/** What of the whole can still be applied for, from 0 to 100. */
export function leftPercent({ left, total }: Pick<BlockOffer, "left" | "total">): number {
  return Math.round((Number(left) * 100) / Number(total));
}

/** "3.10% below", or above: without a sign, which the words say. */
export function against(below: string): { key: "below" | "above"; percent: string } {
  const isAbove = below.startsWith("-");
  return { key: isAbove ? "above" : "below", percent: isAbove ? below.slice(1) : below };
}
