import { Worker } from "node:worker_threads";
import { beforeEach } from "vitest";
import { endlessFileVariable, endlessSecondsVariable } from "./endless-variables.ts";

/** More than the longest test may take, on a busy machine too. */
const secondsMax = Number(process.env[endlessSecondsVariable] ?? 300);
const nameBytesMax = 1_000;

/**
 * A thread that ends this worker where a test keeps the event loop from turning, as an endless loop does:
 * vitest's own limits are timers of that very loop. It counts its own seconds, which pass as slowly as the
 * worker's where the machine is busy or stopped.
 */
const watch = `
  const { appendFileSync } = require("node:fs");
  const { workerData: { turns, name, secondsMax, file } } = require("node:worker_threads");
  let seen = -1;
  let seconds = 0;
  setInterval(() => {
    const now = Atomics.load(turns, 0);
    seconds = now === seen ? seconds + 1 : 0;
    seen = now;
    if (seconds < secondsMax) return;
    appendFileSync(file, Buffer.from(name.slice(0, Atomics.load(turns, 1))) + "\\n");
    process.kill(process.pid, "SIGKILL");
  }, 1_000);
`;

const shelf = globalThis as { sanshiNameOfTest?: (name: string) => void };

function startWatch(file: string): (name: string) => void {
  const turns = new Int32Array(new SharedArrayBuffer(8));
  const name = new Uint8Array(new SharedArrayBuffer(nameBytesMax));
  const workerData = { turns, name, secondsMax, file };
  new Worker(watch, { eval: true, workerData }).unref();
  setInterval(() => Atomics.add(turns, 0, 1), 500).unref();
  return (text) => {
    const bytes = Buffer.from(text).subarray(0, nameBytesMax);
    name.set(bytes);
    Atomics.store(turns, 1, bytes.length);
  };
}

// One for each worker, which runs many files; without a file nobody would hear of it.
const file = process.env[endlessFileVariable];
if (file !== undefined) {
  shelf.sanshiNameOfTest ??= startWatch(file);
  const nameTest = shelf.sanshiNameOfTest;
  beforeEach(({ task }) => nameTest(`${task.file.name}\t${task.fullName}`));
}
