import {
  heldOperatorsShownMax,
  localActs,
  localActsShown,
  operatorSessionEnds,
  permissions,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
  iso,
} from "@sanshi/contract";
import { may } from "@sanshi/contract/permissions";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import {
  endOperatorSessions,
  endOtherOperatorProofs,
  type Operator,
} from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { hashPassword, isCommonPassword, passwordMatches } from "../../platform/passwords.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { countAttempt, forgetAttempts } from "../../platform/rate-limits.ts";
import { listOperatorHolds, singleApprovalHolds } from "../../governance/approvals/approvals.ts";
import { objectToOperatorPassword } from "./operators.rules.ts";
import * as store from "./operators.store.ts";
import type { StoredOperator } from "./operators.store.ts";
import { deletePasskeysBut, listPasskeys } from "./passkeys.store.ts";
import {
  codeLimit,
  hasFactor,
  lacksProof,
  lockForChange,
  renewRecoveryCodes,
  spendCode,
  spendTotp,
  totpPurpose,
  type AtSession,
} from "./second-factor.ts";
import { newTotpSecret, otpauthUrl, toBase32 } from "../../platform/totp.ts";

type Me = CallOutput<OperatorCalls["/api/ops/me"]>;
type Done = Outcome<Record<string, never>>;

export async function aboutMe(context: Context, operator: Operator): Promise<Outcome<Me>> {
  const { reader } = context.database;
  const { days, max } = localActsShown;
  const isTold = may(operator.role, "manage_operators");
  const [stored, passkeys, singleApproval, locally, held] = await Promise.all([
    store.loadOperator(reader, operator.operatorId),
    listPasskeys(reader, operator.operatorId),
    singleApprovalHolds(reader),
    isTold ? store.listLocalActs(reader, { days, limit: max }) : [],
    isTold ? listOperatorHolds(reader, heldOperatorsShownMax) : [],
  ]);
  const simulated = context.feed.kind === "simulated";
  return accept({
    id: operator.operatorId.toString(),
    email: operator.email,
    role: operator.role,
    permissions: permissions.filter((permission) => may(operator.role, permission)),
    simulated,
    prices_foreseeable: context.pin.isForeseeable(context.clock.now()),
    single_approval: singleApproval,
    done_locally: locally.flatMap(({ at, path, subject }) => {
      const what = localActs.find((act) => act === path);
      return what === undefined ? [] : [{ at: iso(at), what, operator: subject }];
    }),
    held_operators: held.map(({ email, started_at, ends_at }) => ({
      at: iso(started_at),
      operator: email,
      until: iso(ends_at),
    })),
    password_change_required: operator.passwordChangeRequired,
    second_factor_required: !simulated && !operator.hasSecondFactor,
    totp: (stored?.totp_confirmed_at ?? null) !== null,
    recovery_codes_left: stored?.codes_left ?? 0,
    passkeys: passkeys.map(({ id, name, added_at }) => ({ id, name, added_at: iso(added_at) })),
    signed_in_at: iso(operator.signedInAt),
    session_ends_at: iso(operator.signedInAt + operatorSessionEnds.ageHours * 3_600_000),
    idle_minutes_max: operatorSessionEnds.idleMinutes,
    now: iso(context.clock.now()),
  });
}

/**
 * Ends one's other sessions, and the passkeys that are not kept: whoever was in with the old password may have
 * left one. That takes a proof of a factor, else the password alone would take them away.
 */
export async function changeOwnPassword(
  context: Context,
  { operator, token }: AtSession,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/me/password"]>,
): Promise<Done> {
  const { operatorId, email } = operator;
  const objection = objectToOperatorPassword(
    form.new_password,
    form.new_password2,
    isCommonPassword(form.new_password, email) ||
      form.new_password === form.old_password ||
      (await context.breachedPasswords.has(form.new_password)),
  );
  if (objection !== null) return { ok: false, refusal: objection };
  const known = await withPassword(context, operator, form.old_password);
  if (!known.ok) return known;
  const { value: before } = known;
  if (await lacksProof(context.database.reader, before, token)) return refuse("proof_required");
  const newHash = await hashPassword(form.new_password);
  return transactionUnlessRefused(context.database, async (transaction) => {
    const { isProved } = await lockForChange(transaction, { operator, token });
    if (!isProved) return refuse("proof_required");
    const change = { id: operatorId, oldHash: before.password_hash, newHash };
    if (!(await store.updatePassword(transaction, change))) return refuse("modification_failed");
    await endOperatorSessions(transaction, operatorId, token);
    const ended = await deletePasskeysBut(transaction, operatorId, form.keep_passkeys ?? []);
    await audit.within(transaction, email, { changed: "password", passkeys_ended: String(ended) });
    return accept({});
  });
}

