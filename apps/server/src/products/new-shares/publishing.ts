import { randomBytes } from "node:crypto";
import {
  iso,
  type CallOutput,
  type CheckedInput,
  type Difference,
  type OfferingForm,
  type OperatorCalls,
  type ProposalInputs,
} from "@sanshi/contract";
import { drawVersion, seedCommitmentTo, termsHashOf, type Terms } from "@sanshi/draw";
import { formatPrice, parsePrice, settlementCurrency } from "@sanshi/money";
import { localDate, newShareRule, offerPriceRange } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { propose, type Handlers, type Proposed } from "../../governance/approvals/approvals.ts";
import { reasonSentences } from "../../governance/reasons/reasons.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { faultOfForm, isFinalPrice } from "./new-shares.rules.ts";
import * as store from "./offerings.store.ts";
import type { StoredOffering } from "./offerings.store.ts";
import { releaseAll } from "./paying.ts";

/**
 * Operators' part: what is offered, its final price, and that it is withdrawn. There is nothing here that
 * touches an entry, a root, a seed or a result.
 */

type Drafts = CallOutput<OperatorCalls["/api/ops/offerings/drafts"]>;

const draftsMax = 100;

export async function draftsListed({ database }: Pick<Context, "database">): Promise<Drafts> {
  const found = await store.drafts(database.reader, draftsMax);
  return {
    items: found.map(({ id, form, saved_at, email }) => ({
      id: id.toString(),
      form,
      saved_at: iso(saved_at),
      saved_by: email,
    })),
  };
}

export function saveDraft(
  { database, clock }: Pick<Context, "database" | "clock">,
  { operatorId: by }: Operator,
  { id, form }: CheckedInput<OperatorCalls["/api/ops/offerings/draft"]>,
): Promise<Outcome<{ id: string }>> {
  return transactionUnlessRefused(database, async (transaction) => {
    const at = clock.now();
    if (id === undefined) {
      return accept({ id: (await store.insertDraft(transaction, { form, by, at })).toString() });
    }
    const isKept = await store.updateDraft(transaction, { id: BigInt(id), form, by, at });
    return isKept ? accept({ id }) : refuse("offering_not_found");
  });
}

export function proposePublication(
  context: Context,
  operator: Operator,
  audit: Audit,
  { id, note }: CheckedInput<OperatorCalls["/api/ops/offerings/propose"]>,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const draft = await store.findDraft(transaction, BigInt(id));
    if (draft === undefined) return refuse("offering_not_found");
    const subject = `${draft.form.type}:${draft.form.code}`;
    const proposed = await propose(context, transaction, operator, {
      kind: "offering",
      subject,
      input: draft.form,
      note: note ?? "",
    });
    if (proposed.ok) await audit.within(transaction, subject, { proposal: proposed.value.id });
    return proposed;
  });
}

export function proposePrice(
  context: Context,
  operator: Operator,
  audit: Audit,
  { id, price, note }: CheckedInput<OperatorCalls["/api/ops/offerings/:id/price"]>,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const proposed = await propose(context, transaction, operator, {
      kind: "offering_price",
      subject: id,
      input: { offering: id, price },
      note: note ?? "",
    });
    if (proposed.ok) await audit.within(transaction, id, { proposal: proposed.value.id, price });
    return proposed;
  });
}

export function proposeWithdrawal(
  context: Context,
  operator: Operator,
  audit: Audit,
  withdrawal: {
    id: string;
    reason: NonNullable<Parameters<typeof propose>[3]["reason"]>;
    note: string;
  },
): Promise<Outcome<Proposed>> {
  const { id, reason, note } = withdrawal;
  return transactionUnlessRefused(context.database, async (transaction) => {
    const proposed = await propose(context, transaction, operator, {
      kind: "offering_withdrawn",
      subject: id,
      input: { offering: id },
      reason,
      note,
    });
    if (proposed.ok) {
      await audit.within(transaction, id, {
        proposal: proposed.value.id,
        reason: reason.texts ?? reason.code,
      });
    }
    return proposed;
  });
}

export const offeringProposals: Handlers<"offering" | "offering_price" | "offering_withdrawn"> = {
  offering: {
    approve: "approve_proposals",
    differences: async ({ clock }, _transaction, form) => {
      const objection = objectToForm(form, clock.now());
      return objection ?? accept(fieldsOf(form));
    },
    apply: async (context, transaction, { input, proposalId, at }) => {
      const objection = objectToForm(input, at);
      if (objection !== null) return objection;
      const published = await publishOffering(context, transaction, input, { proposalId, at });
      if (published === null) return refuse("offering_exists");
      await store.deleteDraft(transaction, input);
      return accept({});
    },
  },
  offering_price: {
    approve: "approve_proposals",
    differences: async ({ clock }, transaction, input) => {
      const checked = await checkPrice(transaction, input, clock.now());
      if (!checked.ok) return checked;
      const { offering, price } = checked.value;
      const after = formatPrice(price, settlementCurrency(offering.market));
      return accept([{ field: "subscription_price", before: null, after }]);
    },
    apply: async (_context, transaction, { input, at }) => {
      const checked = await checkPrice(transaction, input, at);
      if (!checked.ok) return checked;
      await store.setPrice(transaction, checked.value.offering.id, checked.value.price);
      return accept({});
    },
  },
  offering_withdrawn: {
    approve: "approve_proposals",
    differences: async (_context, transaction, { offering }) => {
      const found = await lockLive(transaction, offering);
      if (!found.ok) return found;
      const before = `${found.value.names.us} (${found.value.code})`;
      return accept([{ field: "offering", before, after: null }]);
    },
    apply: async (_context, transaction, { input, reason, at }) => {
      const found = await lockLive(transaction, input.offering);
      if (!found.ok) return found;
      if (reason === null) return refuse("reason_required");
      const { id } = found.value;
      await store.setWithdrawn(transaction, id, { reason: reasonSentences(reason), at });
      await releaseAll(transaction, found.value, at);
      return accept({});
    },
  },
};

