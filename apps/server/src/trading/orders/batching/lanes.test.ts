import { setImmediate as turnOfTheEventLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  batchMax,
  batchPerCustomerMax,
  createLanes,
  fewOpenings,
  queuedMax,
  queuedPerCustomerMax,
  type LaneWork,
  type Pace,
  type Queue,
} from "./lanes.ts";

type Batch = { queue: Queue; customers: number[]; done: () => void };

/** Lanes whose batches end when the test says so. */
function start(
  laneCount: number,
  openingIsDue = () => Promise.resolve(),
  pace: Pace = { everyMs: 0, now: () => 0, pause: () => Promise.resolve() },
) {
  const batches: Batch[] = [];
  const lanes = createLanes<LaneWork>({
    laneCount,
    pace,
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
    submit(1);
    submit(4);
    await turn();
    expect(batches.map(({ customers }) => customers)).toEqual([[1, 2, 3], [4]]);
    for (const index of [1, 0, 2, 3, 4]) {
      batches[index]?.done();
      await turn();
    }
    expect(batches.slice(2).map(({ customers }) => customers)).toEqual([[1], [1], [1]]);
  });

  it("take all who come into the batch that is sent next", async () => {
    const { batches, submit } = start(2);
    submit(1);
    await turn();
    for (const customer of [2, 3, 4, 5]) submit(customer);
    await turn();
    expect(batches.map(({ customers }) => customers)).toEqual([[1], [2, 3, 4, 5]]);
    batches[0]?.done();
    await turn();
    for (const customer of [6, 1, 7]) submit(customer);
    await turn();
    expect(batches[2]?.customers).toEqual([6, 1, 7]);
  });

  it("share customers by their number where there are more than a few", async () => {
    const { batches, submit } = start(2);
    for (let customer = 0; customer < 60; customer += 1) submit(customer);
    await turn();
    const sizes = batches.map(({ customers }) => customers.length);
    expect(Math.min(...sizes)).toBeGreaterThan(fewOpenings);
    expect(sizes).toHaveLength(2);
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

  describe("send few openings once in a while", () => {
    let at = 1_000;
    let passed = Promise.withResolvers<void>();
    let pauses = 0;
    const pause = () => {
      pauses += 1;
      return passed.promise;
    };
    const pace = { everyMs: 8, now: () => at, pause };
    const pass = async (ms: number) => {
      at += ms;
      passed.resolve();
      passed = Promise.withResolvers();
      await turn();
    };
    const startAtRest = async () => {
      await pass(100);
      const started = start(2, undefined, pace);
      started.submit(1);
      await turn();
      expect(started.batches).toMatchObject([{ customers: [1] }]);
      return started;
    };

    it("the first at once, and with the next one all who come until it is due", async () => {
      const { batches, submit } = await startAtRest();
      submit(2);
      await pass(7.9);
      submit(3);
      await turn();
      expect(batches).toHaveLength(1);
      await pass(0.1);
      expect(batches[1]).toMatchObject({ customers: [2, 3] });
    });

    it("as soon as they are more than few", async () => {
      const { batches, submit } = await startAtRest();
      for (let customer = 2; customer <= fewOpenings; customer += 1) submit(customer);
      await turn();
      expect(batches).toHaveLength(1);
      submit(fewOpenings + 1);
      await turn();
      expect(batches[1]?.customers).toHaveLength(fewOpenings);
    });

    it("and what did not wait until it was due waits for nothing more", async () => {
      const { batches, submit } = await startAtRest();
      submit(2);
      await turn();
      submit(3, "closing");
      for (let index = 0; index < 3; index += 1) {
        await turn();
        batches[index]?.done();
      }
      submit(4);
      await turn();
      const before = pauses;
      await pass(7.9);
      expect(pauses).toBe(before + 1);
    });

    it("and however many full batches another lane sends meanwhile", async () => {
      const { batches, submit } = await startAtRest();
      const many = Array.from({ length: fewOpenings }, (_, index) => 2 * index + 3);
      const one = many.at(-1)! + 1;
      for (const customer of many) submit(customer);
      await turn();
      expect(batches[1]?.customers).toEqual(many);
      batches[0]?.done();
      await turn();
      submit(one);
      await turn();
      for (let index = 1; index < 4; index += 1) {
        // They ask again before they are answered, and so stay in their lane.
        for (const customer of many) submit(customer);
        await pass(6);
        batches.findLast(({ customers }) => customers.length === many.length)?.done();
        await turn();
      }
      expect(batches.map(({ customers }) => customers)).toContainEqual([one]);
    });

    it("and nobody who wants to get out, or whose price has come, waits for them", async () => {
      for (const queue of ["closing", "waiting"] as const) {
        const { batches, submit } = await startAtRest();
        submit(2);
        await turn();
        submit(3, queue);
        await turn();
        expect(batches[1]).toMatchObject({ queue, customers: [3] });
      }
    });
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
