import type { DrawReceipt } from "@sanshi/contract";
import type { Steps, VerificationStep } from "@sanshi/draw";

export type CheckAsked = { address: string; receipt: DrawReceipt | null };

export type CheckTold =
  | { kind: "unreachable" }
  | { kind: "progress"; steps: Steps; checked: number; count: number }
  | { kind: "pending" }
  | { kind: "failed"; step: VerificationStep; place: string }
  | {
      kind: "proven";
      lateSeconds: number;
      /** Nobody had entered, so that a late list could not have been another one. */
      isEmpty: boolean;
      /** Of the customer's own entry; `place` on the waiting list, 0 where it has none. */
      fate: { number: string; isEntered: boolean; lots: number; place: number } | null;
    };
