import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { flushFolder, renameFolderDurably, writeDurably } from "../durable-files.ts";
import { createFolderStore } from "../objects/folder-store.ts";
import { findBinaries, type PostgresBinaries } from "../postgres/binaries.ts";
import { makeFolder, writeConfiguration } from "../postgres/cluster.ts";
import {
  dataLayout,
  newCredentials,
  writeCredentials,
  requireReachable,
  sharedFolder,
  type DataLayout,
} from "../postgres/data-folder.ts";
import { lockDataFolder } from "../postgres/data-folder-lock.ts";
import { findFreePort } from "../postgres/free-port.ts";
import {
  hasEnded,
  lastLogLines,
  spawnPostmaster,
  stopPostmaster,
  type Postmaster,
} from "../postgres/postmaster.ts";
import { StartError } from "../postgres/start-error.ts";
import { keyFilePath } from "../sealing/key-ring.ts";
import { choosePostgresUser, type SystemUser } from "../postgres/system-user.ts";
import type { BackupTarget } from "./backup-target.ts";
import type { Manifest } from "./base-backup.ts";
import { documentPath, documentsInBackup, documentsOfBackup } from "./documents.ts";
import { copyKeys } from "./keys.ts";
import type { LogChain, OpenedWal } from "./log-chain.ts";
import {
  DamagedBase,
  fittingBackups,
  forgetBase,
  forgetRecovery,
  unpackBackup,
} from "./restore.ts";

type RestoreOptions = {
  /** A folder without a database: nothing is ever restored over data. */
  dataDir: string;
  target: BackupTarget;
  /** Up to and including the last commit of this second; everything that was backed up where it is null. */
  until: Date | null;
  /** Where the keys were kept; null where DOCUMENT_KEY names them, or they are put there by hand. */
  keysFolder: string | null;
  /** DOCUMENT_KEY holds the keys. */
  keysElsewhere?: boolean;
  /** Documents are in S3 and not in the backups. */
  documentsElsewhere?: boolean;
  onProgress: (text: string) => void;
};

/**
 * Returns what the restored folder lacks, a sentence for each.
 *
 * @throws StartError with the one sentence that says what is in the way.
 */
export async function restoreInstance(options: RestoreOptions): Promise<{ missing: string[] }> {
  const { dataDir, target, until, onProgress } = options;
  const layout = dataLayout(dataDir);
  if (existsSync(layout.clusterFolder)) {
    throw new StartError(
      `${dataDir} has a database already: set DATA_DIR to a new folder, or move that one aside.`,
    );
  }
  const lock = await lockDataFolder(dataDir, onProgress);
  try {
    const user = choosePostgresUser(layout.clusterFolder);
    requireReachable(user, dataDir);
    const manifests = await fittingBackups(target, until);
    const binaries = await findBinaries(user, join(sharedFolder, "programs"));
    const draft = { ...layout, clusterFolder: `${layout.clusterFolder}.restored` };
    const { manifest, files } = await unpackNewest(options, manifests, {
      version: binaries.version,
      clusterFolder: draft.clusterFolder,
      user,
    });
    onProgress(`Replaying what came after it (${files.length} files of PostgreSQL's log)`);
    await replay({ layout: draft, user, binaries, until, onProgress });
    onProgress("Fetching the documents");
    await fetchDocuments(target, join(dataDir, "documents"));
    if (options.keysFolder !== null && existsSync(options.keysFolder))
      await copyKeys(options.keysFolder, dataDir);
    await flushFolder(draft.clusterFolder);
    await renameFolderDurably(draft.clusterFolder, layout.clusterFolder);
    return { missing: await missingIn(options, manifest) };
  } catch (error) {
    rmSync(`${layout.clusterFolder}.restored`, { recursive: true, force: true });
    throw error;
  } finally {
    lock.release();
  }
}

