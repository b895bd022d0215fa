import { fundPasswordAttemptsMax } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { hashPassword, passwordMatches } from "../../platform/passwords.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  countAttempt,
  forgetAttempts,
  attemptsLeft,
  type RateLimit,
} from "../../platform/rate-limits.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { sendMessage } from "../messages/messages.ts";
import { lacksProof, startResetHold } from "../security/security.ts";
import {
  objectToFundPassword,
  expiredBefore,
  resetDueFrom,
  resetExpiryOf,
  rightToSet,
  type FundPasswordChange,
} from "./passwords.rules.ts";
import * as store from "./passwords.store.ts";
import type { StoredFundPassword } from "./passwords.store.ts";

export { hasFundPassword } from "./passwords.store.ts";

type PasswordContext = Pick<Context, "database" | "clock">;

export type FundPasswordForm = {
  loginPassword: string;
  newPassword: string;
  newPassword2: string;
  oldPassword: string | null;
};

/** Six digits are guessed soon: whoever has a session and no fund password gets few attempts. */
function fundPasswordLimit({ customerId }: Customer): RateLimit {
  return {
    key: `fund-password:${customerId}`,
    attemptsMax: fundPasswordAttemptsMax,
    windowMinutes: 60,
  };
}

function loginPasswordLimit({ customerId }: Customer): RateLimit {
  return { key: `set-fund-password:${customerId}`, attemptsMax: 10, windowMinutes: 15 };
}

/** The fund password, with the reset that waits or is due. */
export function fundPasswordOf(
  { database, clock }: PasswordContext,
  { customerId }: Pick<Customer, "customerId">,
): Promise<StoredFundPassword | undefined> {
  return store.findFundPassword(database.reader, customerId, expiredBefore(clock.now()));
}

/**
 * Whether it is the customer's fund password. Each attempt counts before it is looked at, also a right one
 * among many at once; the last wrong one locks, and the customer is told. Whoever knows it has not
 * forgotten it: a reset that was asked for is cancelled.
 */
export async function checkFundPassword(
  context: PasswordContext,
  customer: Customer,
  typed: string,
): Promise<Outcome<null>> {
  const { reader } = context.database;
  const stored = await fundPasswordOf(context, customer);
  if (stored === undefined) return refuse("fund_password_not_set");
  const limit = fundPasswordLimit(customer);
  const minutes = await countAttempt(reader, [limit]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  if (await passwordMatches(typed, stored.password_hash)) {
    await forgetAttempts(reader, limit.key);
    if (stored.reset_due_at !== null) await cancelFundPasswordReset(context, customer);
    return accept(null);
  }
  const left = await attemptsLeft(reader, limit);
  if (left === 0) await notifyOfLock(context, customer, limit.windowMinutes);
  return refuse("wrong_fund_password", { left: String(left) });
}

/** Whether it is the customer: a proof beside the session where there is a second factor, and the fund password. */
export async function checkProofAndFundPassword(
  context: PasswordContext,
  customer: Customer,
  typed: string,
): Promise<Outcome<null>> {
  if (await lacksProof(context.database.reader, customer)) return refuse("proof_required");
  return checkFundPassword(context, customer, typed);
}

function notifyOfLock(
  { database, clock }: PasswordContext,
  { customerId }: Customer,
  minutes: number,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const event = { customerId, at: clock.now(), params: { minutes: String(minutes) } };
    await recordActivity(transaction, { ...event, kind: "fund_password_locked" });
    await sendMessage(transaction, { ...event, kind: "fund_password_locked", link: "/mine/index" });
  });
}

export async function setFundPassword(
  context: PasswordContext & Pick<Context, "feed">,
  customer: Customer,
  form: FundPasswordForm,
): Promise<Outcome<Record<string, never>>> {
  const objection = objectToFundPassword({ ...form, account: customer.account });
  if (objection !== null) return refuse(objection);
  const { reader } = context.database;
  const stored = await fundPasswordOf(context, customer);
  const known = stored === undefined ? null : { resetDueAt: stored.reset_due_at };
  const kind = rightToSet(known, form.oldPassword, context.clock.now());
  if (kind === null) return refuse("old_password_required");
  const isReset = kind === "fund_password_reset_done";
  if (isReset && (await lacksProof(reader, customer))) return refuse("proof_required");
  const isOwner = await checkLoginPassword(context, customer, form.loginPassword);
  if (!isOwner.ok) return isOwner;
  if (kind === "fund_password_changed") {
    const checked = await checkFundPassword(context, customer, form.oldPassword ?? "");
    if (!checked.ok) return asOriginal(checked.refusal);
  }
  await forgetAttempts(reader, loginPasswordLimit(customer).key);
  const oldHash = stored?.password_hash ?? null;
  const saved = await saveFundPassword(context, customer, { ...form, kind, oldHash });
  // Those wrong attempts were at the one that was forgotten.
  if (saved.ok && isReset) await forgetAttempts(reader, fundPasswordLimit(customer).key);
  return saved;
}

