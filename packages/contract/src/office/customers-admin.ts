import { explanation } from "../governance/explanations.ts";
import { pendingDecision, difference, decisionOutput, queueCalls } from "../governance/reviews.ts";
import { closingBarredHoursMax } from "../market/constants.ts";
import { recordCalls } from "../money/records.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { accountPattern, customerStates, restrictionReviewDaysMax } from "../people/constants.ts";
import { restriction } from "../people/restrictions.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import {
  cursor,
  listLimit,
  time,
  recordId,
  currency,
  decimal,
  marketKey,
  names,
  typedTextOrNone,
  verificationStatus,
  page,
} from "../wire.ts";
import { seenWithinDays } from "./constants.ts";
import { orderHours } from "../trading/constants.ts";
import { z } from "zod";

const account = z.string().regex(accountPattern);

const state = z.enum(customerStates);

const paged = z.strictObject({ account, cursor: cursor.optional(), limit: listLimit });

const customerRow = z.object({
  account: z.string(),
  /** As it was verified, or as it was handed in last; null before. */
  name: z.string().nullable(),
  name_kana: z.string().nullable(),
  verification: verificationStatus,
  state,
  registered_at: time,
  last_seen_at: time.nullable(),
  invitation_code: z.string(),
  /** When a restricted account is to be looked at again. */
  review_at: time.nullable(),
  /** The customer whose code it was; empty for the house's. */
  inviter: z.string().nullable(),
});

const balance = z.object({
  /** The ledger's account; its postings are listed by it. */
  ledger_account: recordId,
  currency,
  purpose: z.string(),
  balance: decimal,
  /** How low it can fall; null for what is owed whatever it is. */
  floor: decimal.nullable(),
  postings: z.int(),
});

const ledgerPosting = z.object({
  transfer_id: recordId,
  kind: z.string(),
  cause_id: z.string(),
  amount: decimal,
  balance_after: decimal,
  version: z.int(),
  happened_at: time,
  /** The other sides of the transfer. */
  against: z.array(
    z.object({
      owner: z.enum(["customer", "house"]),
      purpose: z.string(),
      currency,
      amount: decimal,
    }),
  ),
});

const positionRow = z.object({
  id: recordId,
  market: marketKey,
  /** Code and names of the day. */
  code: z.string(),
  names,
  side: z.enum(["long", "short"]),
  kind: z.string(),
  /** In which hours of the exchange the order that opened it trades. */
  hours: z.enum(orderHours),
  /** The number on the wire of product section 4. */
  status: z.int(),
  leverage: z.int(),
  quantity: z.string(),
  opened: z.string(),
  closed: z.string(),
  limit_price: decimal.nullable(),
  open_price: decimal.nullable(),
  realised: decimal,
  placed_at: time,
  opened_at: time.nullable(),
  ended_at: time.nullable(),
});

const fillRow = z.object({
  position_id: recordId,
  number: z.int(),
  market: marketKey,
  code: z.string(),
  names,
  side: z.enum(["buy", "sell"]),
  price: decimal,
  quantity: z.string(),
  amount: decimal,
  fee: decimal,
  /** The quote that it was made at. */
  feed: z.string(),
  quote_sequence: z.string(),
  bid: decimal,
  ask: decimal,
  quote_at: time,
  filled_at: time,
});

