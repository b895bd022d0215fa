import type { CallKind } from "./admission.ts";

/**
 * How often one customer may call, or one network without a sign-in: a bucket of calls for each kind, which fills up
 * at a steady rate. Far more than a person or a class of them needs; without it one caller could fill the kept
 * requests, or take everybody's places. Each process counts for itself.
 */
type CallRates<Caller> = {
  /** Takes a call out of the caller's bucket; false where it is empty. */
  take(caller: Caller, kind: CallKind): boolean;
};

export const callsPerSecondDefault = 50;
/** What needs no sign-in, one network may ask for as often as so many customers: a carrier has one for many. */
export const customersOfNetwork = 4;
/** A full bucket lasts for so many seconds' calls at once. */
export const burstSeconds = 6;
const rememberedMax = 100_000;

type Bucket = { calls: number; at: number };

export function createCallRates<Caller extends bigint | string>(
  perSecond: number,
  now = () => performance.now(),
): CallRates<Caller> {
  const full = perSecond * burstSeconds;
  const buckets: Record<CallKind, Map<Caller, Bucket>> = {
    closing: new Map(),
    opening: new Map(),
    other: new Map(),
  };
  return {
    take(caller, kind) {
      const ofKind = buckets[kind];
      const at = now();
      let bucket = ofKind.get(caller);
      if (bucket === undefined) {
        // Whoever was forgotten starts with a full bucket: that happens to a hundred thousand at once.
        if (ofKind.size >= rememberedMax) ofKind.clear();
        bucket = { calls: full, at };
        ofKind.set(caller, bucket);
      }
      bucket.calls = Math.min(full, bucket.calls + ((at - bucket.at) / 1_000) * perSecond);
      bucket.at = at;
      if (bucket.calls < 1) return false;
      bucket.calls -= 1;
      return true;
    },
  };
}
