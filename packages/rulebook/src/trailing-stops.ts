import { divide, price, type Price } from "@sanshi/money";

/** How far behind the best price a stop stays: an amount, or hundredths of a per cent of that price. */
export type Trail = { amount: Price; basisPoints: null } | { amount: null; basisPoints: number };

const wholeBasisPoints = 10_000n;

/** The stop behind a best price, between two ticks where it falls there: a sale's is reached from above. */
export function stopBehind(side: "buy" | "sell", best: Price, trail: Trail): Price {
  if (trail.amount !== null) {
    return price(side === "sell" ? best - trail.amount : best + trail.amount);
  }
  const away = BigInt(trail.basisPoints);
  return side === "sell"
    ? price(divide(best * (wholeBasisPoints - away), wholeBasisPoints, "floor"))
    : price(divide(best * (wholeBasisPoints + away), wholeBasisPoints, "ceiling"));
}

/** Of a row whose columns say one of the two. */
export function trailOf(amount: Price | null, basisPoints: number | null): Trail | null {
  if (amount !== null) return { amount, basisPoints: null };
  return basisPoints === null ? null : { amount: null, basisPoints };
}
