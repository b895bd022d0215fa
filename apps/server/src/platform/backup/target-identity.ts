import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { writeDurably } from "../durable-files.ts";
import type { BackupTarget } from "./backup-target.ts";

/** What a target says of itself from its first use on. */
type Identity = { id: string; system_identifier: string; first_used_at: string };
const identityPath = "target.json";

/** Which identity each target had that this data folder has used, by the target's name. */
const rememberedFile = (dataDir: string) => join(dataDir, "backup-targets.json");

/** The target is not the one that was used before: an unmounted disk leaves an empty folder in its place. */
export class TargetAway extends Error {}

/**
 * Writes the identity at the first use, and afterwards holds the target against it: nothing is written where
 * another folder, or nothing, has taken its place.
 *
 * @throws TargetAway where it is not there, or not this one's.
 */
export async function requireTarget(options: {
  session: pg.Client;
  dataDir: string;
  target: BackupTarget;
}): Promise<void> {
  const { session, dataDir, target } = options;
  const { rows } = await session.query<{ system: string; at: Date }>(
    "SELECT system_identifier::text AS system, clock_timestamp() AS at FROM pg_control_system()",
  );
  const { system, at } = rows[0]!;
  const remembered = readRemembered(dataDir);
  const known = remembered[target.name];
  let found = await readIdentity(target);
  if (found === null && known !== undefined) throw away(target);
  if (found !== null && known !== undefined && found.id !== known) {
    throw new TargetAway(
      `${target.name} is another target than the one that was backed up to: look at what is mounted there, or remove its line from ${rememberedFile(dataDir)}`,
    );
  }
  if (found !== null && found.system_identifier !== system) {
    throw new TargetAway(
      `${target.name} holds the backups of another database: name a folder or bucket of its own with BACKUP_TO`,
    );
  }
  if (found === null) {
    found = { id: randomUUID(), system_identifier: system, first_used_at: at.toISOString() };
    await target.put(identityPath, Buffer.from(`${JSON.stringify(found, null, 2)}\n`));
  }
  if (known === undefined) {
    const text = JSON.stringify({ ...remembered, [target.name]: found.id }, null, 2);
    await writeDurably(rememberedFile(dataDir), `${text}\n`);
  }
}

/** Looks again after something was written: a disk that went away meanwhile has not kept it. */
export async function requireStillThere(target: BackupTarget): Promise<void> {
  if ((await readIdentity(target)) === null) throw away(target);
}

function away(target: BackupTarget): TargetAway {
  return new TargetAway(
    `${target.name} does not hold the backups that were made there (${identityPath} is missing): look whether its disk is mounted`,
  );
}

async function readIdentity(target: BackupTarget): Promise<Identity | null> {
  const text = await target.find(identityPath);
  return text === null ? null : (JSON.parse(text.toString()) as Identity);
}

function readRemembered(dataDir: string): Record<string, string> {
  const path = rememberedFile(dataDir);
  if (!existsSync(path)) return {};
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
}
