import { currencies, marketKeys } from "@sanshi/money";
import { z } from "zod";
import { decisions } from "./governance/constants.ts";
import { serviceDays, siteSettingNames } from "./governance/site-settings.ts";
import {
  journalCustomerPurposes,
  journalHousePurposes,
  templatePlaces,
} from "./office/constants.ts";
import { customerStates } from "./people/constants.ts";
import { helpArticles } from "./people/help.ts";
import { stockEndKinds } from "./market/constants.ts";
import { operatorRoles } from "./permissions.ts";
import { blockOfferForm } from "./products/block-trades-admin.ts";
import { copyProductForm } from "./products/copy-trading-admin.ts";
import { offeringForm } from "./products/offerings-admin.ts";

/**
 * What can be proposed, and what is kept of each kind until another operator decides. What an earlier release
 * kept is read too: a field that came later may be missing, and a text has no bounds here.
 */

const market = z.enum(marketKeys);
const currency = z.enum(currencies);
const inThreeLanguages = z.object({ jp: z.string(), cn: z.string(), us: z.string() });

/** The first of two decisions on a record. */
const recordDecision = z.object({ id: z.string(), decision: z.enum(decisions) });

const operator = z.object({ operator_id: z.string(), email: z.string() });
const operatorInRole = operator.extend({ role: z.enum(operatorRoles) });

const writtenText = z.object({ title: z.string(), body: z.string() });
const writtenTexts = z.object({ jp: writtenText, cn: writtenText, us: writtenText });
const written = z.object({
  audience: z.enum(["all", "accounts"]),
  accounts: z.array(z.string()),
  texts: writtenTexts,
  request_id: z.string(),
  role: z.enum(operatorRoles),
});

