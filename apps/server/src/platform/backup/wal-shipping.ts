import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import type { BackupTarget } from "./backup-target.ts";
import { listLog, writeHead } from "./log-chain.ts";
import { requireStillThere } from "./target-identity.ts";
import { historyFilePattern, packWal, walFilePattern } from "./wal-files.ts";

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
 * Commits a message, completes the present file of the log, ships every one that is not there yet, and lets
 * PostgreSQL reuse them once the target has been seen to hold them: nothing that was committed before the call is
 * missing. Its result says when that was, in ms.
 */
export async function shipWal(options: {
  session: pg.Client;
  clusterFolder: string;
  target: BackupTarget;
}): Promise<{ shipped: number; reachedAt: number }> {
  const { session, clusterFolder, target } = options;
  // A commit of our own, so that a restore can reach every second before this one.
  const { rows } = await session.query<{ at: Date }>(
    "SELECT clock_timestamp() AS at FROM pg_logical_emit_message(true, 'sanshi-backup', '')",
  );
  const reachedAt = +rows[0]!.at;
  await session.query("SELECT pg_switch_wal()");
  const { file: current, begins } = await presentFile(session);
  const folder = join(clusterFolder, "pg_wal");
  try {
    const [names, has] = await Promise.all([readdir(folder), shippedTo(target)]);
    // Files of the present timeline before the present one are complete; recycled ones come after it.
    const complete = names
      .filter((name) => walFilePattern.test(name) && name < current)
      .concat(names.filter((name) => historyFilePattern.test(name)))
      .filter((name) => !has.has(name))
      .toSorted();
    const last = complete.findLast((name) => walFilePattern.test(name));
    for (const name of complete) {
      const bytes = await readFile(join(folder, name));
      const file = await packWal(name, bytes, name === last ? reachedAt : null);
      await target.put(file.path, file.packed);
      has.add(name);
    }
    if (last !== undefined) await writeHead(target, { name: last, reachedAt });
    await requireStillThere(target);
    await advanceSlot(session, begins);
    return { shipped: complete.length, reachedAt };
  } catch (error) {
    // It may have lost what it was seen to hold.
    seen.delete(target);
    throw error;
  }
}

/** What a process has seen at a target: listing a bucket every minute would cost more than the shipping. */
const seen = new WeakMap<BackupTarget, Set<string>>();

async function shippedTo(target: BackupTarget): Promise<Set<string>> {
  let names = seen.get(target);
  if (names === undefined) {
    names = new Set((await listLog(target)).files.map(({ name }) => name));
    seen.set(target, names);
  }
  return names;
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