export const customersAdminCalls = {
  "/api/ops/customers": defineOperatorCall({
    summary:
      "Customers by a part of their account, by their name as it is written, in kana or in Latin letters, by invitation code and by state",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({
      q: typedTextOrNone(64).optional(),
      state: z.union([state, z.literal("")]).optional(),
      /** Those whose review is overdue, alone. */
      review: z.enum(["", "overdue"]).optional(),
      /** Those who used the app within so many days. */
      seen: z.enum(["", ...seenWithinDays]).optional(),
      sort: z.enum(["newest", "oldest", "account"]).default("newest"),
      cursor: cursor.optional(),
      limit: listLimit,
    }),
    output: page(customerRow),
    refusals: [],
  }),
  "/api/ops/customers/:account": defineOperatorCall({
    summary: "One customer with every balance; the customer sees that an operator looked",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ account }),
    output: customerRow.extend({
      balances: z.array(balance),
      /** How the account is restricted, by whom and why; the customer reads all of it but who it was. */
      restriction: restriction
        .extend({ by: z.string().nullable(), review_overdue: z.boolean() })
        .nullable(),
      /** A state change that waits for a second operator. */
      pending: pendingDecision.extend({ state, differences: z.array(difference) }).nullable(),
      invited: z.int(),
      open_positions: z.int(),
      sessions: z.int(),
    }),
    refusals: ["customer_not_found"],
  }),
  "/api/ops/customers/:account/postings": defineOperatorCall({
    summary: "The postings behind one balance, newest first",
    method: "GET",
    permission: "view_customers",
    input: paged.extend({ ledger_account: recordId }),
    output: page(ledgerPosting),
    refusals: ["customer_not_found", "journal_account_not_found"],
  }),
  "/api/ops/customers/:account/positions": defineOperatorCall({
    summary: "Orders and positions, newest first",
    method: "GET",
    permission: "view_customers",
    input: paged.extend({ which: z.enum(["live", "ended", "all"]).default("all") }),
    output: page(positionRow),
    refusals: ["customer_not_found"],
  }),
  "/api/ops/customers/:account/fills": defineOperatorCall({
    summary: "Fills with the quote that each was made at, newest first",
    method: "GET",
    permission: "view_customers",
    input: paged,
    output: page(fillRow),
    refusals: ["customer_not_found"],
  }),
  "/api/ops/customers/:account/records": defineOperatorCall({
    summary: "The customer's fund records as the customer reads them",
    method: "GET",
    permission: "view_customers",
    input: paged,
    output: recordCalls["/user/fund-records"].output,
    refusals: ["customer_not_found"],
  }),
  "/api/ops/customers/:account/sessions": defineOperatorCall({
    summary: "The customer's devices",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ account }),
    output: page(
      z.object({
        id: z.string(),
        device: z.string(),
        created_at: time,
        last_seen_at: time,
        ended_at: time.nullable(),
      }),
    ),
    refusals: ["customer_not_found"],
  }),
  "/api/ops/customers/:account/messages": defineOperatorCall({
    summary: "What the customer was told",
    method: "GET",
    permission: "view_customers",
    input: paged,
    output: page(
      z.object({
        id: recordId,
        kind: z.string(),
        params: z.record(z.string(), z.string()),
        texts: z.record(z.string(), z.object({ title: z.string(), body: z.string() })).nullable(),
        sent_at: time,
        read_at: time.nullable(),
      }),
    ),
    refusals: ["customer_not_found"],
  }),
  "/api/ops/customers/:account/activity": defineOperatorCall({
    summary: "What the customer reads under activity, operators' looks and actions included",
    method: "GET",
    permission: "view_customers",
    input: paged,
    output: page(
      z.object({
        id: recordId,
        kind: z.string(),
        params: z.record(z.string(), z.string()),
        at: time,
      }),
    ),
    refusals: ["customer_not_found"],
  }),
  "/api/ops/customers/:account/state": defineOperatorCall({
    summary:
      "Restricts an account at once, or proposes to lift a restriction or to renew one; the customer is told why, by which role, and when it is looked at again",
    permission: "change_customer_state",
    input: z.strictObject({
      account,
      state,
      /** Positions cannot be closed for so long; where this is left out they can. */
      closing_barred_hours: z.int().min(1).max(closingBarredHoursMax).optional(),
      /** When the house looks at the account again: `restrictionReviewDays` where this is left out. */
      review_in_days: z.int().min(1).max(restrictionReviewDaysMax).optional(),
      /** A code of `customer-states`. */
      reason: typedTextOrNone(reasonLengthMax),
      explanation,
      note: typedTextOrNone(reasonLengthMax).optional(),
    }),
    /** Without an id where it took effect at once. */
    output: decisionOutput.extend({ id: recordId.nullable() }),
    refusals: [
      "reason_required",
      "reason_code_required",
      "customer_not_found",
      "customer_state_unchanged",
      "closing_barred_too_long",
      "operator_held",
      "proposal_pending",
    ],
  }),
  ...queueCalls("customer-states", {
    ofProposals: true,
    what: "Changes of customers' states that wait for a second operator",
    view: "view_reviews",
    decide: "approve_proposals",
    item: { state_before: state, state_after: state, differences: z.array(difference) },
    refusals: ["customer_not_found", "customer_state_unchanged", "closing_barred_too_long"],
  }),
};
