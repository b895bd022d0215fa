import type { CustomerState } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  DeviceIsKnownRow,
  InsertCustomerRow,
  InsertPoolRow,
  InvitationCodeIsOpenRow,
  IsNotedGrantRow,
  MayStillSignInRow,
  ReasonOfStateRow,
  StoredCustomer,
  StoredSession,
} from "./accounts.sql-types.ts";

export type { StoredCustomer } from "./accounts.sql-types.ts";

export function findCustomer(reader: Reader, account: string): Promise<StoredCustomer | undefined> {
  return firstRow(
    reader,
    sql<StoredCustomer>`SELECT id, account, password_hash, state, registered_at, verification
      FROM customer WHERE account = ${account}`,
  );
}

export function loadCustomer(reader: Reader, id: bigint): Promise<StoredCustomer | undefined> {
  return firstRow(
    reader,
    sql<StoredCustomer>`SELECT id, account, password_hash, state, registered_at, verification
      FROM customer WHERE id = ${id}`,
  );
}

export async function invitationCodeIsOpen(reader: Reader, code: string): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<InvitationCodeIsOpenRow>`SELECT withdrawn_at IS NULL AS open FROM invitation_code WHERE code = ${code}`,
  );
  return row?.open ?? false;
}

/** Undefined where the account exists: the unique constraint decides between parallel registrations. */
export async function insertCustomer(
  transaction: Transaction,
  customer: { account: string; passwordHash: string; invitationCode: string; at: number },
): Promise<bigint | undefined> {
  const row = await firstRow(
    transaction,
    sql<InsertCustomerRow>`
      INSERT INTO customer (account, password_hash, invitation_code, registered_at)
      VALUES (${customer.account}, ${customer.passwordHash}, ${customer.invitationCode},
        ${timestamp(customer.at)})
      ON CONFLICT (account) DO NOTHING RETURNING id`,
  );
  return row?.id;
}

/** What trades like a customer and is nobody: without an invitation, and with a password that no text has. */
export async function insertPool(
  transaction: Transaction,
  { account, at }: { account: string; at: number },
): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<InsertPoolRow>`
      INSERT INTO customer (account, password_hash, kind, registered_at)
      VALUES (${account}, '!', 'pool', ${timestamp(at)}) RETURNING id`,
  );
  if (row === undefined) throw new Error(`no pool ${account} was made`);
  return row.id;
}

/**
 * Whether it is still the password that was checked, and the customer may sign in. Until the
 * transaction ends, neither changes: a new password then also ends the session that is opened here.
 */
export async function mayStillSignIn(
  transaction: Transaction,
  { id, password_hash }: Pick<StoredCustomer, "id" | "password_hash">,
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<MayStillSignInRow>`SELECT 1 AS found FROM customer
      WHERE id = ${id} AND password_hash = ${password_hash} AND state <> 'banned' FOR NO KEY UPDATE`,
  );
  return row !== undefined;
}

export async function updatePassword(
  transaction: Transaction,
  change: { customerId: bigint; oldHash: string; newHash: string },
): Promise<boolean> {
  // Only where the hash is still the one that was checked: of two parallel changes one wins.
  const result = await sql`UPDATE customer SET password_hash = ${change.newHash}
    WHERE id = ${change.customerId} AND password_hash = ${change.oldHash}`.execute(transaction);
  return result.numAffectedRows === 1n;
}

export type { StoredSession } from "./accounts.sql-types.ts";

export function listSessions(reader: Reader, customerId: bigint): Promise<StoredSession[]> {
  return rows(
    reader,
    sql<StoredSession>`SELECT id, device, created_at, last_seen_at FROM session
      WHERE customer_id = ${customerId} AND revoked_at IS NULL
      ORDER BY last_seen_at DESC LIMIT 100`,
  );
}

/** Whether the customer has had a session on a device that describes itself so. */
export async function deviceIsKnown(
  transaction: Transaction,
  customerId: bigint,
  device: string,
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<DeviceIsKnownRow>`SELECT 1 AS found FROM session
      WHERE customer_id = ${customerId} AND md5(device) = md5(${device}) LIMIT 1`,
  );
  return row !== undefined;
}

/** Why an operator last changed the customer's state, in each language; empty where none did. */
export async function reasonOfState(
  reader: Reader,
  customerId: bigint,
): Promise<Record<string, string>> {
  const row = await firstRow(
    reader,
    sql<ReasonOfStateRow>`SELECT params FROM activity
      WHERE customer_id = ${customerId} AND kind = 'state_changed' ORDER BY id DESC LIMIT 1`,
  );
  const reason = Object.entries(row?.params ?? {}).filter(([name]) => name.startsWith("why"));
  return Object.fromEntries(reason);
}

export async function updateVerification(
  transaction: Transaction,
  customerId: bigint,
  status: number,
): Promise<void> {
  await sql`UPDATE customer SET verification = ${status} WHERE id = ${customerId}`.execute(
    transaction,
  );
}

export async function updateState(
  transaction: Transaction,
  customerId: bigint,
  { state, closingBarredUntil }: { state: CustomerState; closingBarredUntil: number | null },
): Promise<void> {
  await sql`UPDATE customer SET state = ${state},
      closing_barred_until = ${closingBarredUntil === null ? null : timestamp(closingBarredUntil)}::timestamptz
    WHERE id = ${customerId}`.execute(transaction);
}

/** Two processes that start at once write one entry. */
export async function lockNotedGrant(transaction: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('simulated grant', 0))`.execute(
    transaction,
  );
}

/** Whether the audit log's newest entry about what is given says this; amounts in minor units by currency. */
export async function isNotedGrant(
  reader: Reader,
  given: Readonly<Record<string, string>>,
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<IsNotedGrantRow>`SELECT details = ${JSON.stringify(given)}::jsonb AS is_same FROM audit_entry
      WHERE method = 'START' AND path = 'simulated_grant' ORDER BY number DESC LIMIT 1`,
  );
  return row?.is_same ?? false;
}
