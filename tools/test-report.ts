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

export interface Result {
  readonly counts: Counts;
  /** One text per failure, the file and the test in its first line, the reason below. */
  readonly failures: readonly string[];
}

/**
 * What vitest's JSON report and exit code say together. A file that failed as a whole (it could not
 * be loaded, its set-up threw) is one failure, and so is a run that failed without a reason in the
 * report: a failure must never be invisible in the sum. The failures are read again at the end of a log
 * in which they stand a thousand lines further up.
 */
export function resultOf(reportText: string | null, exitCode: number): Result {
  const report = reportText === null ? null : (JSON.parse(reportText) as Report);
  const failures = report?.testResults.flatMap(describeFailures) ?? [];
  if (failures.length === 0 && exitCode !== 0) {
    failures.push(`vitest ended with ${exitCode}, and its report does not say why`);
  }
  return {
    counts: {
      passed: report?.numPassedTests ?? 0,
      failed: failures.length,
      skipped: report === null ? 0 : report.numPendingTests + report.numTodoTests,
    },
    failures,
  };
}

function describeFailures(file: FileReport): string[] {
  const failed = file.assertionResults.filter(({ status }) => status === "failed");
  if (file.status === "failed" && failed.length === 0) {
    return [describeFailure(pathOf(file), [file.message])];
  }
  return failed.map(({ fullName, failureMessages }) =>
    describeFailure(`${pathOf(file)} > ${fullName}`, failureMessages),
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
