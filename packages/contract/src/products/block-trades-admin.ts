import { z } from "zod";
import { decisionOutput } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { accountPattern } from "../people/constants.ts";
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
import { blockFailures, blockRules, blockSellers } from "./constants.ts";

const shares = z.string().regex(/^[1-9]\d{0,14}$/);
const account = z.string().regex(accountPattern);

/** Everything that is published of an offer; the last close and the band are those of the publication. */
export const blockOfferForm = z.strictObject({
  type: marketKey,
  code: instrumentCode,
  seller: z.enum(["house", "customer"]),
  /** Of a customer who sells: what the customer consented to. */
  consent: recordId.nullable(),
  seller_names: z.strictObject({ jp: typedText(80), cn: typedText(80), us: typedText(80) }),
  price: decimal,
  lot: shares,
  total: shares,
  minimum: shares,
  maximum: shares,
  rule: z.enum(blockRules),
  invited_only: z.boolean(),
  cancellable: z.boolean(),
  opens_at: time,
  closes_at: time,
  settles_at: time,
  lock_up_days: z.int().min(0),
});

export type BlockOfferForm = z.output<typeof blockOfferForm>;

const draft = z.object({
  id: recordId,
  form: blockOfferForm,
  saved_at: time,
  saved_by: z.string(),
});

const operatorOffer = z.object({
  id: recordId,
  type: marketKey,
  code: z.string(),
  names,
  status: z.int(),
  seller: z.enum(blockSellers),
  seller_names: names,
  price: decimal,
  reference_price: decimal,
  discount: decimal,
  total: decimal,
  left: decimal,
  rule: z.enum(blockRules),
  /** Of an offer that is drawn, for everybody: what was published, and where all of it is. */
  draw: z
    .object({
      terms_hash: z.string(),
      root: z.string().nullable(),
      drawn_at: time.nullable(),
      address: z.string(),
    })
    .nullable(),
  invited_only: z.boolean(),
  invitations: z.int(),
  opens_at: time,
  closes_at: time,
  settles_at: time,
  locked_until: time,
  published_at: time,
  settled_at: time.nullable(),
  withdrawn_at: time.nullable(),
  /** By state: how many applications, and for how many shares. */
  applications: z.record(
    z.enum(["applied", "filled", "failed", "cancelled"]),
    z.object({ count: z.int(), quantity: decimal }),
  ),
  /** In the books, of those that have not ended. */
  frozen: decimal,
});

const operatorApplication = z.object({
  id: recordId,
  account,
  status: z.int(),
  quantity: decimal,
  filled_quantity: decimal.nullable(),
  frozen: decimal,
  failure: z.enum(blockFailures).nullable(),
  position: recordId.nullable(),
  applied_at: time,
  ended_at: time.nullable(),
});

const invitation = z.object({
  account,
  invited_at: time,
  invited_by: z.string(),
  /** Uses of the password: what it was right for, and how often it was wrong. */
  applications: z.int(),
  wrong_passwords: z.int(),
  last_used_at: time.nullable(),
});

const note = typedTextOrNone(reasonLengthMax).optional();

/** What an offer of it may be, and no more. */
const operatorConsent = z.object({
  id: recordId,
  account,
  type: marketKey,
  code: z.string(),
  names,
  quantity: decimal,
  floor_price: decimal,
  discount_most: decimal,
  lock_up_days: z.int(),
  expires_at: time,
  consented_at: time,
});

export const blockTradesAdminCalls = {
  "/api/ops/block-consents": defineOperatorCall({
    summary: "The consents of customers to block sales that can still be offered, the newest first",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(operatorConsent),
    refusals: [],
  }),
  "/api/ops/block-offers": defineOperatorCall({
    summary:
      "The published block trades with their applications and what is frozen, the newest first",
    method: "GET",
    permission: "view_site",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(operatorOffer),
    refusals: [],
  }),
  "/api/ops/block-offers/drafts": defineOperatorCall({
    summary: "Block trades that are being written",
    method: "GET",
    permission: "manage_products",
    input: z.strictObject({}),
    output: z.object({ items: z.array(draft) }),
    refusals: [],
  }),
  "/api/ops/block-offers/draft": defineOperatorCall({
    summary: "Keeps a draft of a block trade, or changes one; nobody but operators sees it",
    permission: "manage_products",
    input: z.strictObject({ id: recordId.optional(), form: blockOfferForm }),
    output: z.object({ id: recordId }),
    refusals: ["block_offer_not_found"],
  }),
  "/api/ops/block-offers/propose": defineOperatorCall({
    summary:
      "Proposes to publish a draft as it is; another operator approves it, and from then on nothing of it changes",
    permission: "manage_products",
    input: z.strictObject({ id: recordId, note }),
    output: decisionOutput,
    refusals: [
      "block_offer_not_found",
      "block_terms_wrong",
      "draw_needs_beacon",
      "block_price_outside_band",
      "block_seller_lacks_shares",
      "block_beyond_consent",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/block-offers/:id/withdraw": defineOperatorCall({
    summary:
      "Proposes to withdraw a block trade, in public and with a reason; all that is frozen is released",
    permission: "manage_products",
    input: z.strictObject({ id: recordId, reason: z.union([typedTextOrNone(100), names]), note }),
    output: decisionOutput,
    refusals: [
      "reason_required",
      "reason_too_long",
      "reason_languages_missing",
      "reason_not_a_sentence",
      "block_offer_not_found",
      "block_offer_ended",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/block-offers/:id/applications": defineOperatorCall({
    summary: "The applications for a block trade in the order in which they came, the newest first",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ id: recordId, cursor: cursor.optional(), limit: listLimit }),
    output: page(operatorApplication),
    refusals: ["block_offer_not_found"],
  }),
  "/api/ops/block-offers/:id/invitations": defineOperatorCall({
    summary: "Who is invited to a block trade, and each use of the invitations",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ id: recordId }),
    output: z.object({ items: z.array(invitation) }),
    refusals: ["block_offer_not_found"],
  }),
  "/api/ops/block-offers/:id/invite": defineOperatorCall({
    summary:
      "Invites a customer to a block trade, or gives a new password; the channel password is shown this once",
    permission: "manage_products",
    input: z.strictObject({ id: recordId, account }),
    output: z.object({ account, channel_password: z.string() }),
    refusals: ["block_offer_not_found", "block_offer_ended", "customer_not_found"],
  }),
};
