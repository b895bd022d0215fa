import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { answeredOnceWithId, answerOnceWithId } from "../../platform/answer-once.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { atPasswordPlace, type PasswordPlace } from "../../platform/passwords.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { addressKey, countAttempt, type RateLimit } from "../../platform/rate-limits.ts";
import { objectToPassword, type Origin, type Resets } from "../accounts/accounts.ts";
import { sendMessage } from "../messages/messages.ts";
import { endFundPasswordReset } from "../passwords/passwords.ts";
import { freezeNow, resetHoldOf, startResetHold, unconfirmPasskeys } from "../security/security.ts";
import { endFactorReset } from "./factor-resets.ts";
import { caseExpiresAt, caseNumberOf } from "./login-resets.rules.ts";
import { noteAsked, wasAsked } from "./asked-before.ts";
import * as store from "./login-resets.store.ts";
import type { StoredReset } from "./login-resets.store.ts";
import { recordActivity } from "../../governance/activity/activity.ts";

export { factorResets } from "./factor-resets.ts";

export const queueName = "login-password-resets" as const;

/**
 * Of one customer, older than `keptHours`. The newest count: whoever asks in another's name cannot use their
 * places up. In its first day nobody ends a case by asking: who asks at night can call in the morning.
 */
export const casesMax = 5;
export const keptHours = 24;

/** For one account from one address, in a day. Also a request whose answer was lost counts when it comes again. */
export const dailyAsksMax = 10;

/** Longer than keeping a case takes: accounts that exist and those that do not hear as late. */
export const answerMs = 300;

/**
 * No limit is the account's alone, and none is everybody's: whoever knows the number of somebody's telephone,
 * or has many addresses, could use it up and keep others out.
 */
function askingLimits(account: string, address: string): RateLimit[] {
  return [
    { key: addressKey("login-reset", address), attemptsMax: 30, windowMinutes: 60 },
    {
      key: addressKey(`login-reset:account:${account}`, address),
      attemptsMax: dailyAsksMax,
      windowMinutes: 24 * 60,
    },
  ];
}

/**
 * Keeps a new password for whoever has forgotten the old one, and answers the case's number. It follows
 * from the request, so that the same request is answered the same again, and nobody learns from a number
 * whether there is an account.
 */
export async function askForReset(
  context: Context,
  form: { account: string; newPassword: string; newPassword2: string; requestId: string },
  origin: Origin,
): Promise<Outcome<{ case_number: string }>> {
  if (!/^\d{10}$/.test(form.account)) return refuse("account_not_ten_digits");
  const objection = await objectToPassword(context, form);
  if (objection !== null) return { ok: false, refusal: objection };
  return atPasswordPlace("stranger", (place) => askAtPlace(context, form, origin, place));
}

async function askAtPlace(
  context: Context,
  form: { account: string; newPassword: string; requestId: string },
  origin: Origin,
  place: PasswordPlace,
): Promise<Outcome<{ case_number: string }>> {
  const { reader } = context.database;
  const request = `${form.account} ${form.requestId}`;
  const caseNumber = caseNumberOf(context.sealer.fingerprint(request, "login_password_reset"));
  if (await wasAsked(reader, caseNumber)) {
    await pause(answerMs);
    return accept({ case_number: caseNumber });
  }
  const minutes = await countAttempt(reader, askingLimits(form.account, origin.address));
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  // Done for every account, and long where many others wait for theirs: what follows hides behind the pause.
  const passwordHash = await place.hash(form.newPassword);
  const { account } = form;
  const kept = keepCase(context, { account, passwordHash, caseNumber }, origin);
  await Promise.all([kept, pause(answerMs)]);
  await noteAsked(reader, caseNumber);
  return accept({ case_number: caseNumber });
}

async function keepCase(
  { database, clock }: Context,
  asked: { account: string; passwordHash: string; caseNumber: string },
  origin: Origin,
): Promise<void> {
  const { account, passwordHash, caseNumber } = asked;
  await database.transaction(async (transaction) => {
    const customerId = await store.lockAccount(transaction, account);
    if (customerId === undefined) return;
    const at = clock.now();
    const isNew = await store.insertReset(transaction, {
      customerId,
      caseNumber,
      passwordHash,
      ...origin,
      requestedAt: at,
      expiresAt: caseExpiresAt(at),
    });
    if (!isNew) return;
    const before = at - keptHours * 3_600_000;
    await store.replaceOldest(transaction, "login_password", {
      customerId,
      queue: queueName,
      casesMax,
      before,
      at,
    });
    const { device } = origin;
    const kind = "login_password_reset_requested";
    await recordActivity(transaction, { customerId, kind, params: { device }, at });
  });
}

