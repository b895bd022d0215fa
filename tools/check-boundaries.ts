import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runAlone, type StepResult } from "./check-step.ts";
import { projectFolder, runProgram } from "./project.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";

interface Cruise {
  readonly modules: {
    readonly source: string;
    /** By the name that each has in its import. */
    readonly dependencies: readonly { readonly module: string }[];
    readonly coreModule?: boolean;
  }[];
  readonly summary: {
    readonly violations: {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
      readonly cycle?: readonly { readonly name: string }[];
    }[];
  };
}

const sourcePattern = "{apps,packages,tools,tests,bench}/**/*.{ts,tsx}";
/** `new Date(time)` reads an argument, `new Date()` a clock; the lint rules cannot tell them apart. */
const clockPattern = /\bnew Date\(\s*\)|\bDate\(\)/;
/** The types of a module by `import("…").Name`, and modules by `createRequire`, are imports that the tool does not look at. */
const inlinePattern = /\bimport\(\s*["']((?:\.|@sanshi\/)[^"']*)["']\s*\)/g;
const requirePattern = /\b\w+\(\s*["']((?:\.\.?\/|@sanshi\/)[^"']*)["']\s*\)/g;
const importPattern = /^\s*(?:import|export)\b[^;'"]*\bfrom\s*["']|^\s*import\s*["']/m;

/**
 * Holds every import against the walls of .dependency-cruiser.cjs. The tool says "no violations" too
 * when it could not read our TypeScript at all, so a file whose imports it did not see is a problem.
 */
export async function checkBoundaries(folder: string = projectFolder): Promise<StepResult> {
  const roots = globSync("{apps,packages,tools,tests,bench}", { cwd: folder });
  const { output } = await runProgram(
    "depcruise",
    ["--config", ".dependency-cruiser.cjs", "--output-type", "json", ...roots],
    { cwd: folder, stdio: ["ignore", "pipe", "ignore"] },
  );
  const cruise = parseCruise(output);
  if (cruise === null)
    return { problems: [`dependency-cruiser did not run: ${output}`], saw: "nothing" };
  const dependencies = new Map(
    cruise.modules.map((module) => [module.source, module.dependencies.map((one) => one.module)]),
  );
  const sources = sourceFiles(folder);
  const problems = [
    ...sources
      .filter((source) => wasNotRead(folder, source, dependencies))
      .map((source) => `${source}: its imports were not seen`),
    ...sources
      .filter(hasWalls)
      .flatMap((source) =>
        unseenIn(folder, source, dependencies).map(
          (name) => `${source}: its import of ${name} is not seen, write it as one above the code`,
        ),
      ),
    ...cruise.summary.violations.map(describeViolation),
    ...sources
      .filter((source) => readsClock(folder, source))
      .map((source) => `${source} reads a clock (rules-are-pure)`),
  ];
  if (sources.length === 0) problems.push("No source file was found: the walls were not checked");
  return { problems, saw: `${sources.length} files` };
}

function parseCruise(output: string): Cruise | null {
  try {
    return JSON.parse(output) as Cruise;
  } catch {
    return null;
  }
}

function sourceFiles(folder: string): string[] {
  return globSync(sourcePattern, {
    cwd: folder,
    exclude: ["**/node_modules/**", "**/dist/**", "**/*.d.ts"],
  }).toSorted();
}

/** What tests and measures the project also runs other builds of it. */
const hasWalls = (source: string): boolean => /^(?:apps|packages)\//.test(source);

type Dependencies = ReadonlyMap<string, readonly string[]>;

function unseenIn(folder: string, source: string, dependencies: Dependencies): string[] {
  const text = readFileSync(join(folder, source), "utf8");
  const pattern = text.includes("createRequire(") ? requirePattern : inlinePattern;
  const named = [...text.matchAll(pattern)].map(([, name]) => name!);
  const seen = new Set(dependencies.get(source));
  return [...new Set(named)].filter((name) => !seen.has(name));
}

function wasNotRead(folder: string, source: string, dependencies: Dependencies): boolean {
  const seen = dependencies.get(source);
  if (seen === undefined) return true;
  return seen.length === 0 && importPattern.test(readFileSync(join(folder, source), "utf8"));
}

function readsClock(folder: string, source: string): boolean {
  return (
    source.endsWith(".rules.ts") && clockPattern.test(readFileSync(join(folder, source), "utf8"))
  );
}

function describeViolation({
  from,
  to,
  rule,
  cycle,
}: Cruise["summary"]["violations"][number]): string {
  const way = cycle ? cycle.map(({ name }) => name).join(" → ") : to;
  return `${from} → ${way} (${rule.name})`;
}

if (isMainModule(import.meta.url)) await runAlone(checkBoundaries);
