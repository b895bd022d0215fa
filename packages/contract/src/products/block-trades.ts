import { z } from "zod";
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
  typedTextOrNone,
} from "../wire.ts";
import { fundPassword } from "../people/passwords.ts";
import {
  applicationStatuses,
  blockFailures,
  blockLockUpDaysMax,
  blockRules,
  blockSellers,
  consentStates,
} from "./constants.ts";
import { drawReceipt, drawState } from "./draws.ts";
import { intradayApplication } from "./intraday.ts";

/** "May I?" for the screen and the server alike. */
export const applicationCan = {
  cancel: ({ status }: { status: number }) => status === applicationStatuses.applied,
};

const quantity = z.string().regex(/^-?\d{1,15}$/);

const application = z
  .object({
    id: recordId,
    kind: z.literal("block"),
    offer: recordId,
    type: marketKey,
    code: z.string(),
    names,
    status: z.int().min(0).max(3).meta({
      description: "0 applied (the money is frozen), 1 filled, 2 failed, 3 cancelled",
    }),
    /** The money that is frozen for it; `-` once nothing is. */
    credit: z.string(),
    quantity: decimal,
    price: decimal,
    /** Of the whole application. */
    cost: decimal,
    fee: decimal,
    /** Less than was applied for where the seller had not enough; null until it has ended. */
    filled_quantity: decimal.nullable(),
    failure: z.enum(blockFailures).nullable(),
    applied_at: time,
    closes_at: time,
    settles_at: time,
    ended_at: time.nullable(),
    /** The position that came of it, locked until then. */
    position: recordId.nullable(),
    locked_until: time,
    locked_until_status: calendarStatus,
    is_locked: z.boolean(),
    can_cancel: z.boolean(),
    /** Where the offer is drawn: the proof of the entry, with its number in the list. */
    receipt: drawReceipt.nullable(),
  })
  .meta({ id: "BlockApplication" });

export type BlockApplication = z.output<typeof application>;

const offer = z
  .object({
    id: recordId,
    type: marketKey,
    code: z.string(),
    names,
    status: z.int().min(0).max(3).meta({
      description: "0 not open yet, 1 open, 2 closed and awaiting settlement, 3 settled",
    }),
    /** In public, with its reason. */
    withdrawn: z.object({ at: time, reason: names }).nullable(),
    seller: z.enum(blockSellers),
    seller_names: names,
    /** Whether operators named the seller, and not the simulated market. */
    written_by_staff: z.boolean(),
    price: decimal,
    /** The last close when it was published, and how much lower the price is, in percent. */
    reference_price: decimal,
    discount: decimal,
    /** The market's price now, and how much lower the offer is, in percent: below zero where it is higher. */
    market_price: decimal.nullable(),
    below_market: decimal.nullable(),
    /** The band of the market's rule, where one holds. */
    band: z.object({ rule: z.string(), low: decimal, high: decimal }).nullable(),
    lot: decimal,
    total: decimal,
    left: decimal,
    minimum: decimal,
    /** Of one customer, in all applications together. */
    maximum: decimal,
    rule: z.enum(blockRules).meta({
      description:
        "first_come: whoever applies first is served first, until nothing is left; equal, by_lot: everybody may apply, once, and what is applied for beyond the total is drawn after the close",
    }),
    /** Of an offer that is drawn: what was applied for so far, and what of it can be filled, in percent. */
    draw: z
      .object({
        terms_hash: z.string(),
        applicants: z.int(),
        applied_quantity: decimal,
        winning_rate: decimal.nullable(),
      })
      .nullable(),
    invited_only: z.boolean(),
    invited: z.boolean(),
    cancellable: z.boolean(),
    opens_at: time,
    closes_at: time,
    settles_at: time,
    lock_up_days: z.int(),
    locked_until: time,
    locked_until_status: calendarStatus,
    /** The customer's own applications, the newest first. */
    mine: z.array(application),
  })
  .meta({ id: "BlockOffer" });

export type BlockOffer = z.output<typeof offer>;

const preview = z.object({
  quantity: decimal,
  price: decimal,
  market_price: decimal.nullable(),
  below_market: decimal.nullable(),
  cost: decimal,
  fee: decimal,
  total: decimal,
  available: decimal,
  locked_until: time,
  locked_until_status: calendarStatus,
  /** Where the offer is drawn, with this application among the others. */
  winning_rate: decimal.nullable(),
});

export type BlockPreview = z.output<typeof preview>;

const asked = { id: recordId, quantity };
const refusals = [
  "account_frozen",
  "trading_disabled",
  "unpaid_debt",
  "margin_call_open",
  "product_not_available",
  "not_verified",
  "block_not_open",
  "block_closed",
  "block_applied_already",
  "person_entered_already",
  "block_applications_too_many",
  "quantity_not_whole",
  "quantity_not_positive",
  "quantity_not_in_lots",
  "quantity_below_minimum",
  "quantity_above_maximum",
  "insufficient_quota",
  "insufficient_balance",
] as const;

