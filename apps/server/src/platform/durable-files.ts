import { randomBytes } from "node:crypto";
import { link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * How everything that Sanshi keeps outside PostgreSQL gets on the disk. A power cut forgets whatever was
 * not flushed: the bytes of a file, and, apart from them, the line of its folder that names it.
 */

type DurableFileOptions = {
  /** Of the new file; 0600 unless given. */
  mode?: number;
  /** Whom it is given to; null or left out: us. */
  owner?: { readonly uid: number; readonly gid: number } | null;
};

/**
 * Writes the file, or replaces it as a whole: whoever reads, now or after a power cut, finds the old one
 * or the new one. On the disk when this resolves.
 */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  options: DurableFileOptions = {},
): Promise<void> {
  const draft = await writeDraft(path, content, options);
  try {
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await flush(dirname(path));
}

/** As `writeDurably`, only where there is no such file yet; false where there is one. */
export async function createDurably(
  path: string,
  content: string | Uint8Array,
  options: DurableFileOptions = {},
): Promise<boolean> {
  const draft = await writeDraft(path, content, options);
  try {
    // A link appears with its content complete, and only if there was none.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
  await flush(dirname(path));
  return true;
}

/**
 * Makes the folder and what is missing above it; on the disk when this resolves. Answers the uppermost
 * one that it made, or the folder where it was there already.
 */
export async function makeFolderDurably(folder: string, mode = 0o700): Promise<string> {
  // One that is there already may be what a killed process made and did not flush.
  const first = (await mkdir(folder, { recursive: true, mode })) ?? folder;
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await flush(dirname(made));
  }
  return first;
}

/** Puts a folder, whose content is flushed, in its place; on the disk when this resolves. */
export async function renameFolderDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await flush(dirname(to));
  if (dirname(from) !== dirname(to)) await flush(dirname(from));
}

/** Flushes what others wrote below a folder: its files, its folders and itself. */
export async function flushFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await flushFolder(path);
    else if (entry.isFile()) await flush(path);
  }
  await flush(folder);
}

async function writeDraft(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, owner = null }: DurableFileOptions,
): Promise<string> {
  // Two processes may write the same file; what a killed one leaves is in nobody's way.
  const draft = `${path}.${randomBytes(6).toString("hex")}.part`;
  const file = await open(draft, "wx", mode);
  try {
    await file.writeFile(content);
    if (owner !== null) await file.chown(owner.uid, owner.gid);
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return draft;
}

async function flush(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
