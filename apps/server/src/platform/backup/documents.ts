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
    await target.put(documentPath(name), await readFile(join(folder, name)));
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

/** Deletes what the app has removed and no kept backup goes back to. */
export async function forgetDocuments(
  target: BackupTarget,
  keptIds: readonly string[],
  present: readonly string[],
): Promise<void> {
  const kept = new Set(present);
  for (const id of keptIds) {
    const names = JSON.parse((await target.get(listPath(id))).toString()) as string[];
    for (const name of names) kept.add(name);
  }
  for (const path of await target.list(`${documentsFolder}/`)) {
    if (!kept.has(path.slice(documentsFolder.length + 1))) await target.remove(path);
  }
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
