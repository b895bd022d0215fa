import { pendingDecision, decisionOutput } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { accountPattern } from "../people/constants.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import {
  typedTextOrNone,
  typedText,
  names,
  marketKey,
  time,
  cursor,
  listLimit,
  page,
  instrumentCode,
  nothing,
  decimal,
  done,
  recordId,
} from "../wire.ts";
import { instrumentNameLengthMax, searchTermsMax } from "./constants.ts";
import { sectorKeys } from "./sectors.ts";
import { z } from "zod";

/** `1,2,3`: offered multiples, each once; empty leaves it to the market's rules. */
const leverages = z
  .string()
  .regex(/^(?:[1-9]\d?(?:,[1-9]\d?){0,9})?$/)
  .meta({ description: "multiples with commas between them; empty: the market's rules" });
const shortOffer = z.enum(["market_rules", "offered", "not_offered"]);

/** Whether they are blank is a rule's business. */
const typedNames = z.strictObject({
  jp: typedTextOrNone(instrumentNameLengthMax),
  cn: typedTextOrNone(instrumentNameLengthMax),
  us: typedTextOrNone(instrumentNameLengthMax),
});
const searchTerms = z
  .array(typedText(instrumentNameLengthMax))
  .max(searchTermsMax)
  .meta({ description: "further spellings that a search finds: kana, pinyin, former names" });
const sector = z.enum(sectorKeys);
const lotSize = z.string().regex(/^[1-9]\d{0,8}$/);

/** What the feed says where the house says nothing else. */
const asFed = z.object({
  names,
  search_terms: z.array(z.string()),
  sector: z.string(),
  lot_size: z.string(),
});

const instrument = z.object({
  type: marketKey,
  /** Empty for the whole market. */
  code: z.string(),
  names: names.nullable(),
  search_terms: z.array(z.string()),
  sector: z.string(),
  exchange: z.string().nullable(),
  listed_on: z.string().nullable(),
  /** Null while it waits for its first trade, and of a whole market. */
  lot_size: z.string().nullable(),
  /** What the lot must be a multiple of, and at most: the market's rule of today. */
  lot_unit: z.string().nullable(),
  lot_max: z.string().nullable(),
  /** False: it is in no list to choose from and cannot be bought; what is held can be closed. */
  offered: z.boolean(),
  feed: asFed.nullable(),
  /** When the house added it; null for what the feed carries by itself. */
  added_at: time.nullable(),
  /** An operator's own decision; empty where the market's rules hold, or the whole market's decision. */
  leverages,
  short_offered: shortOffer,
  /** What customers are offered by it today. */
  offered_leverages: leverages,
  offered_short: z.boolean(),
  pending: pendingDecision.nullable(),
  /** A proposal on its lot or its offer. */
  pending_terms: pendingDecision.nullable(),
});

const codeChange = z.object({
  id: recordId,
  type: marketKey,
  code: z.string(),
  new_code: z.string(),
  exchange_before: z.string(),
  exchange: z.string(),
  names_before: names,
  names: names.nullable(),
  effective_on: z.string(),
  /** Told by the feed's record, and not decided by operators. */
  from_record: z.boolean(),
  decided_at: time,
  withdrawn_at: time.nullable(),
  in_force_since: time.nullable(),
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
    refusals: ["instrument_not_found", "offer_unchanged", "operator_held", "proposal_pending"],
  }),
  "/api/ops/instruments/additions": defineOperatorCall({
    summary:
      "How instruments can be added: `companies` are founded by the simulated market, of `codes` the feed has the prices",
    method: "GET",
    permission: "view_site",
    input: nothing,
    output: z.object({
      of: z.enum(["companies", "codes"]).nullable(),
      markets: z.array(z.object({ type: marketKey, added: z.int(), added_max: z.int() })),
    }),
    refusals: [],
  }),
  "/api/ops/instruments/add": defineOperatorCall({
    summary:
      "Proposes an instrument that the feed is to carry; another operator approves it. It has no price in it: that is the feed's, and a simulated company's is drawn from the market's secret of the day on which it is added",
    permission: "manage_instruments",
    input: z.strictObject({
      type: marketKey,
      code: instrumentCode,
      exchange: z
        .enum(["NYSE", "NASDAQ"])
        .optional()
        .meta({ description: "of an American stock; elsewhere the code says it" }),
      names: typedNames,
      search_terms: searchTerms,
      sector,
      listed_on: z.iso
        .date()
        .optional()
        .meta({ description: "of a simulated company, at most a year from now" }),
      note: typedTextOrNone(reasonLengthMax).optional(),
    }),
    output: decisionOutput,
    refusals: [
      "instrument_code_malformed",
      "instrument_exchange_wrong",
      "instrument_name_missing",
      "listing_date_wrong",
      "instrument_exists",
      "instrument_not_in_feed",
      "instruments_too_many",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/instruments/names": defineOperatorCall({
    summary:
      "Proposes what an instrument is called, what else finds it and its industry; another operator approves it. As the feed says it, nothing is kept",
    permission: "manage_instruments",
    input: z.strictObject({
      type: marketKey,
      code: instrumentCode,
      names: typedNames,
      search_terms: searchTerms,
      sector: sector.or(z.literal("")),
    }),
    output: decisionOutput,
    refusals: [
      "instrument_not_found",
      "instrument_name_missing",
      "instrument_unchanged",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/instruments/terms": defineOperatorCall({
    summary:
      "Proposes an instrument's lot, and whether it is offered at all; another operator approves it. What is held can be closed whatever the lot is, and working orders keep theirs",
    permission: "manage_instruments",
    input: z.strictObject({
      type: marketKey,
      code: instrumentCode,
      lot_size: lotSize,
      offered: z.boolean(),
      note: typedTextOrNone(reasonLengthMax).optional(),
    }),
    output: decisionOutput,
    refusals: [
      "instrument_not_found",
      "lot_not_allowed",
      "instrument_unchanged",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/instruments/changes": defineOperatorCall({
    summary: "Stocks that are renamed or moved, the latest day first",
    method: "GET",
    permission: "view_site",
    input: nothing,
    output: z.object({ items: z.array(codeChange) }),
    refusals: [],
  }),
  "/api/ops/instruments/change": defineOperatorCall({
    summary:
      "Proposes another code, name or exchange of a stock from a trading day on; another operator approves it. What is left out stays. Holdings, orders, watchlists, alerts and charts go on under the new code",
    permission: "manage_instruments",
    input: z.strictObject({
      type: marketKey,
      code: instrumentCode,
      new_code: instrumentCode.optional(),
      exchange: z
        .enum(["NYSE", "NASDAQ"])
        .optional()
        .meta({ description: "of an American stock; elsewhere the code says it" }),
      names: typedNames.optional(),
      effective_on: z.iso.date(),
      note: typedTextOrNone(reasonLengthMax).optional(),
    }),
    output: decisionOutput,
    refusals: [
      "instrument_not_found",
      "instrument_code_malformed",
      "instrument_exchange_wrong",
      "instrument_name_missing",
      "instrument_unchanged",
      "code_change_date_wrong",
      "code_change_planned",
      "instrument_exists",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/instruments/changes/:id/withdraw": defineOperatorCall({
    summary: "Withdraws a change that is not in force; holders and watchers are told",
    permission: "manage_instruments",
    input: z.strictObject({ id: recordId }),
    output: done,
    refusals: ["code_change_not_found", "code_change_not_withdrawable"],
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
      "operator_held",
      "proposal_pending",
    ],
  }),
};
