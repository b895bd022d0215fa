import type { Calls, CheckedInput } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { endOtherProofs, type Customer } from "../../platform/sessions.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { newTotpSecret, otpauthUrl, toBase32 } from "../../platform/totp.ts";
import { countAttempt } from "../../platform/rate-limits.ts";
import { newCodes } from "./passkeys.ts";
import {
  lacksProof,
  lockForChange,
  spendCode,
  spendTotp,
  tell,
  totpPurpose,
  codeLimit,
  withLoginPassword,
} from "./proofs.ts";
import { objectToHold } from "./reset-holds.ts";
import * as store from "./security.store.ts";

type Input<Path extends keyof Calls> = CheckedInput<Calls[Path]>;

export async function beginTotp(
  context: Context,
  customer: Customer,
  form: Input<"/user/totp-begin">,
): Promise<Outcome<{ secret: string; otpauth_url: string }>> {
  const known = await withLoginPassword(context, customer, form.login_password);
  if (!known.ok) return known;
  if (known.value.totp_confirmed_at !== null) return refuse("totp_already_set");
  const { reader } = context.database;
  const held = await objectToHold(reader, customer.customerId);
  if (held !== null) return held;
  if (await lacksProof(reader, customer)) return refuse("proof_required");
  const secret = newTotpSecret();
  const sealed = context.sealer.seal(secret, totpPurpose(customer.customerId));
  if (!(await store.setTotpSecret(reader, customer.customerId, sealed))) {
    return refuse("totp_already_set");
  }
  return accept({ secret: toBase32(secret), otpauth_url: otpauthUrl(secret, customer.account) });
}

export async function confirmTotp(
  context: Context,
  customer: Customer,
  form: Input<"/user/totp-confirm">,
): Promise<Outcome<{ recovery_codes: string[] }>> {
  const { customerId, sessionId } = customer;
  const minutes = await countAttempt(context.database.reader, [codeLimit(customerId)]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  return transactionUnlessRefused(context.database, async (transaction) => {
    const allowed = await lockForChange(transaction, customer);
    const stored = await store.loadCustomer(transaction, customerId);
    if (stored.totp_secret === null) return refuse("totp_not_set");
    if (stored.totp_confirmed_at !== null) return refuse("totp_already_set");
    if (!allowed.ok) return allowed;
    if (!(await spendTotp(context, transaction, stored, form.code))) return refuse("wrong_code");
    await store.confirmTotp(transaction, customerId);
    const codes = await newCodes(transaction, customerId);
    await endOtherProofs(transaction, customerId, sessionId);
    await tell(transaction, { customerId, kind: "totp_set", at: context.clock.now() });
    return accept({ recovery_codes: codes });
  });
}

/** A code in the form is a proof by itself; without one the session's proof counts. */
export async function removeTotp(
  context: Context,
  customer: Customer,
  form: Input<"/user/totp-remove">,
): Promise<Outcome<Record<string, never>>> {
  const { customerId, sessionId } = customer;
  const known = await withLoginPassword(context, customer, form.login_password);
  if (!known.ok) return known;
  const guesses = form.code === undefined ? [] : [codeLimit(customerId)];
  const minutes = await countAttempt(context.database.reader, guesses);
  if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
  return transactionUnlessRefused(context.database, async (transaction) => {
    const proved = await lockForChange(transaction, customer);
    const stored = await store.loadCustomer(transaction, customerId);
    if (stored.totp_confirmed_at === null) return refuse("totp_not_set");
    const held = await objectToHold(transaction, customerId);
    if (held !== null) return held;
    if (form.code === undefined) {
      if (!proved.ok) return proved;
    } else if (!(await spendCode(context, transaction, stored, form.code))) {
      return refuse("wrong_code");
    }
    await store.removeTotp(transaction, customerId);
    await store.dropIdleRecoveryCodes(transaction, customerId);
    await endOtherProofs(transaction, customerId, sessionId);
    await tell(transaction, { customerId, kind: "totp_removed", at: context.clock.now() });
    return accept({});
  });
}

/** New codes for recovery; the old ones stop working. */
export async function renewRecoveryCodes(
  context: Context,
  customer: Customer,
  form: Input<"/user/renew-recovery-codes">,
): Promise<Outcome<{ recovery_codes: string[] }>> {
  const known = await withLoginPassword(context, customer, form.login_password);
  if (!known.ok) return known;
  const { customerId } = customer;
  return transactionUnlessRefused(context.database, async (transaction) => {
    const allowed = await lockForChange(transaction, customer);
    if (!allowed.ok) return allowed;
    if (!(await store.hasFactor(transaction, customerId))) return refuse("second_factor_not_set");
    const codes = await newCodes(transaction, customerId);
    await tell(transaction, {
      customerId,
      kind: "recovery_codes_renewed",
      at: context.clock.now(),
    });
    return accept({ recovery_codes: codes });
  });
}
