import { spawn, type SpawnOptions } from "node:child_process";
import { resolve } from "node:path";

export const projectFolder = resolve(import.meta.dirname, "..");

/** The JavaScript file behind an installed command, to be run with the Node that runs us. */
const programs = {
  depcruise: "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
  oxfmt: "node_modules/oxfmt/bin/oxfmt",
  oxlint: "node_modules/oxlint/bin/oxlint",
  tsc: "node_modules/typescript/bin/tsc",
  vite: "node_modules/vite/bin/vite.js",
  vitest: "node_modules/vitest/vitest.mjs",
} as const;

export type Program = keyof typeof programs;

interface RunResult {
  readonly code: number;
  /** What it wrote, both streams in order; empty when they were inherited. */
  readonly output: string;
}

/** Runs an installed command in the project's folder and collects what it writes. */
export function runProgram(
  program: Program,
  parameters: readonly string[],
  options: SpawnOptions = {},
): Promise<RunResult> {
  return new Promise((resolveRun) => {
    const child = spawn(
      process.execPath,
      [resolve(projectFolder, programs[program]), ...parameters],
      {
        cwd: projectFolder,
        stdio: ["ignore", "pipe", "pipe"],
        ...options,
      },
    );
    const parts: Buffer[] = [];
    child.stdout?.on("data", (part: Buffer) => parts.push(part));
    child.stderr?.on("data", (part: Buffer) => parts.push(part));
    const done = (code: number) => resolveRun({ code, output: Buffer.concat(parts).toString() });
    child.once("error", (error) => {
      parts.push(Buffer.from(String(error)));
      done(1);
    });
    child.once("close", (code) => done(code ?? 1));
  });
}