/** Of the newest backup that is whole; what is taken instead of a damaged one is said. */
async function unpackNewest(
  { target, until, onProgress }: RestoreOptions,
  manifests: readonly Manifest[],
  { version, clusterFolder, user }: { version: string; clusterFolder: string; user: SystemUser },
): Promise<LogChain & { manifest: Manifest }> {
  const opened: OpenedWal = new Map();
  rmSync(clusterFolder, { recursive: true, force: true });
  for (const [index, manifest] of manifests.entries()) {
    if (!version.startsWith(`${manifest.postgres_major}.`)) {
      throw new StartError(
        `The backup is PostgreSQL ${manifest.postgres_major}'s and this version runs PostgreSQL ${version}: restore it with the version that made it.`,
      );
    }
    onProgress(`Unpacking the backup that was complete at ${manifest.ended_at}`);
    try {
      return {
        ...(await unpackBackup({ target, manifest, until, clusterFolder, user, opened })),
        manifest,
      };
    } catch (error) {
      if (!(error instanceof DamagedBase) || index === manifests.length - 1) throw error;
      onProgress(`${error.message}: going on with the backup before it`);
      await forgetBase(clusterFolder);
    }
  }
  throw new Error("no backup was given");
}

async function missingIn(
  { dataDir, target, documentsElsewhere, keysElsewhere }: RestoreOptions,
  { id }: Manifest,
): Promise<string[]> {
  const missing: string[] = [];
  if (!keysElsewhere && !existsSync(keyFilePath(dataDir))) {
    missing.push(
      `The keys of sealed documents and account numbers are not there: put the file document-keys into ${dataDir}, or set DOCUMENT_KEY. A start refuses without them and makes no new ones.`,
    );
  }
  if (documentsElsewhere) return missing;
  const names = (await documentsOfBackup(target, id)) ?? [];
  const gone = names.filter((name) => !existsSync(join(dataDir, "documents", name)));
  if (gone.length > 0) {
    missing.push(
      `${gone.length} of ${names.length} documents of this backup are not in ${target.name}: what they showed cannot be looked at.`,
    );
  }
  return missing;
}

type Replay = {
  layout: DataLayout;
  user: SystemUser;
  binaries: PostgresBinaries;
  until: Date | null;
  onProgress: (text: string) => void;
};

/** Runs PostgreSQL until it has reached the goal and writes again, and gives its superuser a new password. */
async function replay(options: Replay): Promise<void> {
  const { layout, user } = options;
  makeFolder(layout.socketFolder, user);
  await writeConfiguration({ layout, user, durable: true });
  // Through the socket alone, whose folder only its user may enter: the old password may be lost.
  const access = join(layout.clusterFolder, "pg_hba.conf");
  await writeDurably(access, "local all postgres trust\n", { owner: user.ids });
  const postmaster = spawnPostmaster({ ...options, port: await findFreePort() });
  try {
    const session = await untilItWrites(options, postmaster);
    const credentials = newCredentials();
    const password = pg.escapeLiteral(credentials.superuserPassword);
    await session.query(`ALTER ROLE postgres PASSWORD ${password}`);
    await writeCredentials(layout.credentialsFile, credentials);
    await session.end();
  } finally {
    await stopPostmaster(postmaster);
  }
  await forgetRecovery(layout.clusterFolder, user);
}

async function untilItWrites(options: Replay, postmaster: Postmaster): Promise<pg.Client> {
  const { layout, until, onProgress } = options;
  let toldAt = performance.now();
  while (!hasEnded(postmaster)) {
    const session = new pg.Client({
      host: layout.socketFolder,
      port: postmaster.port,
      user: "postgres",
      database: "postgres",
    });
    session.on("error", () => undefined);
    try {
      await session.connect();
      const { rows } = await session.query<{ replaying: boolean; at: Date | null }>(
        "SELECT pg_is_in_recovery() AS replaying, pg_last_xact_replay_timestamp() AS at",
      );
      if (rows[0]?.replaying === false) return session;
      if (performance.now() - toldAt > 10_000) {
        toldAt = performance.now();
        onProgress(`  … at ${rows[0]?.at?.toISOString() ?? "the beginning"}`);
      }
    } catch {
      // Not ready yet, or ended: the loop's condition tells.
    }
    await session.end().catch(() => undefined);
    await sleep(100);
  }
  const reason = lastLogLines(layout, 12);
  if (/recovery ended before configured recovery target was reached/.test(reason)) {
    throw new StartError(
      `The log that can be reached ends before ${until?.toISOString()}: choose an earlier moment.`,
    );
  }
  throw new StartError(`PostgreSQL could not replay its log:\n${reason}`);
}

async function fetchDocuments(target: BackupTarget, folder: string): Promise<void> {
  const store = createFolderStore(folder);
  for (const name of await documentsInBackup(target)) {
    if (existsSync(join(folder, name))) continue;
    await store.put(name, await target.get(documentPath(name)));
  }
}
