import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type pg from "pg";
import type { BackupTarget } from "./backup-target.ts";
import { historyFilePattern, walFilePattern, walFolder, walPath } from "./wal-files.ts";

const zip = promisify(gzip);

/** PostgreSQL keeps whatever has not been shipped yet as long as this slot stands, up to `max_slot_wal_keep_size`. */
const slotName = "sanshi_backup";
/** Makes the slot where there is none, or one that was lost: as a base backup begins, and then alone. */
export async function ensureSlot(session: pg.Client): Promise<void> {
  const status = await slotStatus(session);
  if (status === "kept") return;
  if (status === "lost") await session.query("SELECT pg_drop_replication_slot($1)", [slotName]);
  await session.query("SELECT pg_create_physical_replication_slot($1, true)", [slotName]);
}

/** Whether PostgreSQL has kept the log since it was last shipped; where not, it has a gap. */
export async function slotStatus(session: pg.Client): Promise<"none" | "lost" | "kept"> {
  const found = await session.query<{ wal_status: string | null }>(
    "SELECT wal_status FROM pg_replication_slots WHERE slot_name = $1",
    [slotName],
  );
  const slot = found.rows[0];
  if (slot === undefined) return "none";
  return slot.wal_status === "lost" ? "lost" : "kept";
}

/**
 * Completes the present file of the log, if anything was written to it, ships every one that is not there
 * yet, and lets PostgreSQL reuse them: nothing that was committed before the call is missing.
 */
export async function shipWal(options: {
  session: pg.Client;
  clusterFolder: string;
  target: BackupTarget;
}): Promise<{ shipped: number }> {
  const { session, clusterFolder, target } = options;
  await session.query("SELECT pg_switch_wal()");
  const { file: current, begins } = await presentFile(session);
  const folder = join(clusterFolder, "pg_wal");
  const [names, has] = await Promise.all([readdir(folder), shippedTo(target)]);
  // Files of the present timeline before the present one are complete; recycled ones come after it.
  const complete = names
    .filter((name) => walFilePattern.test(name) && name < current)
    .concat(names.filter((name) => historyFilePattern.test(name)))
    .filter((name) => !has.has(walPath(name)))
    .toSorted();
  for (const name of complete) {
    await target.put(walPath(name), await zip(await readFile(join(folder, name)), { level: 1 }));
    has.add(walPath(name));
  }
  await advanceSlot(session, begins);
  return { shipped: complete.length };
}

/** What a process has seen at a target: listing a bucket every minute would cost more than the shipping. */
const seen = new WeakMap<BackupTarget, Set<string>>();

async function shippedTo(target: BackupTarget): Promise<Set<string>> {
  let paths = seen.get(target);
  if (paths === undefined) {
    paths = new Set(await target.list(`${walFolder}/`));
    seen.set(target, paths);
  }
  return paths;
}

/**
 * The file that is being written to, and the place in the log where it begins. By what is on the disk and not
 * by what is in memory: everything before that file is complete there.
 */
async function presentFile(session: pg.Client): Promise<{ file: string; begins: string }> {
  const found = await session.query<{ file: string; begins: string }>(
    `SELECT substr(pg_walfile_name(flushed), 1, 8)
        || upper(lpad(to_hex(number / 256), 8, '0') || lpad(to_hex(number % 256), 8, '0')) AS file,
      ('0/0'::pg_lsn + number * bytes)::text AS begins
    FROM (SELECT flushed, bytes, trunc((flushed - '0/0'::pg_lsn) / bytes)::bigint AS number
      FROM pg_current_wal_flush_lsn() AS flushed,
        (SELECT setting::bigint AS bytes FROM pg_settings WHERE name = 'wal_segment_size') size) place`,
  );
  return found.rows[0]!;
}

/** Up to the beginning of the present file: everything before it is safe elsewhere. */
async function advanceSlot(session: pg.Client, begins: string): Promise<void> {
  await session.query(
    `SELECT pg_replication_slot_advance(slot_name, $2::pg_lsn) FROM pg_replication_slots
    WHERE slot_name = $1 AND wal_status <> 'lost' AND restart_lsn < $2::pg_lsn`,
    [slotName, begins],
  );
}
