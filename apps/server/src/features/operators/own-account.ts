import {
  operatorSessionEnds,
  permissions,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import { may } from "@sanshi/contract/permissions";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import { endOperatorSessions, type Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { hashPassword, isCommonPassword, passwordMatches } from "../../platform/passwords.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { countTry, forgetTries } from "../../platform/tries.ts";
import { singleApprovalHolds } from "../proposals/proposals.ts";
import { objectToOperatorPassword } from "./operators.rules.ts";
import * as store from "./operators.store.ts";
import type { StoredOperator } from "./operators.store.ts";
import { listPasskeys } from "./passkeys.store.ts";
import { renewRecoveryCodes, spendCode, totpPurpose } from "./second-factor.ts";
import { newTotpSecret, otpauthUrl, toBase32 } from "../../platform/totp.ts";

type Me = CallOutput<OperatorCalls["/api/ops/me"]>;
type Done = Outcome<Record<string, never>>;

export async function aboutMe(context: Context, operator: Operator): Promise<Outcome<Me>> {
  const { reader } = context.database;
  const [stored, passkeys, codesLeft, singleApproval] = await Promise.all([
    store.loadOperator(reader, operator.operatorId),
    listPasskeys(reader, operator.operatorId),
    store.recoveryCodesLeft(reader, operator.operatorId),
    singleApprovalHolds(reader),
  ]);
  const simulated = context.feed.kind === "simulated";
  return accept({
    id: operator.operatorId.toString(),
    email: operator.email,
    role: operator.role,
    permissions: permissions.filter((permission) => may(operator.role, permission)),
    simulated,
    single_approval: singleApproval,
    password_change_required: operator.passwordChangeRequired,
    second_factor_required: !simulated && !operator.hasSecondFactor,
    totp: (stored?.totp_confirmed_at ?? null) !== null,
    recovery_codes_left: codesLeft,
    passkeys: passkeys.map(({ id, name, added_at }) => ({ id, name, added_at: iso(added_at) })),
    signed_in_at: iso(operator.signedInAt),
    session_ends_at: iso(operator.signedInAt + operatorSessionEnds.ageHours * 3_600_000),
    idle_minutes_max: operatorSessionEnds.idleMinutes,
    now: iso(context.clock.now()),
  });
}

export async function changeOwnPassword(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/me/password"]>,
  token: string,
): Promise<Done> {
  const objection = objectToOperatorPassword(
    form.new_password,
    form.new_password2,
    isCommonPassword(form.new_password, operator.email) ||
      form.new_password === form.old_password ||
      (await context.breachedPasswords.has(form.new_password)),
  );
  if (objection !== null) return { ok: false, refusal: objection };
  const known = await withPassword(context, operator, form.old_password);
  if (!known.ok) return known;
  const newHash = await hashPassword(form.new_password);
  return transactionUnlessRefused(context.database, async (transaction) => {
    const changed = await store.updatePassword(transaction, {
      id: operator.operatorId,
      oldHash: known.value.password_hash,
      newHash,
    });
    if (!changed) return refuse("modification_failed");
    await endOperatorSessions(transaction, operator.operatorId, token);
    await audit.within(transaction, operator.email, { changed: "password" });
    return accept({});
  });
}

export async function beginTotp(
  context: Context,
  operator: Operator,
  form: { password: string },
): Promise<Outcome<{ secret: string; otpauth_url: string }>> {
  const known = await withPassword(context, operator, form.password);
  if (!known.ok) return known;
  const secret = newTotpSecret();
  const sealed = context.sealer.seal(secret, totpPurpose(operator.operatorId));
  if (!(await store.setTotpSecret(context.database.reader, operator.operatorId, sealed))) {
    return refuse("totp_already_set");
  }
  return accept({
    secret: toBase32(secret),
    otpauth_url: otpauthUrl(secret, operator.email),
  });
}

export async function confirmTotp(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: { code: string },
  token: string,
): Promise<Outcome<{ recovery_codes: string[] }>> {
  const { reader } = context.database;
  const minutes = await countTry(reader, [tryLimit(operator)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const stored = await store.loadOperator(reader, operator.operatorId);
  if (stored === undefined || stored.totp_secret === null) return refuse("totp_not_set");
  if (stored.totp_confirmed_at !== null) return refuse("totp_already_set");
  return transactionUnlessRefused(context.database, async (transaction) => {
    const locked = await store.lockOperator(transaction, operator.operatorId);
    if (locked === undefined || locked.totp_confirmed_at !== null)
      return refuse("totp_already_set");
    if (!(await spendCode(context.sealer, transaction, locked, form.code)))
      return refuse("wrong_code");
    await store.confirmTotp(transaction, operator.operatorId);
    const codes = await renewRecoveryCodes(transaction, operator.operatorId);
    await endOperatorSessions(transaction, operator.operatorId, token);
    await audit.within(transaction, operator.email, { changed: "totp_on" });
    return accept({ recovery_codes: codes });
  });
}

export async function removeTotp(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: { password: string; code: string },
): Promise<Done> {
  const known = await withPasswordAndCode(context, operator, form);
  if (!known.ok) return known;
  await context.database.transaction(async (transaction) => {
    await store.removeTotp(transaction, operator.operatorId);
    await audit.within(transaction, operator.email, { changed: "totp_off" });
  });
  return accept({});
}

export async function newRecoveryCodes(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: { password: string; code: string },
): Promise<Outcome<{ recovery_codes: string[] }>> {
  const known = await withPasswordAndCode(context, operator, form);
  if (!known.ok) return known;
  const codes = await context.database.transaction(async (transaction) => {
    const renewed = await renewRecoveryCodes(transaction, operator.operatorId);
    await audit.within(transaction, operator.email, { changed: "recovery_codes" });
    return renewed;
  });
  return accept({ recovery_codes: codes });
}

async function withPasswordAndCode(
  context: Context,
  operator: Operator,
  form: { password: string; code: string },
): Promise<Outcome<StoredOperator>> {
  const { reader } = context.database;
  const minutes = await countTry(reader, [tryLimit(operator)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const stored = await store.loadOperator(reader, operator.operatorId);
  if (stored === undefined || stored.totp_confirmed_at === null) return refuse("totp_not_set");
  if (!(await passwordMatches(form.password, stored.password_hash))) {
    return refuse("wrong_original_password");
  }
  if (!(await spendCode(context.sealer, reader, stored, form.code))) return refuse("wrong_code");
  await forgetTries(reader, tryLimit(operator).key);
  return accept(stored);
}

/** Whoever is at a screen that was left open does not know the password. */
export async function withPassword(
  context: Context,
  operator: Operator,
  password: string,
): Promise<Outcome<StoredOperator>> {
  const { reader } = context.database;
  const minutes = await countTry(reader, [tryLimit(operator)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const stored = await store.loadOperator(reader, operator.operatorId);
  if (stored === undefined || !(await passwordMatches(password, stored.password_hash))) {
    return refuse("wrong_original_password");
  }
  await forgetTries(reader, tryLimit(operator).key);
  return accept(stored);
}

function tryLimit(operator: Operator) {
  return { key: `operator:own:${operator.operatorId}`, triesMax: 10, windowMinutes: 15 };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
