import type { CopyProduct } from "@sanshi/contract";

/**
 * By what they made after fees, the best first; what is over is among them, and what has no result in the period
 * is last.
 */
export function ranked(products: readonly CopyProduct[]): CopyProduct[] {
  const made = ({ result }: CopyProduct) => (result === null ? -Infinity : Number(result.return));
  return products.toSorted(
    (one, other) =>
      (made(other) === made(one) ? 0 : made(other) - made(one)) ||
      (BigInt(one.id) < BigInt(other.id) ? -1 : 1),
  );
}

/** What a ranking is of: how many, and which of them one might think are missing. */
export function rankedOver(products: readonly CopyProduct[]) {
  return {
    all: products.length,
    ended: products.filter(({ state }) => state === "ended").length,
    without: products.filter(({ result }) => result === null).length,
  };
}
