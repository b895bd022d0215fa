import type { NewShareSubscription } from "@sanshi/contract";
import type { Steps, VerificationStep } from "@sanshi/draw";

type Receipt = NewShareSubscription["receipt"];

export type CheckAsked = { address: string; receipt: Receipt | null };

export type CheckTold =
  | { kind: "unreachable" }
  | { kind: "progress"; steps: Steps; checked: number; count: number }
  | { kind: "pending" }
  | { kind: "failed"; step: VerificationStep; place: string }
  | {
      kind: "proven";
      lateSeconds: number;
      /** Of the customer's own entry; `place` on the waiting list, 0 where it has none. */
      fate: { number: string; isEntered: boolean; lots: number; place: number } | null;
    };
