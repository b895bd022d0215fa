import type { AuditEntry } from "../../platform/audit-log.ts";
import { rows, sql, timestamp, type RawBuilder, type Reader } from "../../platform/sql/database.ts";
import type { HashAtRow, StoredEntry } from "./audit.sql-types.ts";

export type AuditFilter = {
  operator: string | null;
  subject: string | null;
  path: string | null;
  outcome: "ok" | "refused" | null;
  from: number | null;
  to: number | null;
  /** Of calls that change something, those that did; with an outcome, those that ended so. */
  changesOnly: boolean;
};

export const everything: AuditFilter = {
  operator: null,
  subject: null,
  path: null,
  outcome: null,
  from: null,
  to: null,
  changesOnly: false,
};

/** All but the transaction, which no hash holds. */
const columns = sql`number, at, operator_id, operator, role, address, method, path, subject, outcome, details,
  previous_hash, hash`;

/** Newest first, below the number `before`. */
export async function listEntries(
  reader: Reader,
  filter: AuditFilter,
  page: { before: bigint | undefined; limit: number },
): Promise<AuditEntry[]> {
  const beyond =
    page.before === undefined ? sql`` : sql`AND number < ${page.before.toString()}::bigint`;
  const found = await rows(
    reader,
    sql<StoredEntry>`SELECT ${columns} FROM audit_entry WHERE true ${conditions(filter)} ${beyond}
      ORDER BY number DESC LIMIT ${page.limit}`,
  );
  return found.map(entryOf);
}

/** Oldest first, above the number `after`. */
export async function entriesAfter(
  reader: Reader,
  filter: AuditFilter,
  page: { after: bigint; limit: number },
): Promise<AuditEntry[]> {
  const found = await rows(
    reader,
    sql<StoredEntry>`SELECT ${columns} FROM audit_entry
      WHERE number > ${page.after} ${conditions(filter)} ORDER BY number LIMIT ${page.limit}`,
  );
  return found.map(entryOf);
}

/** The hash of one entry; undefined where there is no such number. */
export async function hashAt(reader: Reader, number: bigint): Promise<string | undefined> {
  const [row] = await rows(
    reader,
    sql<HashAtRow>`SELECT hash FROM audit_entry WHERE number = ${number}`,
  );
  return row?.hash.toString("hex");
}

function conditions(filter: AuditFilter): RawBuilder<unknown> {
  const { operator, subject, path, outcome, from, to, changesOnly } = filter;
  return sql.join(
    [
      ...(operator === null ? [] : [sql`AND operator = lower(${operator})`]),
      ...(subject === null ? [] : [sql`AND subject = ${subject}`]),
      ...(path === null ? [] : [sql`AND starts_with(path, ${path})`]),
      ...(changesOnly ? [sql`AND method = 'POST'`] : []),
      ...(outcome === "ok" || (changesOnly && outcome === null) ? [sql`AND outcome = 'ok'`] : []),
      ...(outcome === "refused" ? [sql`AND outcome <> 'ok'`] : []),
      ...(from === null ? [] : [sql`AND at >= ${timestamp(from)}`]),
      ...(to === null ? [] : [sql`AND at < ${timestamp(to)}`]),
      sql``,
    ],
    sql` `,
  );
}

function entryOf(row: StoredEntry): AuditEntry {
  return {
    number: row.number,
    at: row.at,
    operatorId: row.operator_id,
    operator: row.operator,
    role: row.role,
    address: row.address,
    method: row.method,
    path: row.path,
    subject: row.subject,
    outcome: row.outcome,
    details: row.details,
    previousHash: row.previous_hash.toString("hex"),
    hash: row.hash.toString("hex"),
  };
}
