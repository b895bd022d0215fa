import type { OperatorRole } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  CountAdministratorsRow,
  InsertOperatorRow,
  LastNotedRow,
  ListedOperator,
  LocalAct,
  SetOneTimePasswordRow,
  SingleApprovalHoldsRow,
  SingleApprovalIsOnRow,
  StoredOperator,
} from "./operators.sql-types.ts";

/** `codes_left`: for recovery, unused. `now`, `machine_now`: real time and the machine's own clock, one of which a code goes by. */
export type { StoredOperator } from "./operators.sql-types.ts";

const columns = sql`id, email, role, password_hash, environment_password_hash,
  password_change_required, disabled_at, totp_secret, totp_confirmed_at, totp_last_step,
  (SELECT count(*)::int FROM operator_passkey WHERE operator_id = operator.id) AS passkeys,
  (SELECT count(*)::int FROM operator_recovery_code
    WHERE operator_id = operator.id AND used_at IS NULL) AS codes_left,
  real_now() AS now, machine_now() AS machine_now`;

export function findOperator(reader: Reader, email: string): Promise<StoredOperator | undefined> {
  return firstRow(
    reader,
    sql<StoredOperator>`SELECT ${columns} FROM operator WHERE email = ${email}`,
  );
}

export function loadOperator(reader: Reader, id: bigint): Promise<StoredOperator | undefined> {
  return firstRow(reader, sql<StoredOperator>`SELECT ${columns} FROM operator WHERE id = ${id}`);
}

export function lockOperator(
  transaction: Transaction,
  id: bigint,
): Promise<StoredOperator | undefined> {
  return firstRow(
    transaction,
    sql<StoredOperator>`SELECT ${columns} FROM operator WHERE id = ${id} FOR UPDATE`,
  );
}

/** Undefined where the address is taken. */
export async function insertOperator(
  executor: Reader,
  operator: {
    email: string;
    passwordHash: string;
    environmentPasswordHash: string | null;
    role: OperatorRole;
    passwordChangeRequired: boolean;
    disabled: boolean;
  },
): Promise<bigint | undefined> {
  const row = await firstRow(
    executor,
    sql<InsertOperatorRow>`
      INSERT INTO operator (email, password_hash, environment_password_hash, role,
        password_change_required, disabled_at)
      VALUES (${operator.email}, ${operator.passwordHash}, ${operator.environmentPasswordHash},
        ${operator.role}, ${operator.passwordChangeRequired},
        CASE WHEN ${operator.disabled} THEN real_now() END)
      ON CONFLICT (email) DO NOTHING RETURNING id`,
  );
  return row?.id;
}

/** Only where the hash is still the one that was checked: of two parallel changes one wins. */
export async function updatePassword(
  executor: Reader,
  change: { id: bigint; oldHash: string; newHash: string },
): Promise<boolean> {
  const result = await sql`UPDATE operator
    SET password_hash = ${change.newHash}, password_change_required = false
    WHERE id = ${change.id} AND password_hash = ${change.oldHash}`.execute(executor);
  return result.numAffectedRows === 1n;
}

/** Answers the operator's address. */
export async function setOneTimePassword(
  transaction: Transaction,
  id: bigint,
  hash: string,
): Promise<string> {
  const row = await firstRow(
    transaction,
    sql<SetOneTimePasswordRow>`UPDATE operator
      SET password_hash = ${hash}, password_change_required = true
      WHERE id = ${id} RETURNING email`,
  );
  if (row === undefined) throw new Error("an operator is not there");
  return row.email;
}

export async function setEnvironmentPassword(
  executor: Reader,
  id: bigint,
  hash: string,
): Promise<void> {
  await sql`UPDATE operator SET password_hash = ${hash}, environment_password_hash = ${hash},
      password_change_required = false
    WHERE id = ${id}`.execute(executor);
}

export async function noteEnvironmentPassword(
  executor: Reader,
  id: bigint,
  hash: string,
): Promise<void> {
  await sql`UPDATE operator SET environment_password_hash = ${hash} WHERE id = ${id}`.execute(
    executor,
  );
}

export async function setTotpSecret(
  executor: Reader,
  id: bigint,
  secret: Buffer,
): Promise<boolean> {
  const result = await sql`UPDATE operator SET totp_secret = ${secret}, totp_last_step = NULL
    WHERE id = ${id} AND totp_confirmed_at IS NULL`.execute(executor);
  return result.numAffectedRows === 1n;
}

/** False where a code of this step or a later one was used already: none works twice. */
export async function useTotpStep(executor: Reader, id: bigint, step: bigint): Promise<boolean> {
  const result = await sql`UPDATE operator SET totp_last_step = ${step}
    WHERE id = ${id} AND (totp_last_step IS NULL OR totp_last_step < ${step})`.execute(executor);
  return result.numAffectedRows === 1n;
}

export async function confirmTotp(executor: Reader, id: bigint): Promise<void> {
  await sql`UPDATE operator SET totp_confirmed_at = real_now() WHERE id = ${id}`.execute(executor);
}

export async function removeTotp(executor: Reader, id: bigint): Promise<void> {
  await sql`UPDATE operator
    SET totp_secret = NULL, totp_confirmed_at = NULL, totp_last_step = NULL
    WHERE id = ${id}`.execute(executor);
}

