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
 * The unit of a customer's order as a feed has it: one share, as the specification says. The house may make it
 * more; where the exchanges' own rules hold (`MARKET_RULES=exchange`), their lots come on top.
 */
export const orderLot = shares(1n);
