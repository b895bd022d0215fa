import { parentPort, workerData } from "node:worker_threads";
import { drawFrom, entriesRoot, resultOf, runDelay } from "@sanshi/draw";
import { drawAgain } from "./draw-again.ts";
import type { DrawTask } from "./draw-task.ts";

// One task a thread: what takes long must not take the processor from the calls.
const task = workerData as DrawTask;
if (task.kind === "root") {
  parentPort?.postMessage({ done: entriesRoot(task.entries) });
} else if (task.kind === "delay") {
  const known = [...task.known];
  const checkpoints = await runDelay(task.start, task.delay, {
    ...(known.length > 0 && { known }),
    onCheckpoint: (checkpoint) => void parentPort?.postMessage({ checkpoint }),
  });
  parentPort?.postMessage({ done: checkpoints });
} else if (task.kind === "again") {
  parentPort?.postMessage({ done: await drawAgain(task.bundle) });
} else {
  const result = resultOf(task.input);
  parentPort?.postMessage({ done: { result, ...drawFrom(result, task.terms, task.entries) } });
}
