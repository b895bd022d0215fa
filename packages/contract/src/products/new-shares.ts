import { defineCall } from "../call.ts";
import {
  calendarStatus,
  decimal,
  marketKey,
  marketType,
  names,
  recordId,
  requestId,
  time,
} from "../wire.ts";
import { allotmentRules, subscriptionStatuses } from "./constants.ts";
import { drawReceipt, drawState } from "./draws.ts";
import { z } from "zod";

/** "May I?" for the screen and the server alike. */
export const subscriptionCan = {
  pay: ({ status }: { status: number }) => status === subscriptionStatuses.payable,
  waive: ({ status }: { status: number }) => status === subscriptionStatuses.payable,
};

const quantity = z.string().regex(/^-?\d{1,15}$/);

const subscription = z
  .object({
    id: recordId,
    number: z.string(),
    offering: recordId,
    type: marketKey,
    code: z.string(),
    names,
    status: z.int().min(0).max(7).meta({
      description:
        "0 awaiting the draw, 3 not allotted, 4 payable, 1 paid (the money is frozen until listing), 2 listed, 5 waived, 6 payment deadline missed, 7 cancelled or released",
    }),
    /** What was paid in and is frozen; `-` until something was paid. */
    rjmoney: z.string(),
    quantity: decimal,
    /** Null until it is final. */
    subscription_price: decimal.nullable(),
    allotted_quantity: decimal.nullable(),
    /** On the waiting list, from 1. */
    waiting_place: z.int().nullable(),
    total_payable: decimal.nullable(),
    pay_until: time.nullable(),
    pay_until_status: calendarStatus,
    subscribed_at: time,
    closes_at: time,
    draws_at: time,
    draws_at_status: calendarStatus,
    allocates_at: time,
    lists_at: time,
    lists_at_status: calendarStatus,
    can_cancel: z.boolean(),
    can_pay: z.boolean(),
    can_waive: z.boolean(),
    /** Waiving counts as a missed payment there. */
    waiving_counts: z.boolean(),
    withdrawn: z.boolean(),
    receipt: drawReceipt,
  })
  .meta({ id: "NewShareSubscription" });

export type NewShareSubscription = z.output<typeof subscription>;

const offering = z
  .object({
    id: recordId,
    type: marketKey,
    code: z.string(),
    names,
    status: z.int().min(0).max(4).meta({
      description: "0 not started, 1 subscribing, 2 ended and awaiting the draw, 3 drawn, 4 listed",
    }),
    /** In public, with its reason. */
    withdrawn: z.object({ at: time, reason: names }).nullable(),
    /** Announced in public: when it will be withdrawn, a day after everybody in its list was told, and why. */
    withdraws: z.object({ at: time, reason: names }).nullable(),
    /** Draws of the same code that were given up, the oldest first; told of one offering alone. */
    earlier_draws: z.array(
      z.object({ offering: recordId, address: z.string(), reason: names.nullable() }),
    ),
    sponsor: z.string(),
    /** Whether operators named it, and not the simulated market. */
    written_by_staff: z.boolean(),
    /** Where it can be read; null where nobody wrote one. */
    prospectus: z.string().nullable(),
    /** Between these at first; the same where the price is fixed. */
    provisional_low: decimal,
    provisional_high: decimal,
    /** When the final price is announced; null where the price is fixed. */
    priced_at: time.nullable(),
    subscription_price: decimal.nullable(),
    /** Of its own market, and what it is above the subscription price, in percent; null before it trades. */
    market_price: decimal.nullable(),
    premium: decimal.nullable(),
    per: decimal.nullable(),
    issue_volume: decimal,
    lot: decimal,
    quota: decimal,
    minimum: decimal,
    cap: decimal,
    rule: z.enum(allotmentRules),
    asks_money: z.boolean(),
    cancellable: z.boolean(),
    /** So many payments missed within so many months bar from subscribing for so many days. */
    missed_payments: z.object({ most: z.int(), months: z.int(), days: z.int() }).nullable(),
    opens_at: time,
    opens_at_status: calendarStatus,
    closes_at: time,
    closes_at_status: calendarStatus,
    draws_at: time,
    draws_at_status: calendarStatus,
    pays_until: time,
    pays_until_status: calendarStatus,
    waiting_until: time,
    waiting_until_status: calendarStatus,
    allocates_at: time,
    allocates_at_status: calendarStatus,
    lists_at: time,
    lists_at_status: calendarStatus,
    applicants: z.int(),
    applied_quantity: decimal,
    /** In percent, as of now: what of the quantity that was applied for can be allotted. Never a promise. */
    winning_rate: decimal.nullable(),
    terms_hash: z.string(),
    mine: subscription.nullable(),
  })
  .meta({ id: "Offering" });

