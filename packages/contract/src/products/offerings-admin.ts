import { decisionOutput } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import {
  cursor,
  decimal,
  instrumentCode,
  listLimit,
  marketKey,
  names,
  page,
  recordId,
  time,
  typedText,
  typedTextOrNone,
} from "../wire.ts";
import { allotmentRules, prospectusBytesMax, prospectusHash } from "./constants.ts";
import { z } from "zod";

const shares = z.string().regex(/^[1-9]\d{0,14}$/);

/** Everything that is published of an offering; the price is fixed where both ends of its range are the same. */
export const offeringForm = z.strictObject({
  type: marketKey,
  code: instrumentCode,
  names: z.strictObject({ jp: typedText(80), cn: typedText(80), us: typedText(80) }),
  sponsor: typedText(120),
  /** Elsewhere, or in the house's own keeping under the SHA-256 of its bytes. */
  prospectus: z
    .union([
      z.url({ protocol: /^https$/ }).max(500),
      z.string().refine((path) => prospectusHash(path) !== null),
    ])
    .nullable(),
  price_low: decimal,
  price_high: decimal,
  earnings_per_share: decimal.nullable(),
  lot: shares,
  issue_volume: shares,
  quota: shares,
  minimum: shares,
  cap: shares,
  rule: z.enum(allotmentRules),
  asks_money: z.boolean(),
  opens_at: time,
  closes_at: time,
  priced_at: time.nullable(),
  draws_at: time,
  pays_until: time,
  waiting_until: time,
  allocates_at: time,
  lists_at: time,
});

export type OfferingForm = z.output<typeof offeringForm>;

/** By characters: an expression in groups of four runs out of stack on a file of this size. */
const base64 = z
  .string()
  .max(2 * prospectusBytesMax - 1_024)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/);

const draft = z.object({ id: recordId, form: offeringForm, saved_at: time, saved_by: z.string() });

const operatorOffering = z.object({
  id: recordId,
  type: marketKey,
  code: z.string(),
  names,
  status: z.int(),
  published_at: time,
  withdrawn_at: time.nullable(),
  /** Announced: when it will be withdrawn. */
  withdraws_at: time.nullable(),
  opens_at: time,
  closes_at: time,
  /** From then on a final price is taken; null where the price was fixed at once. */
  priced_at: time.nullable(),
  draws_at: time,
  pays_until: time,
  lists_at: time,
  provisional_low: decimal,
  provisional_high: decimal,
  price: decimal.nullable(),
  /** In lots. */
  quota: z.int(),
  terms_hash: z.string(),
  root: z.string().nullable(),
  root_at: time.nullable(),
  drawn_at: time.nullable(),
  address: z.string(),
  /** The funnel, in subscriptions and in lots. */
  funnel: z.record(
    z.enum([
      "subscribed",
      "cancelled",
      "allotted",
      "waiting",
      "payable",
      "paid",
      "waived",
      "missed",
    ]),
    z.object({ count: z.int(), lots: z.int() }),
  ),
  /** What is frozen of it in the books, and what is still to be paid. */
  frozen: decimal,
  payable: decimal,
});

const note = typedTextOrNone(reasonLengthMax).optional();

export const offeringsAdminCalls = {
  "/api/ops/offerings": defineOperatorCall({
    summary: "The published offerings of new shares with funnel, quota and books, the newest first",
    method: "GET",
    permission: "view_site",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(operatorOffering),
    refusals: [],
  }),
  "/api/ops/offerings/drafts": defineOperatorCall({
    summary: "Offerings that are being written",
    method: "GET",
    permission: "manage_products",
    input: z.strictObject({}),
    output: z.object({ items: z.array(draft) }),
    refusals: [],
  }),
  "/api/ops/offerings/draft": defineOperatorCall({
    summary: "Keeps a draft of an offering, or changes one; nobody but operators sees it",
    permission: "manage_products",
    input: z.strictObject({ id: recordId.optional(), form: offeringForm }),
    output: z.object({ id: recordId }),
    refusals: ["offering_not_found"],
  }),
  "/api/ops/offerings/prospectus": defineOperatorCall({
    summary:
      "Keeps a prospectus as PDF, under the SHA-256 of its bytes; the public gets it once an offering that names it is published",
    permission: "manage_products",
    bodyBytesMax: 2 * prospectusBytesMax,
    input: z.strictObject({ content: base64 }),
    output: z.object({ prospectus: z.string(), bytes: z.int() }),
    refusals: ["prospectus_not_pdf", "prospectus_too_large", "upload_failed"],
  }),
  "/api/ops/prospectuses/:sha256": defineOperatorCall({
    summary: "A prospectus that was uploaded, as a file, also of an offering that is not published",
    method: "GET",
    permission: "view_site",
    input: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    output: z.string(),
    answersFile: true,
    refusals: ["prospectus_not_found"],
  }),
  "/api/ops/offerings/propose": defineOperatorCall({
    summary:
      "Proposes to publish a draft as it is; another operator approves it, and from then on nothing of it changes",
    permission: "manage_products",
    input: z.strictObject({ id: recordId, note }),
    output: decisionOutput,
    refusals: [
      "offering_not_found",
      "offering_terms_wrong",
      "draw_needs_beacon",
      "offering_exists",
      "offering_drawn_lately",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/offerings/:id/price": defineOperatorCall({
    summary:
      "Proposes the final price of an offering that was published with a range, once, after the close and within the market's rule",
    permission: "manage_products",
    input: z.strictObject({ id: recordId, price: decimal, note }),
    output: decisionOutput,
    refusals: [
      "offering_not_found",
      "offering_ended",
      "offering_price_set",
      "offering_not_closed",
      "offering_price_wrong",
      "offering_price_late",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/offerings/:id/withdraw": defineOperatorCall({
    summary:
      "Proposes to withdraw an offering, in public and with a reason; everything that was paid is released. Once its list is public it is withdrawn a day after everybody in it was told",
    permission: "manage_products",
    input: z.strictObject({
      id: recordId,
      reason: z.union([typedTextOrNone(100), names]),
      note,
    }),
    output: decisionOutput,
    refusals: [
      "reason_required",
      "reason_too_long",
      "reason_languages_missing",
      "reason_not_a_sentence",
      "offering_not_found",
      "offering_ended",
      "operator_held",
      "proposal_pending",
    ],
  }),
};
