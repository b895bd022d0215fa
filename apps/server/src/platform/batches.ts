import { setImmediate as turnOfTheEventLoop } from "node:timers/promises";

/**
 * Work that many customers bring at once waits here while the batch before it is under way, and then goes
 * together: one commit for many (decision 0069). A batch takes one work of each customer, in the order of arrival.
 */
export type Batches<Work extends BatchWork> = {
  /** False where the queue is full or ends: the caller is told to come again, at once. */
  submit(work: Work): boolean;
  /** Takes nothing new and resolves when everything taken is done. */
  drain(): Promise<void>;
};

export type BatchWork = { customerId: bigint };

/** So many turns of the event loop a batch waits while more keeps coming. */
const gatheringTurnsMax = 4;

/** `run` settles every work of its batch and never throws. */
export function createBatches<Work extends BatchWork>({
  batchMax,
  waitingMax,
  run,
}: {
  batchMax: number;
  waitingMax: number;
  run: (batch: readonly Work[]) => Promise<void>;
}): Batches<Work> {
  let waiting: Work[] = [];
  let running: Promise<void> | null = null;
  let isClosed = false;

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      await gather();
      await run(take());
    }
    running = null;
  }

  /** Those who have just been answered are about to ask again: a transaction for few costs almost as much. */
  async function gather(): Promise<void> {
    let seen = 0;
    for (let turn = 0; turn < gatheringTurnsMax; turn += 1) {
      if (waiting.length === seen || waiting.length >= batchMax) return;
      seen = waiting.length;
      await turnOfTheEventLoop();
    }
  }

  function take(): Work[] {
    const batch = new Map<bigint, Work>();
    const left: Work[] = [];
    for (const work of waiting) {
      if (batch.size === batchMax || batch.has(work.customerId)) left.push(work);
      else batch.set(work.customerId, work);
    }
    waiting = left;
    return [...batch.values()];
  }

  return {
    submit(work) {
      if (isClosed || waiting.length >= waitingMax) return false;
      waiting.push(work);
      running ??= runAll();
      return true;
    },
    async drain() {
      isClosed = true;
      await running;
    },
  };
}
