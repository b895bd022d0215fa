import type { CallKind } from "./admission.ts";

/**
 * How often one customer may call: a bucket of calls for each kind, which fills up at a steady rate.
 * Far more than a person or a class of them needs; without it one customer could fill the kept
 * requests, or take everybody's places. Each process counts for itself.
 */
type CallRates = {
  /** Takes a call out of the customer's bucket; false where it is empty. */
  take(customerId: bigint, kind: CallKind): boolean;
};

export const callsPerSecondDefault = 50;
/** A full bucket lasts for so many seconds' calls at once. */
export const burstSeconds = 6;
const rememberedMax = 100_000;

type Bucket = { calls: number; at: number };

export function createCallRates(perSecond: number, now = () => performance.now()): CallRates {
  const full = perSecond * burstSeconds;
  const buckets: Record<CallKind, Map<bigint, Bucket>> = {
    closing: new Map(),
    opening: new Map(),
    other: new Map(),
  };
  return {
    take(customerId, kind) {
      const ofKind = buckets[kind];
      const at = now();
      let bucket = ofKind.get(customerId);
      if (bucket === undefined) {
        // Whoever was forgotten starts with a full bucket: that happens to a hundred thousand at once.
        if (ofKind.size >= rememberedMax) ofKind.clear();
        bucket = { calls: full, at };
        ofKind.set(customerId, bucket);
      }
      bucket.calls = Math.min(full, bucket.calls + ((at - bucket.at) / 1_000) * perSecond);
      bucket.at = at;
      if (bucket.calls < 1) return false;
      bucket.calls -= 1;
      return true;
    },
  };
}
