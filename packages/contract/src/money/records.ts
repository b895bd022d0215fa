import { defineCall } from "../call.ts";
import {
  calendarStatus,
  recordId,
  currency,
  decimal,
  time,
  names,
  cursor,
  listLimit,
  page,
  typedText,
} from "../wire.ts";
import {
  recordGroups,
  recordHolds,
  recordKinds,
  recordPurposes,
  recordSearchLengthMax,
} from "./constants.ts";
import { marketKeys, currencies } from "@sanshi/money";
import { extendedMark } from "../trading/order-fields.ts";
import { z } from "zod";

const fundRecord = z.object({
  id: recordId,
  kind: z.enum(recordKinds),
  currency,
  /** What it did to the available money, and to the money held for working orders and withdrawals. */
  amount: decimal,
  reserved: decimal,
  /** Available money afterwards; null where the available money did not move. */
  balance_after: decimal.nullable(),
  at: time,
  /** Of a trade: when its money settles; null of anything else, and in practice mode. */
  settles_on: z.iso.date().nullable(),
  settles_on_status: calendarStatus,
  /** Of the order, the deposit or the withdrawal. */
  order_number: z.string().nullable(),
  /** The position that it belongs to. */
  position_id: recordId.nullable(),
  stock: z
    .object({
      type: z.enum(marketKeys),
      code: z.string(),
      names,
      side: z.enum(["long", "short"]),
    })
    .nullable(),
  /** Of a fill: its shares, their average price, and the fees in `amount`; null of anything else. */
  trade: z
    .object({ quantity: decimal, price: decimal, fee: decimal, hours: extendedMark })
    .nullable(),
});

export type FundRecord = z.output<typeof fundRecord>;

const posting = z.object({
  owner: z.enum(["customer", "house"]),
  purpose: z.enum(recordPurposes),
  currency: z.enum(currencies),
  amount: decimal,
  /** Of the customer's own accounts alone. */
  balance_after: decimal.nullable(),
});

export type RecordPosting = z.output<typeof posting>;

/** `from` is the first moment that counts, `to` the first that does not: the phone knows its midnights. */
const filter = {
  currency: currency.optional(),
  kind: z.enum(recordGroups).default("all"),
  holds: z.enum(recordHolds).default("all").meta({
    description:
      "with what is only held or let go again, without it, or that alone: money that is frozen for an order, a withdrawal or a subscription is not spent",
  }),
  from: time.optional(),
  to: time.optional(),
  q: typedText(recordSearchLengthMax).optional().meta({
    description:
      "a stock's name or code, an order's number, a reference, or what happened in words",
  }),
};

export const recordCalls = {
  "/user/fund-records": defineCall({
    summary: "Every movement of the customer's money, newest first, as the ledger has it",
    access: "customer",
    input: z.strictObject({
      ...filter,
      cursor: cursor.optional(),
      limit: listLimit,
    }),
    output: page(fundRecord),
    refusals: ["date_range_reversed", "date_range_too_long"],
  }),
  "/user/fund-record": defineCall({
    summary: "One movement with all its postings, which sum to zero per currency",
    access: "customer",
    input: z.strictObject({ id: recordId }),
    output: z.object({
      record: fundRecord,
      postings: z.array(posting),
    }),
    refusals: ["record_not_found"],
  }),
  "/user/fund-sums": defineCall({
    summary:
      "What came in and went out between two moments, per currency, over all records and not over a page: own money, which what is only held does not change",
    access: "customer",
    input: z.strictObject({
      currency: currency.optional(),
      kind: z.enum(recordGroups).default("all"),
      from: time,
      to: time,
    }),
    output: z.object({
      items: z.array(
        z.object({
          currency,
          received: decimal,
          paid: decimal,
          net: decimal,
          count: z.int().min(1),
        }),
      ),
    }),
    refusals: ["date_range_reversed", "date_range_too_long"],
  }),
  "/user/export-records": defineCall({
    summary:
      "The same records as the text of a CSV file or as a workbook (.xlsx), in the envelope because the caller is known by headers that a plain link cannot send; at most 5,000 rows, the newest",
    access: "customer",
    input: z.strictObject({
      ...filter,
      language: z.enum(["jp", "cn", "us"]).default("jp"),
      format: z.enum(["csv", "xlsx"]).default("csv"),
    }),
    output: z.object({
      file_name: z.string(),
      /** Empty where a workbook was asked for. */
      csv: z.string(),
      /** The bytes of the workbook; null of a CSV file. */
      base64: z.string().nullable(),
      rows: z.int().min(0),
      /** True where older records did not fit. */
      truncated: z.boolean(),
    }),
    refusals: ["date_range_reversed", "date_range_too_long"],
  }),
};
