import { expect, test } from "vitest";
import { addCounts, countReport, describeFailures, summaryLine } from "./test-counts.ts";

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

test("what failed is told with its file, its name and its reason, without colours", () => {
  const text = JSON.stringify({
    testResults: [
      {
        name: `${process.cwd()}/packages/money/src/sum.test.ts`,
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "sums nothing", failureMessages: [] },
          {
            status: "failed",
            fullName: "sums two",
            failureMessages: ["\u001b[31mexpected 3 to be 2\u001b[39m\n    at sum.test.ts:4:7"],
          },
        ],
      },
      {
        name: `${process.cwd()}/tests/e2e/lost.e2e.ts`,
        status: "failed",
        message: "the server did not start",
        assertionResults: [],
      },
      { name: "passed.test.ts", status: "passed", message: "", assertionResults: [] },
    ],
  });
  expect(describeFailures(text)).toEqual([
    "packages/money/src/sum.test.ts > sums two\n  expected 3 to be 2\n      at sum.test.ts:4:7",
    "tests/e2e/lost.e2e.ts\n  the server did not start",
  ]);
  expect(describeFailures(null)).toEqual([]);
});
