import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { quickFolder } from "../../tests/support/quick-folder.ts";

/**
 * A copy of the working tree in which faults can be planted while somebody goes on with the original. What
 * is installed is linked, but for our own packages: their links lead into the copy.
 */
export function copyProject(project: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(quickFolder, "sanshi-mutants-"));
  for (const path of listFiles(project)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(project, path), join(folder, path));
  }
  linkModules(join(project, "node_modules"), join(folder, "node_modules"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What git knows or would take, as it lies there. */
function listFiles(project: string): string[] {
  const parameters = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  return execFileSync("git", parameters, { cwd: project, encoding: "utf8", maxBuffer: 2 ** 26 })
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(project, path)));
}

function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const entry = join(from, name);
    // Caches are each run's own.
    if (name.startsWith(".") && name !== ".bin") continue;
    if (name.startsWith("@")) linkModules(entry, join(to, name));
    else if (lstatSync(entry).isSymbolicLink()) symlinkSync(readlinkSync(entry), join(to, name));
    else symlinkSync(entry, join(to, name));
  }
}
