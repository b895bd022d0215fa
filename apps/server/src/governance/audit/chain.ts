import { hashOf, readAuditHead, type AuditHead } from "../../platform/audit-log.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { entriesAfter, everything, hashAt } from "./audit.store.ts";

export type ChainReport = { entries: number; head: string; faults: string[] };

const readAtOnce = 1_000;
/** Whoever rewrote a log of millions is told the first faults. */
const faultsMax = 100;

/**
 * Recomputes the whole chain: a changed entry, a missing one, one that does not follow the one before,
 * and an end that is not where the database or the file beside it says.
 */
export async function checkChain(reader: Reader, kept: AuditHead | null): Promise<ChainReport> {
  const { log } = await readAuditHead(reader);
  const faults: string[] = [];
  const say = (fault: string) => {
    if (faults.length < faultsMax) faults.push(fault);
  };
  for (const fault of await faultsOfKept(reader, kept)) say(fault);
  let last = { number: 0n, hash: "" };
  let entries = 0;
  for (;;) {
    const found = await entriesAfter(reader, everything, { after: last.number, limit: readAtOnce });
    for (const entry of found) {
      entries += 1;
      if (entry.number !== last.number + 1n) {
        say(`entries ${last.number + 1n} to ${entry.number - 1n} are missing`);
      }
      if (entry.previousHash !== last.hash) {
        say(`entry ${entry.number} does not follow the entry before it`);
      }
      if (hashOf(entry, entry.previousHash, log) !== entry.hash) {
        say(`entry ${entry.number} was changed`);
      }
      last = { number: entry.number, hash: entry.hash };
    }
    if (found.length < readAtOnce) break;
  }
  const head = await readAuditHead(reader);
  // While it was read, calls may have added to it: the head may be ahead, never elsewhere.
  const isBehind = head.number < last.number;
  const isElsewhere = head.number === last.number && head.hash !== last.hash;
  const isAhead = head.number > last.number && (await hashAt(reader, head.number)) !== head.hash;
  if (isBehind || isElsewhere || isAhead) {
    say(`the log ends at entry ${last.number}, and its head says ${head.number}`);
  }
  return { entries, head: last.hash, faults };
}

async function faultsOfKept(reader: Reader, kept: AuditHead | null): Promise<string[]> {
  if (kept === null) {
    const { number } = await readAuditHead(reader);
    return number === 0n ? [] : ["no head of this log is kept outside the database"];
  }
  if (kept.number === 0n) return [];
  const hash = await hashAt(reader, kept.number);
  if (hash === kept.hash) return [];
  return hash === undefined
    ? [`the log was cut: what was kept outside the database went on to entry ${kept.number}`]
    : [`entry ${kept.number} is not the one that was kept outside the database`];
}

/** Whether the chain still holds what the file says, so that the file may follow it. */
export async function holds(reader: Reader, kept: AuditHead): Promise<boolean> {
  return kept.number === 0n || (await hashAt(reader, kept.number)) === kept.hash;
}