function objectToForm(form: OfferingForm, at: number): Outcome<never> | null {
  const field = faultOfForm(form, at);
  return field === null ? null : refuse("offering_terms_wrong", { field });
}

function fieldsOf(form: OfferingForm): Difference[] {
  const { names } = form;
  // In an order of its own: what the database keeps of a form has another.
  const after: readonly (readonly [field: string, value: string | null])[] = [
    ["market", form.type],
    ["stock_code", form.code],
    ["name_jp", names.jp],
    ["name_cn", names.cn],
    ["name_us", names.us],
    ...shownFields.map((field) => {
      const value = form[field];
      return [field, value === null ? null : String(value)] as const;
    }),
  ];
  return after
    .filter(([, value]) => value !== null)
    .map(([field, value]) => ({ field, before: null, after: value }));
}

const shownFields = [
  ...(["sponsor", "prospectus", "price_low", "price_high", "earnings_per_share"] as const),
  ...(["lot", "issue_volume", "quota", "minimum", "cap", "rule", "asks_money"] as const),
  ...(["opens_at", "closes_at", "priced_at", "draws_at", "pays_until"] as const),
  ...(["waiting_until", "allocates_at", "lists_at"] as const),
];

/** A simulated instance's draw takes seconds, so that it can be watched; where money is real, minutes. */
const delays = { simulated: 25_600_000, live: 2_560_000_000 } as const;

/**
 * Publishes an offering: from here on its terms are as they are. The seed is drawn now, sealed, and its hash goes
 * out with the terms. Null where the company has an offering already.
 */
export async function publishOffering(
  { settings, feed, sealer }: Pick<Context, "settings" | "feed" | "sealer">,
  transaction: Transaction,
  form: OfferingForm,
  { proposalId, at }: { proposalId: bigint | null; at: number },
): Promise<bigint | null> {
  const [low, high] = [parsePrice(form.price_low), parsePrice(form.price_high)];
  if (low === null || high === null) throw new Error("a form was not checked");
  const earnings = form.earnings_per_share === null ? null : parsePrice(form.earnings_per_share);
  const id = await store.nextOfferingId(transaction);
  const seed = randomBytes(32);
  const lotsIn = (volume: string) => Number(BigInt(volume) / BigInt(form.lot));
  const lots = { quota: lotsIn(form.quota), min: lotsIn(form.minimum), max: lotsIn(form.cap) };
  const terms: Terms = {
    draw: drawVersion,
    offering: id.toString(),
    type: form.type,
    code: form.code,
    // The most that anybody pays by what is published before the first entry.
    price: formatPrice(high, settlementCurrency(form.type)),
    lot: Number(form.lot),
    quota_lots: lots.quota,
    min_lots: lots.min,
    max_lots: lots.max,
    rule: form.rule,
    opens_at: iso(Date.parse(form.opens_at)),
    closes_at: iso(Date.parse(form.closes_at)),
    delay: settings.drawDelay ?? delays[feed.kind],
    beacon: null,
    seed_commitment: seedCommitmentTo(seed),
  };
  const rule = newShareRule(form.type, localDate(form.type, at));
  const isNew = await store.insertOffering(transaction, {
    id,
    form,
    prices: { low, high, earnings },
    lots,
    cancellable: rule.isCancellable,
    missed: rule.missedPayments,
    terms,
    termsHash: termsHashOf(terms),
    seedSealed: sealer.seal(seed, `offering_seed:${terms.seed_commitment}`),
    proposalId,
    at,
  });
  return isNew ? id : null;
}

type Priced = { offering: StoredOffering; price: NonNullable<StoredOffering["price"]> };

/** Once, by the market's rule, after the last entry and not before it was announced. */
async function checkPrice(
  transaction: Transaction,
  { offering: id, price: typed }: ProposalInputs["offering_price"],
  at: number,
): Promise<Outcome<Priced>> {
  const found = await lockLive(transaction, id);
  if (!found.ok) return found;
  const offering = found.value;
  const { market } = offering;
  if (offering.price !== null) return refuse("offering_price_set");
  if (offering.priced_at === null || at < offering.priced_at) return refuse("offering_not_closed");
  const provisional = { low: offering.price_low, high: offering.price_high };
  const date = localDate(market, at);
  const price = isFinalPrice(typed, market, provisional, date);
  if (price !== null) return accept({ offering, price });
  const bounds = offerPriceRange(market, provisional, date);
  const shown = (value: typeof provisional.low) => formatPrice(value, settlementCurrency(market));
  return refuse("offering_price_wrong", { low: shown(bounds.low), high: shown(bounds.high) });
}

async function lockLive(transaction: Transaction, id: string): Promise<Outcome<StoredOffering>> {
  const offering = await store.lockOffering(transaction, BigInt(id));
  if (offering === undefined) return refuse("offering_not_found");
  const hasEnded = offering.withdrawn_at !== null || offering.listed_at !== null;
  return hasEnded ? refuse("offering_ended") : accept(offering);
}
