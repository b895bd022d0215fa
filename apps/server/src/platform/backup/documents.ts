import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { objectNamePattern } from "../objects/object-store.ts";
import { baseFolder } from "./base-backup.ts";
import type { BackupTarget } from "./backup-target.ts";

const documentsFolder = "documents";
export const documentPath = (name: string) => `${documentsFolder}/${name}`;
const listPath = (id: string) => `${baseFolder}/${id}/documents.json`;

/** Photos and receipts never change, so each is copied once. They are encrypted; their keys lie elsewhere. */
export async function copyDocuments(
  folder: string,
  target: BackupTarget,
): Promise<{ names: string[]; copied: number }> {
  const names = (await readdirOrNothing(folder)).filter((name) => objectNamePattern.test(name));
  const there = new Set(await target.list(`${documentsFolder}/`));
  let copied = 0;
  for (const name of names) {
    if (there.has(documentPath(name))) continue;
    try {
      await target.put(documentPath(name), await readFile(join(folder, name)));
    } catch (error) {
      throw new Error(`the document ${name} could not be copied`, { cause: error });
    }
    copied += 1;
  }
  return { names, copied };
}

/** Which documents there were with a base backup: what no kept list has is not kept either. */
export async function noteDocuments(
  target: BackupTarget,
  id: string,
  names: readonly string[],
): Promise<void> {
  await target.put(listPath(id), Buffer.from(JSON.stringify(names)));
}

/** Deletes what the app has removed and no kept backup goes back to; nothing where one of them has no list. */
export async function forgetDocuments(
  target: BackupTarget,
  keptIds: readonly string[],
  present: readonly string[],
): Promise<void> {
  const kept = new Set(present);
  for (const id of keptIds) {
    const names = await documentsOfBackup(target, id);
    if (names === null) return;
    for (const name of names) kept.add(name);
  }
  for (const path of await target.list(`${documentsFolder}/`)) {
    if (!kept.has(path.slice(documentsFolder.length + 1))) await target.remove(path);
  }
}

/** Which documents there were with a base backup; null where an older release was killed before it wrote that. */
export async function documentsOfBackup(
  target: BackupTarget,
  id: string,
): Promise<string[] | null> {
  const text = await target.find(listPath(id));
  return text === null ? null : (JSON.parse(text.toString()) as string[]);
}

export async function documentsInBackup(target: BackupTarget): Promise<string[]> {
  const paths = await target.list(`${documentsFolder}/`);
  return paths.map((path) => path.slice(documentsFolder.length + 1));
}

async function readdirOrNothing(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
