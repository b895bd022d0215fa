import type { SpawnOptions } from "node:child_process";
import { buildWebApps } from "./build-web.ts";
import { runChecks } from "./check.ts";
import { addCounts, runTests, summaryLine, timeLines, type Result } from "./test-run.ts";

const databaseProjects = ["server", "simulation"];
const otherProjects = ["unit", "tools"];
const browserProjects = ["e2e"];

/** One more than processors: a worker waits for PostgreSQL a third of its time. */
const databaseWorkers = ["--maxWorkers", "3"];

/**
 * `npm test` runs everything: the check, then the tests of server and database, and beside them the browser
 * tests and after these what needs neither, so that both end at about the same time. `npm test -- <filter>`
 * runs the test files whose path holds the filter. The last line is the sum of all; what failed stands once
 * more above it, as nobody finds it in the thousand lines before.
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
  console.log("\nTests of the server; the others run beside them and are shown when they end");
  const [ofServer, others] = await Promise.all([
    runProjects(databaseProjects, databaseWorkers),
    runOthers(),
  ]);
  return [check, ofServer, ...others];
}

async function runOthers(): Promise<Result[]> {
  const quietly = ["ignore", "pipe", "pipe"] as const;
  const browser = await runProjects(browserProjects, [], [...quietly]);
  return [browser, await runProjects(otherProjects, [], [...quietly])];
}

async function runFiltered(filters: readonly string[]): Promise<Result[]> {
  console.log("\nUnit and integration tests");
  const fast = await runProjects([...otherProjects, ...databaseProjects], filters);
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
