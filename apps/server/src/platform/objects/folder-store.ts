import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { checkObjectName, type ObjectStore } from "./object-store.ts";

/** A folder of this machine that only its owner may read. */
export function createFolderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, checkObjectName(name));
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Written aside and put in place: whoever reads finds the whole of it or nothing.
      const draft = `${pathOf(name)}.part`;
      const file = await open(draft, "wx", 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, pathOf(name));
    },
    get: (name) => readFile(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
