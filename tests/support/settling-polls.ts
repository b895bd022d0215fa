import { expect } from "vitest";

/** `settled` waits for what quotes have begun, and makes no statement; a turn of all jobs makes five and more. */
type JobsOfTest = { settled(): Promise<void>; giveTurns(): Promise<void> };

const shelf = globalThis as { sanshiJobsOfTests?: Set<JobsOfTest> };

/**
 * The jobs of each application in this worker: one set for all, as vitest loads this file anew for each test file, and
 * what imports it has its own.
 */
export const jobsOfTests = (shelf.sanshiJobsOfTests ??= new Set());

const settles = Symbol.for("the tests' settling polls");
const poll = expect.poll as typeof expect.poll & { [settles]?: true };

/**
 * The jobs of tests do nothing by themselves: they have a turn before each look of a poll but the first two, for what
 * is there already needs none, and what was under way at the first look has ended by the second.
 */
if (!poll[settles]) {
  const settlingPoll: typeof expect.poll = (look, options) => {
    let looks = 0;
    return poll(
      async (...given) => {
        looks += 1;
        if (looks === 2) for (const jobs of jobsOfTests) await jobs.settled();
        if (looks > 2) for (const jobs of jobsOfTests) await jobs.giveTurns();
        return await look(...given);
      },
      { interval: 10, ...options },
    );
  };
  expect.poll = Object.assign(settlingPoll, { [settles]: true });
}
