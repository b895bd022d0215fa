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
  const moments = [
    { wallSeconds: 6, processorSeconds: 3 },
    { wallSeconds: 36, processorSeconds: 63 },
    { wallSeconds: 48, processorSeconds: 69 },
  ];
  const parts = usedByParts(() => moments.shift()!);
  parts.end("The check");
  parts.end("Unit tests");
  expect(parts.lines).toEqual([
    "The check: 0.5 minutes, 1.0 minutes of processor time",
    "Unit tests: 0.2 minutes, 0.1 minutes of processor time",
  ]);
  const uncounted = usedByParts(() => ({ wallSeconds: 60, processorSeconds: null }));
  uncounted.end("The check");
  expect(uncounted.lines).toEqual(["The check: 0.0 minutes"]);
});
