import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** The environment variable with a run's own folder in that place. */
export const quickFolderVariable = "SANSHI_QUICK_FOLDER";
/** Linux keeps this folder in memory. */
const memoryFolder = "/dev/shm";
/** Several times what the databases of a run's workers and their log take. */
const freeBytesMin = 3 * 2 ** 30;

/**
 * Where a run has its databases: in memory, where there is room. Each test file makes a database of a
 * thousand files and removes it, and ext4 looks at every inode that was freed within the last minutes before
 * it takes another one: that costs ten times what copying the files does.
 */
export const quickFolder =
  process.env[quickFolderVariable] ?? (hasRoom(memoryFolder) ? memoryFolder : tmpdir());

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= freeBytesMin;
  } catch {
    return false;
  }
}
