import { setImmediate as turnOfTheEventLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createBatches } from "./batches.ts";

const batchMax = 4;
const waitingMax = 6;

/** Batches that end when the test says so. */
function start() {
  const batches: { customers: number[]; done: () => void }[] = [];
  const { submit, drain } = createBatches<{ customerId: bigint }>({
    batchMax,
    waitingMax,
    run: (batch) =>
      new Promise((done) => {
        batches.push({ customers: batch.map(({ customerId }) => Number(customerId)), done });
      }),
  });
  return { batches, drain, submit: (customer: number) => submit({ customerId: BigInt(customer) }) };
}

/** More turns of the event loop than a batch gathers for. */
async function turn(): Promise<void> {
  for (let turns = 0; turns < 8; turns += 1) await turnOfTheEventLoop();
}

describe("batches", () => {
  it("take together what comes while one is under way, one work of each customer, in order", async () => {
    const { batches, submit } = start();
    submit(1);
    await turn();
    for (const customer of [2, 3, 2, 4, 5]) submit(customer);
    await turn();
    expect(batches.map(({ customers }) => customers)).toEqual([[1]]);
    batches[0]?.done();
    await turn();
    expect(batches[1]?.customers).toEqual([2, 3, 4, 5]);
    batches[1]?.done();
    await turn();
    expect(batches[2]?.customers).toEqual([2]);
  });

  it("gather those who come in the same turns of the event loop", async () => {
    const { batches, submit } = start();
    submit(1);
    submit(2);
    await turn();
    expect(batches.map(({ customers }) => customers)).toEqual([[1, 2]]);
  });

  it("take no more than may wait, and nothing once they end; what was taken is done first", async () => {
    const { batches, submit, drain } = start();
    submit(1);
    await turn();
    const taken = Array.from({ length: waitingMax + 1 }, (_, index) => submit(10 + index));
    expect(taken).toEqual([...Array.from({ length: waitingMax }, () => true), false]);
    let isDrained = false;
    const drained = drain().then(() => (isDrained = true));
    expect(submit(2)).toBe(false);
    for (let batch = 0; batch < 3; batch += 1) {
      expect(isDrained).toBe(false);
      batches[batch]?.done();
      await turn();
    }
    await drained;
    expect(batches.map(({ customers }) => customers.length)).toEqual([1, 4, 2]);
  });
});
