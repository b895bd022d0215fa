import { setTimeout as pause } from "node:timers/promises";
import type { RawJson } from "../../../platform/http/answers.ts";
import { refuse, type Outcome } from "../../../platform/outcome.ts";
import { runChanges } from "./change-batch.ts";
import type { ChangeWork } from "../changing/change-step.ts";
import { createLanes, type Queue } from "./lanes.ts";
import { runOpenings, type OpeningWork } from "../placing/opening-batch.ts";
import type { OrderServices } from "../preparing/order-services.ts";

/** At a thousand orders a second half of what they cost one by one; nobody notices the wait (decision 0182). */
const fewOpeningsEveryMs = 8;

type Work = OpeningWork | ChangeWork;

/** How a work ends: with its result, or with a fault of ours. */
export type Ends<Result> = { settle(result: Result): void; fail(error: unknown): void };

export type OrderLanes = {
  /** Undefined where the queue is full. */
  inLane<Result>(queue: Queue, make: (ends: Ends<Result>) => Work): Promise<Result | undefined>;
  /** The same for a customer, who is told to come again where it is. */
  answered(queue: Queue, make: (ends: Ends<Outcome<RawJson>>) => Work): Promise<Outcome<RawJson>>;
  drain(): Promise<void>;
};

export function createOrderLanes(services: OrderServices, laneCount: number): OrderLanes {
  const lanes = createLanes<Work>({
    laneCount,
    pace: { everyMs: fewOpeningsEveryMs, now: () => performance.now(), pause },
    openingIsDue: () => services.connections.opening.nearlyFree(),
    run: (queue, batch) =>
      queue === "opening"
        ? runOpenings(
            services,
            batch.filter((work) => work.kind === "open"),
          )
        : runChanges(
            services,
            batch.filter((work) => work.kind !== "open"),
          ),
  });

  function inLane<Result>(
    queue: Queue,
    make: (ends: Ends<Result>) => Work,
  ): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      if (!lanes.submit(queue, make({ settle: resolve, fail: reject }))) resolve(undefined);
    });
  }

  return {
    inLane,
    answered: async (queue, make) =>
      (await inLane<Outcome<RawJson>>(queue, make)) ?? refuse("overloaded"),
    drain: () => lanes.drain(),
  };
}
