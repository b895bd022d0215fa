import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { AuditHead } from "../../platform/audit-log.ts";
import { makeFolderDurably, writeDurably } from "../../platform/durable-files.ts";

/** The newest entry's number and hash, kept beside the database: what a cut tail is found by. */
export function headFile(dataDir: string, log: string): string {
  return join(dataDir, "audit-heads", `${log}.json`);
}

/** Null where none was kept. */
export async function readHeadFile(dataDir: string, log: string): Promise<AuditHead | null> {
  const path = headFile(dataDir, log);
  if (!existsSync(path)) return null;
  const kept = JSON.parse(await readFile(path, "utf8")) as Record<keyof AuditHead, string>;
  return { log: kept.log, number: BigInt(kept.number), hash: kept.hash };
}

/** On the disk when it returns; a reader finds the old one or the new one whole. */
export async function writeHeadFile(dataDir: string, head: AuditHead): Promise<void> {
  const path = headFile(dataDir, head.log);
  await makeFolderDurably(dirname(path));
  await writeDurably(path, `${JSON.stringify({ ...head, number: head.number.toString() })}\n`);
}
