import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endlessSecondsVariable } from "../tests/support/endless-variables.ts";
import { projectFolder } from "./project.ts";
import { addCounts, countsOf, failuresOf, runTests, summaryLine, timeLines } from "./test-run.ts";

/** Inside the project, where vitest is found. */
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(projectFolder, "node_modules", ".tests-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The result of a run of these files of tests. */
function run(files: Record<string, string>, at?: string) {
  const imports = `import { beforeAll, describe, expect, test } from "vitest";\n`;
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), imports + text);
  }
  return runTests(["--root", folder, "--dir", folder], { stdio: "ignore", at });
}

const counted = async (files: Record<string, string>) => {
  const result = await run(files);
  return { ...result, counts: countsOf(result), failures: failuresOf(result) };
};

test("a run's tests are counted", async () => {
  expect(
    await run({
      "sum.test.ts": `test("sums nothing", () => {}); test("sums", () => {}); test.skip("more", () => {})`,
    }),
  ).toEqual({
    failures: [],
    files: [
      {
        path: "sum.test.ts",
        project: "",
        seconds: expect.any(Number),
        counts: { passed: 2, failed: 0, skipped: 1 },
        failures: [],
      },
    ],
  });
});

test("the time of each file is written down, the slowest first", () => {
  const files = [
    { path: "quick.test.ts", seconds: 0.04 },
    { path: "slow.test.ts", seconds: 101.26 },
  ];
  expect(timeLines(files)).toEqual(["  101.3 s  slow.test.ts", "    0.0 s  quick.test.ts"]);
});

test("what failed is told with its place, its reason and the difference, without colours, and counted once", async () => {
  const { counts, failures } = await counted({
    "sum.test.ts": `describe("sums", () => {
      test("of nothing", () => {});
      test("of two", () => expect({ sum: 3, of: 2 }).toEqual({ sum: 2, of: 2 }));
    });`,
  });
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(failures).toHaveLength(1);
  const [place, ...reason] = failures[0]!.split("\n");
  expect(place).toBe("sum.test.ts > sums > of two");
  expect(reason[0]).toBe(
    "  AssertionError: expected { sum: 3, of: 2 } to deeply equal { sum: 2, of: 2 }",
  );
  expect(reason).toEqual(expect.arrayContaining(['  -   "sum": 2,', '  +   "sum": 3,']));
  expect(reason.some((line) => line.includes("sum.test.ts:4:"))).toBe(true);
});

test("a set-up that failed, of a file or a group, is one failure; what it kept from running is none", async () => {
  const { counts, failures } = await counted({
    "file.test.ts": `beforeAll(() => { throw new Error("no database") }); test("one", () => {})`,
    "group.test.ts": `test("one", () => {}); describe("a group", () => {
      beforeAll(() => { throw new Error("no browser") }); test("two", () => {}); test("three", () => {});
    })`,
    "lost.test.ts": `import "./nowhere.ts"; test("one", () => {})`,
  });
  expect(counts).toEqual({ passed: 1, failed: 3, skipped: 3 });
  expect(failures.toSorted().map((text) => text.split("\n").slice(0, 2))).toEqual([
    ["file.test.ts", "  Error: no database"],
    ["group.test.ts > a group", "  Error: no browser"],
    ["lost.test.ts", expect.stringContaining("nowhere.ts")],
  ]);
});

test("an error outside of the tests is a failure of the run, and so is one that nobody reports", async () => {
  const late = await counted({
    "late.test.ts": `test("one", async () => { void Promise.reject(new Error("too late")); await new Promise((resolve) => setTimeout(resolve, 50)); })`,
  });
  expect(late.counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(late.failures[0]).toContain("an error outside of every test\n  Error: too late");
  expect(await runTests(["--no-such-option"], { stdio: "ignore" })).toEqual({
    failures: ["vitest ended with 1 and did not say why"],
    files: [],
  });
});

test("a test that never ends is named after its limit, and what had its turn after it is run", async () => {
  const setup = join(projectFolder, "tests", "support", "endless-tests.ts");
  vi.stubEnv(endlessSecondsVariable, "2");
  const { counts, failures, files } = await counted({
    "vitest.config.ts": `export default { test: { isolate: false, maxWorkers: 1, setupFiles: ["${setup}"] } };`,
    "endless.test.ts": `test("one", () => {}); describe("sums", () => { test("without end", () => { for (;;); }); });`,
    "later.test.ts": `test("two", () => {}); test("without an answer", () => new Promise(() => {}), 50);`,
    "last.test.ts": `test("three", () => {});`,
  }).finally(() => vi.unstubAllEnvs());
  expect(counts).toEqual({ passed: 2, failed: 2, skipped: 0 });
  expect(failures[0]).toBe("endless.test.ts > sums > without end\n  it did not end");
  expect(failures[1]).toMatch(
    /^later\.test\.ts > without an answer\n {2}TestTimeoutError: Test timed out in 50ms/,
  );
  expect(files.map(({ path }) => path).toSorted()).toEqual([
    "endless.test.ts",
    "last.test.ts",
    "later.test.ts",
  ]);
});

test("what had its turn after a file that ended its worker is run, and that file is named", async () => {
  const { counts, failures } = await counted({
    "vitest.config.ts": `export default { test: { isolate: false, maxWorkers: 1 } };`,
    "crash.test.ts": `process.kill(process.pid, "SIGKILL"); test("one", () => {});`,
    "later.test.ts": `test("two", () => {});`,
  });
  expect(counts).toEqual({ passed: 1, failed: 2, skipped: 0 });
  expect(failures).toEqual([
    "crash.test.ts\n  it did not end",
    expect.stringContaining("Worker forks emitted error"),
  ]);
});

test("a run at another moment is told of it, and tells it with what fails", async () => {
  const at = "2028-02-29T12:00:00+09:00";
  const { files, failures } = await run(
    { "moment.test.ts": `test("one", () => expect(process.env["TEST_NOW"]).toBe("never"))` },
    at,
  );
  expect(failuresOf({ files, failures })).toEqual([
    expect.stringMatching(/^at 2028-02-29T12:00:00\+09:00: moment\.test\.ts > one\n/),
  ]);
  expect(files[0]?.failures[0]).toContain(`expected '${at}' to be 'never'`);
  expect(files[0]?.at).toBe(at);
});

test("the last line names skipped tests only when there are some", () => {
  const sum = addCounts({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 3, skipped: 0 });
  expect(summaryLine(sum)).toBe("3 passed, 3 failed");
  expect(summaryLine({ ...sum, skipped: 2 })).toBe("3 passed, 3 failed, 2 skipped");
});

test("files of several kinds can be named in one run", async () => {
  const files = [
    "packages/rulebook/src/local-time.test.ts",
    "apps/server/src/platform/settings.test.ts",
  ];
  const { files: ran, failures } = await runTests(files, { stdio: "ignore" });
  expect(failures).toEqual([]);
  expect(ran.map(({ project }) => project).toSorted()).toEqual(["server", "unit"]);
});

test("what a run leaves in the checkout is a failure", async () => {
  const text = `import { test } from "vitest";
    import { writeFileSync } from "node:fs";
    test("writes", () => writeFileSync(${JSON.stringify(join(folder, "left"))}, ""));`;
  writeFileSync(join(folder, "leaves.test.ts"), text);
  const options = { stdio: "ignore", checkout: folder } as const;
  const result = await runTests(["--root", folder, "--dir", folder], options);
  expect(failuresOf(result)).toEqual([
    "left stands in the checkout, which the tests are to leave as it was",
  ]);
});
