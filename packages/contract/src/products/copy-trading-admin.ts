import { decisionOutput } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import {
  cursor,
  decimal,
  listLimit,
  marketKey,
  names,
  page,
  recordId,
  time,
  typedText,
  typedTextOrNone,
} from "../wire.ts";
import {
  copyProductStates,
  copyProductStrategies,
  replayedFigures,
  suspensionCauses,
} from "./copy-constants.ts";
import { z } from "zod";

const whole = (most: number) => z.int().min(0).max(most);

/** Everything that is published of a product; nothing of it changes afterwards. */
export const copyProductForm = z.strictObject({
  type: marketKey,
  strategy: z.enum(copyProductStrategies),
  /** Of one that mirrors a customer's account: what the customer consented to. */
  consent: recordId.optional(),
  names: z.strictObject({ jp: typedText(80), cn: typedText(80), us: typedText(80) }),
  issuer: typedText(120),
  minimum: decimal,
  capacity: decimal,
  deadline: time,
  lock_up_days: whole(3_650),
  management_basis_points: whole(500),
  performance_basis_points: whole(3_000),
  /** The house's own money, which is in it from the beginning. */
  seed: decimal,
  /** The minute of the exchange's day at which it is valued, and how long before one has to ask. */
  valued_at_minute: whole(1_439),
  cut_off_minutes: z.int().min(1).max(720),
});

export type CopyProductForm = z.output<typeof copyProductForm>;

const valuationNumber = z.string().regex(/^[1-9]\d{0,8}$/);

const note = typedTextOrNone(reasonLengthMax).optional();

const operatorProduct = z.object({
  id: recordId,
  type: marketKey,
  names,
  strategy: z.enum(copyProductStrategies),
  state: z.enum(copyProductStates),
  published_at: time,
  closed_at: time.nullable(),
  winds_down_at: time.nullable(),
  stopped_at: time.nullable(),
  stopped_why: z.string().nullable(),
  ended_at: time.nullable(),
  pool: z.string(),
  followers: z.int(),
  capacity: decimal,
  paid_in: decimal,
  units: decimal,
  unit_value: decimal,
  /** What its units are worth, and what of it belongs to the house. */
  value: decimal,
  house_value: decimal,
  /** What it held at its last valuation, longs and shorts apart, and its money. */
  exposure: z.object({ long: decimal, short: decimal, money: decimal }),
  valued_at: time.nullable(),
  next_at: time.nullable(),
  suspended: z.object({ since: time, cause: z.enum(suspensionCauses) }).nullable(),
  /** Waiting for the next valuation: to be bought and to be ended. */
  waits_in: decimal,
  waits_out: decimal,
});

const valuation = z.object({
  number: z.int(),
  due_at: time,
  valued_at: time,
  gross: decimal,
  management_fee: decimal,
  performance_fee: decimal,
  unit_value: decimal,
  paid_in: decimal,
  paid_out: decimal,
  balances: z.array(z.object({ purpose: z.string(), amount: decimal })),
  positions: z.array(
    z.object({
      position: recordId,
      code: z.string(),
      side: z.enum(["long", "short"]),
      quantity: decimal,
      bid: decimal,
      ask: decimal,
      feed: z.string(),
      sequence: z.string(),
      value: decimal,
      interest: decimal,
    }),
  ),
  /** Whether its own rows give the same figures once more. */
  replays: z.boolean(),
});

/** What an offer of it may be, and no more. */
const operatorConsent = z.object({
  id: recordId,
  account: z.string(),
  type: marketKey,
  shown_as: z.string(),
  capacity_most: decimal,
  consented_at: time,
  /** What was published of it; null where a product of it can be written. */
  product: recordId.nullable(),
});

export const copyTradingAdminCalls = {
  "/api/ops/copy-consents": defineOperatorCall({
    summary:
      "The consents of customers to their own account being offered that were not revoked, with what was published of them, the newest first",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(operatorConsent),
    refusals: [],
  }),
  "/api/ops/copy-products": defineOperatorCall({
    summary: "The published strategies with their followers, flows and values, the newest first",
    method: "GET",
    permission: "view_site",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(operatorProduct),
    refusals: [],
  }),
  "/api/ops/copy-products/:id/valuations": defineOperatorCall({
    summary: "A product's valuations, each with all that it follows from and whether it replays",
    method: "GET",
    permission: "view_site",
    input: z.strictObject({ id: recordId, cursor: cursor.optional(), limit: listLimit }),
    output: page(valuation),
    refusals: ["copy_product_not_found"],
  }),
  "/api/ops/copy-products/:id/replay": defineOperatorCall({
    summary:
      "Recomputes a valuation from the pool's fills, postings, followings and published terms, at the quotes that it names, and says of each figure whether it is the one that was kept",
    method: "GET",
    permission: "view_site",
    input: z.strictObject({ id: recordId, number: valuationNumber }),
    output: z.object({
      number: z.int(),
      equal: z.boolean(),
      figures: z.array(
        z.object({
          figure: z.enum(replayedFigures),
          /** The stock and position of a quantity, the account of a balance. */
          of: z.string().nullable(),
          kept: z.string(),
          found: z.string(),
          equal: z.boolean(),
        }),
      ),
    }),
    refusals: ["copy_product_not_found"],
  }),
  "/api/ops/copy-products/propose": defineOperatorCall({
    summary:
      "Proposes to publish a product; another operator approves it, and from then on nothing of it changes",
    permission: "manage_products",
    input: z.strictObject({ form: copyProductForm, note }),
    output: decisionOutput,
    refusals: ["copy_terms_wrong", "copy_beyond_consent", "operator_held", "proposal_pending"],
  }),
  "/api/ops/copy-products/:id/close": defineOperatorCall({
    summary: "Proposes to close a product to new money; whoever follows goes on",
    permission: "manage_products",
    input: z.strictObject({ id: recordId, note }),
    output: decisionOutput,
    refusals: ["copy_product_not_found", "copy_product_ended", "operator_held", "proposal_pending"],
  }),
  "/api/ops/copy-products/:id/wind-down": defineOperatorCall({
    summary:
      "Proposes to wind a product down: the lock-up is lifted, and the first valuation after the notice sells everybody's units at the same value",
    permission: "manage_products",
    input: z.strictObject({
      id: recordId,
      at: time,
      reason: z.union([typedTextOrNone(100), names]),
      note,
    }),
    output: decisionOutput,
    refusals: [
      "reason_required",
      "reason_too_long",
      "reason_languages_missing",
      "reason_not_a_sentence",
      "copy_product_not_found",
      "copy_product_ended",
      "copy_notice_too_short",
      "copy_notice_too_long",
      "operator_held",
      "proposal_pending",
    ],
  }),
};
