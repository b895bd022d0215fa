import { proofMinutes, type CallOutput, type Calls, type CheckedInput } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { endProofs, type Customer } from "../../platform/sessions.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import type { SecondStep } from "../accounts/accounts.ts";
import {
  confirmPasskeys,
  deletePasskeysBut,
  listPasskeys,
  takeChallenge,
} from "./passkeys.store.ts";
import { provedPasskey, spendCode, tell, withLoginPassword } from "./proofs.ts";
import { freezeByCustomer } from "../restrictions/restrictions.ts";
import { resetHoldOf } from "./reset-holds.ts";
import * as store from "./security.store.ts";

export { endLapsedPasskeys, endPasskeysBut, unconfirmPasskeys } from "./passkeys.ts";
export { lacksProof, objectToProof } from "./proofs.ts";
export { hasFactor } from "./security.store.ts";
export { objectToHold, objectToSendingAway, resetHoldOf, startResetHold } from "./reset-holds.ts";

export async function securityOf(
  { database }: Context,
  { customerId, sessionId }: Customer,
): Promise<CallOutput<Calls["/user/security"]>> {
  const { reader } = database;
  const [customer, passkeys, provedUntil, heldUntil] = await Promise.all([
    store.loadCustomer(reader, customerId),
    listPasskeys(reader, customerId),
    store.provedUntil(reader, sessionId, proofMinutes),
    resetHoldOf(reader, customerId),
  ]);
  return {
    totp: customer.totp_confirmed_at !== null,
    recovery_codes_left: customer.codes_left,
    passkeys: passkeys.map(({ id, name, added_at, last_used_at, confirm_by }) => ({
      id,
      name,
      added_at: iso(added_at),
      last_used_at: last_used_at === null ? null : iso(last_used_at),
      confirm_by: confirm_by === null ? null : iso(confirm_by),
    })),
    proved_until: provedUntil === null ? null : iso(provedUntil),
    reset_hold_until: heldUntil === null ? null : iso(heldUntil),
  };
}

/** What a sign-in with a password asks for beside it. */
export function secondStepOf(
  context: Pick<Context, "database" | "sealer">,
  host: string,
): SecondStep {
  const { reader } = context.database;
  return {
    isAsked: store.hasFactor,
    async check(customerId, { code = "", challenge_id: id, response }) {
      if (id !== undefined && response !== undefined) {
        return checkPasskey(context, customerId, { id, response, host });
      }
      if (code === "") return refuse("code_required");
      const stored = await store.loadCustomer(reader, customerId);
      const isRight = await spendCode(context, reader, stored, code);
      return isRight ? accept({ passkey: null }) : refuse("wrong_code");
    },
  };
}

/** Beside the right password: so a passkey that a reset left unconfirmed is confirmed. */
async function checkPasskey(
  context: Pick<Context, "database">,
  customerId: bigint,
  { id, response, host }: { id: string; response: string; host: string },
): Promise<Outcome<{ passkey: string }>> {
  const { reader } = context.database;
  const asked = { purpose: "sign_in", customerId: null } as const;
  const challenge = await takeChallenge(reader, id, asked);
  if (challenge === undefined) return refuse("challenge_expired");
  const passkey = await provedPasskey(context, response, { challenge, host });
  if (passkey?.customer_id !== customerId) return refuse("passkey_not_accepted");
  await confirmPasskeys(reader, customerId, [passkey.id]);
  return accept({ passkey: passkey.id });
}

/** After a reset of them all: the password alone signs in, and no session has proved anything. */
export async function endAllFactors(transaction: Transaction, customerId: bigint): Promise<void> {
  await deletePasskeysBut(transaction, customerId, []);
  await store.removeTotp(transaction, customerId);
  await store.dropIdleRecoveryCodes(transaction, customerId);
  await endProofs(transaction, customerId);
}

/** The button for whoever fears that somebody else is in: nothing trades or leaves any more. */
export async function freezeOwnAccount(
  context: Context,
  customer: Customer,
  form: CheckedInput<Calls["/user/freeze-account"]>,
): Promise<Outcome<Record<string, never>>> {
  const known = await withLoginPassword(context, customer, form.login_password);
  if (!known.ok) return known;
  return transactionUnlessRefused(context.database, async (transaction) => {
    const { customerId } = customer;
    const isFrozen = await freezeNow(transaction, { customerId, at: context.clock.now() });
    return isFrozen ? accept({}) : refuse("account_frozen");
  });
}

/** False where the account was not active any more. */
export async function freezeNow(
  transaction: Transaction,
  { customerId, at }: { customerId: bigint; at: number },
): Promise<boolean> {
  if (!(await freezeByCustomer(transaction, customerId, at))) return false;
  await tell(transaction, { customerId, kind: "frozen_by_customer", at });
  return true;
}

const iso = (at: number) => new Date(at).toISOString();
