import { createReadStream } from "node:fs";
import { lstat, open, readdir, readlink } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { pack as createPack, type Pack } from "tar-stream";
import { objectBytesMax, type BackupTarget } from "./backup-target.ts";
import { sha256Of, walFileOf } from "./wal-files.ts";

/** What is known of one base backup; without it there is none, so it is written last. */
export type Manifest = {
  id: string;
  /** When the database's state that it holds was complete; ISO 8601. */
  ended_at: string;
  postgres_major: number;
  /** The first and the last file of PostgreSQL's log that it cannot do without. */
  first_wal: string;
  last_wal: string;
  parts: number;
  /** Checksums of the parts, in their order; none where an older release made it. */
  part_sha256?: string[];
  /** Which database it is of, as PostgreSQL names it; none where an older release made it. */
  system_identifier?: string;
  backup_label: string;
};

export const baseFolder = "base";
export const manifestPath = (id: string) => `${baseFolder}/${id}/manifest.json`;
export const partPath = (id: string, part: number) =>
  `${baseFolder}/${id}/data-${String(part).padStart(6, "0")}.tar.gz`;

/**
 * Copies the files of a running PostgreSQL while it goes on. Their state is that of `ended_at` once the log
 * between `first_wal` and `last_wal` has been replayed; shipping that log, and writing the manifest at last, is the
 * caller's.
 */
export async function makeBaseBackup(options: {
  /** A superuser's session, kept for the whole of it: PostgreSQL gives a backup up with its session. */
  session: pg.Client;
  clusterFolder: string;
  target: BackupTarget;
}): Promise<Manifest> {
  const { session, clusterFolder, target } = options;
  const id = new Date().toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const started = await session.query<{ wal: string; major: number; system: string }>(
    `SELECT pg_walfile_name(pg_backup_start($1, fast => true)) AS wal,
      current_setting('server_version_num')::int / 10000 AS major,
      (SELECT system_identifier::text FROM pg_control_system()) AS system`,
    [`sanshi ${id}`],
  );
  const checksums = await uploadInParts(target, (part) => partPath(id, part), clusterFolder);
  const stopped = await session.query<{ lsn: string; labelfile: string; spcmapfile: string }>(
    "SELECT lsn, labelfile, spcmapfile FROM pg_backup_stop(wait_for_archive => false)",
  );
  const { lsn, labelfile, spcmapfile } = stopped.rows[0]!;
  if (spcmapfile.trim() !== "") throw new Error("a backup does not know of tablespaces");
  const ended = await session.query<{ wal: string; at: Date }>(
    "SELECT $1::pg_lsn::text, pg_walfile_name($1) AS wal, clock_timestamp() AS at",
    [lsn],
  );
  return {
    id,
    ended_at: ended.rows[0]!.at.toISOString(),
    postgres_major: started.rows[0]!.major,
    first_wal: walFileOf(labelfile) ?? started.rows[0]!.wal,
    last_wal: ended.rows[0]!.wal,
    parts: checksums.length,
    part_sha256: checksums,
    system_identifier: started.rows[0]!.system,
    backup_label: labelfile,
  };
}

export async function writeManifest(target: BackupTarget, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await target.put(manifestPath(manifest.id), Buffer.from(text));
}

/** Deletes what a killed process had begun: it never becomes a backup. */
export async function removeHalfMade(target: BackupTarget): Promise<void> {
  const paths = await target.list(`${baseFolder}/`);
  const complete = paths.filter((path) => path.endsWith("/manifest.json"));
  const folders = complete.map((path) => path.slice(0, -"manifest.json".length));
  for (const path of paths) {
    if (!folders.some((folder) => path.startsWith(folder))) await target.remove(path);
  }
}

/** Every complete base backup, the oldest first. */
export async function listBaseBackups(target: BackupTarget): Promise<Manifest[]> {
  const paths = await target.list(`${baseFolder}/`);
  const manifests = paths.filter((path) => path.endsWith("/manifest.json"));
  return Promise.all(
    manifests.map(async (path) => {
      const text = (await target.get(path)).toString();
      try {
        return JSON.parse(text) as Manifest;
      } catch {
        throw new Error(`${path} in ${target.name} is damaged: move its folder away`);
      }
    }),
  );
}

/** The files of PostgreSQL that belong to a run of it and not to its data: it makes them anew. */
const leftOut = [
  /^postmaster\.(?:pid|opts)$/,
  /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//,
  /(?:^|\/)pgsql_tmp/,
  /(?:^|\/)pg_internal\.init/,
  /^backup_label(?:\.old)?$/,
  /^recovery\.signal$/,
];

async function uploadInParts(
  target: BackupTarget,
  pathOf: (part: number) => string,
  folder: string,
): Promise<string[]> {
  const archive = createPack();
  const zipped = createGzip({ level: 1 });
  const packing = packFolder(archive, folder);
  const piping = pipeline(archive, zipped);
  const checksums: string[] = [];
  let gathered: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    const part = Buffer.concat(gathered);
    checksums.push(await sha256Of(part));
    await target.put(pathOf(checksums.length), part);
    gathered = [];
    bytes = 0;
  };
  try {
    for await (const chunk of zipped as AsyncIterable<Buffer>) {
      gathered.push(chunk);
      bytes += chunk.length;
      if (bytes >= objectBytesMax - 1024 * 1024) await flush();
    }
    await Promise.all([packing, piping]);
  } catch (error) {
    archive.destroy();
    await Promise.allSettled([packing, piping]);
    throw error;
  }
  if (bytes > 0 || checksums.length === 0) await flush();
  return checksums;
}

async function packFolder(archive: Pack, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).replaceAll(sep, "/");
    if (leftOut.some((pattern) => pattern.test(name))) continue;
    try {
      if (entry.isDirectory()) await addEntry(archive, { name: `${name}/`, type: "directory" });
      else if (entry.isSymbolicLink())
        await addEntry(archive, { name, type: "symlink", linkname: await readlink(path) });
      else if (entry.isFile()) await packFile(archive, path, name);
    } catch (error) {
      // A table may be dropped while we copy; the log says so where it matters.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  archive.finalize();
}

type Header = Parameters<Pack["entry"]>[0];

function addEntry(archive: Pack, header: Header): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry(header, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * As many bytes as the file had when it was opened: what grows meanwhile is in the log, and what shrinks is
 * filled with zeros, which the log cuts off again.
 */
async function packFile(archive: Pack, path: string, name: string): Promise<void> {
  const { size, mode } = await lstat(path);
  // Opened before its header is written: one that is gone by now leaves no header without a file.
  const file = await open(path, "r");
  const entry = archive.entry({ name, size, mode: mode & 0o777 });
  try {
    let left = size;
    if (size > 0) {
      const stream = createReadStream("", { fd: file, autoClose: false, start: 0, end: size - 1 });
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        left -= chunk.length;
        await write(entry, chunk);
      }
    }
    while (left > 0) {
      const zeros = Buffer.alloc(Math.min(left, 64 * 1024));
      left -= zeros.length;
      await write(entry, zeros);
    }
    await new Promise<void>((resolve, reject) => {
      entry.once("error", reject);
      entry.once("close", () => resolve());
      entry.end();
    });
  } finally {
    await file.close();
  }
}

function write(entry: NodeJS.WritableStream, chunk: Buffer): Promise<void> | void {
  if (entry.write(chunk)) return;
  return new Promise((resolve) => void entry.once("drain", () => resolve()));
}
