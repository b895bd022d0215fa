import { expect, test } from "vitest";
import { addCounts, countReport, summaryLine } from "./test-counts.ts";

function report(options: {
  passed?: number;
  failed?: number;
  pending?: number;
  files?: { status: string; assertionResults: { status: string }[] }[];
}): string {
  return JSON.stringify({
    numPassedTests: options.passed ?? 0,
    numFailedTests: options.failed ?? 0,
    numPendingTests: options.pending ?? 0,
    numTodoTests: 0,
    testResults: options.files ?? [],
  });
}

test("a run's tests are counted", () => {
  expect(countReport(report({ passed: 5, pending: 1 }), 0)).toEqual({
    passed: 5,
    failed: 0,
    skipped: 1,
  });
});

test("a file with a failed test is not counted twice", () => {
  const files = [
    { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] },
  ];
  expect(countReport(report({ passed: 1, failed: 1, files }), 1)).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test("a file that could not be loaded is a failure", () => {
  const files = [{ status: "failed", assertionResults: [] }];
  expect(countReport(report({ passed: 9, files }), 1)).toMatchObject({ passed: 9, failed: 1 });
});

test("a run that fails without a reason in its report is a failure", () => {
  expect(countReport(report({ passed: 9 }), 1)).toMatchObject({ failed: 1 });
  expect(countReport(null, 134)).toMatchObject({ failed: 1 });
});

test("the last line names skipped tests only when there are some", () => {
  const sum = addCounts({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 3, skipped: 0 });
  expect(summaryLine(sum)).toBe("3 passed, 3 failed");
  expect(summaryLine({ ...sum, skipped: 2 })).toBe("3 passed, 3 failed, 2 skipped");
});
