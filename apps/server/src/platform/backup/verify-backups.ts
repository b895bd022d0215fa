import { listBaseBackups, partPath, type Manifest } from "./base-backup.ts";
import type { BackupTarget } from "./backup-target.ts";
import { documentsInBackup, documentsOfBackup } from "./documents.ts";
import {
  gapSentence,
  lastMomentBefore,
  listLog,
  openOnce,
  openWalOf,
  walkLog,
  type OpenedWal,
} from "./log-chain.ts";
import { sha256Of } from "./wal-files.ts";

export type Verification = {
  /** A sentence for each thing that is missing or damaged. */
  problems: string[];
  /** From and to which seconds, in ms, one can go back, the oldest first: one, unless something is missing. */
  spans: { from: number; to: number }[];
  /** Whether the newest base backup and what was shipped after it are whole. */
  isNewestWhole: boolean;
};

/**
 * Reads a target as a restore would: base backups with their checksums, each file of the log, and whether each
 * document is there. Without `whole` the older base backups' parts are only looked for: each has been read after it
 * was made.
 */
export async function verifyBackups(
  target: BackupTarget,
  { whole }: { whole: boolean },
): Promise<Verification> {
  const manifests = await listBaseBackups(target);
  const log = await listLog(target);
  const documents = new Set(await documentsInBackup(target));
  const newest = manifests.at(-1);
  const problems = new Set<string>();
  const spans: Verification["spans"] = [];
  let isNewestWhole = false;
  const opened: OpenedWal = new Map();
  for (const manifest of manifests) {
    const found = await problemsOf(target, manifest, {
      readParts: whole || manifest === newest,
      documents,
    });
    const isUnpackable = found.length === 0;
    const open = openOnce(opened, manifest, openWalOf(target, manifest));
    const chain = await walkLog(manifest, log, open);
    if (chain.gap !== null) found.push(gapSentence(chain.gap));
    isNewestWhole = found.length === 0;
    for (const problem of found) problems.add(problem);
    // What an older release shipped bears no moments: only that of the backup itself is known.
    const isKnown = chain.reachedAt !== null || (chain.isUsable && chain.gap === null);
    if (isUnpackable && isKnown) {
      const from = Date.parse(manifest.ended_at);
      addSpan(spans, { from, to: Math.max(from, lastMomentBefore(chain.reachedAt ?? 0)) });
    }
  }
  return { problems: [...problems], spans, isNewestWhole };
}

async function problemsOf(
  target: BackupTarget,
  manifest: Manifest,
  { readParts, documents }: { readParts: boolean; documents: ReadonlySet<string> },
): Promise<string[]> {
  const { id, parts, part_sha256 } = manifest;
  const problems: string[] = [];
  const there = new Set(await target.list(partPath(id, 1).slice(0, -"000001.tar.gz".length)));
  for (let part = 1; part <= parts; part += 1) {
    const path = partPath(id, part);
    if (!there.has(path)) problems.push(`${path} is missing`);
    else if (readParts && part_sha256 !== undefined) {
      const isWhole = (await sha256Of(await target.get(path))) === part_sha256[part - 1];
      if (!isWhole) problems.push(`${path} is damaged`);
    }
  }
  const names = (await documentsOfBackup(target, id)) ?? [];
  for (const name of names) {
    if (!documents.has(name)) problems.push(`the document ${name} is missing`);
  }
  return problems;
}

/** What overlaps the last one goes on from it. */
function addSpan(spans: Verification["spans"], span: { from: number; to: number }): void {
  const last = spans.at(-1);
  if (last === undefined || last.to < span.from) spans.push(span);
  else last.to = Math.max(last.to, span.to);
}