/** Counts an attempt, as where a fund password is set; whoever goes on forgets them. */
async function checkLoginPassword(
  { database: { reader } }: PasswordContext,
  customer: Customer,
  typed: string,
): Promise<Outcome<null>> {
  const minutes = await countAttempt(reader, [loginPasswordLimit(customer)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const loginHash = await store.findLoginHash(reader, customer.customerId);
  return (await passwordMatches(typed, loginHash)) ? accept(null) : refuse("wrong_login_password");
}

/** Where the old password is asked for, a wrong one is the catalogue's "wrong original password". */
function asOriginal(refusal: { code: string; params?: Record<string, string> }): Outcome<never> {
  const isWrong = refusal.code === "wrong_fund_password";
  return refuse(isWrong ? "wrong_original_password" : "too_many_tries", refusal.params);
}

async function saveFundPassword(
  { database, clock, feed }: PasswordContext & Pick<Context, "feed">,
  { customerId }: Customer,
  change: { newPassword: string; kind: FundPasswordChange; oldHash: string | null },
): Promise<Outcome<Record<string, never>>> {
  const { kind, oldHash } = change;
  const newHash = await hashPassword(change.newPassword);
  return transactionUnlessRefused(database, async (transaction) => {
    const event = { customerId, at: clock.now() };
    if (!(await store.saveFundPassword(transaction, { ...event, oldHash, newHash }))) {
      return refuse("modification_failed");
    }
    const dueAfter = expiredBefore(event.at);
    const isUsed =
      kind !== "fund_password_reset_done" ||
      (await store.useReset(transaction, { ...event, dueAfter }));
    if (!isUsed) return refuse("modification_failed");
    await recordActivity(transaction, { ...event, kind });
    await sendMessage(transaction, { ...event, kind, link: "/mine/index" });
    if (kind === "fund_password_reset_done") {
      await startResetHold({ feed }, transaction, { ...event, kind: "fund_password" });
    }
    return accept({});
  });
}

/**
 * For whoever has forgotten it: from when a new one can be set without it. The time between is the
 * owner's, who hears of it, and is never shortened: what was asked for already is answered again.
 */
export async function resetFundPassword(
  context: PasswordContext,
  customer: Customer,
  loginPassword: string,
): Promise<Outcome<number>> {
  const { reader } = context.database;
  const stored = await fundPasswordOf(context, customer);
  if (stored === undefined) return refuse("fund_password_not_set");
  if (await lacksProof(reader, customer)) return refuse("proof_required");
  const isOwner = await checkLoginPassword(context, customer, loginPassword);
  if (!isOwner.ok) return isOwner;
  await forgetAttempts(reader, loginPasswordLimit(customer).key);
  return accept(await requestReset(context, customer));
}

function requestReset(
  { database, clock }: PasswordContext,
  { customerId }: Customer,
): Promise<number> {
  return database.transaction(async (transaction) => {
    await store.lockFundPassword(transaction, customerId);
    const at = clock.now();
    const stored = await store.findFundPassword(transaction, customerId, expiredBefore(at));
    const waiting = stored?.reset_due_at ?? null;
    if (waiting !== null) return waiting;
    // One that was not used in time makes room.
    await store.deleteReset(transaction, customerId);
    const dueAt = resetDueFrom(at);
    await store.insertReset(transaction, { customerId, requestedAt: at, dueAt });
    const kind = "fund_password_reset_requested";
    await recordActivity(transaction, { customerId, kind, at });
    await sendMessage(transaction, {
      customerId,
      kind,
      params: {
        due_at: new Date(dueAt).toISOString(),
        until: new Date(resetExpiryOf(dueAt)).toISOString(),
      },
      link: "/mine/fundPassword",
      at,
    });
    return dueAt;
  });
}

/**
 * Cancels it, waiting or due. Nothing is told where there was none. Under a request id, what was asked for
 * since then is not cancelled by a late repeat.
 */
export function cancelFundPasswordReset(
  { database, clock }: PasswordContext,
  { customerId }: Customer,
  requestId?: string,
): Promise<Outcome<Record<string, never>>> {
  const request = { customerId, requestId, call: "cancel-fund-password-reset", input: {} };
  return answeredOnceWithId(database, request, async (transaction) => {
    await endFundPasswordReset(transaction, customerId, clock.now());
    return accept({});
  });
}

/** False where there was none to cancel. */
export async function endFundPasswordReset(
  transaction: Transaction,
  customerId: bigint,
  at: number,
): Promise<boolean> {
  const dueAt = await store.deleteReset(transaction, customerId);
  // One that was not used in time has gone already, as far as its owner knows.
  if (dueAt === undefined || dueAt <= expiredBefore(at)) return false;
  const event = { customerId, kind: "fund_password_reset_cancelled", at } as const;
  await recordActivity(transaction, event);
  await sendMessage(transaction, { ...event, link: "/mine/index" });
  return true;
}
