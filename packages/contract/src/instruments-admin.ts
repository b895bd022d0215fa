import { z } from "zod";
import { accountPattern } from "./account.ts";
import { defineOperatorCall } from "./operator-call.ts";
import { reasonLengthMax } from "./reason-codes.ts";
import { decisionOutput, pendingDecision } from "./reviews.ts";
import {
  cursor,
  decimal,
  instrumentCode,
  listLimit,
  marketKey,
  names,
  page,
  typedTextOrNone,
} from "./wire.ts";

/** `1,2,3`: offered multiples, each once; empty leaves it to the market's rules. */
const leverages = z
  .string()
  .regex(/^(?:[1-9]\d?(?:,[1-9]\d?){0,9})?$/)
  .meta({ description: "multiples with commas between them; empty: the market's rules" });
const shortOffer = z.enum(["market_rules", "offered", "not_offered"]);

const instrument = z.object({
  type: marketKey,
  /** Empty for the whole market. */
  code: z.string(),
  names: names.nullable(),
  exchange: z.string().nullable(),
  lot_size: z.string().nullable(),
  /** An operator's own decision; empty where the market's rules hold, or the whole market's decision. */
  leverages,
  short_offered: shortOffer,
  /** What customers are offered by it today. */
  offered_leverages: leverages,
  offered_short: z.boolean(),
  pending: pendingDecision.nullable(),
});

export const instrumentsAdminCalls = {
  "/api/ops/instruments": defineOperatorCall({
    summary: "The markets and their stocks with what of leverage and short selling is offered",
    method: "GET",
    permission: "view_site",
    input: z.strictObject({
      type: marketKey,
      /** Searches codes and names. */
      q: typedTextOrNone(100).optional(),
      cursor: cursor.optional(),
      limit: listLimit,
    }),
    output: page(instrument),
    refusals: [],
  }),
  "/api/ops/instruments/offer": defineOperatorCall({
    summary:
      "Proposes the leverages and short selling of a stock, or of a whole market without a code; another operator approves it",
    permission: "manage_instruments",
    input: z.strictObject({
      type: marketKey,
      code: instrumentCode.optional(),
      leverages,
      short_offered: shortOffer,
      note: typedTextOrNone(reasonLengthMax).optional(),
    }),
    output: decisionOutput,
    refusals: ["instrument_not_found", "offer_unchanged", "proposal_pending"],
  }),
  "/api/ops/customers/:account/credit-limit": defineOperatorCall({
    summary:
      "Proposes what a customer may borrow by leverage in a market's currency: never less than is borrowed",
    permission: "manage_instruments",
    input: z.strictObject({
      account: z.string().regex(accountPattern),
      type: marketKey,
      credit_limit: decimal,
      note: typedTextOrNone(reasonLengthMax).optional(),
    }),
    output: decisionOutput,
    refusals: [
      "customer_not_found",
      "credit_limit_out_of_range",
      "credit_limit_unchanged",
      "credit_limit_below_borrowed",
      "proposal_pending",
    ],
  }),
};
