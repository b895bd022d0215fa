import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopLeftOver } from "../apps/server/src/platform/postgres/index.ts";
import { quickFolder, quickFolderVariable } from "../tests/support/quick-folder.ts";

const prefix = "sanshi-tests-";

/** Where everything that a run of tests writes beside its checkout lies: nothing of it stays behind. */
export interface RunFolders {
  readonly folder: string;
  /** That one, and the one in memory. */
  readonly all: readonly string[];
  /** What the run's processes are started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** Stops what an interrupted run has left there, and removes it all. */
  remove(): Promise<void>;
}

export function makeRunFolders(): RunFolders {
  const folder = makeFolder(tmpdir());
  const quick = makeFolder(quickFolder);
  return {
    folder,
    all: [folder, quick],
    environment: { TMPDIR: folder, [quickFolderVariable]: quick },
    async remove() {
      for (const path of [folder, quick]) await removeFolder(path);
    },
  };
}

/** What stands in a checkout and in its packages, beside what is installed and kept: a run of tests adds nothing to it. */
export function placesIn(checkout: string): string[] {
  const packages = ["apps", "packages"]
    .filter((name) => existsSync(join(checkout, name)))
    .flatMap((name) => namesIn(checkout, name))
    .filter((path) => statSync(join(checkout, path)).isDirectory())
    .flatMap((path) => namesIn(checkout, path));
  return [...namesIn(checkout, ""), ...packages];
}

function namesIn(checkout: string, folder: string): string[] {
  return readdirSync(join(checkout, folder))
    .filter((name) => name !== "node_modules" && name !== ".cache")
    .map((name) => join(folder, name));
}

function makeFolder(place: string): string {
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`));
  // PostgreSQL runs as another user than root, and has its data in it.
  chmodSync(folder, 0o755);
  return folder;
}

/** A run that was killed could not clean up after itself: the next one does. */
export async function removeFoldersOfKilledRuns(): Promise<void> {
  for (const place of new Set([tmpdir(), quickFolder])) {
    const left = readdirSync(place).filter((name) => isOfEndedRun(name));
    for (const name of left) await removeFolder(join(place, name));
  }
}

async function removeFolder(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) await stopLeftOver(join(folder, name));
  rmSync(folder, { recursive: true, force: true });
}

function isOfEndedRun(name: string): boolean {
  const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
