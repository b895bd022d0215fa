import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkTestFiles, configuredProjects, refusalsOutsideGate } from "./check-test-files.ts";
import { projectFolder } from "./project.ts";
import { gateGroups, isInGate } from "./test-groups.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "sanshi-test-files-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), "");
}

test("a project without a test or a group, a *.spec.ts and a test that no project takes are problems", () => {
  for (const path of ["apps/one.test.ts", "apps/two.spec.ts", "tools/three.test.ts"]) write(path);
  const projects = [
    { name: "apps", include: ["apps/**/*.test.ts"] },
    { name: "e2e", include: ["tests/**/*.e2e.ts"] },
    { name: "twice", include: ["apps/one.test.ts"] },
    { name: "gone", include: ["apps/gone.test.ts", "tools/three.test.ts"], exclude: ["tools/*"] },
  ];
  const groups = [{ projects: ["apps", "e2e"] }, { projects: ["e2e"] }];
  expect(checkTestFiles(projects, folder, groups)).toEqual({
    problems: [
      "The project e2e has no test file",
      "The project e2e is in 2 groups of tests",
      "The project twice is in 0 groups of tests",
      "The project gone names apps/gone.test.ts, which does not exist",
      "The project gone names tools/three.test.ts, which does not exist",
      "The project gone has no test file",
      "The project gone is in 0 groups of tests",
      "apps/one.test.ts is run by apps and twice",
      "apps/two.spec.ts is run by no project of vitest.config.ts",
      "tools/three.test.ts is run by no project of vitest.config.ts",
    ],
    saw: "3 test files",
  });
  expect(checkTestFiles([], folder).problems).toContain("vitest.config.ts names no project");
});

test("the projects are those of the runner's own configuration, and take every test there is", async () => {
  const projects = await configuredProjects();
  expect(projects.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["unit", "server", "tools", "simulation", "e2e"]),
  );
  expect(checkTestFiles(projects).problems).toEqual([]);
});

test("a file belongs to the gate where the gate runs its project", async () => {
  const run = gateGroups.flatMap(({ projects }) => projects);
  const files = (await configuredProjects()).flatMap(({ name, include, exclude = [] }) =>
    globSync([...include], { cwd: projectFolder, exclude: ["**/node_modules/**", ...exclude] })
      .filter((path) => /\.test\.tsx?$/.test(path))
      .map((path) => ({ path, inGate: run.includes(name) })),
  );
  expect(files.filter(({ inGate }) => !inGate).length).toBeGreaterThan(20);
  expect(files.filter(({ path, inGate }) => isInGate(path) !== inGate)).toEqual([]);
});

test("a refusal that tests name outside the gate alone is a problem", () => {
  const later = { path: "tools/one.test.ts", text: 'toBe("not_verified")' };
  const problem = "The refusal not_verified is in no test of the gate, but in one outside it";
  expect(refusalsOutsideGate([later])).toEqual([problem]);
  const shown = { path: "tests/e2e/one.e2e.ts", text: later.text };
  expect(refusalsOutsideGate([later, shown])).toEqual([problem]);
  const inGate = { path: "apps/server/src/one.test.ts", text: "/^(not_verified|halted)$/" };
  expect(refusalsOutsideGate([later, inGate])).toEqual([]);
});
