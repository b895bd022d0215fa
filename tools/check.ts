import { checkBoundaries } from "./check-boundaries.ts";
import { checkDocs } from "./check-docs.ts";
import { checkTestFiles, configuredProjects } from "./check-test-files.ts";
import { checkStatements } from "./check-statements.ts";
import { checkLockfile } from "./check-lockfile.ts";
import type { StepResult } from "./check-step.ts";
import { runProgram, type Program } from "./project.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";

interface Step {
  readonly name: string;
  /** What mends it, said when it fails. */
  readonly remedy?: string;
  readonly run: () => Promise<StepResult>;
}

/** The longest first, so that the two that run side by side end together. */
const steps: readonly Step[] = [
  {
    name: "types of the server, tests and tools",
    run: () => runTool("tsc", ["-p", "tsconfig.json"]),
  },
  { name: "types of the web apps", run: () => runTool("tsc", ["-p", "tsconfig.web.json"]) },
  { name: "statements", remedy: "npm run types", run: () => checkStatements() },
  { name: "import walls", run: () => checkBoundaries() },
  { name: "lint", run: () => runTool("oxlint", ["--format", "unix"]) },
  { name: "format", remedy: "npm run format", run: () => runTool("oxfmt", ["--check", "."]) },
  { name: "test files", run: async () => checkTestFiles(await configuredProjects()) },
  { name: "documents", run: () => checkDocs() },
  { name: "lockfile", run: () => checkLockfile() },
];

const sideBySide = 2;

/** Runs every step, prints each one's result and time, and counts. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const waiting = [...steps];
  let failed = 0;
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await runStep(step))) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
  return { passed: steps.length - failed, failed };
}

async function runStep(step: Step): Promise<boolean> {
  const began = performance.now();
  const { problems, saw } = await step.run();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const good = problems.length === 0;
  console.log(`${good ? "ok    " : "FAILED"} ${step.name} (${saw ? `${saw}, ` : ""}${seconds} s)`);
  for (const problem of problems) console.log(problem.replaceAll(/^/gm, "       "));
  if (!good && step.remedy) console.log(`       Mend it with: ${step.remedy}`);
  return good;
}

async function runTool(program: Program, parameters: readonly string[]): Promise<StepResult> {
  const { code, output } = await runProgram(program, parameters);
  return { problems: code === 0 ? [] : [output.trim()], saw: "" };
}

if (isMainModule(import.meta.url)) {
  const { passed, failed } = await runChecks();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
