import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import { endOperatorSessions } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { hashPassword, passwordMatches } from "../../platform/passwords.ts";
import { addressKey, countTry, forgetTries } from "../../platform/tries.ts";
import { makeOneTimePassword, startAnew } from "./one-time-passwords.ts";
import { signInTriesKey } from "./operators.rules.ts";
import * as store from "./operators.store.ts";
import { spendCode } from "./second-factor.ts";

const triesWindowMinutes = 15;

export type OpenedSession = { token: string; csrfToken: string };

/** The same answer and time for an unknown operator, a wrong password and a disabled one. */
export async function signInOperator(
  context: Context,
  audit: Audit,
  form: { email: string; password: string; code?: string | undefined },
  address: string,
): Promise<Outcome<OpenedSession>> {
  const email = form.email.toLowerCase();
  audit.about(email);
  const reader = context.database.reader;
  const accountKey = signInTriesKey(email);
  const minutes = await countTry(reader, [
    { key: addressKey("operator", address), triesMax: 50, windowMinutes: triesWindowMinutes },
    { key: accountKey, triesMax: 10, windowMinutes: triesWindowMinutes },
  ]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const operator = await store.findOperator(reader, email);
  const matches = await passwordMatches(form.password, operator?.password_hash ?? null);
  if (operator === undefined || !matches || operator.disabled_at !== null) {
    return refuse("wrong_account_or_password");
  }
  audit.by({ operatorId: operator.id, email: operator.email, role: operator.role });
  if (operator.totp_confirmed_at !== null || operator.passkeys > 0) {
    if (form.code === undefined) return refuse("code_required");
    if (!(await spendCode(context.sealer, reader, operator, form.code)))
      return refuse("wrong_code");
  }
  await forgetTries(reader, accountKey);
  return accept(await context.operatorSessions.open(operator.id));
}

/**
 * The first operator: the environment's, or one with a password that is printed once, never stored, and
 * has to be changed. Where an operator exists, nothing changes, unless the environment names another
 * password than before.
 */
export async function ensureFirstOperator(
  context: Pick<Context, "database">,
  configured: { email: string | null; password: string | null },
): Promise<{ email: string; password: string | null }> {
  const reader = context.database.reader;
  const email = (configured.email ?? "operator@sanshi.example").toLowerCase();
  const existing = await store.findOperator(reader, email);
  if (existing !== undefined) {
    if (configured.password !== null)
      await followEnvironment(context, existing, configured.password);
    return { email, password: null };
  }
  const password = configured.password ?? randomBytes(12).toString("base64url");
  const passwordHash = await hashPassword(password);
  await store.insertOperator(reader, {
    email,
    passwordHash,
    environmentPasswordHash: configured.password === null ? null : passwordHash,
    role: "administrator",
    passwordChangeRequired: configured.password === null,
    disabled: false,
  });
  return { email, password: configured.password === null ? password : null };
}

async function followEnvironment(
  { database }: Pick<Context, "database">,
  operator: store.StoredOperator,
  password: string,
): Promise<void> {
  const known = operator.environment_password_hash ?? operator.password_hash;
  if (await passwordMatches(password, known)) {
    if (operator.environment_password_hash === null) {
      await store.noteEnvironmentPassword(database.reader, operator.id, known);
    }
    return;
  }
  await store.setEnvironmentPassword(database.reader, operator.id, await hashPassword(password));
  // Whoever knew the old password is out.
  await endOperatorSessions(database.reader, operator.id);
}

/**
 * For whoever has the machine, where nobody is left who could reset an operator: answers the one-time
 * password, which is kept nowhere else. Null where there is no such operator, or they were disabled.
 */
export async function resetOperatorLocally(
  { database, auditLog }: Pick<Context, "database" | "auditLog">,
  email: string,
): Promise<string | null> {
  const { firstHalf, secondHalf, hash } = await makeOneTimePassword();
  const isDone = await database.transaction(async (transaction) => {
    const found = await store.findOperator(transaction, email.toLowerCase());
    if (found === undefined || found.disabled_at !== null) return false;
    await startAnew(transaction, found.id, hash);
    await auditLog.appendWithin(transaction, {
      ...{ operatorId: null, operator: null, role: null },
      ...{ address: "local", method: "COMMAND", path: "reset-operator" },
      ...{ subject: found.email, outcome: "ok", details: { changed: "operator_reset" } },
    });
    return true;
  });
  if (!isDone) return null;
  await auditLog.settled();
  return firstHalf + secondHalf;
}
