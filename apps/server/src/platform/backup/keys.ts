import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolderDurably, writeDurably } from "../durable-files.ts";

/**
 * The files of the data folder that open what is sealed. They never go where the backups go: whoever finds
 * a backup alone reads neither documents nor account numbers.
 */
const keyFiles = ["document-keys"] as const;

/** Copies what there is to a folder of their own, which the operator keeps apart. Answers the names. */
export async function copyKeys(fromFolder: string, toFolder: string): Promise<string[]> {
  const there = await readdir(fromFolder);
  const names = keyFiles.filter((name) => there.includes(name));
  await makeFolderDurably(toFolder);
  for (const name of names) {
    await writeDurably(join(toFolder, name), await readFile(join(fromFolder, name)));
  }
  return names;
}
