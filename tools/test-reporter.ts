import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type {
  Reporter,
  SerializedError,
  TestModule,
  TestRunEndReason,
  TestSpecification,
} from "vitest/node";
import { endlessFileVariable } from "../tests/support/endless-variables.ts";
import { resultFileVariable, type FileResult, type Result } from "./test-run.ts";

/** Enough for a message, the difference between two objects and the lines that led there. */
const maximumReasonLines = 60;

/**
 * Writes what a run of vitest came to into the file that the environment names. Whatever went wrong is
 * one failure: a test, the set-up of a group or a file, a file that broke off, an error outside of all.
 */
export default class TestReporter implements Reporter {
  #planned: readonly TestSpecification[] = [];

  onTestRunStart(planned: readonly TestSpecification[]): void {
    this.#planned = planned;
  }

  onTestRunEnd(
    files: readonly TestModule[],
    outside: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    const endless = endlessTests();
    const begun = new Set(files.map(({ project, moduleId }) => `${project.name} ${moduleId}`));
    const result: Result = {
      files: files.map((file) => resultOf(file, endless)),
      failures: outside
        // That a worker was ended is said with the test for which it was.
        .filter((error) => endless.size === 0 || !isOfWorker(error))
        .map((error) => describeFailure("an error outside of every test", [error])),
      notBegun: this.#planned
        .filter(({ project, moduleId }) => {
          return reason !== "interrupted" && !begun.has(`${project.name} ${moduleId}`);
        })
        .map(({ project, moduleId }) => ({ project: project.name, path: moduleId })),
    };
    writeFileSync(process.env[resultFileVariable] ?? "", JSON.stringify(result));
  }
}

/** The test of each file that was ended after its limit. */
function endlessTests(): Map<string, string> {
  const file = process.env[endlessFileVariable] ?? "";
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return new Map(lines.map((line) => line.split("\t") as [string, string]));
}

function isOfWorker({ message }: SerializedError): boolean {
  return message.startsWith("[vitest-pool]: Worker");
}

function resultOf(file: TestModule, endless: ReadonlyMap<string, string>): FileResult {
  const tests = [...file.children.allTests()];
  const count = (state: string) => tests.filter((test) => test.result().state === state).length;
  const failures = failuresOf(file, endless);
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

function failuresOf(file: TestModule, endless: ReadonlyMap<string, string>): string[] {
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
  if (["pending", "queued"].includes(file.state())) {
    failures.push(`${endless.get(path) ?? path}\n  it did not end`);
  }
  return failures;
}

function describeFailure(name: string, errors: readonly SerializedError[]): string {
  const reason = errors.map(({ message, diff, stack }) => [stack ?? message, diff].join("\n"));
  const lines = stripVTControlCharacters(reason.join("\n")).trimEnd().split("\n");
  return [name, ...lines.slice(0, maximumReasonLines).map((line) => `  ${line}`)].join("\n");
}
