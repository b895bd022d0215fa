import type { CallKind } from "./admission.ts";

/**
 * How many calls of one customer, or of one network without a sign-in, are worked on at once, for each kind. They
 * share the connections to the database with everybody: without a bound, one caller's that wait for one another hold
 * them all.
 * What lets people out has places of its own; what opens positions is decided in batches over connections
 * of their own. Each process counts for itself.
 */
type CallerPlaces<Caller> = {
  /** Works in the caller's turn; null where too many of their calls wait already. */
  during<Result>(
    caller: Caller,
    kind: CallKind,
    work: () => Promise<Result>,
  ): Promise<Result | null>;
};

export const customerCallsAtOnceMax = 3;
/** A screen asks for a dozen things at once; whoever has more under way than these is told to wait. */
export const customerCallsWaitingMax = 48;
/** Many share a network's address, each with a screen that is being opened. */
export const networkCallsWaitingMax = 480;

type Line = { running: number; waiting: (() => void)[] };

export function createCallerPlaces<Caller extends bigint | string>(
  atOnceMax = customerCallsAtOnceMax,
  waitingMax = customerCallsWaitingMax,
): CallerPlaces<Caller> {
  const lines: Record<Exclude<CallKind, "opening">, Map<Caller, Line>> = {
    closing: new Map(),
    other: new Map(),
  };
  async function inLine<Result>(
    ofKind: Map<Caller, Line>,
    caller: Caller,
    work: () => Promise<Result>,
  ): Promise<Result | null> {
    const line = ofKind.get(caller) ?? { running: 0, waiting: [] };
    if (line.waiting.length >= waitingMax) return null;
    ofKind.set(caller, line);
    if (line.running >= atOnceMax) await new Promise<void>((go) => line.waiting.push(go));
    else line.running += 1;
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else if ((line.running -= 1) === 0) ofKind.delete(caller);
    }
  }

  return {
    during: (caller, kind, work) =>
      kind === "opening" ? work() : inLine(lines[kind], caller, work),
  };
}
