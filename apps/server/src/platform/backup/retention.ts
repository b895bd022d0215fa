import { dayMs } from "@sanshi/contract";
import { baseFolder, listBaseBackups, manifestPath, type Manifest } from "./base-backup.ts";
import type { BackupTarget } from "./backup-target.ts";
import { listLog } from "./log-chain.ts";
import { placeOf, walFilePattern } from "./wal-files.ts";

/**
 * Those younger than `keepDays`, and the one before them: without it nobody could go back to the first of
 * those days. `all` has the oldest first.
 */
export function keptBackups(all: readonly Manifest[], keepDays: number, now: number): Manifest[] {
  const isYoung = ({ ended_at }: Manifest) => Date.parse(ended_at) > now - keepDays * dayMs;
  const firstYoung = all.findIndex(isYoung);
  if (firstYoung === -1) return all.slice(-1);
  return all.slice(Math.max(0, firstYoung - 1));
}

/** Deletes base backups that are not kept, and the log before the first that is. Answers what is kept. */
export async function forgetOldBackups(
  target: BackupTarget,
  keepDays: number,
  now: number,
): Promise<Manifest[]> {
  const all = await listBaseBackups(target);
  const kept = keptBackups(all, keepDays, now);
  for (const { id } of all.filter((one) => !kept.includes(one))) {
    // First what makes it a backup: a half removed one is none.
    await target.remove(manifestPath(id));
    for (const path of await target.list(`${baseFolder}/${id}/`)) await target.remove(path);
  }
  if (kept.length === 0) return kept;
  const first = Math.min(...kept.map(({ first_wal }) => placeOf(first_wal)));
  for (const { path, name } of (await listLog(target)).files) {
    if (walFilePattern.test(name) && placeOf(name) < first) await target.remove(path);
  }
  return kept;
}
