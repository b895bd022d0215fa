import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SpawnOptions } from "node:child_process";
import { endlessFileVariable } from "../tests/support/endless-variables.ts";
import { projectFolder, runProgram } from "./project.ts";
import { fullDisk, fullDisks } from "./machine.ts";
import { makeRunFolders, placesIn, type RunFolders } from "./run-folders.ts";

/** The environment variable with the file that `test-reporter.ts` writes a run's result to. */
export const resultFileVariable = "SANSHI_TEST_RESULT";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What one test file came to. */
export interface FileResult {
  readonly path: string;
  /** The project of `vitest.config.ts` that ran it; empty where it has none. */
  readonly project: string;
  /** How long it ran, set-up and import included. */
  readonly seconds: number;
  readonly counts: Counts;
  /** One text per failure, the file and the test in its first line, the reason below. */
  readonly failures: readonly string[];
  /** The moment that the run was told to begin at, if any. */
  readonly at?: string;
}

export interface Result {
  readonly files: readonly FileResult[];
  /** What went wrong outside of every file. */
  readonly failures: readonly string[];
  /** Files whose worker was ended before their turn: none where that is left out. */
  readonly notBegun?: readonly { readonly project: string; readonly path: string }[];
}

interface RunOptions {
  readonly stdio?: SpawnOptions["stdio"];
  /** Where real time begins, if not at the tests' usual moment: what fails then says so. */
  readonly at?: string | undefined;
  /** The folder that the run is to leave as it was: the project's, if none is named. */
  readonly checkout?: string;
}

/**
 * Runs vitest. One that ends badly and does not say why is a failure as well. Files that had their turn after one
 * that never ended are run once that is over.
 */
export async function runTests(
  parameters: readonly string[],
  options: RunOptions = {},
): Promise<Result> {
  const result = await runOnce(parameters, options);
  const { files, failures, notBegun = [] } = result;
  const hasBegun = files.some((file) => file.failures.length > 0);
  // What keeps all from beginning, as a set-up that fails, would do so again.
  if (notBegun.length === 0 || !hasBegun) return { files, failures };
  const projects = new Set(notBegun.map(({ project }) => project).filter((name) => name !== ""));
  const rest = await runTests(
    [
      ...optionsBesideProjects(parameters),
      ...[...projects].flatMap((project) => ["--project", project]),
      ...notBegun.map(({ path }) => path),
    ],
    options,
  );
  return { files: [...files, ...rest.files], failures: [...failures, ...rest.failures] };
}

/** Each with its value, without words and projects. */
function optionsBesideProjects(parameters: readonly string[]): string[] {
  return parameters.flatMap((parameter, index) => {
    const isOption = parameter.startsWith("--") && parameter !== "--project";
    return isOption ? [parameter, parameters[index + 1] ?? ""] : [];
  });
}

async function runOnce(
  parameters: readonly string[],
  { stdio = ["ignore", "inherit", "inherit"], at, checkout = projectFolder }: RunOptions,
): Promise<Result> {
  let folders: RunFolders;
  try {
    folders = makeRunFolders();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    return { files: [], failures: [fullDisk(tmpdir())] };
  }
  const file = join(folders.folder, "result.json");
  const before = new Set(placesIn(checkout));
  try {
    const reporter = join(import.meta.dirname, "test-reporter.ts");
    const { code } = await runProgram(
      "vitest",
      ["run", "--reporter=default", `--reporter=${reporter}`, ...parameters],
      {
        stdio,
        env: {
          ...process.env,
          ...folders.environment,
          [resultFileVariable]: file,
          [endlessFileVariable]: join(folders.folder, "endless.txt"),
          ...(at !== undefined && { TEST_NOW: at }),
        },
      },
    );
    const full = code === 0 ? [] : fullDisks(folders.all);
    const left = placesIn(checkout)
      .filter((path) => !before.has(path))
      .map((path) => `${path} stands in the checkout, which the tests are to leave as it was`);
    return withFailures(begunAt(endedWith(readResult(file), code), at), [...full, ...left]);
  } finally {
    await folders.remove();
  }
}

function readResult(path: string): Result {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Result;
  } catch {
    return { files: [], failures: [] };
  }
}

function endedWith(result: Result, code: number): Result {
  if (code === 0 || failuresOf(result).length > 0) return result;
  return { ...result, failures: [`vitest ended with ${code} and did not say why`] };
}

function withFailures(result: Result, failures: readonly string[]): Result {
  return { ...result, failures: [...result.failures, ...failures] };
}

function begunAt(result: Result, at: string | undefined): Result {
  const { files, failures } = result;
  if (at === undefined) return result;
  const said = (failure: string) => `at ${at}: ${failure}`;
  return {
    ...result,
    files: files.map((file) => ({ ...file, at, failures: file.failures.map(said) })),
    failures: failures.map(said),
  };
}

export function failuresOf({ files, failures }: Result): string[] {
  return [...files.flatMap((file) => file.failures), ...failures];
}

export function countsOf({ files, failures }: Result): Counts {
  const outside: Counts = { passed: 0, failed: failures.length, skipped: 0 };
  return files.map((file) => file.counts).reduce(addCounts, outside);
}

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** A line per test file, the slowest first: where to look when the suite becomes slow. */
export function timeLines(files: readonly Pick<FileResult, "path" | "seconds">[]): string[] {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
}

export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
