import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkLockfile } from "./check-lockfile.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-lockfile-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function problemsOf(options: {
  locked?: object;
  dependencies?: object;
}): Promise<readonly string[]> {
  const good = { version: "1.0.0", integrity: "sha512-x" };
  const packages = {
    "": {},
    "packages/own": {},
    "node_modules/one": { ...good, ...options.locked },
  };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ dependencies: options.dependencies ?? {} }),
  );
  return (await checkLockfile(folder)).problems;
}

test("exact versions, hashed, pass", async () => {
  expect(await problemsOf({ dependencies: { one: "1.0.0", two: "2.0.0-beta.17" } })).toEqual([]);
});

test.each([
  [
    { locked: { resolved: "https://npm.example.test/one.tgz" } },
    "one names an address to download from",
  ],
  [{ locked: { integrity: undefined } }, "one has no integrity hash"],
  [
    { locked: { hasInstallScript: true } },
    "one runs an install script and is not on the list in tools/check-lockfile.ts",
  ],
  [
    { locked: { version: "2.0.0-beta.1" } },
    "one 2.0.0-beta.1 is no release and is not on the list in tools/check-lockfile.ts",
  ],
  [
    { dependencies: { one: "^1.0.0" } },
    "package.json: one is ^1.0.0, which is not one exact version",
  ],
  [
    { dependencies: { one: "latest" } },
    "package.json: one is latest, which is not one exact version",
  ],
])("%j is a problem", async (options, problem) => {
  expect(await problemsOf(options)).toEqual([problem]);
});
