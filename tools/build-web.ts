import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  type Dirent,
} from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { StartError } from "../apps/server/src/platform/postgres/start-error.ts";
import { projectFolder, runProgram } from "./project.ts";

const outputLinesMax = 25;
const webApps = ["trader", "backoffice"] as const;

/** Builds each web app whose sources changed since its last build, one after the other. */
export async function buildWebApps(onProgress: (text: string) => void): Promise<void> {
  for (const name of webApps) {
    const folder = join(projectFolder, "apps", name);
    if (!existsSync(join(folder, "package.json"))) continue;
    const marker = join(projectFolder, ".cache", `built-${name}`);
    const page = join(projectFolder, ".cache", "web", name, "index.html");
    const built = existsSync(page) ? readBuilt(marker) : null;
    if (built?.seen.every(isAsItWas)) continue;
    const sources = sourcesOf(name);
    if (built?.hash === sources.hash) {
      keepTimes(marker, sources);
      continue;
    }
    onProgress(`Building the web app ${name}`);
    await build(name, folder);
    mkdirSync(join(projectFolder, ".cache"), { recursive: true });
    writeFileSync(marker, JSON.stringify(sources));
    onProgress(`Built the web app ${name}`);
  }
}

/** For a quicker start: an image's layers keep files and not always their times, and may be read alone. */
function keepTimes(marker: string, sources: Built): void {
  try {
    writeFileSync(marker, JSON.stringify(sources));
  } catch {
    // The next start reads all sources again.
  }
}

/** A file or folder that a build reads, as it was then: a file that comes or goes changes its folder's time. */
type Seen = { path: string; size: number; changedAtMs: number };
type Built = { hash: string; seen: Seen[] };

/** Null where there was no build, and where an older release kept something else of it. */
function readBuilt(marker: string): Built | null {
  try {
    return JSON.parse(readFileSync(marker, "utf8")) as Built;
  } catch {
    return null;
  }
}

function isAsItWas({ path, size, changedAtMs }: Seen): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.size === size && found.ctimeMs === changedAtMs;
}

async function build(name: string, folder: string): Promise<void> {
  const { code, output } = await runProgram("vite", ["build", "--logLevel", "warn"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (code === 0) return;
  const reason = stripVTControlCharacters(output).trim().split("\n").slice(0, outputLinesMax);
  throw new StartError(`The web app ${name} could not be built:\n${reason.join("\n")}`);
}

/** What a build reads, and one hash over the names and contents of its files. */
function sourcesOf(name: string): Built {
  const patterns = [
    `apps/${name}`,
    `apps/${name}/**/*`,
    "packages",
    "packages/*",
    "packages/*/src",
    "packages/*/src/**/*",
    "packages/*/package.json",
    "package-lock.json",
  ];
  const entries = globSync(patterns, {
    cwd: projectFolder,
    withFileTypes: true,
    exclude: (entry) => entry.name === "node_modules",
  });
  const hash = createHash("sha256");
  for (const path of entries
    .filter((entry) => entry.isFile())
    .map(pathOf)
    .toSorted())
    hash.update(path.slice(projectFolder.length)).update("\0").update(readFileSync(path));
  return { hash: hash.digest("hex"), seen: entries.map(pathOf).map(seenNow) };
}

function pathOf({ parentPath, name }: Dirent): string {
  return join(parentPath, name);
}

function seenNow(path: string): Seen {
  const { size, ctimeMs } = statSync(path);
  return { path, size, changedAtMs: ctimeMs };
}
