import { runChecks } from "./check.ts";
import { addCounts, runTests, summaryLine, type Result } from "./test-run.ts";

/**
 * `npm test` runs everything: unit and integration tests, then the browser tests, which want the
 * machine for themselves, then the check. `npm test -- <filter>` runs the test files whose path holds
 * the filter. The last line is the sum of all; what failed stands once more above it, as nobody finds
 * it in the thousand lines before.
 */
async function main(filters: readonly string[]): Promise<void> {
  const fast = ["unit", "tools", "server", "simulation"];
  const runs = [
    await runProjects("Unit and integration tests", fast, filters),
    await runProjects("Browser tests", ["e2e"], filters),
  ];
  if (filters.length === 0) runs.push(await runCheckSteps());
  const counts = runs.map((run) => run.counts).reduce(addCounts);
  const failures = runs.flatMap((run) => run.failures);
  if (failures.length > 0) console.log(`\nFailed\n\n${failures.join("\n\n")}`);
  console.log(`\n${summaryLine(counts)}`);
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

function runProjects(
  title: string,
  projects: readonly string[],
  filters: readonly string[],
): Promise<Result> {
  console.log(`\n${title}`);
  return runTests([...projects.flatMap((name) => ["--project", name]), ...filters]);
}

/** What fails here says so itself, and the last lines are its own. */
async function runCheckSteps(): Promise<Result> {
  console.log("\nThe check");
  return { counts: { ...(await runChecks()), skipped: 0 }, failures: [] };
}

await main(process.argv.slice(2).filter((parameter) => parameter !== "--"));
