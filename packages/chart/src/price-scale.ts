/** A band of prices on `height` pixels, the highest on top. */
export type PriceScale = { high: number; low: number; y: (price: number) => number };

/** The least that the band spans on either side, so that a price at rest is not blown up. */
const shareMin = 0.002;
const margin = 1.06;

/**
 * A band with the previous close in its middle, so that up and down are comparable at a glance.
 * Not finite prices are left out.
 */
export function symmetricScale(
  prices: readonly number[],
  previousClose: number,
  height: number,
): PriceScale {
  let reach = previousClose * shareMin;
  for (const price of prices) {
    const distance = Math.abs(price - previousClose);
    if (distance > reach) reach = distance;
  }
  reach *= margin;
  const high = previousClose + reach;
  const low = previousClose - reach;
  return { high, low, y: (price) => ((high - price) / (high - low || 1)) * height };
}
