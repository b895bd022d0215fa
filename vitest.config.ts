import { statSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A fixed order, in which what takes long mostly begins first: no worker runs on alone at the end. */
class LargestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sized = files.map((file) => ({ file, size: statSync(file.moduleId).size }));
    sized.sort((a, b) => b.size - a.size || (a.file.moduleId < b.file.moduleId ? -1 : 1));
    return sized.map(({ file }) => file);
  }
}

/** How long `expect.poll` waits: vitest's second is less than a busy machine may take for anything. */
const patience = { poll: { timeout: 20_000 } };

/**
 * Four kinds of tests: `unit` needs nothing, `server` and `simulation` share one PostgreSQL per run
 * (tests/support/postgres-setup.ts), `e2e` drives a real browser against a started application.
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
          name: "unit",
          include: [
            "packages/**/*.test.{ts,tsx}",
            "apps/{trader,backoffice}/**/*.test.{ts,tsx}",
            "bench/**/*.test.ts",
          ],
          // No measure of speed: a busy machine may take ten times as long as an idle one.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "server",
          // Every file imports the whole server: once for each worker is enough, and a third of the time.
          isolate: false,
          include: ["apps/server/**/*.test.ts", "tests/support/**/*.test.ts"],
          globalSetup: ["tests/support/postgres-setup.ts"],
          expect: patience,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "tools",
          include: ["tools/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "simulation",
          include: ["tests/simulation/**/*.test.ts"],
          globalSetup: ["tests/support/postgres-setup.ts"],
          expect: patience,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.e2e.ts"],
          globalSetup: ["tests/support/application-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 240_000,
          expect: patience,
          // Later steps of a journey stand on the earlier ones.
          sequence: { shuffle: false },
        },
      },
    ],
  },
});
