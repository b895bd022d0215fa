import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolderDurably, writeDurably } from "../durable-files.ts";
import { checkObjectName, type ObjectStore } from "./object-store.ts";

/** A folder of this machine that only its owner may read. What was put there outlives a power cut. */
export function createFolderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, checkObjectName(name));
  let isMade = false;
  return {
    async put(name, bytes) {
      if (!isMade) await makeFolderDurably(folder);
      isMade = true;
      await writeDurably(pathOf(name), bytes);
    },
    get: (name) => readFile(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
