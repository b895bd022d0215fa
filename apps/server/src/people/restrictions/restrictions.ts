import {
  closingBarredHoursMax,
  closingBarredTotal,
  endedRestrictionsShownMax,
  restrictionReviewDays,
  type CallOutput,
  type Calls,
  type CustomerState,
  type OperatorRole,
  type Reason,
  type Restriction,
  hourMs,
  dayMs,
  iso,
  isoOrNull,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";
import { reasonParams, reasonSentences } from "../../governance/reasons/reasons.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { endSessions } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { setState } from "../accounts/accounts.ts";
import { sendMessage } from "../messages/messages.ts";
import * as store from "./restrictions.store.ts";

/** What an operator chose beside the state: hours and days, counted from the moment at which it holds. */
export type RestrictionTerms = { closingBarredHours?: number; reviewInDays?: number };

type RestrictionChange = {
  customer: { id: bigint; state: CustomerState };
  state: CustomerState;
  reason: Reason;
  terms: RestrictionTerms;
  /** Who decided it, and the role of the second where it took two. */
  by: { operatorId: bigint; role: OperatorRole; approvedRole: OperatorRole | null };
  at: number;
};

/**
 * Another state, or the same one anew, in the transaction that has locked the customer: the fact, the customer's
 * sessions where they end, and what the customer is told.
 */
export async function changeRestriction(
  transaction: Transaction,
  change: RestrictionChange,
): Promise<Outcome<Record<string, never>>> {
  const { customer, state, reason, by, terms, at } = change;
  await store.endCurrent(transaction, customer.id, at);
  const objection = await objectToTerms(transaction, customer.id, terms, at);
  if (objection !== null) return objection;
  const closingBarredUntil = barredUntil(state, terms, at);
  const reviewAt = at + (terms.reviewInDays ?? restrictionReviewDays) * dayMs;
  if (state !== "active") {
    await store.insertRestriction(transaction, {
      customerId: customer.id,
      state,
      at,
      reviewAt,
      closingBarredUntil,
      reason: reason.code,
      texts: ownTexts(reason),
      by: by.operatorId,
      role: by.role,
      approvedRole: by.approvedRole,
    });
  }
  await setState(transaction, customer.id, { state, closingBarredUntil });
  if (state === "banned") await endSessions(transaction, customer.id, "all");
  await notifyOfOperatorAct(transaction, {
    customerId: customer.id,
    kind: "state_changed",
    what: `state_${state}`,
    reason,
    params: { before: customer.state, after: state },
    at,
  });
  const restricted = state === "active" ? {} : { review_at: iso(reviewAt), role: by.role };
  const barred = closingBarredUntil === null ? {} : { closing_until: iso(closingBarredUntil) };
  await sendMessage(transaction, {
    customerId: customer.id,
    kind: "account_state",
    params: { state, ...reasonParams(reason), ...restricted, ...barred },
    ...(state !== "active" && { link: "/mine/notices" }),
    at,
  });
  return accept({});
}

/** What was asked for in words of their own; of a former release the words alone, for every language. */
function ownTexts({ code, words, texts }: Reason) {
  return code === "other" ? (texts ?? { jp: words, cn: words, us: words }) : null;
}

/** Before it is proposed, and again when it holds. Null where nothing speaks against it. */
export async function objectToTerms(
  transaction: Transaction,
  customerId: bigint,
  { closingBarredHours }: RestrictionTerms,
  at: number,
): Promise<Outcome<never> | null> {
  if (closingBarredHours === undefined) return null;
  const { hoursMax, withinDays } = closingBarredTotal;
  const barred = await store.closingBarredHours(transaction, customerId, at);
  const isBounded =
    closingBarredHours <= closingBarredHoursMax && barred + closingBarredHours <= hoursMax;
  if (isBounded) return null;
  const left = String(Math.max(0, Math.floor(hoursMax - barred)));
  const params = { hours: String(closingBarredHoursMax), total: String(hoursMax), left };
  return refuse("closing_barred_too_long", { ...params, days: String(withinDays) });
}

function barredUntil(
  state: CustomerState,
  { closingBarredHours }: RestrictionTerms,
  at: number,
): number | null {
  if (state === "active" || closingBarredHours === undefined) return null;
  return at + closingBarredHours * hourMs;
}

/**
 * The customer's own wish, without an operator. Whoever fears a thief wants nothing sold: closing is barred as
 * long as it can be. False where the account was frozen or banned already.
 */
export async function freezeByCustomer(
  transaction: Transaction,
  customerId: bigint,
  at: number,
): Promise<boolean> {
  const customer = await store.lockCustomer(transaction, customerId);
  if (customer?.state !== "active" && customer?.state !== "trading_disabled") return false;
  const closingBarredUntil = at + closingBarredHoursMax * hourMs;
  await store.endCurrent(transaction, customerId, at);
  await store.insertRestriction(transaction, {
    customerId,
    state: "frozen",
    reason: "customer_request",
    texts: null,
    at,
    by: null,
    role: null,
    approvedRole: null,
    reviewAt: at + restrictionReviewDays * dayMs,
    closingBarredUntil,
  });
  await setState(transaction, customerId, { state: "frozen", closingBarredUntil });
  return true;
}

/** Locked until the transaction ends, so that nothing is decided beside a change of it. */
export async function lockState(
  transaction: Transaction,
  customerId: bigint,
): Promise<CustomerState> {
  const customer = await store.lockCustomer(transaction, customerId);
  if (customer === undefined) throw new Error(`the customer ${customerId} is not there`);
  return customer.state;
}

/**
 * The state as the database has it, which no change of it overtakes until the transaction ends: what a session is known
 * by may be older, by the hashing of a password or in another process. Who moves money asks this.
 */
export async function holdState(
  transaction: Transaction,
  customerId: bigint,
): Promise<CustomerState> {
  const state = await store.holdState(transaction, customerId);
  if (state === undefined) throw new Error(`the customer ${customerId} is not there`);
  return state;
}

/** Whether the customer could not sign in for some of the time, and so neither hear of something nor answer. */
export const wasBanned = store.wasBanned;

/** As the customer reads it. */
export async function restrictionsOf(
  { database: { reader } }: Pick<Context, "database">,
  customerId: bigint,
): Promise<CallOutput<Calls["/user/restrictions"]>> {
  const [current, ended] = await Promise.all([
    store.currentOf(reader, customerId),
    store.endedOf(reader, customerId, endedRestrictionsShownMax),
  ]);
  return { current: current === undefined ? null : onWire(current), ended: ended.map(onWire) };
}

/** As the back office reads it; null where the account is not restricted. */
export async function restrictionInForce(
  reader: Reader,
  customerId: bigint,
  now: number,
): Promise<(Restriction & { by: string | null; review_overdue: boolean }) | null> {
  const found = await store.currentOf(reader, customerId);
  if (found === undefined) return null;
  return { ...onWire(found), by: found.by, review_overdue: found.review_at <= now };
}

function onWire(one: store.StoredRestriction): Restriction {
  const { reason: code, texts } = one;
  return {
    id: one.id.toString(),
    state: one.state,
    role: one.restricted_role,
    approved_role: one.approved_role,
    reason: reasonSentences(texts === null ? { code, words: "" } : { code, words: "", texts }),
    since: iso(one.since),
    until: null,
    review_at: iso(one.review_at),
    closing_barred_until: isoOrNull(one.closing_barred_until),
    ended_at: isoOrNull(one.ended_at),
  };
}
