import { defineOperatorCall } from "../operator-call.ts";
import {
  recordId,
  currency,
  decimal,
  time,
  nothing,
  page,
  cursor,
  listLimit,
  typedText,
  done,
} from "../wire.ts";
import { bankRecordKinds, bookChecks, bankFileBytesMax, bankLineFaults } from "./constants.ts";
import { z } from "zod";

const date = z.iso.date();

const movement = z.object({
  id: recordId,
  bank_id: z.string(),
  booked_on: date,
  currency,
  amount: decimal,
  reference: z.string(),
  counterparty: z.string(),
  matched_kind: z.enum(bankRecordKinds).nullable(),
  matched_number: z.string().nullable(),
  matched_id: recordId.nullable(),
  /** Null where the import found it by itself. */
  matched_by: z.string().nullable(),
  matched_at: time.nullable(),
  file_name: z.string(),
  age_days: z.int().min(0),
});

const bookBreak = z.object({
  kind: z.enum(bankRecordKinds),
  id: recordId,
  number: z.string(),
  account: z.string(),
  currency,
  amount: decimal,
  booked_at: time,
  age_days: z.int().min(0),
});

const dailyRow = z.object({
  date,
  currency,
  /** The house's account. */
  purpose: z.string(),
  /** What came in and what went out that day, and their sum, from the house's side. */
  debit: decimal,
  credit: decimal,
  sum: decimal,
  postings: z.int(),
});

const count = z.int().min(0);

/** One time that the books were held against themselves. */
export const bookCheckRun = z.object({
  started_at: time,
  finished_at: time,
  /** How many there were of what was looked at. */
  checked: z.object({
    accounts: count,
    postings: count,
    positions: count,
    deposits: count,
    withdrawals: count,
    exchanges: count,
    /** Runs of former releases counted none. */
    loans: count.optional(),
  }),
  difference_count: count,
});

const bookDifference = z.object({
  check: z.enum(bookChecks),
  /** What of it: `balance`, `shares`, `cost` … */
  figure: z.string(),
  /** Which record: its number, and whose it is. */
  ids: z.record(z.string(), z.string()),
  /** What follows from postings and fills, and what the record says. */
  expected: z.string().nullable(),
  found: z.string().nullable(),
});

/** The newest run, with the first of what it found; null before the first one has ended. */
const bookCheckReport = bookCheckRun.extend({ differences: z.array(bookDifference) }).nullable();

export const booksCalls = {
  "/api/ops/books/trial-balance": defineOperatorCall({
    summary: "The sums of all postings by currency and purpose; each currency sums to zero",
    method: "GET",
    permission: "view_books",
    input: nothing,
    output: z.object({
      at: time,
      rows: z.array(
        z.object({
          currency,
          owner: z.enum(["customers", "house"]),
          purpose: z.string(),
          accounts: z.int(),
          sum: decimal,
        }),
      ),
      /** Zero for each currency, or the books are wrong. */
      sums: z.array(z.object({ currency, sum: decimal })),
      check: bookCheckReport,
    }),
    refusals: [],
  }),
  "/api/ops/books/check": defineOperatorCall({
    summary:
      "Holds the books against themselves now: every account, position, deposit, withdrawal and exchange",
    method: "POST",
    permission: "view_books",
    input: nothing,
    output: z.object({
      check: bookCheckReport,
      /** It takes longer than a call may: the trial balance has its report later. */
      running: z.boolean(),
    }),
    refusals: [],
  }),
  "/api/ops/books/daily": defineOperatorCall({
    summary: "What moved on the house's accounts, day by day of Tokyo, newest first",
    method: "GET",
    permission: "view_books",
    input: z.strictObject({ from: date, to: date }),
    output: page(dailyRow),
    refusals: ["books_span_too_long"],
  }),
  "/api/ops/books/export": defineOperatorCall({
    summary: "The trial balance, the daily figures or the bank's movements as CSV or a workbook",
    method: "GET",
    permission: "export_books",
    answersFile: true,
    input: z.strictObject({
      which: z.enum(["trial_balance", "daily", "bank_movements"]),
      format: z.enum(["csv", "xlsx"]).default("csv"),
      from: date,
      to: date,
    }),
    output: z.string(),
    refusals: ["books_span_too_long"],
  }),
  "/api/ops/books/bank-movements": defineOperatorCall({
    summary: "What the bank says came and went, the oldest that is not matched first",
    method: "GET",
    permission: "view_books",
    input: z.strictObject({
      state: z.enum(["open", "matched"]).default("open"),
      cursor: cursor.optional(),
      limit: listLimit,
    }),
    output: page(movement),
    refusals: [],
  }),
  "/api/ops/books/breaks": defineOperatorCall({
    summary: "Approved deposits and paid withdrawals that no bank movement has confirmed",
    method: "GET",
    permission: "view_books",
    input: nothing,
    output: page(bookBreak),
    refusals: [],
  }),
  "/api/ops/books/bank-movements/import": defineOperatorCall({
    summary:
      "Imports a bank's statement as CSV, all of its lines or none, and matches what it can; answers the lines that are wrong",
    permission: "import_bank_movements",
    bodyBytesMax: 2 * bankFileBytesMax,
    input: z.strictObject({ file_name: typedText(120), text: z.string().max(bankFileBytesMax) }),
    output: z.object({
      imported: z.int().min(0),
      matched: z.int().min(0),
      bad: z.array(z.object({ line: z.int().min(1), fault: z.enum(bankLineFaults) })),
    }),
    refusals: ["bank_file_imported"],
  }),
  "/api/ops/books/bank-movements/:id/match": defineOperatorCall({
    summary: "Matches a movement with the deposit or withdrawal that it belongs to; moves no money",
    permission: "import_bank_movements",
    input: z.strictObject({ id: recordId, record_id: recordId }),
    output: done,
    refusals: [
      "bank_movement_not_found",
      "bank_movement_matched",
      "bank_record_not_found",
      "bank_amount_differs",
    ],
  }),
};
