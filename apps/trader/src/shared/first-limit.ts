import type { CallOutput, Calls } from "@sanshi/contract";

type ExtendedQuote = NonNullable<CallOutput<Calls["/market/stock"]>["extended"]>["quote"];

/**
 * What a limit begins at that nobody typed, as a price on the wire: what an order meets at once. In extended hours that
 * is their own best price on the other side, where somebody stands there.
 *
 * @param regular what it meets in the regular hours
 */
export function firstLimit(
  { acts, isExtended }: { acts: "buy" | "sell"; isExtended: boolean },
  regular: string,
  quote: ExtendedQuote | undefined,
): string {
  const best = (acts === "buy" ? quote?.ask : quote?.bid) ?? "";
  return isExtended && /[1-9]/.test(best) ? best : regular;
}