export async function beginTotp(
  context: Context,
  { operator, token }: AtSession,
  form: { password: string },
): Promise<Outcome<{ secret: string; otpauth_url: string }>> {
  const { operatorId, email } = operator;
  const known = await withPassword(context, operator, form.password);
  if (!known.ok) return known;
  if (known.value.totp_confirmed_at !== null) return refuse("totp_already_set");
  const { reader } = context.database;
  if (await lacksProof(reader, known.value, token)) return refuse("proof_required");
  const secret = newTotpSecret();
  const sealed = context.sealer.seal(secret, totpPurpose(operatorId));
  if (!(await store.setTotpSecret(reader, operatorId, sealed))) return refuse("totp_already_set");
  return accept({ secret: toBase32(secret), otpauth_url: otpauthUrl(secret, email) });
}

export async function confirmTotp(
  context: Context,
  { operator, token }: AtSession,
  audit: Audit,
  form: { code: string },
): Promise<Outcome<{ recovery_codes: string[] }>> {
  const { operatorId, email } = operator;
  const minutes = await countAttempt(context.database.reader, [codeLimit(operator)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  return transactionUnlessRefused(context.database, async (transaction) => {
    const { stored, isProved } = await lockForChange(transaction, { operator, token });
    if (stored.totp_secret === null) return refuse("totp_not_set");
    if (stored.totp_confirmed_at !== null) return refuse("totp_already_set");
    if (!isProved) return refuse("proof_required");
    if (!(await spendTotp(context.sealer, transaction, stored, form.code)))
      return refuse("wrong_code");
    await store.confirmTotp(transaction, operatorId);
    const codes = await renewRecoveryCodes(transaction, operatorId);
    await endOperatorSessions(transaction, operatorId, token);
    await audit.within(transaction, email, { changed: "totp_on" });
    return accept({ recovery_codes: codes });
  });
}

export function removeTotp(
  context: Context,
  at: AtSession,
  audit: Audit,
  form: { password: string; code?: string | undefined },
): Promise<Done> {
  const { operatorId, email } = at.operator;
  return withProof(context, at, form, async (transaction, stored) => {
    if (stored.totp_confirmed_at === null) return refuse("totp_not_set");
    await store.removeTotp(transaction, operatorId);
    await store.dropIdleRecoveryCodes(transaction, operatorId);
    await endOtherOperatorProofs(transaction, operatorId, at.token);
    await audit.within(transaction, email, { changed: "totp_off" });
    return accept({});
  });
}

export function newRecoveryCodes(
  context: Context,
  at: AtSession,
  audit: Audit,
  form: { password: string; code?: string | undefined },
): Promise<Outcome<{ recovery_codes: string[] }>> {
  const { operatorId, email } = at.operator;
  return withProof(context, at, form, async (transaction, stored) => {
    if (!hasFactor(stored)) return refuse("second_factor_not_set");
    const codes = await renewRecoveryCodes(transaction, operatorId);
    await audit.within(transaction, email, { changed: "recovery_codes" });
    return accept({ recovery_codes: codes });
  });
}

/** With the password and a code, or without a code the session's proof; the operator is locked. */
async function withProof<Value>(
  context: Context,
  { operator, token }: AtSession,
  { password, code }: { password: string; code?: string | undefined },
  work: (transaction: Transaction, stored: StoredOperator) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const { database, sealer } = context;
  const known = await withPassword(context, operator, password);
  if (!known.ok) return known;
  const minutes =
    code === undefined ? 0 : await countAttempt(database.reader, [codeLimit(operator)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  return transactionUnlessRefused(database, async (transaction) => {
    const { stored, isProved } = await lockForChange(transaction, { operator, token });
    // Nothing is there that could be proved; what is missing is said by `work`.
    if (!hasFactor(stored)) return work(transaction, stored);
    if (code === undefined && !isProved) return refuse("proof_required");
    if (code !== undefined && !(await spendCode(sealer, transaction, stored, code))) {
      return refuse("wrong_code");
    }
    return work(transaction, stored);
  });
}

/** Whoever is at a screen that was left open does not know the password. */
export async function withPassword(
  context: Context,
  operator: Operator,
  password: string,
): Promise<Outcome<StoredOperator>> {
  const { reader } = context.database;
  const minutes = await countAttempt(reader, [passwordLimit(operator)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const stored = await store.loadOperator(reader, operator.operatorId);
  if (stored === undefined || !(await passwordMatches(password, stored.password_hash))) {
    return refuse("wrong_original_password");
  }
  await forgetAttempts(reader, passwordLimit(operator).key);
  return accept(stored);
}

function passwordLimit(operator: Operator) {
  return { key: `operator:own:${operator.operatorId}`, attemptsMax: 10, windowMinutes: 15 };
}
