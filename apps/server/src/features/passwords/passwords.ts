import { fundPasswordTriesMax } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { hashPassword, passwordMatches } from "../../platform/passwords.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { countTry, forgetTries, triesLeft, type TryLimit } from "../../platform/tries.ts";
import { recordActivity } from "../accounts/accounts.ts";
import { sendMessage } from "../messages/messages.ts";
import { objectToFundPassword } from "./passwords.rules.ts";
import * as store from "./passwords.store.ts";

type PasswordContext = Pick<Context, "database" | "clock">;

export type FundPasswordForm = {
  loginPassword: string;
  newPassword: string;
  newPassword2: string;
  oldPassword: string | null;
};

/** Six digits are guessed soon: whoever has a session and no fund password gets few tries. */
function fundPasswordLimit({ customerId }: Customer): TryLimit {
  return { key: `fund-password:${customerId}`, triesMax: fundPasswordTriesMax, windowMinutes: 60 };
}

function loginPasswordLimit({ customerId }: Customer): TryLimit {
  return { key: `set-fund-password:${customerId}`, triesMax: 10, windowMinutes: 15 };
}

/** When it was set or changed last; null where there is none. */
export async function fundPasswordSince(
  reader: Reader,
  customerId: bigint,
): Promise<number | null> {
  return (await store.findFundPassword(reader, customerId))?.changed_at ?? null;
}

/**
 * Whether it is the customer's fund password. Each try counts before it is looked at, also a right one
 * among many at once; the last wrong one locks, and the customer is told.
 */
export async function checkFundPassword(
  context: PasswordContext,
  customer: Customer,
  typed: string,
): Promise<Outcome<null>> {
  const { reader } = context.database;
  const stored = await store.findFundPassword(reader, customer.customerId);
  if (stored === undefined) return refuse("fund_password_not_set");
  const limit = fundPasswordLimit(customer);
  const minutes = await countTry(reader, [limit]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  if (await passwordMatches(typed, stored.password_hash)) {
    await forgetTries(reader, limit.key);
    return accept(null);
  }
  const left = await triesLeft(reader, limit);
  if (left === 0) await tellLocked(context, customer, limit.windowMinutes);
  return refuse("wrong_fund_password", { left: String(left) });
}

function tellLocked(
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
  context: PasswordContext,
  customer: Customer,
  form: FundPasswordForm,
): Promise<Outcome<Record<string, never>>> {
  const objection = objectToFundPassword({ ...form, account: customer.account });
  if (objection !== null) return refuse(objection);
  const { reader } = context.database;
  const { customerId } = customer;
  const stored = await store.findFundPassword(reader, customerId);
  if (stored !== undefined && form.oldPassword === null) return refuse("old_password_required");
  const limit = loginPasswordLimit(customer);
  const minutes = await countTry(reader, [limit]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  const loginHash = await store.findLoginHash(reader, customerId);
  if (!(await passwordMatches(form.loginPassword, loginHash)))
    return refuse("wrong_login_password");
  if (stored !== undefined) {
    const checked = await checkFundPassword(context, customer, form.oldPassword ?? "");
    if (!checked.ok) return asOriginal(checked.refusal);
  }
  await forgetTries(reader, limit.key);
  return saveFundPassword(context, customer, form.newPassword, stored?.password_hash ?? null);
}

/** Where the old password is asked for, a wrong one is the catalogue's "wrong original password". */
function asOriginal(refusal: { code: string; params?: Record<string, string> }): Outcome<never> {
  const isWrong = refusal.code === "wrong_fund_password";
  return refuse(isWrong ? "wrong_original_password" : "too_many_tries", refusal.params);
}

async function saveFundPassword(
  { database, clock }: PasswordContext,
  { customerId }: Customer,
  newPassword: string,
  oldHash: string | null,
): Promise<Outcome<Record<string, never>>> {
  const newHash = await hashPassword(newPassword);
  const saved = await database.transaction(async (transaction) => {
    const event = { customerId, at: clock.now() };
    if (!(await store.saveFundPassword(transaction, { ...event, oldHash, newHash }))) return false;
    const kind = oldHash === null ? "fund_password_set" : "fund_password_changed";
    await recordActivity(transaction, { ...event, kind });
    await sendMessage(transaction, { ...event, kind, link: "/mine/index" });
    return true;
  });
  return saved ? accept({}) : refuse("modification_failed");
}
