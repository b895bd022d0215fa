import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { hash, purpose, type Hex } from "./bytes.ts";
import { delayed, type DelayPart } from "./delay-part.ts";
import { checkpointCount, delayMax, delayPartCount } from "./limits.ts";

/** Some tenth of a second on a phone: so long whatever shares the thread has to wait. */
const turnSteps = 100_000;

/** The first value of the delay. */
export function delayStart(termsHash: Hex, root: Hex): Hex {
  return bytesToHex(hash(purpose("delay"), hexToBytes(termsHash), hexToBytes(root)));
}

/** A multiple is an integer. */
export function isDelay(delay: number): boolean {
  return delay >= delayPartCount && delay <= delayMax && delay % delayPartCount === 0;
}

export type DelayRun = {
  /** What an earlier run has come to, the start with it: it goes on from there. */
  known?: readonly Hex[];
  /** Called for every further checkpoint with its place among the 257. */
  onCheckpoint?: (checkpoint: Hex, index: number) => void | Promise<void>;
  signal?: AbortSignal;
};

/**
 * Goes the whole way from `start` and answers the 257 checkpoints. Lets others have the thread in between; still,
 * a server gives it a thread of its own.
 */
export async function runDelay(start: Hex, delay: number, run: DelayRun = {}): Promise<Hex[]> {
  if (!isDelay(delay)) throw new RangeError(`${delay} is no delay`);
  const hashInTurns = turns(run.signal);
  const checkpoints = [...(run.known ?? [start])];
  if (checkpoints[0] !== start || checkpoints.length > checkpointCount) {
    throw new RangeError("The known checkpoints are those of another delay");
  }
  while (checkpoints.length < checkpointCount) {
    const from = checkpoints[checkpoints.length - 1] ?? start;
    const next = await hashInTurns(from, delay / delayPartCount);
    checkpoints.push(next);
    await run.onCheckpoint?.(next, checkpoints.length - 1);
  }
  return checkpoints;
}

export function delayParts(checkpoints: readonly Hex[], delay: number): DelayPart[] {
  const steps = delay / delayPartCount;
  return checkpoints
    .slice(1)
    .map((to, index) => ({ index, from: checkpoints[index] ?? "", to, steps }));
}

/** As `checkDelayPart`, for who has one thread only and has to keep it alive: one of these for all parts. */
export function partsInTurns(signal?: AbortSignal): (part: DelayPart) => Promise<boolean> {
  const hashInTurns = turns(signal);
  return async ({ from, to, steps }) => (await hashInTurns(from, steps)) === to;
}

/** Counts on from call to call, so that small parts cost no pause each and large ones are interrupted. */
function turns(signal?: AbortSignal): (from: Hex, steps: number) => Promise<Hex> {
  let sinceOthers = 0;
  return async (from, steps) => {
    let value: Uint8Array = hexToBytes(from);
    for (let left = steps; left > 0;) {
      signal?.throwIfAborted();
      const now = Math.min(left, turnSteps - sinceOthers);
      value = delayed(value, now);
      left -= now;
      sinceOthers += now;
      if (sinceOthers < turnSteps) continue;
      sinceOthers = 0;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    return bytesToHex(value);
  };
}
