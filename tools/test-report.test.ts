import { expect, test } from "vitest";
import { addCounts, resultOf, summaryLine } from "./test-report.ts";

type TestReport = { status: string; fullName: string; failureMessages: string[] };
type FileReport = {
  name: string;
  status: string;
  message: string;
  assertionResults: TestReport[];
};

const fileAt = (path: string, more: Partial<FileReport> = {}): FileReport => ({
  name: `${process.cwd()}/${path}`,
  status: "passed",
  message: "",
  assertionResults: [],
  ...more,
});
const passed: TestReport = { status: "passed", fullName: "sums nothing", failureMessages: [] };
const failed: TestReport = {
  status: "failed",
  fullName: "sums two",
  failureMessages: ["\u001b[31mexpected 3 to be 2\u001b[39m\n    at sum.test.ts:4:7"],
};

function report(passedTests: number, files: FileReport[] = [], pending = 0): string {
  return JSON.stringify({
    numPassedTests: passedTests,
    numPendingTests: pending,
    numTodoTests: 0,
    testResults: files,
  });
}

test("a run's tests are counted", () => {
  expect(resultOf(report(5, [fileAt("sum.test.ts")], 1), 0)).toEqual({
    counts: { passed: 5, failed: 0, skipped: 1 },
    failures: [],
  });
});

test("what failed is told with its file, its name and its reason, without colours, and counted once", () => {
  const file = fileAt("packages/money/src/sum.test.ts", {
    status: "failed",
    assertionResults: [passed, failed],
  });
  expect(resultOf(report(1, [fileAt("passed.test.ts"), file]), 1)).toEqual({
    counts: { passed: 1, failed: 1, skipped: 0 },
    failures: [
      "packages/money/src/sum.test.ts > sums two\n  expected 3 to be 2\n      at sum.test.ts:4:7",
    ],
  });
});

test("a file that could not be loaded is a failure", () => {
  const message = "the server did not start";
  const file = fileAt("tests/e2e/lost.e2e.ts", { status: "failed", message });
  expect(resultOf(report(9, [file]), 1)).toEqual({
    counts: { passed: 9, failed: 1, skipped: 0 },
    failures: [`tests/e2e/lost.e2e.ts\n  ${message}`],
  });
});

test("a run that fails without a reason in its report is a failure", () => {
  for (const text of [report(9), null]) {
    const { counts, failures } = resultOf(text, 134);
    expect(counts.failed).toBe(1);
    expect(failures).toEqual(["vitest ended with 134, and its report does not say why"]);
  }
});

test("a long reason is cut", () => {
  const lines = Array.from({ length: 60 }, (_, line) => `line ${line}`);
  const file = fileAt("long.test.ts", { status: "failed", message: lines.join("\n") });
  const told = resultOf(report(0, [file]), 1).failures[0]?.split("\n");
  expect(told).toHaveLength(41);
  expect(told?.at(-1)).toBe("  line 39");
});

test("the last line names skipped tests only when there are some", () => {
  const sum = addCounts({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 3, skipped: 0 });
  expect(summaryLine(sum)).toBe("3 passed, 3 failed");
  expect(summaryLine({ ...sum, skipped: 2 })).toBe("3 passed, 3 failed, 2 skipped");
});
