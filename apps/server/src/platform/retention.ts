import { dayMs } from "@sanshi/contract";
import type { Jobs } from "./jobs.ts";
import { sql, type Reader } from "./sql/database.ts";

/**
 * What is not kept for ever, and for how long: docs/runbooks/what-is-kept.md says why. Money, orders, fills,
 * cases, messages, documents' looks and the audit log are not here: nothing of them is ever removed.
 */
export const keptDays = {
  /** The answers that a retry under the same request id gets again. */
  client_request: 90,
  /** Sign-ins that have ended, by either side or by age: a device is known as long. */
  session: 400,
  operator_session: 400,
} as const;

type Table = keyof typeof keptDays;

const old: Record<Table, (at: Date) => ReturnType<typeof sql>> = {
  client_request: (at) => sql`recorded_at < ${at}`,
  session: (at) => sql`created_at < ${at} AND greatest(last_seen_at, revoked_at) < ${at}`,
  operator_session: (at) => sql`created_at < ${at} AND greatest(last_seen_at, revoked_at) < ${at}`,
};

/** A statement's rows at most, so that none holds anybody up. */
const batchRowsMax = 1_000;
/** A turn's statements at most for each table: what is left waits for the next hour. */
const batchesMax = 200;
const everyMs = 3_600_000;

/** Deletes what is older than its time at `now`, and answers how many rows of each table. */
export async function forgetWhatIsOld(
  reader: Reader,
  now: number,
  isStopped: () => boolean = () => false,
): Promise<Record<Table, number>> {
  const forgotten = { client_request: 0, session: 0, operator_session: 0 };
  for (const table of Object.keys(keptDays) as Table[]) {
    const before = new Date(now - keptDays[table] * dayMs);
    for (let batch = 0; batch < batchesMax && !isStopped(); batch += 1) {
      const { numAffectedRows = 0n } = await sql`DELETE FROM ${sql.table(table)} WHERE ctid IN (
        SELECT ctid FROM ${sql.table(table)} WHERE ${old[table](before)}
        LIMIT ${batchRowsMax} FOR UPDATE SKIP LOCKED)`.execute(reader);
      forgotten[table] += Number(numAffectedRows);
      if (numAffectedRows < batchRowsMax) break;
    }
  }
  return forgotten;
}

/** Does so every hour, until it is stopped. Several processes do it side by side without harm. */
export function keepForgetting(
  reader: Reader,
  clock: { now(): number },
  jobs: Jobs,
): { stop(): Promise<void> } {
  const failure = "what is kept for a time alone was not removed";
  return jobs.repeat({ everyMs, failure }, (isStopped) =>
    forgetWhatIsOld(reader, clock.now(), isStopped),
  );
}