export async function deleteRecoveryCodes(executor: Reader, id: bigint): Promise<void> {
  await sql`DELETE FROM operator_recovery_code WHERE operator_id = ${id}`.execute(executor);
}

/** The codes stand in for a factor that is lost: they go with the last one that the operator removes. */
export async function dropIdleRecoveryCodes(executor: Reader, id: bigint): Promise<void> {
  await sql`DELETE FROM operator_recovery_code code USING operator
    WHERE operator.id = ${id} AND code.operator_id = operator.id AND totp_confirmed_at IS NULL
      AND NOT EXISTS (SELECT FROM operator_passkey WHERE operator_id = ${id})`.execute(executor);
}

export async function replaceRecoveryCodes(
  transaction: Transaction,
  id: bigint,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`DELETE FROM operator_recovery_code WHERE operator_id = ${id}`.execute(transaction);
  await sql`INSERT INTO operator_recovery_code (operator_id, code_hash)
    SELECT ${id}, unnest(${hashes}::bytea[])`.execute(transaction);
}

/** True for one of two who use the same code at once. */
export async function useRecoveryCode(
  executor: Reader,
  id: bigint,
  hash: Buffer,
): Promise<boolean> {
  const result = await sql`UPDATE operator_recovery_code SET used_at = real_now()
    WHERE operator_id = ${id} AND code_hash = ${hash} AND used_at IS NULL`.execute(executor);
  return result.numAffectedRows === 1n;
}

export type { ListedOperator } from "./operators.sql-types.ts";

export function listOperators(reader: Reader): Promise<ListedOperator[]> {
  return rows(
    reader,
    sql<ListedOperator>`SELECT id, email, role, disabled_at, created_at,
        (SELECT max(last_seen_at) FROM operator_session WHERE operator_id = operator.id) AS last_seen_at,
        totp_confirmed_at IS NOT NULL OR EXISTS (SELECT FROM operator_passkey
          WHERE operator_id = operator.id) AS second_factor
      FROM operator ORDER BY id`,
  );
}

/**
 * An operator who may stop being what they are, locked together with all who are enabled, so that no two
 * are removed at once. In one order: whoever comes second waits.
 */
export async function lockWithOthers(
  transaction: Transaction,
  id: bigint,
): Promise<{ found: StoredOperator | undefined; others: readonly OperatorRole[] }> {
  const locked = await rows(
    transaction,
    sql<StoredOperator>`SELECT ${columns} FROM operator
      WHERE id = ${id} OR disabled_at IS NULL ORDER BY id FOR UPDATE`,
  );
  return {
    found: locked.find((one) => one.id === id),
    others: locked.filter((one) => one.id !== id).map(({ role }) => role),
  };
}

/** Nobody is added or changed until the transaction ends. */
export async function lockOperators(transaction: Transaction): Promise<void> {
  await sql`LOCK TABLE operator IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
}

/** Of those who can sign in. */
export async function countAdministrators(transaction: Transaction): Promise<number> {
  const row = await firstRow(
    transaction,
    sql<CountAdministratorsRow>`SELECT count(*)::int AS count FROM operator
      WHERE role = 'administrator' AND disabled_at IS NULL`,
  );
  return row?.count ?? 0;
}

export async function setRole(
  transaction: Transaction,
  id: bigint,
  role: OperatorRole,
): Promise<void> {
  await sql`UPDATE operator SET role = ${role} WHERE id = ${id}`.execute(transaction);
}

export async function setDisabled(
  transaction: Transaction,
  id: bigint,
  disabled: boolean,
): Promise<void> {
  await sql`UPDATE operator SET disabled_at = CASE WHEN ${disabled} THEN real_now() END
    WHERE id = ${id}`.execute(transaction);
}

export async function singleApprovalIsOn(reader: Reader): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<SingleApprovalIsOnRow>`SELECT single_approval AS "on" FROM operator_setting`,
  );
  return row?.on ?? false;
}

export async function setSingleApproval(transaction: Transaction, on: boolean): Promise<void> {
  await sql`UPDATE operator_setting SET single_approval = ${on}`.execute(transaction);
}

/** Whether one operator's decision is enough at this moment; never on a live instance. */
export async function singleApprovalHolds(reader: Reader): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<
      Narrowed<SingleApprovalHoldsRow, { holds: boolean }>
    >`SELECT single_approval_holds() AS holds`,
  );
  return row?.holds ?? false;
}

/** What the audit log says last about whether something is in force; null where it says nothing. */
export async function lastNoted(
  reader: Reader,
  { subject, path }: { subject: string; path: string },
): Promise<string | null> {
  const row = await firstRow(
    reader,
    sql<LastNotedRow>`SELECT details ->> 'in_force' AS in_force FROM audit_entry
      WHERE subject = ${subject} AND path = ${path} ORDER BY number DESC LIMIT 1`,
  );
  return row?.in_force ?? null;
}

export type { LocalAct } from "./operators.sql-types.ts";

/** What was done on the machine in the last days of real time, the newest first. */
export function listLocalActs(
  reader: Reader,
  { days, limit }: { days: number; limit: number },
): Promise<LocalAct[]> {
  return rows(
    reader,
    sql<LocalAct>`SELECT at, path, subject FROM audit_entry
      WHERE method = 'COMMAND' AND at > real_now() - ${days} * interval '1 day'
      ORDER BY number DESC LIMIT ${limit}`,
  );
}
