import { createVitest } from "vitest/node";
import { isMainModule } from "../../apps/server/src/platform/is-main-module.ts";

/** What a session is asked for: which tests to run, and which file is no longer what it was. */
export interface SessionRequest {
  readonly changed: string;
  readonly tests: readonly string[];
}

export interface SessionAnswer {
  readonly failed: readonly string[];
  /** How many tests ran: none is no answer. */
  readonly ran: number;
}

/**
 * A process in the copy that keeps vitest and its PostgreSQL between the mutants, so that each costs its
 * tests alone. Whoever started it ends it, as a fault may let a test go on for ever.
 */
async function serve(): Promise<void> {
  const vitest = await createVitest("test", {
    watch: false,
    root: process.cwd(),
    reporters: [{}],
    bail: 1,
    silent: true,
    // What a fault lets wait is a fault that was noticed.
    testTimeout: 60_000,
    passWithNoTests: true,
  });
  process.on("message", (request: SessionRequest) => {
    void run(request).then((answer) => process.send?.(answer));
  });
  process.on("disconnect", () => void vitest.close().finally(() => process.exit(0)));
  process.send?.("ready");

  const everChanged = new Set<string>();

  async function run({ changed, tests }: SessionRequest): Promise<SessionAnswer> {
    // What was changed for the run before is as it was.
    everChanged.add(changed);
    for (const path of everChanged) vitest.invalidateFile(path);
    vitest.state.filesMap.clear();
    const wanted = new Set(tests.map((test) => `${process.cwd()}/${test}`));
    const specifications = (await vitest.globTestSpecifications([...tests])).filter(
      ({ moduleId }) => wanted.has(moduleId),
    );
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    const cases = testModules.flatMap((module) => [...module.children.allTests()]);
    const failed = [
      ...cases.filter((test) => test.result().state === "failed").map((test) => test.fullName),
      ...testModules
        .filter((module) => module.errors().length > 0)
        .map((module) => module.relativeModuleId),
      ...unhandledErrors.map(String),
    ];
    if (failed.length === 0) {
      // The set-up of a group, or a process that broke off.
      failed.push(
        ...testModules.filter((module) => !module.ok()).map((one) => one.relativeModuleId),
      );
    }
    return { failed, ran: cases.filter((test) => test.result().state !== "pending").length };
  }
}

if (isMainModule(import.meta.url)) await serve();
