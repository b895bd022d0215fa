import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { quickFolder } from "../../../../../tests/support/quick-folder.ts";
import { dataLayout } from "./data-folder.ts";
import { startPostgres } from "./index.ts";
import { findPostmaster, removeLeftBehind } from "./postmaster.ts";
import { isAlive } from "./process-identity.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let folder: string;
let parent: ChildProcess | null;
beforeEach(() => {
  folder = mkdtempSync(join(quickFolder, "sanshi-postmaster-"));
  chmodSync(folder, 0o711);
  parent = null;
});
afterEach(() => {
  parent?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** A process that is dead and whose parent has not collected it. */
async function deadProcess(): Promise<number> {
  // The shell's child ends after the shell has become a program that collects nobody.
  const shell = spawn("sh", ["-c", "sleep 0.5 & echo $!; exec sleep 600"]);
  parent = shell;
  const [said] = (await once(shell.stdout, "data")) as [Buffer];
  const dead = Number(said.toString());
  await expect.poll(() => isAlive(dead)).toBe(false);
  // Its number is still taken, and PostgreSQL looks at nothing else.
  expect(() => process.kill(dead, 0)).not.toThrow();
  return dead;
}

test("a dead PostgreSQL leaves no lock in the way, and only who starts the next one removes it", async () => {
  const dead = await deadProcess();
  const layout = dataLayout(folder);
  for (const path of [layout.clusterFolder, layout.socketFolder]) mkdirSync(path);
  const pidFile = join(layout.clusterFolder, "postmaster.pid");
  const lockOf = (port: number) => join(layout.socketFolder, `.s.PGSQL.${port}.lock`);
  for (const [path, content] of [
    [pidFile, `${dead}\n`],
    [lockOf(5001), `${dead}\n`],
    [lockOf(5002), `${process.pid}\n`],
    // As a power cut leaves it.
    [lockOf(5003), ""],
  ] as const) {
    writeFileSync(path, content);
  }
  // A backup looks like this, and one that starts at this moment may have made these files.
  expect(findPostmaster(layout)).toBeNull();
  expect(existsSync(pidFile)).toBe(true);
  expect(readdirSync(layout.socketFolder)).toHaveLength(3);
  removeLeftBehind(layout);
  expect(existsSync(pidFile)).toBe(false);
  expect(readdirSync(layout.socketFolder)).toEqual([basename(lockOf(5002))]);
});

test("one that runs is found by any path of its folder, and keeps what is its own", async () => {
  const [before, alias, after] = ["before", "alias", "after"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(before, { mode: 0o711 });
  symlinkSync(before, alias);
  const first = await startPostgres({ dataDir: alias, log, durable: false });
  const found = { pid: first.pid() };
  try {
    expect(findPostmaster(dataLayout(before))).toMatchObject(found);
    renameSync(before, after);
    const layout = dataLayout(after);
    removeLeftBehind(layout);
    expect(findPostmaster(layout)).toMatchObject(found);
  } finally {
    await first.stop();
  }
});
