import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { resultFileVariable, type FileResult, type Result } from "./test-run.ts";

/** Enough for a message, the difference between two objects and the lines that led there. */
const maximumReasonLines = 60;

/**
 * Writes what a run of vitest came to into the file that the environment names. Whatever went wrong is
 * one failure: a test, the set-up of a group or a file, a file that broke off, an error outside of all.
 */
export default class TestReporter implements Reporter {
  onTestRunEnd(files: readonly TestModule[], outside: readonly SerializedError[]): void {
    const result: Result = {
      files: files.map(resultOf),
      failures: outside.map((error) => describeFailure("an error outside of every test", [error])),
    };
    writeFileSync(process.env[resultFileVariable] ?? "", JSON.stringify(result));
  }
}

function resultOf(file: TestModule): FileResult {
  const tests = [...file.children.allTests()];
  const count = (state: string) => tests.filter((test) => test.result().state === state).length;
  const failures = failuresOf(file);
  return {
    path: file.relativeModuleId,
    project: file.project.name,
    seconds: secondsOf(file),
    counts: { passed: count("passed"), failed: failures.length, skipped: count("skipped") },
    failures,
  };
}

function secondsOf(file: TestModule): number {
  const { setupDuration, collectDuration, duration } = file.diagnostic();
  return (setupDuration + collectDuration + duration) / 1000;
}

function failuresOf(file: TestModule): string[] {
  const path = file.relativeModuleId;
  const failures: string[] = [];
  if (file.errors().length > 0) failures.push(describeFailure(path, file.errors()));
  for (const group of file.children.allSuites()) {
    const errors = group.errors();
    if (errors.length > 0) failures.push(describeFailure(`${path} > ${group.fullName}`, errors));
  }
  for (const test of file.children.allTests("failed")) {
    const name = `${path} > ${test.fullName}`;
    failures.push(describeFailure(name, test.result().errors ?? []));
  }
  // Its process crashed, for example.
  if (["pending", "queued"].includes(file.state())) failures.push(`${path}\n  it did not end`);
  return failures;
}

function describeFailure(name: string, errors: readonly SerializedError[]): string {
  const reason = errors.map(({ message, diff, stack }) => [stack ?? message, diff].join("\n"));
  const lines = stripVTControlCharacters(reason.join("\n")).trimEnd().split("\n");
  return [name, ...lines.slice(0, maximumReasonLines).map((line) => `  ${line}`)].join("\n");
}
