import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeRunFolders, placesIn, removeFoldersOfKilledRuns } from "./run-folders.ts";

test("a run's folders are gone with it, and those of a run that was killed with the next one", async () => {
  const own = makeRunFolders();
  writeFileSync(join(own.folder, "left"), "by a test");
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const left = join(dirname(own.folder), `sanshi-tests-${pid}-killed`);
  mkdirSync(join(left, "data"), { recursive: true });
  const others = join(dirname(own.folder), `sanshi-tests-${process.ppid}-goes-on`);
  mkdirSync(others);

  await removeFoldersOfKilledRuns();
  expect(existsSync(left)).toBe(false);
  expect(existsSync(others)).toBe(true);
  expect(Object.values(own.environment).every((folder) => existsSync(folder))).toBe(true);

  await own.remove();
  rmSync(others, { recursive: true });
  expect(Object.values(own.environment).some((folder) => existsSync(folder))).toBe(false);
});

test("a checkout's places are its own and its packages', beside what is installed and kept", async () => {
  const own = makeRunFolders();
  const made = ["data", "node_modules/vitest", ".cache/web", "apps/trader/dist", "apps/trader/src"];
  for (const path of made) mkdirSync(join(own.folder, path), { recursive: true });
  expect(placesIn(own.folder).toSorted()).toEqual([
    "apps",
    "apps/trader/dist",
    "apps/trader/src",
    "data",
  ]);
  await own.remove();
});
