import { Worker } from "node:worker_threads";
import {
  drawFrom,
  entriesRoot,
  resultOf,
  runDelay,
  type Drawn,
  type Entry,
  type Hex,
  type ResultInput,
  type Terms,
} from "@sanshi/draw";
import { drawAgain, type DrawnAgain } from "./draw-again.ts";

/** What a thread of its own works out. */
export type DrawTask =
  | { kind: "root"; entries: readonly Entry[] }
  | { kind: "delay"; start: Hex; delay: number; known: readonly Hex[] }
  | { kind: "draw"; input: ResultInput; terms: Terms; entries: readonly Entry[] }
  | { kind: "again"; bundle: Uint8Array };

type Answers = { root: Hex; delay: Hex[]; draw: Drawn & { result: Hex }; again: DrawnAgain };

/** What is done before a thread would have begun: in hashes, in entries, and in bytes of a bundle. */
const shortDelayMax = 100_000;
const shortListMax = 1_000;
const shortBundleMax = 100_000;

/** Where it takes long, in a thread of its own: nobody's call waits for it. */
export async function rootOf(entries: readonly Entry[]): Promise<Hex> {
  return entries.length <= shortListMax ? entriesRoot(entries) : workOut({ kind: "root", entries });
}

export async function resultAndOrderOf(
  task: Omit<Extract<DrawTask, { kind: "draw" }>, "kind">,
): Promise<Drawn & { result: Hex }> {
  const { input, terms, entries } = task;
  if (entries.length > shortListMax) return workOut({ kind: "draw", ...task });
  const result = resultOf(input);
  return { result, ...drawFrom(result, terms, entries) };
}

/** The draw of a bundle, worked out from its list and its seed. */
export function drawnAgainFrom(bundle: Uint8Array): Promise<DrawnAgain> {
  return bundle.length <= shortBundleMax ? drawAgain(bundle) : workOut({ kind: "again", bundle });
}

export function delayOf(
  task: Omit<Extract<DrawTask, { kind: "delay" }>, "kind">,
  running: { onCheckpoint: (checkpoint: Hex) => void; signal: AbortSignal },
): Promise<Hex[]> {
  const { start, delay, known } = task;
  return delay <= shortDelayMax
    ? runDelay(start, delay, { known, ...running })
    : workOut({ kind: "delay", ...task }, running);
}

/** Rejects where the thread fails or is stopped. */
function workOut<Task extends DrawTask>(
  task: Task,
  { onCheckpoint, signal }: { onCheckpoint?: (checkpoint: Hex) => void; signal?: AbortSignal } = {},
): Promise<Answers[Task["kind"]]> {
  const worker = new Worker(new URL("./draw.worker.ts", import.meta.url), { workerData: task });
  const { promise, resolve, reject } = Promise.withResolvers<Answers[Task["kind"]]>();
  const stop = () => void worker.terminate();
  signal?.addEventListener("abort", stop);
  worker.on("message", (told: { checkpoint: Hex } | { done: Answers[Task["kind"]] }) => {
    if ("checkpoint" in told) onCheckpoint?.(told.checkpoint);
    else resolve(told.done);
  });
  worker.once("error", reject);
  worker.once("exit", () => reject(new Error("the thread of a draw ended")));
  return promise.finally(() => {
    signal?.removeEventListener("abort", stop);
    stop();
  });
}
