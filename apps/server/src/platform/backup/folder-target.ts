import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { makeFolderDurably, writeDurably } from "../durable-files.ts";
import { checkBackupPath, type BackupTarget } from "./backup-target.ts";

/** A folder of another disk, or one that another machine lends. Only its owner may read it. */
export function createFolderTarget(folder: string): BackupTarget {
  const pathOf = (path: string) => join(folder, checkBackupPath(path));
  return {
    name: folder,
    async put(path, bytes) {
      await makeFolderDurably(dirname(pathOf(path)));
      await writeDurably(pathOf(path), bytes);
    },
    get: (path) => readFile(pathOf(path)),
    find: (path) => orWithout(readFile(pathOf(path)), null),
    async list(prefix) {
      const within = join(folder, prefix.slice(0, prefix.lastIndexOf("/") + 1));
      const reading = readdir(within, { recursive: true, withFileTypes: true });
      const found = await orWithout(reading, []);
      return found
        .filter((entry) => entry.isFile() && !entry.name.endsWith(".part"))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
        .filter((path) => path.startsWith(prefix))
        .toSorted();
    },
    remove: (path) => rm(pathOf(path), { force: true }),
  };
}

async function orWithout<Found, None>(reading: Promise<Found>, none: None): Promise<Found | None> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return none;
    throw error;
  }
}
