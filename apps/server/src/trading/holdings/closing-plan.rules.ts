import { closingPartsMax, type LeftOutReason } from "@sanshi/contract";
import { shares, type Shares } from "@sanshi/money";

/** An opening as a closing of its stock sees it. */
export type ClosableOpening = {
  id: bigint;
  quantity: Shares;
  /** What no closing order waits for. */
  free: Shares;
  /** How much of that cannot be closed, why and until when; null where all can. */
  barred: {
    reason: Exclude<LeftOutReason, "closing">;
    until: number | null;
    quantity: Shares;
  } | null;
};

/** What of an opening can be closed now. */
export function closableShares({ free, barred }: ClosableOpening): Shares {
  return shares(free - (barred?.quantity ?? 0n));
}

export type Part = { id: bigint; quantity: Shares };
export type LeftOut = {
  id: bigint;
  quantity: Shares;
  reason: LeftOutReason;
  until: number | null;
};

/** What one call can close, the oldest first, as the openings are given. */
export function closableNow(openings: readonly ClosableOpening[]): Part[] {
  return openings
    .map((opening) => ({ id: opening.id, quantity: closableShares(opening) }))
    .filter(({ quantity }) => quantity > 0n)
    .slice(0, closingPartsMax);
}

/** What of the openings cannot be closed now, and why. */
export function leftOutOf(openings: readonly ClosableOpening[]): LeftOut[] {
  return openings.flatMap(({ id, quantity, free, barred }): LeftOut[] => {
    const waiting = shares(quantity - free);
    const closing = { id, quantity: waiting, reason: "closing", until: null } as const;
    const waits = waiting > 0n ? [closing] : [];
    return barred === null || barred.quantity === 0n ? waits : [...waits, { id, ...barred }];
  });
}

/** So many shares of what can be closed, from the first on. */
export function takeOldest(closable: readonly Part[], quantity: Shares): Part[] {
  const parts: Part[] = [];
  let left: bigint = quantity;
  for (const { id, quantity: free } of closable) {
    if (left === 0n) break;
    const taken = left < free ? left : free;
    parts.push({ id, quantity: shares(taken) });
    left -= taken;
  }
  return parts;
}

/** `12:100,15:50`; null where an opening is named twice. */
export function chosenParts(text: string): Part[] | null {
  const parts = text.split(",").map((one) => {
    const [id = "0", quantity = "0"] = one.split(":");
    return { id: BigInt(id), quantity: shares(BigInt(quantity)) };
  });
  return new Set(parts.map(({ id }) => id)).size === parts.length ? parts : null;
}

export function sharesOf(parts: readonly { quantity: Shares }[]): Shares {
  return shares(parts.reduce((sum, { quantity }) => sum + quantity, 0n));
}
