import { expect, test } from "vitest";
import type { Result } from "./test-run.ts";
import { runFailedAlone } from "./test-suite.ts";

const passed = { passed: 1, failed: 0, skipped: 0 };
const failed = { passed: 0, failed: 1, skipped: 0 };

function ranOnce(path: string, isGood: boolean) {
  const failures = isGood ? [] : [`${path} > a test`];
  return { path, project: "server", seconds: 1, counts: isGood ? passed : failed, failures };
}

/** Runs of one file each, of which those named pass. */
function alone(good: readonly string[]) {
  const runs: (readonly string[])[] = [];
  const run = async (parameters: readonly string[]): Promise<Result> => {
    runs.push(parameters);
    const path = parameters.at(-1) ?? "";
    return { files: [ranOnce(path, good.includes(path))], failures: [] };
  };
  return { runs, run };
}

test("a file that failed runs once more, alone: it is flaky where it passes, and fails where it does not", async () => {
  const files = [
    ranOnce("a.test.ts", true),
    ranOnce("b.test.ts", false),
    ranOnce("c.test.ts", false),
  ];
  const { runs, run } = alone(["b.test.ts"]);
  const { result, flaky } = await runFailedAlone({ files, failures: [] }, run);
  expect(runs).toEqual([
    ["--project", "server", "b.test.ts"],
    ["--project", "server", "c.test.ts"],
  ]);
  expect(flaky).toEqual([{ name: "b.test.ts", failures: ["b.test.ts > a test"] }]);
  expect(result.files.flatMap((file) => file.failures)).toEqual(["c.test.ts > a test"]);
  expect(result.failures).toEqual([]);
});

test("a file that failed at another moment runs again at that one, and is told with it", async () => {
  const at = "2028-02-29T12:00:00+09:00";
  const moments: (string | undefined)[] = [];
  const run = async (parameters: readonly string[], options: { at?: string }) => {
    moments.push(options.at);
    return { files: [ranOnce(parameters.at(-1) ?? "", true)], failures: [] };
  };
  const files = [ranOnce("a.test.ts", false), { ...ranOnce("a.test.ts", false), at }];
  const { flaky } = await runFailedAlone({ files, failures: [] }, run);
  expect(moments).toEqual([undefined, at]);
  expect(flaky.map(({ name }) => name)).toEqual(["a.test.ts", `a.test.ts at ${at}`]);
});

test("up to three flaky files are forgiven, four are a failure", async () => {
  const names = ["a.test.ts", "b.test.ts", "c.test.ts", "d.test.ts"];
  const files = names.map((name) => ranOnce(name, false));
  const three = await runFailedAlone({ files: files.slice(1), failures: [] }, alone(names).run);
  expect(three.result.failures).toEqual([]);
  const four = await runFailedAlone({ files, failures: [] }, alone(names).run);
  expect(four.result.failures).toEqual(["4 files passed only alone; up to 3 may"]);
});

test("what failed outside of every file, or runs no test alone, stays failed", async () => {
  const nothing = async (): Promise<Result> => ({ files: [], failures: [] });
  const files = [ranOnce("a.test.ts", false)];
  const { result, flaky } = await runFailedAlone({ files, failures: ["outside"] }, nothing);
  expect(flaky).toEqual([]);
  expect(result).toEqual({ files, failures: ["outside"] });
});
