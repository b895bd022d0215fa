import { prepareBrowser } from "../tests/support/browser.ts";
import { buildWebApps } from "./build-web.ts";
import { runChecks } from "./check.ts";
import { usedByRun } from "./processor-time.ts";
import type { TestGroup } from "./test-groups.ts";
import { addCounts, runTests, summaryLine, timeLines, type Result } from "./test-run.ts";

const slowestFilesShown = 10;

/**
 * Runs the check and the groups, or of the groups only the files whose path holds one of the words, and sets the exit
 * code. Two groups at once would starve each other on a small machine. The last line is the sum of all; what
 * failed stands above it once more, as nobody finds it in the thousand lines before.
 */
export async function runSuite(
  groups: readonly TestGroup[],
  words: readonly string[],
): Promise<void> {
  const results: Result[] = [];
  const withoutBrowser = words.length === 0 ? browserFailure() : null;
  if (words.length === 0) results.push(await runCheckSteps());
  for (const group of groups) {
    console.log(`\n${group.title}`);
    if (group.needsBrowser && withoutBrowser !== null) results.push(withoutBrowser);
    else results.push(await runGroup(group, words));
  }
  if (words.length === 0) console.log(`\n${usedByRun(performance.now())}`);
  report(results);
}

function report(results: readonly Result[]): void {
  const counts = results.map((result) => result.counts).reduce(addCounts);
  const failures = results.flatMap((result) => result.failures);
  const times = timeLines(results.flatMap((result) => result.files)).slice(0, slowestFilesShown);
  console.log(`\nThe slowest test files\n\n${times.join("\n")}`);
  if (failures.length > 0) console.log(`\nFailed\n\n${failures.join("\n\n")}`);
  console.log(`\n${summaryLine(counts)}`);
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

/** Null where there is a browser, after one was installed where that was possible. */
function browserFailure(): Result | null {
  try {
    prepareBrowser();
    return null;
  } catch (error) {
    const reason = (error as Error).message;
    console.error(reason);
    return { counts: { passed: 0, failed: 1, skipped: 0 }, failures: [reason], files: [] };
  }
}

async function runCheckSteps(): Promise<Result> {
  console.log("\nThe check");
  // The server's tests read what is built: nothing may be building beside them.
  const [{ passed, failed, failures }] = await Promise.all([runChecks(), buildForTests()]);
  return { counts: { passed, failed, skipped: 0 }, failures, files: [] };
}

/** The browser tests say why the apps cannot be built: they build them too. */
async function buildForTests(): Promise<void> {
  await buildWebApps(() => undefined).catch(() => undefined);
}

function runGroup({ projects }: TestGroup, words: readonly string[]): Promise<Result> {
  return runTests([...projects.flatMap((name) => ["--project", name]), ...words]);
}
