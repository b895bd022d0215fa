import { join } from "node:path";
import type pg from "pg";
import { dataLayout } from "../postgres/data-folder.ts";
import { superuserSession } from "../postgres/start-postgres.ts";
import type { S3Settings } from "../objects/s3-request.ts";
import {
  listBaseBackups,
  makeBaseBackup,
  removeHalfMade,
  writeManifest,
  type Manifest,
} from "./base-backup.ts";
import type { BackupTarget } from "./backup-target.ts";
import { copyDocuments, forgetDocuments, noteDocuments } from "./documents.ts";
import { copyKeys } from "./keys.ts";
import { forgetOldBackups } from "./retention.ts";
import { targetOf, type BackupSettings } from "./settings.ts";
import { requireStillThere, requireTarget } from "./target-identity.ts";
import { ensureSlot, shipWal, slotStatus } from "./wal-shipping.ts";

export type BackupOptions = {
  dataDir: string;
  target: BackupTarget;
  keepDays: number;
  /** Where the keys go; null where they are looked after otherwise. */
  keysFolder: string | null;
  /** Null where documents are kept elsewhere than in the data folder. */
  documentsFolder: string | null;
};

type BackupReport = Manifest & {
  documents: number;
  keys: string[];
  /** Everything committed at this moment, in ms, is in the target. */
  reachedAt: number;
};

/** What the settings say of a backup. */
export function backupOptionsOf(
  { dataDir, documentStore }: { dataDir: string; documentStore: S3Settings | null },
  backup: BackupSettings,
): BackupOptions {
  return {
    dataDir,
    target: targetOf(backup, documentStore),
    keepDays: backup.keepDays,
    keysFolder: backup.keysTo,
    documentsFolder: documentStore === null ? join(dataDir, "documents") : null,
  };
}

/** One backup runs at a time, in whichever process: the lock ends with its session. */
const lockNumber = 7_264_001;

export class BackupRunning extends Error {
  constructor() {
    super("another backup of this instance is running");
  }
}

/** Only a new base backup closes it. */
export class LogNotKept extends Error {
  constructor() {
    super("the log since the last backup was not kept");
  }
}

/**
 * A base backup of the running PostgreSQL with the log that it needs, the documents and, elsewhere, their
 * keys; then removes what is older than `keepDays`. Its manifest is written last: one that was killed is none, and
 * the next one removes what is left of it.
 *
 * @throws BackupRunning where another one is under way, TargetAway where the target is not the one it was.
 */
export function backUp(options: BackupOptions): Promise<BackupReport> {
  const { dataDir, target, keepDays, keysFolder, documentsFolder } = options;
  return withSession(dataDir, async (session) => {
    const { clusterFolder } = dataLayout(dataDir);
    await requireSameMajor(session, target);
    await requireTarget({ session, dataDir, target });
    await removeHalfMade(target);
    await ensureSlot(session);
    const manifest = await makeBaseBackup({ session, clusterFolder, target });
    const { reachedAt } = await shipWal({ session, clusterFolder, target });
    const documents =
      documentsFolder === null
        ? { names: [], copied: 0 }
        : await copyDocuments(documentsFolder, target);
    await noteDocuments(target, manifest.id, documents.names);
    const keys = keysFolder === null ? [] : await copyKeys(dataDir, keysFolder);
    await writeManifest(target, manifest);
    await requireStillThere(target);
    const kept = await forgetOldBackups(target, keepDays, Date.now());
    await forgetDocuments(
      target,
      kept.map(({ id }) => id),
      documents.names,
    );
    return { ...manifest, documents: documents.copied, keys, reachedAt };
  });
}

/** After an upgrade the log's files begin to count anew: those of both could not lie in one place. */
async function requireSameMajor(session: pg.Client, target: BackupTarget): Promise<void> {
  const { rows } = await session.query<{ major: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS major",
  );
  const others = (await listBaseBackups(target)).find(
    ({ postgres_major }) => postgres_major !== rows[0]?.major,
  );
  if (others === undefined) return;
  throw new Error(
    `${target.name} holds backups of PostgreSQL ${others.postgres_major}: name a new folder with BACKUP_TO, and keep this one for as long as anybody may want to go back to before the upgrade`,
  );
}

/**
 * Ships what was committed since the last time, and the documents.
 *
 * @throws LogNotKept where no base backup was made before, or the log since was not kept; TargetAway where the
 *   target is not the one it was.
 */
export function backUpLog({
  dataDir,
  target,
  documentsFolder,
}: BackupOptions): Promise<{ shipped: number; reachedAt: number }> {
  return withSession(dataDir, async (session) => {
    await requireTarget({ session, dataDir, target });
    if ((await slotStatus(session)) !== "kept") throw new LogNotKept();
    const { clusterFolder } = dataLayout(dataDir);
    const shipped = await shipWal({ session, clusterFolder, target });
    // After the log: a document that the log knows of is there.
    if (documentsFolder !== null) await copyDocuments(documentsFolder, target);
    return shipped;
  });
}

/** When the newest base backup was complete; null where there is none. */
export async function newestBackupAt(target: BackupTarget): Promise<number | null> {
  const newest = (await listBaseBackups(target)).at(-1);
  return newest === undefined ? null : Date.parse(newest.ended_at);
}

async function withSession<Result>(
  dataDir: string,
  work: (session: pg.Client) => Promise<Result>,
): Promise<Result> {
  const session = await superuserSession(dataDir);
  try {
    const locked = await session.query<{ mine: boolean }>(
      "SELECT pg_try_advisory_lock($1) AS mine",
      [lockNumber],
    );
    if (locked.rows[0]?.mine !== true) throw new BackupRunning();
    return await work(session);
  } finally {
    await session.end();
  }
}
