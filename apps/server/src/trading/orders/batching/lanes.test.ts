import { setImmediate as turnOfTheEventLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  batchMax,
  batchPerCustomerMax,
  createLanes,
  queuedMax,
  queuedPerCustomerMax,
  type LaneWork,
  type Queue,
} from "./lanes.ts";

type Batch = { queue: Queue; customers: number[]; done: () => void };

/** Lanes whose batches end when the test says so. */
function start(laneCount: number, openingIsDue = () => Promise.resolve()) {
  const batches: Batch[] = [];
  const lanes = createLanes<LaneWork>({
    laneCount,
    openingIsDue,
    run: (queue, batch) =>
      new Promise((resolve) => {
        batches.push({
          queue,
          customers: batch.map(({ customerId }) => Number(customerId)),
          done: resolve,
        });
      }),
  });
  const submit = (customer: number, queue: Queue = "opening", batchKey?: string) =>
    lanes.submit(queue, { customerId: BigInt(customer), ...(batchKey && { batchKey }) });
  return { lanes, batches, submit };
}

/** More turns of the event loop than a batch gathers for. */
async function turn(): Promise<void> {
  for (let turns = 0; turns < 8; turns += 1) await turnOfTheEventLoop();
}

describe("lanes", () => {
  it("take together what came while the batch before was in flight", async () => {
    const { batches, submit } = start(1);
    submit(1);
    submit(2);
    await turn();
    submit(3);
    submit(4);
    await turn();
    expect(batches.map(({ customers }) => customers)).toEqual([[1, 2]]);
    batches[0]?.done();
    await turn();
    expect(batches.map(({ customers }) => customers)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it("take several of a customer together where each has a key of its own", async () => {
    const { batches, submit } = start(1);
    for (const key of ["a", "b", "a"]) submit(1, "opening", key);
    submit(2, "opening", "a");
    await turn();
    expect(batches.map(({ customers }) => customers)).toEqual([[1, 1, 2]]);
    batches[0]?.done();
    await turn();
    expect(batches[1]?.customers).toEqual([1]);
  });

  it("give one customer no more than a share of a batch", async () => {
    const { batches, submit } = start(1);
    for (let count = 0; count < batchPerCustomerMax + 5; count += 1) {
      submit(1, "opening", `request ${count}`);
    }
    submit(2, "opening", "a");
    await turn();
    expect(batches[0]?.customers).toHaveLength(batchPerCustomerMax + 1);
    expect(batches[0]?.customers.at(-1)).toBe(2);
  });

  it("never have two works of one customer in flight that have no key", async () => {
    const { batches, submit } = start(2);
    for (const customer of [1, 1, 2, 1, 3]) submit(customer);
    await turn();
    expect(batches.map(({ customers }) => customers).toSorted()).toEqual([[1, 3], [2]]);
    batches.find(({ customers }) => customers.length === 2)?.done();
    await turn();
    expect(batches[2]?.customers).toEqual([1]);
  });

  it("take no more than a batch may have", async () => {
    const { batches, submit } = start(1);
    for (let customer = 0; customer < batchMax + 10; customer += 1) submit(customer);
    await turn();
    expect(batches[0]?.customers).toHaveLength(batchMax);
    batches[0]?.done();
    await turn();
    expect(batches[1]?.customers).toHaveLength(10);
  });

  it("let cancels and sales go before new orders", async () => {
    const { batches, submit } = start(1);
    submit(1);
    await turn();
    submit(2);
    submit(3, "closing");
    batches[0]?.done();
    await turn();
    expect(batches[1]).toMatchObject({ queue: "closing", customers: [3] });
  });

  it("take with them who comes before an opening is due", async () => {
    const due = Promise.withResolvers<void>();
    const { batches, submit } = start(1, () => due.promise);
    submit(1);
    await turn();
    submit(2);
    await turn();
    expect(batches).toEqual([]);
    due.resolve();
    await turn();
    expect(batches).toMatchObject([{ queue: "opening", customers: [1, 2] }]);
  });

  it("let out who wants to get out while openings wait until they are due", async () => {
    const { batches, submit } = start(1, () => new Promise(() => undefined));
    submit(1);
    await turn();
    submit(2, "closing");
    await turn();
    expect(batches).toMatchObject([{ queue: "closing", customers: [2] }]);
    batches[0]?.done();
    await turn();
    expect(batches).toHaveLength(1);
  });

  it("wait for nobody more when a batch is full", async () => {
    const { batches, submit } = start(1, () => new Promise(() => undefined));
    for (let customer = 1; customer < batchMax; customer += 1) submit(customer);
    await turn();
    expect(batches).toEqual([]);
    submit(batchMax);
    await turn();
    expect(batches[0]?.customers).toHaveLength(batchMax);
    for (let customer = 0; customer < batchMax; customer += 1) submit(customer);
    batches[0]?.done();
    await turn();
    expect(batches[1]?.customers).toHaveLength(batchMax);
  });

  it("let orders that waited and new ones take turns", async () => {
    const { batches, submit } = start(1);
    for (let customer = 0; customer < 2 * batchMax; customer += 1) submit(customer);
    for (let customer = 0; customer < 2 * batchMax; customer += 1) submit(customer, "waiting");
    for (let index = 0; index < 4; index += 1) {
      await turn();
      batches[index]?.done();
    }
    expect(batches.map(({ queue }) => queue)).toEqual(["waiting", "opening", "waiting", "opening"]);
  });

  it("refuse at once when the queue is full, and still take what lets people out", async () => {
    const { submit } = start(1);
    for (let customer = 0; customer < queuedMax.opening; customer += 1) {
      expect(submit(customer)).toBe(true);
    }
    expect(submit(9_999)).toBe(false);
    expect(submit(9_999, "closing")).toBe(true);
  });

  it("are never filled by one customer alone", () => {
    const { submit } = start(1);
    for (let count = 0; count < queuedPerCustomerMax; count += 1) expect(submit(1)).toBe(true);
    expect(submit(1)).toBe(false);
    expect(submit(2)).toBe(true);
  });

  it("end what they took, and take nothing more", async () => {
    const { lanes, batches, submit } = start(1);
    submit(1);
    await turn();
    submit(2);
    let drained = false;
    const draining = lanes.drain().then(() => (drained = true));
    expect(submit(3)).toBe(false);
    batches[0]?.done();
    await turn();
    expect(drained).toBe(false);
    batches[1]?.done();
    await draining;
    expect(drained).toBe(true);
  });
});
