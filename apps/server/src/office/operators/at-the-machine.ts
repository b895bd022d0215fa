import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import type { AuditDetails } from "../../platform/audit-log.ts";
import { endOperatorSessions } from "../../platform/operator-sessions.ts";
import { hashPassword, passwordMatches } from "../../platform/passwords.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { startOperatorHold } from "../../governance/approvals/approvals.ts";
import { makeOneTimePassword, startAnew } from "./one-time-passwords.ts";
import * as store from "./operators.store.ts";
import { noteSingleApproval } from "./single-approval.ts";

/**
 * What whoever has the machine can do, and nobody over the network. All of it goes past the other operators,
 * so all of it is in the audit log, without a name.
 */
type Parts = Pick<Context, "database" | "auditLog">;

/** So many administrators who can sign in let each other in; another is not made past them. */
const administratorsEnough = 2;

/**
 * The first operator: the environment's, or one with a password that is printed once, never stored, and
 * has to be changed. Where any operator exists nobody is made: the address then only says whose password the
 * environment's is, which follows it when it names another than before.
 *
 * @returns null for an address that is none of the operators'
 */
export async function ensureFirstOperator(
  context: Parts,
  configured: { email: string | null; password: string | null },
): Promise<{ email: string; password: string | null } | null> {
  const { database } = context;
  const email = (configured.email ?? "operator@sanshi.example").toLowerCase();
  const password = configured.password ?? randomBytes(12).toString("base64url");
  const isPrinted = configured.password === null;
  if ((await store.listOperators(database.reader)).length === 0) {
    const passwordHash = await hashPassword(password);
    const isMade = await database.transaction(async (transaction) => {
      // Two processes that start at once make one.
      await store.lockOperators(transaction);
      if ((await store.listOperators(transaction)).length > 0) return false;
      await store.insertOperator(transaction, {
        email,
        passwordHash,
        role: "administrator",
        disabled: false,
        environmentPasswordHash: isPrinted ? null : passwordHash,
        passwordChangeRequired: isPrinted,
      });
      const shown = isPrinted ? { one_time_password: "printed" } : {};
      const changed = { changed: "operator_created", role: "administrator", ...shown };
      await auditStart(context, transaction, email, changed);
      await noteSingleApproval(context, transaction, null);
      return true;
    });
    await context.auditLog.settled();
    if (isMade) return { email, password: isPrinted ? password : null };
  }
  const existing = await store.findOperator(database.reader, email);
  if (existing !== undefined && configured.password !== null) {
    await followEnvironment(context, existing, configured.password);
  }
  // Of an older release nothing says yet whether one operator is enough.
  await database.transaction((transaction) => noteSingleApproval(context, transaction, null));
  await context.auditLog.settled();
  return existing === undefined ? null : { email, password: null };
}

async function followEnvironment(
  context: Parts,
  operator: store.StoredOperator,
  password: string,
): Promise<void> {
  const { database } = context;
  const known = operator.environment_password_hash ?? operator.password_hash;
  if (await passwordMatches(password, known)) {
    if (operator.environment_password_hash === null) {
      await store.noteEnvironmentPassword(database.reader, operator.id, known);
    }
    return;
  }
  const hash = await hashPassword(password);
  await database.transaction(async (transaction) => {
    await store.setEnvironmentPassword(transaction, operator.id, hash);
    // Whoever knew the old password is out.
    await endOperatorSessions(transaction, operator.id);
    await auditStart(context, transaction, operator.email, { changed: "operator_password" });
  });
}

/**
 * Makes an administrator where fewer than two can sign in, so that a live instance comes to its second and
 * an instance whose last one is gone to one at all. The one-time password is kept nowhere else.
 */
export async function addOperatorLocally(
  context: Parts,
  typed: string,
): Promise<{ ok: true; password: string } | { ok: false; why: "enough" | "exists" }> {
  const email = typed.toLowerCase();
  const { firstHalf, secondHalf, hash } = await makeOneTimePassword();
  const objection = await context.database.transaction(async (transaction) => {
    await store.lockOperators(transaction);
    const administrators = await store.countAdministrators(transaction);
    if (administrators >= administratorsEnough) return "enough";
    const id = await store.insertOperator(transaction, {
      email,
      passwordHash: hash,
      environmentPasswordHash: null,
      role: "administrator",
      passwordChangeRequired: true,
      disabled: false,
    });
    if (id === undefined) return "exists";
    await auditCommand(context, transaction, "add-operator", email, {
      changed: "operator_created",
      role: "administrator",
      one_time_password: "printed",
    });
    await noteSingleApproval(context, transaction, null);
    return null;
  });
  if (objection !== null) return { ok: false, why: objection };
  await context.auditLog.settled();
  return { ok: true, password: firstHalf + secondHalf };
}

/**
 * Where nobody is left who could reset an operator: answers the one-time password, which is kept nowhere
 * else. Null where there is no such operator, or they were disabled.
 */
export async function resetOperatorLocally(context: Parts, email: string): Promise<string | null> {
  const { firstHalf, secondHalf, hash } = await makeOneTimePassword();
  const isDone = await context.database.transaction(async (transaction) => {
    const found = await store.findOperator(transaction, email.toLowerCase());
    if (found === undefined || found.disabled_at !== null) return false;
    await startAnew(transaction, found.id, hash);
    await startOperatorHold(transaction, found.id);
    const changed = { changed: "operator_reset", one_time_password: "printed" };
    await auditCommand(context, transaction, "reset-operator", found.email, changed);
    return true;
  });
  if (!isDone) return null;
  await context.auditLog.settled();
  return firstHalf + secondHalf;
}

/** By a start with other settings. */
function auditStart(
  { auditLog }: Parts,
  transaction: Transaction,
  subject: string,
  details: AuditDetails,
): Promise<void> {
  return auditLog.appendWithin(transaction, {
    operatorId: null,
    operator: null,
    role: null,
    address: "local",
    method: "START",
    path: "environment",
    subject,
    outcome: "ok",
    details,
  });
}

/** By a command: every administrator is told of it where they sign in. */
function auditCommand(
  { auditLog }: Parts,
  transaction: Transaction,
  path: string,
  subject: string,
  details: AuditDetails,
): Promise<void> {
  return auditLog.appendWithin(transaction, {
    operatorId: null,
    operator: null,
    role: null,
    address: "local",
    method: "COMMAND",
    path,
    subject,
    outcome: "ok",
    details,
  });
}
