import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Enough for the difference between two objects and the lines that led there. */
const maximumReasonLines = 40;

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Why the file failed as a whole; empty where it did not. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

type FileReport = Report["testResults"][number];

/**
 * What vitest's JSON report and exit code say together. A file that failed as a whole (it could not
 * be loaded, its set-up threw) counts as one failure, and so does a run that failed without a reason
 * in the report: a failure must never be invisible in the sum.
 */
export function countReport(reportText: string | null, exitCode: number): Counts {
  if (reportText === null) return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
  const report = JSON.parse(reportText) as Report;
  const failed = report.numFailedTests + report.testResults.filter(failedAsAWhole).length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function failedAsAWhole({ status, assertionResults }: FileReport): boolean {
  return status === "failed" && !assertionResults.some((test) => test.status === "failed");
}

/**
 * What failed, to be read again at the end of a log in which it stands a thousand lines further up:
 * one text per failure, the file and the test in its first line, the reason below.
 */
export function describeFailures(reportText: string | null): string[] {
  if (reportText === null) return [];
  return (JSON.parse(reportText) as Report).testResults.flatMap((file) =>
    failedAsAWhole(file)
      ? [describeFailure(pathOf(file), [file.message])]
      : file.assertionResults
          .filter((test) => test.status === "failed")
          .map((test) =>
            describeFailure(`${pathOf(file)} > ${test.fullName}`, test.failureMessages),
          ),
  );
}

function pathOf(file: FileReport): string {
  return relative(process.cwd(), file.name);
}

function describeFailure(name: string, messages: readonly string[]): string {
  const lines = stripVTControlCharacters(messages.join("\n")).split("\n");
  return [name, ...lines.slice(0, maximumReasonLines).map((line) => `  ${line}`)].join("\n");
}

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
