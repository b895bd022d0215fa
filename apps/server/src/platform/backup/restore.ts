import { createWriteStream } from "node:fs";
import { chmod, chown, mkdir, open, readdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract, type Headers } from "tar-stream";
import { writeDurably } from "../durable-files.ts";
import { makeFolder } from "../postgres/cluster.ts";
import { StartError } from "../postgres/start-error.ts";
import type { SystemUser } from "../postgres/system-user.ts";
import { listBaseBackups, partPath, type Manifest } from "./base-backup.ts";
import type { BackupTarget } from "./backup-target.ts";
import {
  gapSentence,
  lastMomentBefore,
  listLog,
  momentText,
  openOnce,
  openWalOf,
  walkLog,
  type LogChain,
  type OpenedWal,
  type OpenWal,
} from "./log-chain.ts";
import { sha256Of, timelineOf } from "./wal-files.ts";

/** The folder of the fetched log inside the restored cluster; gone once it was replayed. */
const fetchedWalFolder = "sanshi-restored-wal";

/**
 * The base backups that were complete at `until`, or all without one, the newest first: it is the one to take.
 *
 * @throws StartError where there is none.
 */
export async function fittingBackups(
  target: BackupTarget,
  until: Date | null,
): Promise<Manifest[]> {
  const all = await listBaseBackups(target);
  const fits = all.filter(({ ended_at }) => until === null || Date.parse(ended_at) <= +until);
  if (fits.length > 0) return fits.toReversed();
  const first = all[0];
  throw new StartError(
    first === undefined
      ? `There is no complete backup in ${target.name}.`
      : `The oldest backup in ${target.name} was complete at ${first.ended_at}: choose that second or a later one.`,
  );
}

/** A part of a base backup is missing or damaged; an older one and its log reach the same moments. */
export class DamagedBase extends StartError {}

/**
 * Unpacks a base backup and the log that follows it into a cluster folder, so that PostgreSQL replays it up
 * to and including the last commit at `until` when it is started there.
 *
 * @throws DamagedBase where it is not whole; StartError where the log does not reach so far.
 */
export async function unpackBackup(options: {
  target: BackupTarget;
  manifest: Manifest;
  until: Date | null;
  clusterFolder: string;
  user: SystemUser;
  /** What the same restore has fetched already for a backup that gave way to this one. */
  opened: OpenedWal;
}): Promise<LogChain> {
  const { target, manifest, until, clusterFolder, user } = options;
  makeFolder(clusterFolder, user);
  const chain = await fetchLog(options);
  await unpackParts(target, manifest, clusterFolder, user);
  await own(clusterFolder, "backup_label", manifest.backup_label, user);
  const settings = [
    // From the cluster's own folder, in which PostgreSQL runs it.
    `restore_command = 'cp "${fetchedWalFolder}/%f" "%p"'`,
    // Where nothing more is there, that is the end, and a new timeline begins.
    `recovery_target_timeline = '${chain.timeline === timelineOf(manifest.first_wal) ? "current" : chain.timeline}'`,
    ...(until === null
      ? []
      : [
          // The letters T and Z are none that PostgreSQL reads before it knows its time zones.
          `recovery_target_time = '${until.toISOString().replace("T", " ").replace("Z", "+00")}'`,
          "recovery_target_inclusive = on",
          "recovery_target_action = 'promote'",
        ]),
  ];
  await own(clusterFolder, "postgresql.auto.conf", `${settings.join("\n")}\n`, user);
  await own(clusterFolder, "recovery.signal", "", user);
  return chain;
}

/** Clears what a damaged base backup has left, and keeps the log that was fetched with it. */
export async function forgetBase(clusterFolder: string): Promise<void> {
  for (const name of await readdir(clusterFolder)) {
    if (name === fetchedWalFolder) continue;
    await rm(join(clusterFolder, name), { recursive: true, force: true });
  }
}

/** What recovery alone needed, once it is over. */
export async function forgetRecovery(clusterFolder: string, user: SystemUser): Promise<void> {
  await rm(join(clusterFolder, fetchedWalFolder), { recursive: true, force: true });
  await own(clusterFolder, "postgresql.auto.conf", "", user);
}

async function unpackParts(
  target: BackupTarget,
  { id, parts, part_sha256 }: Manifest,
  clusterFolder: string,
  user: SystemUser,
): Promise<void> {
  async function* bytes() {
    for (let part = 1; part <= parts; part += 1) {
      const path = partPath(id, part);
      const found = await target.find(path);
      const isWhole =
        found !== null &&
        (part_sha256 === undefined || (await sha256Of(found)) === part_sha256[part - 1]);
      if (!isWhole) {
        const problem = found === null ? "missing" : "damaged";
        throw new DamagedBase(`${path} in ${target.name} is ${problem}`);
      }
      yield found;
    }
  }
  const unpacking = extract();
  const piping = pipeline(Readable.from(bytes()), createGunzip(), unpacking);
  // Its failure is told where it is awaited, unless the loop's comes first.
  piping.catch(() => undefined);
  for await (const entry of unpacking) {
    await putEntry(entry, entry.header, clusterFolder, user);
  }
  await piping;
  // Left out of every backup, as each run of PostgreSQL has its own.
  for (const name of emptyFolders) makeFolder(join(clusterFolder, name), user);
}

