import { defineCall } from "../call.ts";
import { photoRefusals } from "../common-constants.ts";
import { photo } from "../uploads.ts";
import {
  recordId,
  currency,
  names,
  decimal,
  time,
  requestId,
  cursor,
  listLimit,
  page,
} from "../wire.ts";
import { delay } from "./delays.ts";
import { rejection } from "./verification.ts";
import { z } from "zod";

const channel = z
  .object({
    id: recordId,
    currency,
    name: names,
    /** Where the customer sends the money. */
    account_name: z.string(),
    account_number: z.string(),
    bank_name: z.string(),
    branch_name: z.string(),
    /** What to know before sending; empty where there is nothing. */
    instructions: names,
    minimum: decimal,
    maximum: decimal,
    /** Tokyo time. Money that comes at other times is looked at when they begin again. */
    hours: z.object({
      from: z.string(),
      to: z.string(),
      days: z.enum(["business", "weekdays", "every"]),
      open: z.boolean(),
      opens_at: time.nullable(),
    }),
    /** Whether it takes nothing outside its hours; one that does not is open to deposits at any hour. */
    closes: z.boolean(),
    /** False where the channel takes nothing outside its hours and they are over. */
    takes_deposits: z.boolean(),
    /** True on a simulated instance: the account does not exist, and no money may be sent there. */
    simulated: z.boolean(),
    /** Whether its texts are operators', and not the simulated instance's own: screens frame them. */
    written_by_staff: z.boolean(),
  })
  .meta({ id: "DepositChannel" });

export type DepositChannel = z.output<typeof channel>;

const deposit = z
  .object({
    id: recordId,
    number: z.string(),
    channel_id: recordId,
    channel: names,
    currency,
    money: decimal,
    /** 0 under review, 1 approved, 2 rejected. */
    status: z.int().min(0).max(2).meta({ description: "0 under review, 1 approved, 2 rejected" }),
    reference: z.string(),
    submitted_at: time,
    /** By when it is promised to be looked at; null of one that was decided long ago. */
    promised_by: time.nullable(),
    /** Of one that waits past a promise: what for, and by when it is promised now. */
    delay: delay.nullable(),
    decided_at: time.nullable(),
    rejection: rejection.nullable(),
    /** What happened so far, the oldest first. */
    timeline: z.array(
      z.object({ step: z.enum(["submitted", "under_review", "approved", "rejected"]), at: time }),
    ),
  })
  .meta({ id: "Deposit" });

export type Deposit = z.output<typeof deposit>;

export const depositCalls = {
  "/user/deposit-channels": defineCall({
    summary: "Where money can be sent, by currency, and the reference to send it with",
    access: "customer",
    input: z.strictObject({ currency: currency.optional() }),
    output: z.object({
      channels: z.array(channel),
      /** The customer's own, for the transfer's message: it tells whose money came. */
      reference: z.string(),
      pending: deposit.nullable(),
    }),
    refusals: [],
  }),
  "/user/deposit": defineCall({
    summary:
      "Tells of money that was sent, with a photo of the receipt; the money comes at approval",
    access: "customer",
    files: ["receipt"],
    input: z.strictObject({
      channel_id: recordId,
      amount: decimal,
      receipt: photo,
      request_id: requestId,
    }),
    output: deposit,
    refusals: [
      "request_id_reused",
      "channel_not_found",
      "channel_closed",
      "amount_not_positive",
      "amount_too_precise",
      "amount_below_minimum",
      "amount_above_maximum",
      "pending_deposit_exists",
      "submit_too_frequent",
      ...photoRefusals,
      "upload_failed",
    ],
  }),
  "/user/depositlist": defineCall({
    summary: "The customer's deposits, the newest first",
    access: "customer",
    input: z.strictObject({
      currency: currency.optional(),
      cursor: cursor.optional(),
      limit: listLimit,
    }),
    output: page(deposit),
    refusals: [],
  }),
};