/** Everything that an offer can do to the customer who sells. */
const consent = z
  .object({
    id: recordId,
    type: marketKey,
    code: z.string(),
    names,
    position: recordId,
    state: z.enum(consentStates),
    quantity: decimal,
    floor_price: decimal,
    /** How far below the last close at most, in percent. */
    discount_most: decimal,
    lock_up_days: z.int(),
    /** Nothing is sold from then on. */
    expires_at: time,
    consented_at: time,
    /** The offer that was published of it. */
    offer: recordId.nullable(),
    /** Once it is decided. */
    sold_quantity: decimal.nullable(),
    can_revoke: z.boolean(),
    /** The signed proof of what was consented to: Ed25519 over the canonical JSON of the rest. */
    receipt: z.object({
      kind: z.literal("block_sale_consent"),
      position: recordId,
      type: marketKey,
      code: z.string(),
      quantity: decimal,
      floor_price: decimal,
      discount_most: decimal,
      lock_up_days: z.int(),
      expires_at: time,
      nonce: z.string(),
      at: time,
      signature: z.string(),
    }),
  })
  .meta({ id: "BlockSaleConsent" });

export type BlockSaleConsent = z.output<typeof consent>;

export const blockTradeCalls = {
  "/trade/consent-block-sale": defineCall({
    summary:
      "Consents, with the fund password, to a position being offered as a block within these terms and until this moment; answers with a signed receipt",
    access: "customer",
    input: z.strictObject({
      position: recordId,
      quantity,
      floor_price: decimal,
      discount_most: z.string().regex(/^\d{1,2}(\.\d{1,2})?$/),
      lock_up_days: z.coerce.number().int().min(0).max(blockLockUpDaysMax),
      expires_at: time,
      fund_password: fundPassword,
      request_id: requestId,
    }),
    output: consent,
    refusals: [
      "request_id_reused",
      "account_frozen",
      "trading_disabled",
      "reset_hold",
      "fund_password_not_set",
      "position_not_found",
      "block_sale_not_possible",
      "block_consents_too_many",
      "quantity_not_whole",
      "quantity_not_positive",
      "quantity_not_in_lots",
      "quantity_exceeds_position",
      "bought_today",
      "price_not_positive",
      "block_consent_time",
      "proof_required",
      "too_many_tries",
      "wrong_fund_password",
    ],
  }),
  "/trade/revoke-block-sale": defineCall({
    summary: "Revokes a consent as long as no offer was published of it",
    access: "customer",
    input: z.strictObject({ id: recordId, request_id: requestId }),
    output: consent,
    refusals: ["request_id_reused", "block_consent_not_found", "block_consent_ended"],
  }),
  "/trade/block-sales": defineCall({
    summary: "The customer's own consents to block sales and what became of them, the newest first",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.array(consent),
    refusals: [],
  }),
  "/trade/blocklist": defineCall({
    summary: "The offers of block trades of a market, those that close first at the front",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.array(offer),
    refusals: [],
  }),
  "/trade/block": defineCall({
    summary: "One offer of a block trade",
    access: "customer",
    input: z.strictObject({ id: recordId }),
    output: offer,
    refusals: ["product_not_available"],
  }),
  "/trade/preview-block": defineCall({
    summary:
      "What an application would cost, against the market's price, and until when it is locked",
    access: "customer",
    input: z.strictObject(asked),
    output: preview,
    refusals,
  }),
  "/trade/apply-block": defineCall({
    summary:
      "Applies for shares of a block at its price; the money is frozen. Whoever comes first is served first, or what is beyond the total is drawn, as the offer says",
    access: "customer",
    input: z.strictObject({
      ...asked,
      channel_password: typedTextOrNone(64).default(""),
      request_id: requestId,
    }),
    output: application,
    refusals: [
      "request_id_reused",
      "submit_too_frequent",
      ...refusals,
      "channel_password_required",
      "too_many_tries",
      "wrong_channel_password",
    ],
  }),
  "/trade/block-draw": defineCall({
    summary: "How far the draw of a block is, with the address of all that it is made of",
    access: "customer",
    input: z.strictObject({ id: recordId }),
    output: drawState,
    refusals: ["product_not_available"],
  }),
  "/trade/cancel-block": defineCall({
    summary: "Cancels an application while the window is open, where the offer allows it",
    access: "customer",
    input: z.strictObject({ id: recordId, request_id: requestId }),
    output: application,
    refusals: ["request_id_reused", "application_not_found", "application_not_cancellable"],
  }),
  "/trade/ustockslist": defineCall({
    summary: "The customer's applications for block trades and intraday trades, the newest first",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.array(z.discriminatedUnion("kind", [application, intradayApplication])),
    refusals: [],
  }),
};
