import { shares, type MarketKey, type Shares } from "@sanshi/money";

/**
 * The unit in which an exchange's own trades and books come. A constant and not today's rule: the
 * simulated history is rolled in it, and another unit would change every volume.
 */
export const boardLots: Readonly<Record<MarketKey, Shares>> = {
  jpy: shares(100n),
  usd: shares(1n),
  cny: shares(100n),
};

/**
 * The unit of a customer's order. One share in Japan, where brokers take odd lots beside the
 * exchange's hundred; mainland exchanges take no odd lot to buy, and STAR (688… and 689…) none below 200.
 */
export function orderLotOf(market: MarketKey, code: string): Shares {
  if (market !== "cny") return shares(1n);
  return shares(/^68[89]/.test(code) ? 200n : 100n);
}
