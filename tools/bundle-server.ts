import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { projectFolder } from "./project.ts";

/** A file that a bundle was made of, as it was then. */
type Source = { path: string; size: number; changedAtMs: number; hash: string };
type Bundle = { program: string; sources: Source[] };

type BundleOptions = {
  entry: string;
  /** Where bundles are kept. */
  folder: string;
  /** Files that are no module of it and say what its modules mean: which version of a package a name is. */
  besides: readonly string[];
};

/** What `npm start` runs. */
export const ownServer: BundleOptions = {
  entry: join(projectFolder, "tools", "serve.ts"),
  folder: join(projectFolder, ".cache", "server"),
  besides: ["package.json", "package-lock.json"].map((name) => join(projectFolder, name)),
};

/** A server that runs loads some of its bundle when it first needs it, after others may have been made. */
const bundlesKept = 5;

/**
 * One JavaScript file of the entry's modules, so that a start does not look for two thousand: more than half of what
 * loading them takes of the processor, and 70 MB of memory. It is made anew where one of its sources has changed.
 *
 * @returns the program to import: the entry itself where `folder` cannot be written.
 */
export function bundleServer(options: BundleOptions): string {
  const known = readBundle(options.folder);
  if (known !== null && known.sources.every(isAsItWas)) return known.program;
  // In a process of its own: the bundler's memory would stay with the server.
  const parameters = [import.meta.filename, JSON.stringify(options)];
  const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: "utf8" });
  if (status === cannotWrite) {
    console.error(`Starting from the sources, which takes longer: ${stderr.trim()}`);
    return options.entry;
  }
  const made = readBundle(options.folder);
  if (status !== 0 || made === null) throw new Error(`The server was not bundled: ${stderr}`);
  return made.program;
}

const cannotWrite = 3;

async function keepBundle(options: BundleOptions): Promise<void> {
  try {
    const bundle = await makeBundle(options);
    const current = currentOf(options.folder);
    const unfinished = `${current}.${randomUUID()}`;
    writeFileSync(unfinished, JSON.stringify(bundle));
    renameSync(unfinished, current);
    removeOldBundles(options.folder);
  } catch (error) {
    if (!isAboutWriting(error)) throw error;
    console.error(error.message);
    process.exitCode = cannotWrite;
  }
}

function currentOf(folder: string): string {
  return join(folder, "current.json");
}

/** Null where there is none, and where it was copied with its project from somewhere else. */
function readBundle(folder: string): Bundle | null {
  try {
    const bundle = JSON.parse(readFileSync(currentOf(folder), "utf8")) as Bundle;
    statSync(bundle.program);
    return dirname(dirname(bundle.program)) === folder ? bundle : null;
  } catch {
    return null;
  }
}

/** An image's layers keep a file and not always its time. */
function isAsItWas({ path, size, changedAtMs, hash }: Source): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.size !== size) return false;
  return found.mtimeMs === changedAtMs || hashOf(readFileSync(path)) === hash;
}

async function makeBundle({ entry, folder, besides }: BundleOptions): Promise<Bundle> {
  const own = join(folder, randomUUID());
  mkdirSync(own, { recursive: true });
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input: { server: entry },
    platform: "node",
    // What is not written as modules keeps its own ways of finding its files.
    external: (id) => !/^(?:[./]|@sanshi\/|@noble\/|zod(?:\/|$)|kysely(?:\/|$))/.test(id),
    plugins: [
      {
        name: "own-places",
        transform: { filter: { code: /import\.meta\./ }, handler: withPlaces },
      },
    ],
    logLevel: "silent",
  });
  const { output } = await build.write({
    dir: own,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  });
  await build.close();
  const paths = output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
  const read = [...new Set([...paths, ...besides, import.meta.filename])].flatMap(sourceOf);
  return { program: join(own, "server.mjs"), sources: read };
}

/** A module's files lie beside its source, wherever its bundle lies. */
function withPlaces(code: string, path: string): string {
  return code
    .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
    .replaceAll("import.meta.filename", JSON.stringify(path))
    .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
}

/** Nothing of what is no file: the bundler names its own helpers so. */
function sourceOf(path: string): Source[] {
  if (path.includes("\0")) return [];
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return [{ path, size: found.size, changedAtMs: found.mtimeMs, hash: hashOf(readFileSync(path)) }];
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function removeOldBundles(folder: string): void {
  // Others may remove them at the same time.
  const bundles = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.at - one.at);
  for (const { path } of bundles.slice(bundlesKept)) rmSync(path, { recursive: true, force: true });
}

const writingFaults = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EDQUOT"]);

function isAboutWriting(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && writingFaults.has(String(error.code));
}

if (isMainModule(import.meta.url)) {
  await keepBundle(JSON.parse(process.argv[2] ?? "") as BundleOptions);
}
