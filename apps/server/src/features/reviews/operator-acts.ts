import type { Reason } from "@sanshi/contract";
import { sql, timestamp, type Reader } from "../../platform/sql/database.ts";
import { reasonParams } from "./reason-params.ts";

/** What an operator did about a customer, as the customer reads it under activity. */
export type OperatorAct = {
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
export async function tellOperatorAct(executor: Reader, act: OperatorAct): Promise<void> {
  const params = {
    ...act.params,
    ...reasonParams(act.reason ?? null),
    who: "operator",
    what: act.what,
  };
  await sql`INSERT INTO activity (customer_id, kind, params, happened_at)
    VALUES (${act.customerId}, ${act.kind}, ${JSON.stringify(params)},
      ${timestamp(act.at)})`.execute(executor);
}
