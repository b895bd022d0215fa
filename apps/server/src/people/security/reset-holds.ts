import { resetHoldHoursMin } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { sendMessage } from "../messages/messages.ts";
import { siteRules } from "../../governance/site/site.ts";
import * as store from "./reset-holds.store.ts";

type ResetKind = "login_password" | "fund_password" | "second_factors";

/**
 * A reset is how somebody takes an account over, and how operators who agree could: after one the owner has
 * days of real time to hear of it before anything leaves. In the transaction that sets the new password.
 */
export async function startResetHold(
  { feed }: Pick<Context, "feed">,
  transaction: Transaction,
  { customerId, kind, at }: { customerId: bigint; kind: ResetKind; at: number },
): Promise<void> {
  const { resetHoldHours } = await siteRules(transaction);
  const least = feed.kind === "live" ? resetHoldHoursMin : 0;
  const hours = Math.max(least, resetHoldHours);
  if (hours === 0) return;
  const until = await store.insertHold(transaction, { customerId, kind, hours });
  const event = { customerId, kind: "reset_hold_started", at } as const;
  const params = { until: new Date(until).toISOString() };
  await recordActivity(transaction, { ...event, params });
  await sendMessage(transaction, { ...event, params, link: "/mine/loginPassword" });
}

/** Until when it holds, in real time; null where none does. */
export function resetHoldOf(reader: Reader, customerId: bigint): Promise<number | null> {
  return store.heldUntil(reader, customerId);
}

/**
 * Whoever signed in by a reset of the second factors, or since, sends away nobody who was there before while it
 * holds: else a thief would take the one tap from the owner's devices. Null where nothing is in the way.
 */
export async function objectToSendingAway(
  reader: Reader,
  customer: { customerId: bigint; sessionId: string },
): Promise<(Outcome<never> & { ok: false }) | null> {
  return refusedUntil(await store.newcomerUntil(reader, customer));
}

/** What a call answers meanwhile; null where none holds. */
export async function objectToHold(
  reader: Reader,
  customerId: bigint,
): Promise<(Outcome<never> & { ok: false }) | null> {
  return refusedUntil(await store.heldUntil(reader, customerId));
}

function refusedUntil(until: number | null): (Outcome<never> & { ok: false }) | null {
  if (until === null) return null;
  const params = { until: new Date(until).toISOString() };
  const refused = refuse("reset_hold", params);
  return refused.ok ? null : refused;
}