/**
 * Whose case a number is of: null of one that was asked for without an account, which nobody may learn from the
 * outside, and undefined where no case of the last days has the number.
 */
export async function caseOf(
  { database: { reader }, clock }: Pick<Context, "database" | "clock">,
  caseNumber: string,
): Promise<{ customerId: bigint | null } | undefined> {
  const customerId = await store.customerOfCase(reader, caseNumber, clock.now());
  if (customerId !== undefined) return { customerId };
  return (await wasAsked(reader, caseNumber)) ? { customerId: null } : undefined;
}

export function resetOf(
  { database, clock }: Pick<Context, "database" | "clock">,
  { customerId }: Customer,
): Promise<StoredReset | undefined> {
  return store.findLiveReset(database.reader, "login_password", customerId, clock.now());
}

/**
 * Cancels what waits or is due. Nothing is told where there was none. Under a request id, what was asked for
 * since then is not cancelled by a late repeat.
 */
export function cancelReset(
  { database, clock }: Pick<Context, "database" | "clock">,
  { customerId }: Customer,
  requestId?: string,
): Promise<Outcome<Record<string, never>>> {
  const request = { customerId, requestId, call: "cancel-login-password-reset", input: {} };
  return answeredOnceWithId(database, request, async (transaction) => {
    await store.lockCustomer(transaction, customerId);
    await endReset(transaction, customerId, clock.now());
    return accept({});
  });
}

/**
 * One tap of whoever did not ask for a reset, on any device, without a password that a thief may have set: cancels
 * what waits, and freezes the account until an operator has spoken with them. Also after the reset,
 * for as long as its hold lasts.
 */
export function stopReset(
  { database, clock }: Pick<Context, "database" | "clock">,
  { customerId }: Customer,
  requestId?: string,
): Promise<Outcome<Record<string, never>>> {
  const request = { customerId, requestId, call: "stop-reset", input: {} };
  return transactionUnlessRefused<Record<string, never>>(database, (transaction) =>
    answerOnceWithId(transaction, request, () => stopNow(transaction, customerId, clock.now())),
  );
}

async function stopNow(
  transaction: Transaction,
  customerId: bigint,
  at: number,
): Promise<Outcome<Record<string, never>>> {
  await store.lockCustomer(transaction, customerId);
  const approved = await store.findApprovedReset(transaction, customerId, at);
  const isHeld = (await resetHoldOf(transaction, customerId)) !== null;
  const wasWaiting = await endFundPasswordReset(transaction, customerId, at);
  const wasAsked = await endFactorReset(transaction, customerId, at);
  if (approved === undefined && !isHeld && !wasWaiting && !wasAsked) {
    return refuse("no_reset_to_stop");
  }
  await endReset(transaction, customerId, at);
  // One that is frozen already stays so.
  await freezeNow(transaction, { customerId, at });
  return accept({});
}

async function endReset(transaction: Transaction, customerId: bigint, at: number): Promise<void> {
  if (
    (await store.endResets(transaction, "login_password", {
      customerId,
      ended: "cancelled",
      at,
    })) === 0
  )
    return;
  const event = { customerId, kind: "login_password_reset_cancelled", at } as const;
  await recordActivity(transaction, event);
  await sendMessage(transaction, { ...event, link: "/mine/index" });
}

/** What a sign-in and a change of the password need to know of resets. */
export const resets: Resets = {
  async proven(reader: Reader, { customerId, password, now, place }) {
    const found = await store.findApprovedReset(reader, customerId, now);
    if (!(await place.matches(password, found?.password_hash ?? null))) return null;
    if (found === undefined) return null;
    return { id: found.id, passwordHash: found.password_hash, dueAt: found.due_at };
  },
  async redeem(transaction, { id, customerId, passkey, at }, context) {
    if (!(await store.useReset(transaction, "login_password", { id, at }))) return false;
    // What else was asked for is not needed any more.
    await store.endResets(transaction, "login_password", { customerId, ended: "replaced", at });
    // Asked for with the old password: whoever has the new one waits for the next as long as anybody.
    await endFundPasswordReset(transaction, customerId, at);
    const event = { customerId, kind: "login_password_reset_done", at } as const;
    await recordActivity(transaction, event);
    await sendMessage(transaction, { ...event, link: "/mine/index" });
    // Added with the old one, perhaps by somebody else; no other factor ends by a reset.
    await unconfirmPasskeys(transaction, { customerId, proved: passkey, at });
    await startResetHold(context, transaction, { customerId, kind: "login_password", at });
    return true;
  },
  endReset,
};
