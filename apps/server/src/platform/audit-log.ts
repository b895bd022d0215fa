import { createHash } from "node:crypto";
import { firstRow, sql, type Database, type Reader, type Transaction } from "./sql/database.ts";
import type { AppendWithinRow, ReadAuditHeadRow } from "./audit-log.sql-types.ts";

/** What is written down of one operators' call. */
type AuditRecord = {
  operatorId: bigint | null;
  operator: string | null;
  role: string | null;
  address: string;
  method: string;
  path: string;
  /** What it was about: an account, a case, an operator. */
  subject: string;
  /** `ok` or the refusal's code. */
  outcome: string;
  details: AuditDetails;
};

/** Never a secret, and nothing that an unchecked request brought. */
export type AuditDetails = { readonly [name: string]: AuditValue };
type AuditValue = string | boolean | null | readonly AuditValue[] | AuditDetails;

export type AuditHead = { log: string; number: bigint; hash: string };

export type AuditEntry = AuditRecord & {
  number: bigint;
  at: number;
  previousHash: string;
  hash: string;
};

export type AuditLog = {
  /** Adds an entry in the caller's transaction, as its last step: others wait for it until then. */
  appendWithin(transaction: Transaction, record: AuditRecord): Promise<void>;
  append(record: AuditRecord): Promise<void>;
  /** Calls back after each entry that was committed by `append` or told by `settled`. */
  onAppended(follow: () => Promise<void>): void;
  /** Says that a transaction with an entry was committed. */
  settled(): Promise<void>;
};

export function createAuditLog(database: Database): AuditLog {
  let follow: () => Promise<void> = () => Promise.resolve();
  const settled = () => follow();
  return {
    appendWithin,
    async append(record) {
      await database.transaction((transaction) => appendWithin(transaction, record));
      await settled();
    },
    onAppended: (to) => void (follow = to),
    settled,
  };
}

async function appendWithin(transaction: Transaction, record: AuditRecord): Promise<void> {
  const head = await firstRow(
    transaction,
    sql<AppendWithinRow>`
      SELECT number, hash, log, date_trunc('milliseconds', real_now()) AS at
      FROM audit_head FOR UPDATE`,
  );
  if (head === undefined) throw new Error("the audit log has no head");
  const entry = { ...record, number: head.number + 1n, at: head.at };
  const hash = hashOf(entry, head.hash.toString("hex"), head.log);
  await sql`INSERT INTO audit_entry (number, at, operator_id, operator, role, address, method, path,
      subject, outcome, details, previous_hash, hash)
    VALUES (${entry.number}, ${new Date(entry.at)}, ${entry.operatorId}, ${entry.operator},
      ${entry.role}, ${entry.address}, ${entry.method}, ${entry.path}, ${entry.subject},
      ${entry.outcome}, ${JSON.stringify(entry.details)}, ${head.hash}, decode(${hash}, 'hex'))`.execute(
    transaction,
  );
}

export async function readAuditHead(reader: Reader): Promise<AuditHead> {
  const head = await firstRow(
    reader,
    sql<ReadAuditHeadRow>`SELECT log, number, hash FROM audit_head`,
  );
  if (head === undefined) throw new Error("the audit log has no head");
  return { log: head.log, number: head.number, hash: head.hash.toString("hex") };
}

/** The hash of an entry: over the log's name, the hash before it, and everything that it says. */
export function hashOf(
  entry: Omit<AuditEntry, "previousHash" | "hash">,
  previousHash: string,
  log: string,
): string {
  const said = [
    log,
    previousHash,
    entry.number.toString(),
    new Date(entry.at).toISOString(),
    entry.operatorId?.toString() ?? null,
    entry.operator,
    entry.role,
    entry.address,
    entry.method,
    entry.path,
    entry.subject,
    entry.outcome,
    sorted(entry.details),
  ];
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}

/** With the names of every object in order: the database keeps them in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
