import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fullDisks } from "./machine.ts";
import { projectFolder } from "./project.ts";
import type { Result } from "./test-run.ts";

/** Inside the project, where vitest is found. */
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(projectFolder, "node_modules", ".tests-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A run whose folder for temporary files is a disk of its own, which nobody else sees. */
async function runOnDisk(mountOptions: string, test: string): Promise<Result> {
  writeFileSync(join(folder, "full.test.ts"), test);
  const runner = JSON.stringify(join(projectFolder, "tools", "test-run.ts"));
  const parameters = JSON.stringify(["--root", folder, "--dir", folder]);
  const program = `import { runTests } from ${runner};
    console.log(JSON.stringify(await runTests(${parameters}, { stdio: "ignore" })));`;
  const script = `mkdir "$1/disk" && mount -t tmpfs -o ${mountOptions} tmpfs "$1/disk" && TMPDIR="$1/disk" "$2" --input-type=module --eval "$3"`;
  const inShell = ["-c", script, "sh", folder, process.execPath, program];
  const { stdout } = await promisify(execFile)("unshare", ["--mount", "sh", ...inShell]);
  return JSON.parse(stdout) as Result;
}

test("a disk is full where next to nothing is left, each in a sentence", () => {
  const free: Record<string, number> = { "/full": 4_096, "/roomy": 2 ** 30 };
  expect(fullDisks(["/full", "/roomy"], (path) => free[path]!)).toEqual([
    "The disk with /full is full: free 4 GB there, then run the tests again.",
  ]);
});

// Only root on Linux mounts a disk.
describe.runIf(process.platform === "linux" && process.getuid?.() === 0)("a full disk", () => {
  const sentence =
    /^The disk with \S+\/disk\S* is full: free 4 GB there, then run the tests again\.$/;

  test("is said of a run that fills it", async () => {
    const { failures } = await runOnDisk(
      "size=8m",
      `import { appendFileSync } from "node:fs"; import { tmpdir } from "node:os"; import { test } from "vitest";
      test("fills it", () => { for (;;) appendFileSync(tmpdir() + "/large", Buffer.alloc(4_096)); });`,
    );
    expect(failures.at(-1)).toMatch(sentence);
  });

  test("is said of a run that cannot begin", async () => {
    // The root folder of the disk is the one file that it has room for.
    const { files, failures } = await runOnDisk("size=8m,nr_inodes=1", "");
    expect(files).toEqual([]);
    expect(failures).toEqual([expect.stringMatching(sentence)]);
  });
});
