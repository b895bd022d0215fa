import { setImmediate as turnOfTheEventLoop } from "node:timers/promises";

/**
 * Work waits here while the batch before it is in flight. A customer's work stays in one lane until all of it is
 * done, so that it is never in two batches at once; each lane has one batch under way, and takes whatever has come in
 * the meantime.
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
/** A statement for fewer than these costs little more than for one: it is sent only once in a while (`Pace`). */
export const fewOpenings = 12;
/** One customer alone does not fill a batch either. */
export const batchPerCustomerMax = 32;
/** At the measured rate a full queue of openings is worked off in about a tenth of a second. */
export const queuedMax: Record<Queue, number> = { closing: 2_048, waiting: 2_048, opening: 512 };
/** One customer alone cannot fill a queue. */
export const queuedPerCustomerMax = 300;

/** How far a batch of few openings keeps from the one before it, in milliseconds of some clock. */
export type Pace = { everyMs: number; now(): number; pause(ms: number): Promise<unknown> };

/** Where a customer's work is, how much waits there, and how much of it is not done. */
type OfCustomer<Work extends LaneWork> = { lane: Lane<Work>; queued: number; left: number };

type Lane<Work extends LaneWork> = {
  waiting: Record<Queue, Work[]>;
  running: Promise<void> | null;
  isInFlight: boolean;
  /** Whose turn it is when nobody wants to get out. */
  turn: keyof typeof turns;
  /** Looks whether a batch of openings that waits has waited enough, while there is one. */
  lookAgain: (() => void) | null;
};

/**
 * `run` settles every work of its batch and never throws. A batch of openings waits until `openingIsDue`
 * and takes with it whoever comes in the meantime; not once it is full, or somebody wants to get out. One of few
 * keeps its pace too.
 */
export function createLanes<Work extends LaneWork>(options: {
  laneCount: number;
  pace: Pace;
  openingIsDue: () => Promise<void>;
  run: (queue: Queue, batch: readonly Work[]) => Promise<void>;
}): Lanes<Work> {
  const { pace } = options;
  const lanes: Lane<Work>[] = Array.from({ length: options.laneCount }, () => ({
    waiting: { closing: [], waiting: [], opening: [] },
    running: null,
    isInFlight: false,
    turn: "waiting",
    lookAgain: null,
  }));
  const queued: Record<Queue, number> = { closing: 0, waiting: 0, opening: 0 };
  /** Who has work queued or in flight. */
  const customers = new Map<bigint, OfCustomer<Work>>();
  let nextOpeningAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  function submit(queue: Queue, work: Work): boolean {
    const { customerId } = work;
    const own = customers.get(customerId) ?? {
      lane: gatheringLane(customerId),
      queued: 0,
      left: 0,
    };
    if (closed || queued[queue] >= queuedMax[queue] || own.queued >= queuedPerCustomerMax) {
      return false;
    }
    const { lane } = own;
    customers.set(customerId, own);
    own.queued += 1;
    own.left += 1;
    queued[queue] += 1;
    lane.waiting[queue].push(work);
    lane.lookAgain?.();
    lane.running ??= runLane(lane);
    return true;
  }

  /**
   * Who has nothing under way joins the batch that is sent next while it is of few: a batch costs much, whatever its
   * size. All others are spread by their number, so that one batch is made ready while another is in flight.
   */
  function gatheringLane(customerId: bigint): Lane<Work> {
    const gathering = lanes.filter(
      ({ isInFlight, waiting }) => !isInFlight && waiting.opening.length < fewOpenings,
    );
    return (
      gathering.find(({ running }) => running !== null) ??
      gathering[0] ??
      lanes[Number(customerId % BigInt(lanes.length))]!
    );
  }

  async function runLane(lane: Lane<Work>): Promise<void> {
    for (;;) {
      await gather(lane);
      if (next(lane) === "opening") {
        await keepPace(lane);
        await waitUntil(lane, options.openingIsDue, () => goesNow(lane, batchMax));
      }
      const queue = next(lane);
      if (queue === undefined) break;
      if (queue !== "closing") lane.turn = queue === "waiting" ? "opening" : "waiting";
      if (queue === "opening") nextOpeningAt = pace.now() + pace.everyMs;
      const batch = take(lane, queue);
      lane.isInFlight = true;
      await options.run(queue, batch);
      lane.isInFlight = false;
      for (const { customerId } of batch) {
        const own = customers.get(customerId)!;
        own.left -= 1;
        if (own.left === 0) customers.delete(customerId);
      }
    }
    lane.running = null;
  }

  /**
   * Orders whose price has come wait for no pace either. Other lanes may send full batches all the time: those put a
   * batch of few off once, and not as long as they go on.
   */
  async function keepPace(lane: Lane<Work>): Promise<void> {
    const isEnough = () => lane.waiting.waiting.length > 0 || goesNow(lane, fewOpenings);
    const latest = pace.now() + 2 * pace.everyMs;
    for (;;) {
      const leftMs = Math.min(nextOpeningAt, latest) - pace.now();
      if (leftMs <= 0 || isEnough()) return;
      await waitUntil(lane, () => pace.pause(leftMs), isEnough);
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
      customers.get(customerId)!.queued -= 1;
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

/** Those who have just been answered are about to ask again: a statement for few costs almost as much. */
async function gather({ waiting }: Lane<LaneWork>): Promise<void> {
  let seen = 0;
  for (let turn = 0; turn < gatheringTurnsMax; turn += 1) {
    const here = waiting.closing.length + waiting.waiting.length + waiting.opening.length;
    if (here === seen || here >= batchMax) return;
    seen = here;
    await turnOfTheEventLoop();
  }
}

function next({ turn, waiting }: Lane<LaneWork>): Queue | undefined {
  return turns[turn].find((name) => waiting[name].length > 0);
}

/** Where so many openings are there, or somebody wants to get out. */
function goesNow({ waiting }: Lane<LaneWork>, openings: number): boolean {
  return waiting.closing.length > 0 || waiting.opening.length >= openings;
}

async function waitUntil(
  lane: Lane<LaneWork>,
  isDue: () => Promise<unknown>,
  isEnough: () => boolean,
): Promise<void> {
  if (isEnough()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  lane.lookAgain = () => {
    if (isEnough()) resolve();
  };
  await Promise.race([isDue(), promise]);
  lane.lookAgain = null;
}

function mayJoin(work: LaneWork, own: readonly LaneWork[]): boolean {
  if (work.batchKey === undefined || own.length >= batchPerCustomerMax) return false;
  return own.every(({ batchKey }) => batchKey !== undefined && batchKey !== work.batchKey);
}
