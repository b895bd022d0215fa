import type { SpawnOptions } from "node:child_process";
import { buildWebApps } from "./build-web.ts";
import { runChecks } from "./check.ts";
import { addCounts, runTests, summaryLine, timeLines, type Result } from "./test-run.ts";

const fastProjects = ["unit", "tools", "server", "simulation"];
const browserProjects = ["e2e"];

/**
 * `npm test` runs everything: the check, then unit and integration tests beside the browser tests, which
 * wait as often as they work. `npm test -- <filter>` runs the test files whose path holds the filter. The
 * last line is the sum of all; what failed stands once more above it, as nobody finds it in the thousand
 * lines before.
 */
async function main(filters: readonly string[]): Promise<void> {
  const runs = filters.length === 0 ? await runEverything() : await runFiltered(filters);
  const counts = runs.map((run) => run.counts).reduce(addCounts);
  const failures = runs.flatMap((run) => run.failures);
  const times = timeLines(runs.flatMap((run) => run.files));
  if (filters.length === 0) console.log(`\nTime of each test file\n\n${times.join("\n")}`);
  if (failures.length > 0) console.log(`\nFailed\n\n${failures.join("\n\n")}`);
  console.log(`\n${summaryLine(counts)}`);
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

async function runEverything(): Promise<Result[]> {
  console.log("\nThe check");
  // The applications of the server's tests read what is built: nothing may be building beside them.
  const [check] = await Promise.all([runCheckSteps(), buildForBrowserTests()]);
  console.log(
    "\nUnit and integration tests; the browser tests run beside them and are shown when they end",
  );
  const tests = await Promise.all([
    runProjects(fastProjects, []),
    runProjects(browserProjects, [], ["ignore", "pipe", "pipe"]),
  ]);
  return [check, ...tests];
}

async function runFiltered(filters: readonly string[]): Promise<Result[]> {
  console.log("\nUnit and integration tests");
  const fast = await runProjects(fastProjects, filters);
  console.log("\nBrowser tests");
  return [fast, await runProjects(browserProjects, filters)];
}

function runProjects(
  projects: readonly string[],
  filters: readonly string[],
  stdio?: SpawnOptions["stdio"],
): Promise<Result> {
  return runTests([...projects.flatMap((name) => ["--project", name]), ...filters], stdio);
}

async function runCheckSteps(): Promise<Result> {
  const { passed, failed, failures } = await runChecks();
  return { counts: { passed, failed, skipped: 0 }, failures, files: [] };
}

/** One that fails is told of by the browser tests, which cannot begin without it. */
async function buildForBrowserTests(): Promise<void> {
  await buildWebApps(() => undefined).catch(() => undefined);
}

await main(process.argv.slice(2).filter((parameter) => parameter !== "--"));
