import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { refusalStatuses } from "@sanshi/contract";
import { projectFolder } from "./project.ts";
import { runAlone, type StepResult } from "./check-step.ts";
import { gateGroups, isInGate, laterGroups, type TestGroup } from "./test-groups.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";

/** What the runner's configuration says of one of its projects. */
interface TestProjectFiles {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

/** Whatever looks like a test, whoever would run it. */
const testPattern =
  "{apps,packages,tools,tests,bench,database,deploy}/**/*.{test,spec,e2e}.{ts,tsx,mts,js,mjs,jsx}";
const notOurs = ["**/node_modules/**", "**/dist/**"];

/**
 * A test file that no project takes is never run, nor is a project of no group, and a project without a file runs
 * nothing: all look like success. A refusal of each kind belongs to the gate.
 */
export function checkTestFiles(
  projects: readonly TestProjectFiles[],
  folder: string = projectFolder,
  groups: readonly Pick<TestGroup, "projects">[] = [...gateGroups, ...laterGroups],
): StepResult {
  const takenBy = new Map<string, string[]>();
  const problems: string[] = [];
  for (const { name, include, exclude = [] } of projects) {
    const files = globSync([...include], { cwd: folder, exclude: [...notOurs, ...exclude] });
    for (const path of include.filter((path) => !/[*{]/.test(path) && !files.includes(path))) {
      problems.push(`The project ${name} names ${path}, which does not exist`);
    }
    if (files.length === 0) problems.push(`The project ${name} has no test file`);
    const inGroups = groups.filter((group) => group.projects.includes(name)).length;
    if (inGroups !== 1) problems.push(`The project ${name} is in ${inGroups} groups of tests`);
    for (const file of files) takenBy.set(file, [...(takenBy.get(file) ?? []), name]);
  }
  const found = globSync(testPattern, { cwd: folder, exclude: notOurs }).toSorted();
  for (const file of found) {
    const names = takenBy.get(file) ?? [];
    if (names.length === 0) problems.push(`${file} is run by no project of vitest.config.ts`);
    if (names.length > 1) problems.push(`${file} is run by ${names.join(" and ")}`);
  }
  const texts = found.map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
  problems.push(...refusalsOutsideGate(texts));
  if (projects.length === 0) problems.push("vitest.config.ts names no project");
  return { problems, saw: `${found.length} test files` };
}

/** The gate has a refusal of each kind that any test names. Browser tests show them, and are not counted. */
export function refusalsOutsideGate(
  files: readonly { readonly path: string; readonly text: string }[],
): string[] {
  const tests = files.filter(({ path }) => /\.test\.tsx?$/.test(path));
  const [gate, later] = [true, false].map((inGate) => {
    const own = tests.filter(({ path }) => isInGate(path) === inGate);
    return new Set(own.flatMap(({ text }) => text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []));
  });
  return Object.keys(refusalStatuses)
    .filter((code) => later?.has(code) && !gate?.has(code))
    .map((code) => `The refusal ${code} is in no test of the gate, but in one outside it`);
}

/** The projects as the runner's own configuration has them. */
export async function configuredProjects(): Promise<TestProjectFiles[]> {
  const { default: config } = await import("../vitest.config.ts");
  return (config.test?.projects ?? []).flatMap((project) => {
    if (typeof project !== "object" || !("test" in project)) return [];
    const { name, include = [], exclude = [] } = project.test ?? {};
    return typeof name === "string" ? [{ name, include, exclude }] : [];
  });
}

if (isMainModule(import.meta.url)) {
  await runAlone(async () => checkTestFiles(await configuredProjects()));
}
