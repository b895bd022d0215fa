import { expect } from "vitest";

const shelf = globalThis as { sanshiJobsOfTests?: Set<() => Promise<void>> };

/**
 * How the jobs of each application in this worker have their turn: one set for all, as vitest loads this file anew for
 * each test file, and what imports it has its own.
 */
export const jobsOfTests = (shelf.sanshiJobsOfTests ??= new Set());

const settles = Symbol.for("the tests' settling polls");
const poll = expect.poll as typeof expect.poll & { [settles]?: true };

/**
 * The jobs of tests do nothing by themselves: they have a turn before each look of a poll but the
 * first, for what is there already needs none.
 */
if (!poll[settles]) {
  const settlingPoll: typeof expect.poll = (look, options) => {
    let isFirst = true;
    return poll(
      async (...given) => {
        if (!isFirst) for (const giveTurns of jobsOfTests) await giveTurns();
        isFirst = false;
        return await look(...given);
      },
      { interval: 10, ...options },
    );
  };
  expect.poll = Object.assign(settlingPoll, { [settles]: true });
}
