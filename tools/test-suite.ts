import { execFile } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { compiledFolder } from "../tests/support/application.ts";
import { requireBrowser } from "../tests/support/browser.ts";
import { testSeed } from "../tests/support/chance.ts";
import { buildWebApps } from "./build-web.ts";
import { runChecks } from "./check.ts";
import { shortages } from "./machine.ts";
import { overBudget, usedByParts, usedSoFar, usedText } from "./processor-time.ts";
import { projectFolder } from "./project.ts";
import { removeFoldersOfKilledRuns } from "./run-folders.ts";
import { gateGroups, type TestGroup } from "./test-groups.ts";
import {
  addCounts,
  countsOf,
  failuresOf,
  runTests,
  summaryLine,
  timeLines,
  type Counts,
  type Result,
} from "./test-run.ts";

const slowestFilesShown = 10;
/** Where more files than these pass only alone, it is no odd file any more. */
const flakyFilesMax = 3;

/** A file that passed alone, and why it failed beside the others. */
type Flaky = { name: string; failures: readonly string[] };

type RunTests = (parameters: readonly string[], options: { at?: string }) => Promise<Result>;

/**
 * Runs the check and the groups one after the other, as two groups at once would starve each other on a small
 * machine, and sets the exit code. The last line is the sum of all; what failed stands above it once more, as
 * nobody finds it in the thousand lines before.
 */
export async function runSuite(groups: readonly TestGroup[]): Promise<void> {
  process.env["NODE_COMPILE_CACHE"] ??= compiledFolder;
  await removeFoldersOfKilledRuns();
  for (const shortage of shortages()) console.log(shortage);
  const interruption = hearInterruption();
  const withoutBrowser = whyWithoutBrowser();
  const parts = usedByParts();
  const check = await runCheckSteps();
  parts.end("The check");
  const results: Result[] = [];
  for (const group of groups) {
    if (interruption.came()) break;
    console.log(`\n${group.title}`);
    if (group.needsBrowser && withoutBrowser !== null) {
      results.push({ files: [], failures: [withoutBrowser] });
    } else results.push(await runTests(projectsOf(group), group));
    parts.end(group.title);
  }
  if (interruption.came()) return interruption.end();
  const { result, flaky } = await runFailedAlone(together(results), runTests);
  printTimes(result);
  const used = usedSoFar();
  console.log(`\n${[...parts.lines, usedText(used)].join("\n")}`);
  if (groups === gateGroups) {
    for (const line of overBudget({ ...used, files: result.files })) console.log(line);
  }
  printFailures([...check.failures, ...failuresOf(result)]);
  for (const { name, failures } of flaky) {
    console.log(`flaky: ${name}, seed ${testSeed}`);
    // Why it failed at first: nobody sees it again.
    for (const failure of failures) console.log(failure);
  }
  finish(addCounts(check.counts, countsOf(result)));
}

/** Ctrl-C ends what is running, which cleans up after itself; then the run ends as well. */
function hearInterruption(): { came(): boolean; end(): void } {
  let came = false;
  process.on("SIGINT", () => (came = true));
  return {
    came: () => came,
    end() {
      console.log("\nInterrupted");
      process.exitCode = 128 + constants.signals.SIGINT;
    },
  };
}

/** Runs the files whose path holds one of the words. */
export async function runMatching(
  groups: readonly TestGroup[],
  words: readonly string[],
): Promise<void> {
  await removeFoldersOfKilledRuns();
  const interruption = hearInterruption();
  const results: Result[] = [];
  for (const group of groups) {
    if (interruption.came()) return interruption.end();
    results.push(await runTests([...projectsOf(group), ...words]));
  }
  const result = together(results);
  printTimes(result);
  printFailures(failuresOf(result));
  finish(countsOf(result));
}

/**
 * Runs each file that failed once more, alone. One that passes then is flaky and fails the run no more, unless
 * there are more than three of them: it is a fault to mend all the same.
 */
export async function runFailedAlone(
  { files, failures }: Result,
  run: RunTests,
): Promise<{ result: Result; flaky: Flaky[] }> {
  const failed = files.filter((file) => file.failures.length > 0);
  const after = files.filter((file) => file.failures.length === 0);
  const flaky: Flaky[] = [];
  for (const file of failed) {
    const name = file.at === undefined ? file.path : `${file.path} at ${file.at}`;
    console.log(`\nOnce more, alone: ${name}`);
    const again = await run(["--project", file.project, file.path], file);
    const passed = failuresOf(again).length === 0 && countsOf(again).passed > 0;
    if (passed) flaky.push({ name, failures: file.failures });
    after.push(...(passed ? again.files : [file]));
  }
  if (flaky.length <= flakyFilesMax) return { result: { files: after, failures }, flaky };
  const tooMany = `${flaky.length} files passed only alone; up to ${flakyFilesMax} may`;
  return { result: { files: after, failures: [...failures, tooMany] }, flaky };
}

/** Null where there is a browser, after one was installed where that was possible. */
function whyWithoutBrowser(): string | null {
  try {
    requireBrowser();
    return null;
  } catch (error) {
    const { message } = error as Error;
    console.error(message);
    return message;
  }
}

async function runCheckSteps(): Promise<{ counts: Counts; failures: readonly string[] }> {
  console.log("\nThe check");
  // The server's tests read what is built: nothing may be building beside them.
  const [{ passed, failed, failures }] = await Promise.all([
    runChecks(),
    buildForTests(),
    compileServer(),
  ]);
  return { counts: { passed, failed, skipped: 0 }, failures };
}

/** The browser tests say why the apps cannot be built: they build them too. */
async function buildForTests(): Promise<void> {
  await buildWebApps(() => undefined).catch(() => undefined);
}

/**
 * What is compiled once is there for all processes that follow: a hundred of them start the whole server, and most
 * are killed before they could keep it. The tests say why it cannot be loaded.
 */
async function compileServer(): Promise<void> {
  const server = pathToFileURL(join(projectFolder, "apps", "server", "src", "main.ts")).href;
  const load = `await import(${JSON.stringify(server)})`;
  const parameters = ["--input-type=module", "--eval", load];
  await promisify(execFile)(process.execPath, parameters).catch(() => undefined);
}

function projectsOf({ projects }: TestGroup): string[] {
  return projects.flatMap((name) => ["--project", name]);
}

function together(results: readonly Result[]): Result {
  return {
    files: results.flatMap((result) => result.files),
    failures: results.flatMap((result) => result.failures),
  };
}

function printTimes({ files }: Result): void {
  const lines = timeLines(files).slice(0, slowestFilesShown);
  console.log(`\nThe slowest test files\n\n${lines.join("\n")}`);
}

function printFailures(failures: readonly string[]): void {
  if (failures.length > 0) console.log(`\nFailed\n\n${failures.join("\n\n")}\n`);
}

function finish(counts: Counts): void {
  console.log(`\n${summaryLine(counts)}`);
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}
