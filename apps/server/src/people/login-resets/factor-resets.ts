import type { CheckedInput, Calls } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import type { DeviceCookies } from "../../platform/http/device-cookies.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { addressKey, countAttempt } from "../../platform/rate-limits.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import {
  withRightPassword,
  type FactorResets,
  type Origin,
  type Resets,
} from "../accounts/accounts.ts";
import { sendMessage } from "../messages/messages.ts";
import { endAllFactors, hasFactor, startResetHold } from "../security/security.ts";
import { caseExpiresAt, caseNumberOf } from "./login-resets.rules.ts";
import { noteAsked, wasAsked } from "./asked-before.ts";
import * as store from "./login-resets.store.ts";
import type { StoredReset } from "./login-resets.store.ts";

/**
 * The way back for whoever has lost every second factor and the codes for recovery: they say the right login
 * password, are told a case number, and prove who they are to customer service. Two operators approve; a
 * day later a sign-in that says so ends the factors, and the hold of every reset begins.
 */
export const queueName = "factor-resets" as const;

/** Of one customer, older than a day; as with a forgotten password. */
const casesMax = 5;
const keptHours = 24;
const dailyAsksMax = 10;

type Form = CheckedInput<Calls["/user/lost-second-factors"]>;
const factors = "second_factors";

/** All of the customer's devices hear of it at once: whoever asks knows the password, and may have stolen it. */
export async function askForFactorReset(
  context: Context,
  form: Form,
  origin: Origin,
  checks: { resets: Pick<Resets, "proven">; devices: DeviceCookies },
): Promise<Outcome<{ case_number: string }>> {
  const { reader } = context.database;
  const request = `${form.account} ${form.request_id}`;
  const caseNumber = caseNumberOf(context.sealer.fingerprint(request, "second_factor_reset"));
  if (await wasAsked(reader, caseNumber)) return accept({ case_number: caseNumber });
  return withRightPassword(context, form, origin, checks, async (customerId) => {
    if (!(await hasFactor(reader, customerId))) return refuse("second_factor_not_set");
    const key = addressKey(`factor-reset:account:${form.account}`, origin.address);
    const daily = { key, attemptsMax: dailyAsksMax, windowMinutes: 24 * 60 };
    const minutes = await countAttempt(reader, [daily]);
    if (minutes > 0) return refuse("too_many_tries", { minutes: String(minutes) });
    await keepCase(context, { customerId, caseNumber }, origin);
    await noteAsked(reader, caseNumber);
    return accept({ case_number: caseNumber });
  });
}

async function keepCase(
  { database, clock }: Context,
  { customerId, caseNumber }: { customerId: bigint; caseNumber: string },
  origin: Origin,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await store.lockCustomer(transaction, customerId);
    const at = clock.now();
    const isNew = await store.insertFactorReset(transaction, {
      customerId,
      caseNumber,
      ...origin,
      requestedAt: at,
      expiresAt: caseExpiresAt(at),
    });
    if (!isNew) return;
    const before = at - keptHours * 3_600_000;
    await store.replaceOldest(transaction, factors, {
      customerId,
      queue: queueName,
      casesMax,
      before,
      at,
    });
    const event = { customerId, kind: "factor_reset_requested", at } as const;
    const params = { device: origin.device };
    await recordActivity(transaction, { ...event, params });
    await sendMessage(transaction, { ...event, params, link: "/mine/loginPassword" });
  });
}

export function factorResetOf(
  { database, clock }: Pick<Context, "database" | "clock">,
  { customerId }: Customer,
): Promise<StoredReset | undefined> {
  return store.findLiveReset(database.reader, factors, customerId, clock.now());
}

export function cancelFactorReset(
  { database, clock }: Pick<Context, "database" | "clock">,
  { customerId }: Customer,
  requestId?: string,
): Promise<Outcome<Record<string, never>>> {
  const request = { customerId, requestId, call: "cancel-second-factor-reset", input: {} };
  return answeredOnceWithId(database, request, async (transaction) => {
    await store.lockCustomer(transaction, customerId);
    await endFactorReset(transaction, customerId, clock.now());
    return accept({});
  });
}

/** Ends what was asked for or approved; false where there was nothing. The customer is locked. */
export async function endFactorReset(
  transaction: Transaction,
  customerId: bigint,
  at: number,
): Promise<boolean> {
  const reset = { customerId, ended: "cancelled", at } as const;
  if ((await store.endResets(transaction, factors, reset)) === 0) return false;
  const event = { customerId, kind: "factor_reset_cancelled", at } as const;
  await recordActivity(transaction, event);
  await sendMessage(transaction, { ...event, link: "/mine/index" });
  return true;
}

/** What a sign-in needs to know of them. */
export const factorResets: FactorResets = {
  async approved(reader, customerId, now) {
    const found = await store.findApprovedFactorReset(reader, customerId, now);
    return found === undefined ? null : { id: found.id, dueAt: found.due_at };
  },
  async redeem(transaction, { id, customerId, at }, context) {
    if (!(await store.useReset(transaction, factors, { id, at }))) return false;
    await store.endResets(transaction, factors, { customerId, ended: "replaced", at });
    await endAllFactors(transaction, customerId);
    const event = { customerId, kind: "factor_reset_done", at } as const;
    await recordActivity(transaction, event);
    await sendMessage(transaction, { ...event, link: "/mine/loginPassword" });
    // The owner's devices stay signed in, hear of it, and can stop it for as long as it holds.
    await startResetHold(context, transaction, { customerId, kind: "second_factors", at });
    return true;
  },
  async end(transaction, customerId, at) {
    await endFactorReset(transaction, customerId, at);
  },
};
