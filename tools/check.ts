import type { SpawnOptions } from "node:child_process";
import { availableParallelism } from "node:os";
import { checkBoundaries } from "./check-boundaries.ts";
import { checkClocks } from "./check-clocks.ts";
import { checkDocs } from "./check-docs.ts";
import { checkGlossary, checkTextGlossary } from "./check-glossary.ts";
import { checkTestFiles, configuredProjects } from "./check-test-files.ts";
import { checkStatements } from "./check-statements.ts";
import { checkLockfile } from "./check-lockfile.ts";
import { checkWriters } from "./check-writers.ts";
import type { StepResult } from "./check-step.ts";
import { runProgram, type Program } from "./project.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";

interface Step {
  readonly name: string;
  /** What mends it, said when it fails. */
  readonly remedy?: string;
  readonly run: () => Promise<StepResult>;
}

const sideBySide = 2;

/** Each of the compiler's checkers works out for itself what types the others have looked at already. */
const checkers = [
  "--checkers",
  String(Math.max(1, Math.floor(availableParallelism() / sideBySide))),
];

/** The compiler is a Go program: it collects at three times of what lives, in the place of twice, and so less often. */
const compiler = { env: { GOGC: "200", ...process.env } };

/** The longest first, so that the two that run side by side end together. */
const steps: readonly Step[] = [
  {
    name: "types of the server, tests and tools",
    run: () => runTool("tsc", ["-p", "tsconfig.json", ...checkers], compiler),
  },
  {
    name: "types of the web apps",
    run: () => runTool("tsc", ["-p", "tsconfig.web.json", ...checkers], compiler),
  },
  { name: "statements", remedy: "npm run types", run: () => checkStatements() },
  { name: "import walls", run: () => checkBoundaries() },
  { name: "lint", run: () => runTool("oxlint", ["--format", "unix"]) },
  { name: "format", remedy: "npm run format", run: () => runTool("oxfmt", ["--check", "."]) },
  { name: "test files", run: async () => checkTestFiles(await configuredProjects()) },
  { name: "documents", run: () => checkDocs() },
  { name: "the field's words", run: () => checkGlossary() },
  { name: "one word for one thing", run: () => checkTextGlossary() },
  { name: "time from the app's clock", run: () => checkClocks() },
  { name: "one writer a table", run: () => checkWriters() },
  { name: "lockfile", run: () => checkLockfile() },
];

interface CheckResult {
  readonly passed: number;
  readonly failed: number;
  /** One text per step that failed: its name, what it found, and what mends it. */
  readonly failures: readonly string[];
}

/** Runs every step, prints each one's result and time, and counts. */
export async function runChecks(): Promise<CheckResult> {
  const waiting = [...steps];
  const failures: string[] = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const failure = await runStep(step);
      if (failure !== null) failures.push(failure);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
  return { passed: steps.length - failures.length, failed: failures.length, failures };
}

/** What stands below its line where it failed; null where it did not. */
async function runStep(step: Step): Promise<string | null> {
  const began = performance.now();
  const { problems, saw } = await step.run();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const good = problems.length === 0;
  console.log(`${good ? "ok    " : "FAILED"} ${step.name} (${saw ? `${saw}, ` : ""}${seconds} s)`);
  if (good) return null;
  const remedy = step.remedy === undefined ? [] : [`Mend it with: ${step.remedy}`];
  const found = [...problems, ...remedy].map((problem) => problem.replaceAll(/^/gm, "       "));
  console.log(found.join("\n"));
  return [step.name, ...found].join("\n");
}

async function runTool(
  program: Program,
  parameters: readonly string[],
  options: SpawnOptions = {},
): Promise<StepResult> {
  const { code, output } = await runProgram(program, parameters, options);
  return { problems: code === 0 ? [] : [output.trim()], saw: "" };
}

if (isMainModule(import.meta.url)) {
  const { passed, failed } = await runChecks();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
