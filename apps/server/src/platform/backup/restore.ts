import { createWriteStream } from "node:fs";
import { chmod, chown, mkdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGunzip, gunzip } from "node:zlib";
import { extract, type Headers } from "tar-stream";
import { writeDurably } from "../durable-files.ts";
import { makeFolder } from "../postgres/cluster.ts";
import { StartError } from "../postgres/start-error.ts";
import type { SystemUser } from "../postgres/system-user.ts";
import { listBaseBackups, partPath, type Manifest } from "./base-backup.ts";
import type { BackupTarget } from "./backup-target.ts";
import { historyFilePattern, walFilePattern, walFolder, walPath } from "./wal-files.ts";

const unzip = promisify(gunzip);

/** The folder of the fetched log inside the restored cluster; gone once it was replayed. */
const fetchedWalFolder = "sanshi-restored-wal";

/**
 * The newest base backup that was complete at `until`; the newest of all without one.
 *
 * @throws StartError where there is none.
 */
export async function chooseBaseBackup(
  target: BackupTarget,
  until: Date | null,
): Promise<Manifest> {
  const all = await listBaseBackups(target);
  const fits = all.filter(({ ended_at }) => until === null || Date.parse(ended_at) <= +until);
  const chosen = fits.at(-1);
  if (chosen !== undefined) return chosen;
  const first = all[0];
  throw new StartError(
    first === undefined
      ? `There is no complete backup in ${target.name}.`
      : `The oldest backup in ${target.name} was complete at ${first.ended_at}: choose that second or a later one.`,
  );
}

/**
 * Unpacks a base backup and the log that follows it into a cluster folder, so that PostgreSQL replays it up
 * to and including the last commit at `until` when it is started there.
 */
export async function unpackBackup(options: {
  target: BackupTarget;
  manifest: Manifest;
  until: Date | null;
  clusterFolder: string;
  user: SystemUser;
}): Promise<{ walFiles: number }> {
  const { target, manifest, until, clusterFolder, user } = options;
  makeFolder(clusterFolder, user);
  await unpackParts(target, manifest, clusterFolder, user);
  await own(clusterFolder, "backup_label", manifest.backup_label, user);
  const walFiles = await fetchWal(target, manifest, clusterFolder, user);
  const settings = [
    // From the cluster's own folder, in which PostgreSQL runs it.
    `restore_command = 'cp "${fetchedWalFolder}/%f" "%p"'`,
    // Where nothing more is there, that is the end, and a new timeline begins.
    "recovery_target_timeline = 'latest'",
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
  return { walFiles };
}

/** What recovery alone needed, once it is over. */
export async function forgetRecovery(clusterFolder: string, user: SystemUser): Promise<void> {
  await rm(join(clusterFolder, fetchedWalFolder), { recursive: true, force: true });
  await own(clusterFolder, "postgresql.auto.conf", "", user);
}

async function unpackParts(
  target: BackupTarget,
  { id, parts }: Manifest,
  clusterFolder: string,
  user: SystemUser,
): Promise<void> {
  async function* bytes() {
    for (let part = 1; part <= parts; part += 1) yield await target.get(partPath(id, part));
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

/** Everything from the backup's first file on, whatever timelines came after it. */
async function fetchWal(
  target: BackupTarget,
  { first_wal, last_wal }: Manifest,
  clusterFolder: string,
  user: SystemUser,
): Promise<number> {
  const folder = join(clusterFolder, fetchedWalFolder);
  makeFolder(folder, user);
  const there = (await target.list(`${walFolder}/`)).map((path) =>
    path.slice(walFolder.length + 1, -".gz".length),
  );
  if (!there.includes(last_wal)) {
    throw new StartError(
      `The file ${last_wal} of PostgreSQL's log, which this backup needs, is not in ${target.name}.`,
    );
  }
  const place = (name: string) => name.slice(8);
  const wanted = there.filter(
    (name) =>
      historyFilePattern.test(name) ||
      (walFilePattern.test(name) && place(name) >= place(first_wal)),
  );
  for (const name of wanted) {
    const bytes = await unzip(await target.get(walPath(name)));
    await own(clusterFolder, join(fetchedWalFolder, name), bytes, user);
  }
  return wanted.length;
}

async function own(
  clusterFolder: string,
  name: string,
  content: string | Buffer,
  user: SystemUser,
): Promise<void> {
  await writeDurably(join(clusterFolder, name), content, { owner: user.ids });
}
