import { expect, test } from "vitest";
import { overBudget, usedByParts } from "./processor-time.ts";

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

test("each part of a run has a line with its own minutes", () => {
  const parts = usedByParts();
  parts.end("The check");
  parts.end("Unit tests");
  expect(parts.lines).toHaveLength(2);
  expect(parts.lines[0]).toMatch(/^The check: 0\.\d minutes(, 0\.\d minutes of processor time)?$/);
  expect(parts.lines[1]).toMatch(/^Unit tests: 0\.0 minutes(, 0\.0 minutes of processor time)?$/);
});
