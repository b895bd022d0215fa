import type { Reason } from "@sanshi/contract";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { reasonParams } from "../reasons/reasons.ts";
import { insertActivities, insertActivitiesOf } from "./activity.store.ts";

export { listActivity, type StoredActivity } from "./activity.store.ts";

/** What a customer did or what happened to their account, in the caller's transaction. */
export type Activity = {
  customerId: bigint;
  kind: string;
  params?: Readonly<Record<string, string>>;
  at: number;
};

export function recordActivity(
  transaction: Transaction,
  { customerId, kind, params = {}, at }: Activity,
): Promise<void> {
  return insertActivities(transaction, [customerId], { kind, params, at });
}

/** Several at once, each of its customer and with what fills it. */
export function recordActivities(
  transaction: Transaction,
  kind: string,
  done: readonly Omit<Activity, "kind">[],
): Promise<void> {
  return insertActivitiesOf(transaction, kind, done);
}

/** What an operator did about a customer, as the customer reads it under activity. */
type OperatorAct = {
  customerId: bigint;
  /**
   * `operator_viewed` for a look, `operator_acted` for whatever changes something, and `state_changed`.
   * The customer learns that it was an operator, never which.
   */
  kind: "operator_viewed" | "operator_acted" | "state_changed";
  /** What was looked at or done: `customer`, `positions`, `deposit_approved`, `journal_posted`. */
  what: string;
  reason?: Reason | null;
  params?: Readonly<Record<string, string>>;
  at: number;
};

/** Tells the customer of an operator's look or action, in the caller's transaction. */
export function notifyOfOperatorAct(
  executor: Reader,
  { customerId, ...act }: OperatorAct,
): Promise<void> {
  return notifyOfOperatorActs(executor, [customerId], act);
}

/** The same act about several customers. */
export async function notifyOfOperatorActs(
  executor: Reader,
  customerIds: readonly bigint[],
  act: Omit<OperatorAct, "customerId">,
): Promise<void> {
  const params = {
    ...act.params,
    ...reasonParams(act.reason ?? null),
    who: "operator",
    what: act.what,
  };
  await insertActivities(executor, customerIds, { kind: act.kind, params, at: act.at });
}
