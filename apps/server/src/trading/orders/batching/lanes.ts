import { setImmediate as turnOfTheEventLoop } from "node:timers/promises";

/**
 * Work waits here while the batch before it is in flight. Customers are spread over lanes by their
 * number, so that one customer's work is never in two batches at once; each lane has one batch under
 * way, and takes whatever has come in the meantime, with no timer.
 */
export type Lanes<Work extends LaneWork> = {
  /** False where the queue is full: the caller is told to come again, at once. */
  submit(queue: Queue, work: Work): boolean;
  /** Takes nothing new and resolves when everything taken is done. */
  drain(): Promise<void>;
};

export type LaneWork = {
  customerId: bigint;
  /**
   * Works of one customer may share a batch if each has a key of its own; one without a key shares
   * none with them.
   */
  batchKey?: string;
};

/**
 * Cancels and sales go before everything: under overload people can still get out. Orders that waited
 * for the market, and new ones, take turns, so that neither a falling market nor a crowd of newcomers
 * shuts the other out.
 */
export type Queue = "closing" | "waiting" | "opening";
const turns = {
  waiting: ["closing", "waiting", "opening"],
  opening: ["closing", "opening", "waiting"],
} as const;

export const batchMax = 128;
/** So many turns of the event loop a batch waits while more keeps coming. */
const gatheringTurnsMax = 4;
/** One customer alone does not fill a batch either. */
export const batchPerCustomerMax = 32;
/** At the measured rate a full queue of openings is worked off in about a tenth of a second. */
export const queuedMax: Record<Queue, number> = { closing: 2_048, waiting: 2_048, opening: 512 };
/** One customer alone cannot fill a queue. */
export const queuedPerCustomerMax = 300;

type Lane<Work> = {
  waiting: Record<Queue, Work[]>;
  running: Promise<void> | null;
  /** Whose turn it is when nobody wants to get out. */
  turn: keyof typeof turns;
  /** Ends the wait of a batch of openings, while there is one. */
  hurry: (() => void) | null;
};

/**
 * `run` settles every work of its batch and never throws. A batch of openings waits until `openingIsDue`
 * and takes with it whoever comes in the meantime; not once it is full, or somebody wants to get out.
 */
export function createLanes<Work extends LaneWork>(options: {
  laneCount: number;
  openingIsDue: () => Promise<void>;
  run: (queue: Queue, batch: readonly Work[]) => Promise<void>;
}): Lanes<Work> {
  const lanes: Lane<Work>[] = Array.from({ length: options.laneCount }, () => ({
    waiting: { closing: [], waiting: [], opening: [] },
    running: null,
    turn: "waiting",
    hurry: null,
  }));
  const queued: Record<Queue, number> = { closing: 0, waiting: 0, opening: 0 };
  const queuedByCustomer = new Map<bigint, number>();
  let closed = false;

  function submit(queue: Queue, work: Work): boolean {
    const ofCustomer = queuedByCustomer.get(work.customerId) ?? 0;
    if (closed || queued[queue] >= queuedMax[queue] || ofCustomer >= queuedPerCustomerMax) {
      return false;
    }
    const lane = lanes[Number(work.customerId % BigInt(lanes.length))];
    if (lane === undefined) return false;
    lane.waiting[queue].push(work);
    queued[queue] += 1;
    queuedByCustomer.set(work.customerId, ofCustomer + 1);
    if (isInAHurry(lane)) lane.hurry?.();
    lane.running ??= runLane(lane);
    return true;
  }

  async function runLane(lane: Lane<Work>): Promise<void> {
    for (;;) {
      await gather(lane);
      if (next(lane) === "opening" && !isInAHurry(lane)) await waitUntilDue(lane);
      const queue = next(lane);
      if (queue === undefined) break;
      if (queue !== "closing") lane.turn = queue === "waiting" ? "opening" : "waiting";
      await options.run(queue, take(lane, queue));
    }
    lane.running = null;
  }

  async function waitUntilDue(lane: Lane<Work>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    lane.hurry = resolve;
    await Promise.race([options.openingIsDue(), promise]);
    lane.hurry = null;
  }

  function isInAHurry({ waiting }: Lane<Work>): boolean {
    return waiting.closing.length > 0 || waiting.opening.length >= batchMax;
  }

  function next({ turn, waiting }: Lane<Work>): Queue | undefined {
    return turns[turn].find((name) => waiting[name].length > 0);
  }

  /** Those who have just been answered are about to ask again: a statement for few costs almost as much. */
  async function gather({ waiting }: Lane<Work>): Promise<void> {
    let seen = 0;
    for (let turn = 0; turn < gatheringTurnsMax; turn += 1) {
      const here = waiting.closing.length + waiting.waiting.length + waiting.opening.length;
      if (here === seen || here >= batchMax) return;
      seen = here;
      await turnOfTheEventLoop();
    }
  }

  /** In order of arrival; of each customer those that may share a batch. */
  function take(lane: Lane<Work>, queue: Queue): Work[] {
    const batch: Work[] = [];
    const left: Work[] = [];
    const taken = new Map<bigint, Work[]>();
    for (const work of lane.waiting[queue]) {
      const { customerId } = work;
      const own = taken.get(customerId);
      if (batch.length === batchMax || (own !== undefined && !mayJoin(work, own))) {
        left.push(work);
        continue;
      }
      batch.push(work);
      if (own === undefined) taken.set(customerId, [work]);
      else own.push(work);
      const others = (queuedByCustomer.get(customerId) ?? 1) - 1;
      if (others === 0) queuedByCustomer.delete(customerId);
      else queuedByCustomer.set(customerId, others);
    }
    lane.waiting[queue] = left;
    queued[queue] -= batch.length;
    return batch;
  }

  return {
    submit,
    async drain() {
      closed = true;
      await Promise.all(lanes.map((lane) => lane.running));
    },
  };
}

function mayJoin(work: LaneWork, own: readonly LaneWork[]): boolean {
  if (work.batchKey === undefined || own.length >= batchPerCustomerMax) return false;
  return own.every(({ batchKey }) => batchKey !== undefined && batchKey !== work.batchKey);
}
