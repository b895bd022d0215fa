import { z } from "zod";
import { cardCalls } from "../money/cards.ts";
import { verification } from "../money/verification.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { accountCalls } from "../people/account.ts";
import { accountPattern } from "../people/constants.ts";
import { customerCaseKinds, noteLengthMax } from "./constants.ts";
import {
  currency,
  cursor,
  decimal,
  displayCurrency,
  listLimit,
  page,
  recordId,
  requestId,
  time,
  typedLines,
  verificationStatus,
} from "../wire.ts";

const account = z.string().regex(accountPattern);

const customerCase = z.object({
  kind: z.enum(customerCaseKinds),
  /** Of the case; null where one customer has one at most. */
  id: recordId.nullable(),
  /** Of a proposal: what is proposed. */
  about: z.string().nullable(),
  amount: decimal.nullable(),
  currency: currency.nullable(),
  since: time,
  /** By when it is decided, or when it takes effect. */
  due_at: time.nullable(),
});

const note = z.object({
  id: recordId,
  body: z.string(),
  written_by: z.string(),
  /** The writer's, as it was then. */
  role: z.string(),
  at: time,
});

export const customerFileCalls = {
  "/api/ops/customers/:account/identity": defineOperatorCall({
    summary:
      "Who the customer is: every verification, without photos, and the bank accounts, masked",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ account }),
    output: z.object({
      verifications: z.array(
        verification.shape.submitted.unwrap().extend({ id: recordId, status: verificationStatus }),
      ),
      cards: cardCalls["/user/bank-cards"].output.shape.items,
    }),
    refusals: ["customer_not_found"],
  }),
  "/api/ops/customers/:account/assets": defineOperatorCall({
    summary: "The customer's assets as the customer reads them, per currency and in one",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ account, currency: displayCurrency.default("JPY") }),
    output: accountCalls["/user/assets"].output,
    refusals: ["customer_not_found"],
  }),
  "/api/ops/customers/:account/cases": defineOperatorCall({
    summary:
      "Everything of the customer's that waits for an operator or for its time, oldest first",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ account }),
    output: z.object({ items: z.array(customerCase) }),
    refusals: ["customer_not_found"],
  }),
  "/api/ops/customers/:account/notes": defineOperatorCall({
    summary: "What operators noted about the customer for one another, newest first",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ account, cursor: cursor.optional(), limit: listLimit }),
    output: page(note),
    refusals: ["customer_not_found"],
  }),
  "/api/ops/customers/:account/notes/add": defineOperatorCall({
    summary: "Notes something about the customer, which nobody changes or removes afterwards",
    permission: "write_notes",
    input: z.strictObject({ account, request_id: requestId, body: typedLines(noteLengthMax) }),
    output: note,
    refusals: ["customer_not_found", "note_says_nothing", "request_id_reused"],
  }),
};
