import { verificationSteps, type DrawnBundle, type VerificationStep } from "./bundle.ts";
import { delayPartCount } from "./limits.ts";

/** Why a step failed. */
export const faultCodes = [
  /** Not what stands there by the page: missing, of another kind, beyond a limit. */
  "malformed",
  /** What is hashed does not have the hash that was published. */
  "hash_differs",
  /** The entrant was told another one. */
  "told_otherwise",
  "out_of_order",
  "twice",
  "against_the_terms",
  "not_signed",
  /** The terms name a beacon, and the verifier was given nothing to check it with. */
  "cannot_be_checked",
  /** Longer than the verifier was told to run. */
  "too_long",
  /** Another one follows from the result. */
  "differs",
] as const;
export type FaultCode = (typeof faultCodes)[number];

export class DrawFault extends Error {
  readonly code: FaultCode;
  readonly place: string;

  constructor(code: FaultCode, place: string) {
    super(`${place}: ${code}`);
    this.name = "DrawFault";
    this.code = code;
    this.place = place;
  }
}

export type StepState = "open" | "running" | "proven" | "pending" | "failed";
export type Steps = Readonly<Record<VerificationStep, StepState>>;

export type Progress = { steps: Steps; parts: { checked: number; count: number } };

export type Proven = {
  bundle: DrawnBundle;
  /** Who got nothing, in the order in which they come next. */
  waiting: readonly string[];
  /** By how many seconds the root was published later than its ten; 0 where it was in time. */
  rootLateSeconds: number;
};

/** `pending`: what is public so far is right, and the draw is still to come. */
export type Verdict =
  | ({ outcome: "proven"; steps: Steps } & Proven)
  | { outcome: "pending"; steps: Steps }
  | { outcome: "failed"; steps: Steps; step: VerificationStep; code: FaultCode; place: string };

/** Keeps which steps are done, and tells of each change. */
export function createVerification(onProgress: (progress: Progress) => void = () => undefined) {
  let current: VerificationStep = "commitment";
  let checked = 0;
  const steps: Record<VerificationStep, StepState> = {
    commitment: "open",
    root: "open",
    delay: "open",
    beacon: "open",
    result: "open",
    order: "open",
    allotments: "open",
  };
  const say = () => onProgress({ steps: { ...steps }, parts: { checked, count: delayPartCount } });
  const set = (name: VerificationStep, state: StepState) => {
    steps[name] = state;
    say();
  };
  return {
    async step<Value>(name: VerificationStep, check: () => Value | Promise<Value>): Promise<Value> {
      current = name;
      set(name, "running");
      const value = await check();
      set(name, "proven");
      return value;
    },
    pending: (name: VerificationStep) => set(name, "pending"),
    partChecked(parts: number) {
      checked = parts;
      say();
    },
    failed(code: FaultCode, place: string): Verdict {
      set(current, "failed");
      return { outcome: "failed", steps, step: current, code, place };
    },
    notDrawnYet(): Verdict {
      for (const name of verificationSteps) if (steps[name] === "open") steps[name] = "pending";
      say();
      return { outcome: "pending", steps };
    },
    proven: (proven: Proven): Verdict => ({ outcome: "proven", steps, ...proven }),
  };
}
