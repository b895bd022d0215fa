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
    async list(prefix) {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return [];
          throw error;
        },
      );
      return found
        .filter((entry) => entry.isFile() && !entry.name.endsWith(".part"))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
        .filter((path) => path.startsWith(prefix))
        .toSorted();
    },
    remove: (path) => rm(pathOf(path), { force: true }),
  };
}