export const proposalKinds = {
  "review:deposits": recordDecision,
  "review:withdrawals": recordDecision,
  "review:verifications": recordDecision,
  "review:login-password-resets": recordDecision,
  "review:loans": recordDecision,
  "review:factor-resets": recordDecision,
  announcement: written,
  customer_message: written,
  message_template: z.object({
    place: z.enum(templatePlaces),
    /** Without texts, what it replaces is used no more. */
    texts: writtenTexts.nullable(),
    replaces: z.string().nullable(),
  }),
  service_reply: z.object({
    account: z.string(),
    body: z.string(),
    article: z.enum(helpArticles).nullable(),
    /** Left out by releases before cases could be written about. */
    case_number: z.string().nullable().default(null),
    request_id: z.string(),
    role: z.enum(operatorRoles),
  }),
  customer_state: z.object({
    account: z.string(),
    state: z.enum(customerStates),
    texts: inThreeLanguages.nullish(),
    terms: z
      .object({
        closingBarredHours: z.number().exactOptional(),
        reviewInDays: z.number().exactOptional(),
      })
      .optional(),
  }),
  commission: z.object({
    market,
    valid_from: z.string(),
    /** Without terms, what is planned for the day is to be withdrawn. */
    terms: z
      .object({ rate: z.string(), minimum: z.string(), maximum: z.string().nullable() })
      .nullable(),
    /** The operator's own sentences, where no code of the catalogue is the reason. */
    texts: inThreeLanguages.nullish(),
  }),
  calendar_year: z.object({
    market,
    year: z.number(),
    closed_days: z.array(z.string()),
    half_days: z.array(z.string()),
    notice: z.object({ title: z.string(), address: z.string(), published_on: z.string() }),
  }),
  calendar_expected: z.object({ market, year: z.number() }),
  credit_limit: z.object({ account: z.string(), currency, credit_limit: z.string() }),
  /** What operators lowered a customer's loan limit to; null lifts it. */
  loan_limit: z.object({ account: z.string(), currency, limit: z.string().nullable() }),
  payment_file_refused: z.object({ file: z.string() }),
  loan_write_off: z.object({ loan: z.string() }),
  deposit_channel: z.object({
    form: z.object({
      currency,
      name: inThreeLanguages,
      instructions: inThreeLanguages,
      account_name: z.string(),
      account_number: z.string(),
      bank_name: z.string(),
      branch_name: z.string(),
      minimum: z.string().optional(),
      maximum: z.string().optional(),
      hours: z.string(),
      days: z.enum(serviceDays),
      closes: z.boolean(),
      position: z.number(),
    }),
    replaces: z.string().nullable(),
  }),
  instrument_added: z.object({
    market,
    code: z.string(),
    exchange: z.enum(["TSE", "NYSE", "NASDAQ", "SSE", "SZSE", "BSE"]).nullable(),
    names: inThreeLanguages,
    search_terms: z.array(z.string()),
    sector: z.string(),
    listed_on: z.string().nullable(),
  }),
  instrument_names: z.object({
    market,
    code: z.string(),
    names: inThreeLanguages,
    search_terms: z.array(z.string()),
    sector: z.string(),
  }),
  /** What stays is null, or the same code. */
  code_change: z.object({
    market,
    code: z.string(),
    new_code: z.string(),
    exchange: z.enum(["TSE", "NYSE", "NASDAQ", "SSE", "SZSE", "BSE"]).nullable(),
    names: inThreeLanguages.nullable(),
    effective_on: z.string(),
  }),
  instrument_terms: z.object({
    market,
    code: z.string(),
    lot_size: z.string(),
    offered: z.boolean(),
  }),
  stock_end: z.object({
    market,
    code: z.string(),
    kind: z.enum(stockEndKinds),
    last_trading_day: z.string(),
    cash_price: z.string().nullable(),
    document_address: z.string().nullable(),
    target: z.object({ type: market, code: z.string(), ratio: z.string() }).optional(),
  }),
  trading_halt: z.object({
    market: market.nullable(),
    code: z.string().nullable(),
    closing_allowed: z.boolean(),
    minutes: z.number(),
    /** The halt that it takes the place of. */
    renews: z.string().nullable(),
  }),
  stock_end_withdrawn: z.object({ end: z.string() }),
  stock_offer: z.object({
    market,
    code: z.string(),
    leverages: z.string(),
    short_offered: z.enum(["market_rules", "offered", "not_offered"]),
  }),
  journal: z.object({
    account: z.string(),
    currency,
    postings: z.array(
      z.object({
        owner: z.enum(["customer", "house"]),
        purpose: z.enum([...journalCustomerPurposes, ...journalHousePurposes]),
        amount: z.string(),
      }),
    ),
    /** What the customer gains or loses. */
    amount: z.string(),
    request_id: z.string(),
  }),
  /** The customer objected to a journal that was approved, or was barred from signing in and could not. */
  journal_objected: z.object({
    proposal: z.string(),
    words: z.string(),
    barred: z.boolean().exactOptional(),
  }),
  block_offer: blockOfferForm,
  block_offer_withdrawn: z.object({ block_offer: z.string() }),
  copy_product: copyProductForm,
  copy_closed: z.object({ product: z.string() }),
  copy_winds_down: z.object({ product: z.string(), at: z.string() }),
  offering: offeringForm,
  offering_price: z.object({ offering: z.string(), price: z.string() }),
  offering_withdrawn: z.object({ offering: z.string() }),
  operator_enabled: operatorInRole.extend({ new: z.boolean().optional() }),
  operator_disabled: operatorInRole,
  operator_role: operatorInRole,
  operator_reset: operator,
  single_approval: z.object({ on: z.boolean() }),
  clock_move: z.object({ to: z.string() }),
  site_setting: z.object({
    name: z.enum(siteSettingNames),
    value: z.string(),
    texts: inThreeLanguages.nullish(),
  }),
} as const;

export type ProposalKind = keyof typeof proposalKinds;
export type ProposalInputs = { [Kind in ProposalKind]: z.output<(typeof proposalKinds)[Kind]> };

const readers: { readonly [Kind in ProposalKind]: z.ZodType<ProposalInputs[Kind]> } = proposalKinds;

export function isProposalKind(name: string): name is ProposalKind {
  return Object.hasOwn(proposalKinds, name);
}

/** What was proposed, as its kind has it; what does not fit is a fault of ours, and throws. */
export function readProposalInput<Kind extends ProposalKind>(
  kind: Kind,
  input: unknown,
): ProposalInputs[Kind] {
  return readers[kind].parse(input);
}
