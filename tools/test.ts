import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChecks } from "./check.ts";
import { runProgram } from "./project.ts";
import { addCounts, resultOf, summaryLine, type Result } from "./test-report.ts";

/**
 * `npm test` runs everything: unit and integration tests, then the browser tests, which want the
 * machine for themselves, then the check. `npm test -- <filter>` runs the test files whose path holds
 * the filter. The last line is the sum of all; what failed stands once more above it.
 */
async function main(filters: readonly string[]): Promise<void> {
  const fast = ["unit", "tools", "server", "simulation"];
  const runs = [
    await runVitest("Unit and integration tests", fast, filters),
    await runVitest("Browser tests", ["e2e"], filters),
  ];
  if (filters.length === 0) runs.push(await runCheckSteps());
  const counts = runs.map((run) => run.counts).reduce(addCounts);
  const failures = runs.flatMap((run) => run.failures);
  if (failures.length > 0) console.log(`\nFailed\n\n${failures.join("\n\n")}`);
  console.log(`\n${summaryLine(counts)}`);
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

async function runVitest(
  title: string,
  projects: readonly string[],
  filters: readonly string[],
): Promise<Result> {
  console.log(`\n${title}`);
  const folder = mkdtempSync(join(tmpdir(), "sanshi-report-"));
  const report = join(folder, "report.json");
  try {
    const { code } = await runProgram(
      "vitest",
      [
        "run",
        ...projects.flatMap((name) => ["--project", name]),
        ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
        ...filters,
      ],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    return resultOf(readReport(report), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** What fails here says so itself, and the last lines are its own. */
async function runCheckSteps(): Promise<Result> {
  console.log("\nThe check");
  return { counts: { ...(await runChecks()), skipped: 0 }, failures: [] };
}

await main(process.argv.slice(2).filter((parameter) => parameter !== "--"));
