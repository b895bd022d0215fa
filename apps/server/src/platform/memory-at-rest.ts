import { performance, type EventLoopUtilization } from "node:perf_hooks";
import v8 from "node:v8";
import type { Jobs } from "./jobs.ts";

const lookMs = 60_000;
/** Of the time since the last look: more, and customers would wait for it. */
const busyShareMax = 0.15;
/** What the heap has grown by since memory was given back, from which on it is worth a pause. */
const grownBytesMin = 48 * 1024 * 1024;
/** A pause takes a fifth of a second, on a busy machine nearly one: a server that is used a little has few of them. */
const betweenMsMin = 15 * 60_000;

type Look = {
  now(): EventLoopUtilization;
  /** What the heap has reserved. */
  heapBytes(): number;
  /** Collects all garbage and gives memory back; undefined where Node was not started with --expose-gc. */
  collect: (() => void) | undefined;
};

export const ownProcess: Look = {
  now: () => performance.eventLoopUtilization(),
  heapBytes: () => v8.getHeapStatistics().total_heap_size,
  collect: globalThis.gc && (() => void globalThis.gc?.({ type: "major", flavor: "last-resort" })),
};

/**
 * Gives back what a start or a burst of orders has made the heap reserve. V8 does so by itself in a process that allocates
 * nothing for a while, which a market that moves never is.
 *
 * @returns whether the process was at rest since the last look, and had something to give back.
 */
export function givesMemoryBack(look: Look = ownProcess): () => boolean {
  let before = look.now();
  let givenAtMs = -Infinity;
  let heapBytes = 0;
  return () => {
    const now = look.now();
    const nowMs = now.active + now.idle;
    const share = (now.active - before.active) / (nowMs - before.active - before.idle);
    before = now;
    // Before the loop has run there is no share.
    if (look.collect === undefined || !(share <= busyShareMax)) return false;
    if (look.heapBytes() - heapBytes < grownBytesMin) return false;
    if (nowMs - givenAtMs < betweenMsMin) return false;
    look.collect();
    heapBytes = look.heapBytes();
    givenAtMs = nowMs;
    return true;
  };
}

export function keepGivingMemoryBack(jobs: Jobs) {
  const giveBack = givesMemoryBack();
  const failure = "memory was not given back";
  return jobs.repeat({ everyMs: lookMs, failure }, () => void giveBack());
}
