import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";
import { projectFolder } from "./project.ts";
import { isAsItWas, readSource, type Source } from "./sources.ts";

type Bundle = { program: string; files: { path: string; size: number }[]; sources: Source[] };

type BundleOptions = {
  entry: string;
  /** Where bundles are kept. */
  folder: string;
  /** Files that are no module of it and say what its modules mean: which file or version of a package a name is. */
  besides: readonly string[];
};

/**
 * Packages that are in the bundle, with all that they need themselves: no module of theirs that we use reads a file beside
 * it. The others are loaded from where they lie.
 */
const packagesInside = new Set(
  (
    "@fastify/busboy @fastify/cookie @simplewebauthn/server " +
    "fastify kysely pg pinyin-pro pino prom-client tar-stream wanakana web-push ws zod"
  ).split(" "),
);
const scopesInside = new Set(["@noble", "@sanshi"]);
/** What packages of the bundle try to load and do without. */
const optionalPackages = new Set(["bufferutil", "pg-native", "utf-8-validate"]);

/** What `npm start` runs. */
export const ownServer: BundleOptions = {
  entry: join(projectFolder, "tools", "serve.ts"),
  folder: join(projectFolder, ".cache", "server"),
  besides: globSync(["package.json", "package-lock.json", "packages/*/package.json"], {
    cwd: projectFolder,
  }).map((name) => join(projectFolder, name)),
};

/** A server that runs loads some of its bundle when it first needs it, after others may have been made. */
const bundlesKept = 5;
/** More than the server's bundle takes with its maps. */
const roomBytesMin = 32 * 1024 * 1024;
/** So long anything is kept: another start may be about to load it, or still be making it. */
const keptMsMin = 600_000;

/**
 * One JavaScript file of the entry's modules, so that a start does not look for two thousand: more than half of what
 * loading them takes of the processor, and 70 MB of memory. It is made anew where one of its sources has changed.
 *
 * @returns the program to import: the entry itself where `folder` cannot be written.
 */
export function bundleServer(options: BundleOptions): string {
  const known = readBundle(options.folder);
  if (known !== null && known.sources.every(isAsItWas)) return known.program;
  console.log("Bundling the server (a few seconds, as its sources have changed)");
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
    requireRoom(options.folder);
    const bundle = await makeBundle(options);
    const current = currentOf(options.folder);
    const unfinished = `${current}.${randomUUID()}`;
    writeFileSync(unfinished, JSON.stringify(bundle), { flush: true });
    renameSync(unfinished, current);
    removeOldBundles(options.folder);
  } catch (error) {
    if (!isAboutWriting(error)) throw error;
    console.error(error.message);
    process.exitCode = cannotWrite;
  }
}

/** Making a bundle takes seconds, and a full disk would be noticed only when it is written. */
function requireRoom(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { blocks, bavail, bsize } = statfsSync(folder);
  // Some file systems do not say.
  if (blocks === 0 || bavail * bsize >= roomBytesMin) return;
  const message = `ENOSPC: less than ${roomBytesMin / 2 ** 20} MB are free for ${folder}`;
  throw Object.assign(new Error(message), { code: "ENOSPC" });
}

function currentOf(folder: string): string {
  return join(folder, "current.json");
}

/** Null where there is none, where a file of it is missing or cut short, and in a copy of the project. */
function readBundle(folder: string): Bundle | null {
  try {
    const bundle = JSON.parse(readFileSync(currentOf(folder), "utf8")) as Bundle;
    const isWhole = bundle.files.every(({ path, size }) => statSync(path).size === size);
    const isOwn = dirname(dirname(bundle.program)) === folder;
    return isWhole && isOwn && Array.isArray(bundle.sources) ? bundle : null;
  } catch {
    return null;
  }
}

async function makeBundle(options: BundleOptions): Promise<Bundle> {
  const own = join(options.folder, randomUUID());
  mkdirSync(own, { recursive: true });
  try {
    return await makeBundleIn(own, options);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    throw error;
  }
}

async function makeBundleIn(own: string, { entry, besides }: BundleOptions): Promise<Bundle> {
  const ownFiles = [import.meta.filename, join(import.meta.dirname, "module-places.ts")];
  const sources = [...besides, ...ownFiles]
    .filter(existsSync)
    .map((path) => readSource(path).source);
  // A start that has its bundle loads neither.
  const { rolldown } = await import("rolldown");
  const { withPlaces } = await import("./module-places.ts");
  const build = await rolldown({
    input: { server: entry },
    platform: "node",
    external: (id, importer) => !isInside(id, importer),
    plugins: [
      {
        name: "own-places",
        load(path) {
          // The bundler names its own helpers so: they are no files.
          if (path.includes("\0")) return null;
          // What is noted is what was read, though somebody may save the file while the others are read.
          const { source, bytes } = readSource(path);
          sources.push(source);
          return { code: withPlaces(bytes.toString(), path) };
        },
      },
    ],
    logLevel: "silent",
  });
  const { output } = await build.generate({
    dir: own,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
    // Node looks for them where it is run with --enable-source-maps.
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: false,
  });
  await build.close();
  const files = output.map((part) => {
    const path = join(own, part.fileName);
    // On the disk before `current.json` names it: a power cut leaves no file of nothing.
    const text = part.type === "chunk" ? inAscii(part.code) : part.source;
    writeFileSync(path, text, { flush: true });
    return { path, size: statSync(path).size };
  });
  return { program: join(own, "server.mjs"), files, sources };
}

/**
 * V8 keeps the text of a module with a single character beyond Latin-1 in two bytes a character, for as long as it runs. An
 * escape means the same everywhere, without a backslash that stood before the character, but in a raw text, which is left.
 */
function inAscii(code: string): string {
  return code.replace(rawTextOrCharacter, (found, character?: string) =>
    character === undefined ? found : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A raw text, with texts in its expressions; an escape; a character, escaped or not. */
const rawTextOrCharacter =
  /String\.raw\)?`(?:\\[^]|[^\\`$]|\$(?!\{)|\$\{(?:[^`{}]|`[^`]*`)*\})*`|\\[\0-\x7f]|\\?([\u0080-\uffff])/g;

/** Whether a module that `importer` asks for by the name `id` is in the bundle. */
function isInside(id: string, importer: string | undefined): boolean {
  if (/^[./\0]/.test(id)) return true;
  if (isBuiltin(id) || optionalPackages.has(id)) return false;
  const [scope = "", name = ""] = id.split("/");
  // No package's name begins with a dot.
  const isOfPackage = /\/node_modules\/[^.]/.test(importer?.replace(projectFolder, "") ?? "");
  if (scopesInside.has(scope) || isOfPackage) return true;
  return packagesInside.has(scope.startsWith("@") ? `${scope}/${name}` : scope);
}

function removeOldBundles(folder: string): void {
  // Others may remove them at the same time.
  const parts = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => path !== currentOf(folder))
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.at - one.at);
  for (const { path, at } of parts.slice(bundlesKept)) {
    if (Date.now() - at > keptMsMin) rmSync(path, { recursive: true, force: true });
  }
}

/** ENOENT is what Node says of a folder to be made, with those above it, in a file system that is only read. */
const writingFaults = new Set("EACCES EPERM EROFS ENOSPC ENOTDIR EDQUOT EEXIST ENOENT".split(" "));

function isAboutWriting(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && writingFaults.has(String(error.code));
}

if (isMainModule(import.meta.url)) {
  await keepBundle(JSON.parse(process.argv[2] ?? "") as BundleOptions);
}