export type Offering = z.output<typeof offering>;

const asked = { id: recordId, quantity };
const refusals = [
  "account_frozen",
  "trading_disabled",
  "not_verified",
  "product_not_available",
  "subscription_not_open",
  "subscribed_already",
  "person_entered_already",
  "subscription_suspended",
  "quantity_not_whole",
  "quantity_not_positive",
  "quantity_not_in_lots",
  "quantity_below_minimum",
  "quantity_above_maximum",
  "insufficient_balance",
] as const;

export const newShareCalls = {
  "/trade/newstocklist": defineCall({
    summary:
      "The new shares of a market, those that end first at the front, and what became of the past ones",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.array(offering),
    refusals: [],
  }),
  "/trade/newstock": defineCall({
    summary: "One offering of new shares",
    access: "customer",
    input: z.strictObject({ id: recordId }),
    output: offering,
    refusals: ["product_not_available"],
  }),
  "/trade/preview-subscription": defineCall({
    summary: "What a subscription would cost at most, and the odds as they are now",
    access: "customer",
    input: z.strictObject(asked),
    output: z.object({
      cost: decimal,
      available: decimal,
      /** With this subscription among the others. */
      winning_rate: decimal,
      applicants: z.int(),
    }),
    refusals,
  }),
  "/trade/subscribe": defineCall({
    summary: "Subscribes to new shares, once per offering; answers with a signed receipt",
    access: "customer",
    input: z.strictObject({ ...asked, request_id: requestId }),
    output: subscription,
    refusals: ["request_id_reused", "submit_too_frequent", ...refusals],
  }),
  "/trade/cancel-subscription": defineCall({
    summary: "Cancels a subscription before the close, where the market's rules allow it",
    access: "customer",
    input: z.strictObject({ id: recordId, request_id: requestId.optional() }),
    output: subscription,
    refusals: ["request_id_reused", "subscription_not_found", "subscription_not_cancellable"],
  }),
  "/trade/pay-subscription": defineCall({
    summary: "Pays for what was allotted; the money is frozen until listing",
    access: "customer",
    input: z.strictObject({ id: recordId, request_id: requestId }),
    output: subscription,
    refusals: [
      "request_id_reused",
      "account_frozen",
      "subscription_not_found",
      "payment_deadline_passed",
      "subscription_not_payable",
      "product_not_available",
      "unpaid_debt",
      "margin_call_open",
      "insufficient_balance",
    ],
  }),
  "/trade/waive-subscription": defineCall({
    summary: "Waives what was allotted; it goes to the waiting list",
    access: "customer",
    input: z.strictObject({ id: recordId, request_id: requestId.optional() }),
    output: subscription,
    refusals: ["request_id_reused", "subscription_not_found", "subscription_not_payable"],
  }),
  "/trade/usernewstocklist": defineCall({
    summary: "The customer's subscriptions to new shares, the newest first",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.array(subscription),
    refusals: [],
  }),
  "/trade/draw": defineCall({
    summary: "How far an offering's draw is, with the address of all that it is made of",
    access: "customer",
    input: z.strictObject({ id: recordId }),
    output: drawState,
    refusals: ["product_not_available"],
  }),
};
