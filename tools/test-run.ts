import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SpawnOptions } from "node:child_process";
import { runProgram } from "./project.ts";

/** The environment variable with the file that `test-reporter.ts` writes a run's result to. */
export const resultFileVariable = "SANSHI_TEST_RESULT";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Result {
  readonly counts: Counts;
  /** One text per failure, the file and the test in its first line, the reason below. */
  readonly failures: readonly string[];
  /** Of each test file, its path and how long it ran, set-up and import included. */
  readonly files: readonly FileTime[];
}

interface FileTime {
  readonly path: string;
  readonly seconds: number;
}

/**
 * Runs vitest. One that ends badly and does not say why is a failure as well. What it writes to pipes is
 * printed when it has ended, in one piece.
 */
export async function runTests(
  parameters: readonly string[],
  stdio: SpawnOptions["stdio"] = ["ignore", "inherit", "inherit"],
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "sanshi-tests-"));
  const file = join(folder, "result.json");
  try {
    const reporter = join(import.meta.dirname, "test-reporter.ts");
    const { code, output } = await runProgram(
      "vitest",
      ["run", "--reporter=default", `--reporter=${reporter}`, ...parameters],
      { stdio, env: { ...process.env, [resultFileVariable]: file } },
    );
    if (output !== "") console.log(output);
    return endedWith(readResult(file), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readResult(path: string): Result {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Result;
  } catch {
    return { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [], files: [] };
  }
}

function endedWith(result: Result, code: number): Result {
  if (code === 0 || result.failures.length > 0) return result;
  return {
    ...result,
    counts: { ...result.counts, failed: 1 },
    failures: [`vitest ended with ${code} and did not say why`],
  };
}

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** A line per test file, the slowest first: where to look when the suite becomes slow. */
export function timeLines(files: readonly FileTime[]): string[] {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
}

export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