const emptyFolders = [
  ...["pg_wal", "pg_wal/archive_status", "pg_wal/summaries", "pg_replslot", "pg_dynshmem"],
  ...["pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"],
];

async function putEntry(
  content: Readable,
  { name, type, mode, linkname }: Headers,
  clusterFolder: string,
  user: SystemUser,
): Promise<void> {
  const path = join(clusterFolder, name);
  if (!path.startsWith(clusterFolder)) throw new Error(`${name} lies outside of the cluster`);
  if (type === "directory") {
    content.resume();
    makeFolder(path, user);
    return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (type === "symlink") {
    content.resume();
    await symlink(linkname ?? "", path);
    return;
  }
  await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
  await chmod(path, mode ?? 0o600);
  if (user.ids) await chown(path, user.ids.uid, user.ids.gid);
}

/**
 * The log from the backup's first file on, checked file by file, up to a commit after `until`.
 *
 * @throws StartError where it does not reach so far; it names the last moment that can be reached.
 */
async function fetchLog({
  target,
  manifest,
  until,
  clusterFolder,
  user,
  opened,
}: Parameters<typeof unpackBackup>[0]): Promise<LogChain> {
  const folder = join(clusterFolder, fetchedWalFolder);
  makeFolder(folder, user);
  const log = await listLog(target);
  const openAndKeep: OpenWal = async (file) => {
    const bytes = await openWalOf(target, manifest)(file);
    await putWal(join(folder, file.name), bytes, user);
    return bytes;
  };
  const openWal = openOnce(opened, manifest, openAndKeep);
  const chain = await walkLog(manifest, log, openWal, until === null ? Infinity : +until);
  const { files, reachedAt, gap, isUsable } = chain;
  if (reachedAt !== null && until !== null && +until <= lastMomentBefore(reachedAt)) return chain;
  if (gap === null) {
    if (reachedAt === null || until === null) return chain;
    throw new StartError(
      `The backup ends before ${until.toISOString()}: choose ${momentText(lastMomentBefore(reachedAt))} or an earlier moment, or leave out --until for all that there is.`,
    );
  }
  // What an older release shipped bears no moments: PostgreSQL says whether it reaches this one.
  const isOlder = files.some(({ sha256 }) => sha256 === null);
  if (isUsable && isOlder && reachedAt === null && until !== null) return chain;
  const reached = reachedAt ?? (await lastReachedBefore(target, manifest, { log, opened }));
  throw new StartError(
    [
      `There is a hole in ${target.name}: ${gapSentence(gap)}.`,
      reached === null
        ? "No moment before it is known to be reachable."
        : `The last moment that can be reached is ${momentText(lastMomentBefore(reached))}: to go back to it, and to give up what came after it, name it with --until.`,
      ...(await laterBackups(target, manifest)),
    ].join(" "),
  );
}

/** Where the hole is so near to the chosen backup that no moment is reached, an older one reaches up to it. */
async function lastReachedBefore(
  target: BackupTarget,
  { id }: Manifest,
  { log, opened }: { log: Awaited<ReturnType<typeof listLog>>; opened: OpenedWal },
): Promise<number | null> {
  const older = (await listBaseBackups(target)).filter((one) => one.id < id);
  for (const manifest of older.toReversed()) {
    const openWal = openOnce(opened, manifest, openWalOf(target, manifest));
    const chain = await walkLog(manifest, log, openWal);
    if (chain.reachedAt !== null) return chain.reachedAt;
  }
  return null;
}

async function laterBackups(target: BackupTarget, { id }: Manifest): Promise<string[]> {
  const next = (await listBaseBackups(target)).find((one) => one.id > id);
  return next === undefined ? [] : [`The next backup was complete at ${next.ended_at}.`];
}

const pageBytes = 8 * 1024;
const emptyPage = Buffer.alloc(pageBytes);

/**
 * A file of the log, for this restore alone: a power cut ends it, so nothing is flushed. The end of one that was closed
 * before it was full is zeros, and takes no room.
 */
async function putWal(path: string, bytes: Buffer, { ids }: SystemUser): Promise<void> {
  let end = bytes.length;
  while (end >= pageBytes && bytes.subarray(end - pageBytes, end).equals(emptyPage))
    end -= pageBytes;
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(bytes.subarray(0, end));
    await file.truncate(bytes.length);
    if (ids) await file.chown(ids.uid, ids.gid);
  } finally {
    await file.close();
  }
}

async function own(
  clusterFolder: string,
  name: string,
  content: string | Buffer,
  user: SystemUser,
): Promise<void> {
  await writeDurably(join(clusterFolder, name), content, { owner: user.ids });
}
