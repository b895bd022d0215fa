import { expect, test } from "vitest";
import { overBudget, shortages } from "./machine.ts";

const gigabytes = (count: number) => count * 2 ** 30;

test("a machine that has enough is short of nothing, and each lack is a sentence", () => {
  expect(shortages(gigabytes(4), () => gigabytes(4))).toEqual([]);
  const [memory, ...folders] = shortages(gigabytes(2), () => gigabytes(0.5));
  expect(memory).toBe("This machine has 2.0 GB of memory; the tests need 4 GB.");
  expect(folders.length).toBeGreaterThan(0);
  expect(folders[0]).toMatch(/^0\.5 GB are free in \/.*; the tests need up to 4 GB there\.$/);
});

test("a run within the budget has no line, and each excess is one", () => {
  const file = { path: "a.test.ts", seconds: 15 };
  expect(overBudget({ wallSeconds: 360, processorSeconds: 600, files: [file] })).toEqual([]);
  const slow = { ...file, seconds: 15.1 };
  const lines = overBudget({ wallSeconds: 420, processorSeconds: 660, files: [slow] });
  expect(lines).toEqual([
    expect.stringMatching(/^7\.0 minutes on \d+ cores, 6 are the budget$/),
    "11.0 minutes of processor time, 10 are the budget",
    "15.1 s for a.test.ts, 15 are the budget",
  ]);
  expect(overBudget({ wallSeconds: 1, processorSeconds: null, files: [] })).toEqual([]);
});
