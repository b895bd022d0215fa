/** A day's end: as a number for the chart, and as it came for the words. */
export type NetAssetsPoint = { at: number; value: number; text: string };

export function pointsOf(points: readonly (readonly [string, string])[]): NetAssetsPoint[] {
  return points.map(([time, text]) => ({ at: Date.parse(time), value: Number(text), text }));
}

type Indebted = { currencies: readonly { currency: string; total_debt: string }[] };

/** The markets in which something is owed: only there can a margin call or an unpaid debt be. */
export function indebtedMarkets(assets: Indebted | undefined): readonly ("jpy" | "usd" | "cny")[] {
  const owes = (currency: string) =>
    assets?.currencies.some((one) => one.currency === currency && /[1-9]/.test(one.total_debt)) ===
    true;
  return (["jpy", "usd", "cny"] as const).filter((market) => owes(market.toUpperCase()));
}
