import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { hashPassword, passwordMatches } from "../../platform/passwords.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";
import { countTry, forgetTries } from "../../platform/tries.ts";

type StoredOperator = { id: bigint; password_hash: string; disabled_at: number | null };

const triesWindowMinutes = 15;

export async function signInOperator(
  context: Context,
  form: { email: string; password: string },
  address: string,
): Promise<Outcome<{ token: string; csrfToken: string }>> {
  const email = form.email.toLowerCase();
  const reader = context.database.reader;
  const accountKey = `operator:${email}`;
  const minutes = await countTry(reader, [
    { key: `operator:address:${address}`, triesMax: 50, windowMinutes: triesWindowMinutes },
    { key: accountKey, triesMax: 10, windowMinutes: triesWindowMinutes },
  ]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const operator = await firstRow(
    reader,
    sql<StoredOperator>`SELECT id, password_hash, disabled_at FROM operator WHERE email = ${email}`,
  );
  const matches = await passwordMatches(form.password, operator?.password_hash ?? null);
  if (operator === undefined || !matches || operator.disabled_at !== null) {
    return refuse("wrong_account_or_password");
  }
  await forgetTries(reader, accountKey);
  return accept(await context.operatorSessions.open(operator.id));
}

/**
 * The first operator: the environment's, or one with a password that is printed once and never
 * stored. Where an operator exists, nothing changes, unless the environment names a new password.
 */
export async function ensureFirstOperator(
  context: Pick<Context, "database">,
  configured: { email: string | null; password: string | null },
): Promise<{ email: string; password: string | null }> {
  const reader = context.database.reader;
  const email = (configured.email ?? "operator@sanshi.example").toLowerCase();
  const existing = await firstRow(
    reader,
    sql<StoredOperator>`SELECT id, password_hash, disabled_at FROM operator WHERE email = ${email}`,
  );
  if (existing !== undefined) {
    if (
      configured.password !== null &&
      !(await passwordMatches(configured.password, existing.password_hash))
    ) {
      await sql`UPDATE operator SET password_hash = ${await hashPassword(configured.password)}
        WHERE id = ${existing.id}`.execute(reader);
      // Whoever knew the old password is out.
      await sql`UPDATE operator_session SET revoked_at = clock_timestamp()
        WHERE operator_id = ${existing.id} AND revoked_at IS NULL`.execute(reader);
    }
    return { email, password: null };
  }
  const password = configured.password ?? randomBytes(12).toString("base64url");
  await sql`INSERT INTO operator (email, password_hash, role)
    VALUES (${email}, ${await hashPassword(password)}, 'administrator') ON CONFLICT DO NOTHING`.execute(reader);
  return { email, password: configured.password === null ? password : null };
}
