import { statSync } from "node:fs";
import { defaultExclude, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { browserFilesOfGate, serverFilesOutsideGate } from "./tools/test-groups.ts";

/** A fixed order, in which what takes long mostly begins first: no worker runs on alone at the end. */
class LargestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sized = files.map((file) => ({ file, size: statSync(file.moduleId).size }));
    sized.sort((a, b) => b.size - a.size || (a.file.moduleId < b.file.moduleId ? -1 : 1));
    return sized.map(({ file }) => file);
  }
}

const seeded = { setupFiles: ["tests/support/chance.ts", "tests/support/endless-tests.ts"] };

/** How long `expect.poll` waits: vitest's second is less than a busy machine may take for anything. */
const patience = { poll: { timeout: 60_000 } };
/** A browser on a busy machine takes longer for a screen. */
const patienceWithPages = { poll: { timeout: 90_000 } };

/** Node runs the server's TypeScript as it does in production: without vite's getter at each use of an import. */
const loadedByNode = { experimental: { viteModuleRunner: false, nodeLoader: false } };

const server = {
  ...loadedByNode,
  // Fewer collections of what lives shortly, and no tier of compiled code that a process of minutes does not earn back.
  execArgv: ["--min-semi-space-size=16", "--max-semi-space-size=32", "--no-maglev"],
  setupFiles: [
    ...seeded.setupFiles,
    "tests/support/quick-passwords.ts",
    "tests/support/settling-polls.ts",
    "tests/support/kept-plans.ts",
  ],
  // Every file imports the whole server: once for each worker is enough, and a third of the time.
  isolate: false,
  // Half of the time a worker waits for PostgreSQL. Kinds with other numbers of workers run one after the other.
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
  globalSetup: ["tests/support/postgres-setup.ts"],
  expect: patience,
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

const browser = {
  setupFiles: [...seeded.setupFiles, "tests/support/pictures-of-failures.ts"],
  ...loadedByNode,
  // As above: what drives the browser is loaded once for each worker.
  isolate: false,
  globalSetup: ["tests/support/application-setup.ts"],
  // No measure of speed: four times what the longest take on a small machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: patienceWithPages,
  // Later steps of a journey stand on the earlier ones.
  sequence: { shuffle: false },
};

/**
 * Kinds of tests: `unit` needs nothing, `server` and `simulation` share one PostgreSQL per run
 * (tests/support/postgres-setup.ts), `e2e` drives a real browser against a started application. Which of them
 * belong to `npm test` stands in tools/test-groups.ts.
 */
export default defineConfig({
  test: {
    // The packages and the apps are one workspace: a test file names what it needs, nothing is global.
    globals: false,
    passWithNoTests: true,
    reporters: ["default"],
    maxWorkers: 2,
    sequence: { sequencer: LargestFirst },
    projects: [
      {
        test: {
          ...seeded,
          name: "unit",
          // They are small and leave nothing behind: a process for each would take longer than its tests.
          isolate: false,
          include: [
            "packages/**/*.test.{ts,tsx}",
            "apps/{trader,backoffice}/**/*.test.{ts,tsx}",
            "bench/**/*.test.ts",
          ],
          // No measure of speed: a busy machine may take ten times as long as an idle one.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...server,
          name: "server",
          include: ["apps/server/**/*.test.ts", "tests/support/**/*.test.ts"],
          exclude: [...defaultExclude, ...serverFilesOutsideGate],
        },
      },
      { test: { ...server, name: "server-later", include: [...serverFilesOutsideGate] } },
      {
        test: {
          ...seeded,
          name: "tools",
          include: ["tools/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...server,
          name: "simulation",
          include: ["tests/simulation/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      { test: { ...browser, name: "e2e", include: [...browserFilesOfGate] } },
      {
        test: {
          ...browser,
          name: "e2e-later",
          include: ["tests/e2e/**/*.e2e.ts"],
          exclude: [...defaultExclude, ...browserFilesOfGate],
        },
      },
    ],
  },
});
