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
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * What vitest's JSON report and exit code say together. A file that failed as a whole (it could not
 * be loaded, its set-up threw) counts as one failure, and so does a run that failed without a reason
 * in the report: a failure must never be invisible in the sum.
 */
export function countReport(reportText: string | null, exitCode: number): Counts {
  if (reportText === null) return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
  const report = JSON.parse(reportText) as Report;
  const failedFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const failed = report.numFailedTests + failedFiles.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
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
