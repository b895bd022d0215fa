import {
  dayMs,
  hourMs,
  iso,
  type CheckedInput,
  type OfferingForm,
  type OperatorCalls,
  type ProposalInputs,
} from "@sanshi/contract";
import type { Terms } from "@sanshi/draw";
import { formatPrice, parsePrice, settlementCurrency } from "@sanshi/money";
import { localDate, newShareRule, offerPriceRange } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import {
  differencesOfForm,
  propose,
  type DraftBook,
  type Handlers,
  type Proposed,
} from "../../governance/approvals/approvals.ts";
import { reasonSentences } from "../../governance/reasons/reasons.ts";
import { isGivenCode, lockCodes } from "../../market-feed/instrument-registry.store.ts";
import { isCodeTaken } from "../../market/instruments-admin/instruments-admin.ts";
import { lateListReason, type GiveUp } from "../../platform/draws/drawing.ts";
import { lacksBeacon, newDraw } from "../../platform/draws/new-draw.ts";
import { eachByItself } from "../../platform/each-by-itself.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { offeringDraws } from "./drawing.ts";
import { faultOfForm, isFinalPrice } from "./new-shares.rules.ts";
import * as store from "./offerings.store.ts";
import type { StoredOffering } from "./offerings.store.ts";
import { releaseAll } from "./paying.ts";
import { lacksProspectus } from "./prospectuses.ts";

/**
 * Operators' part: what is offered, its final price, and that it is withdrawn. There is nothing here that
 * touches an entry, a root, a seed or a result.
 */

export const offeringDrafts: DraftBook<"offering"> = {
  kind: "offering",
  notFound: "offering_not_found",
  store,
};

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

export const offeringProposals: Handlers<"offering" | "offering_price" | "offering_withdrawn"> = {
  offering: {
    approve: "approve_proposals",
    differences: async (context, transaction, form) => {
      const objection = await objectToForm(context, transaction, form, context.clock.now());
      return objection ?? accept(differencesOfForm(form, form.names, shownFields));
    },
    apply: async (context, transaction, { input, proposalId, at }) => {
      await lockCodes(transaction);
      const objection = await objectToForm(context, transaction, input, at);
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
      const { names, code, root, withdraws_at: announced } = found.value;
      if (announced !== null) return refuse("offering_ended");
      const gone = {
        field: "offering",
        before: `${names.jp} / ${names.cn} / ${names.us} (${code})`,
        after: null,
      };
      // Its list is public: the draw goes on, and everybody in it is told a day before.
      const held = {
        field: "takes_effect_hours",
        before: null,
        after: String(withdrawalHoldHours),
      };
      return accept(root === null ? [gone] : [gone, held]);
    },
    apply: async (_context, transaction, { input, reason, at }) => {
      const found = await lockLive(transaction, input.offering);
      if (!found.ok) return found;
      if (reason === null) return refuse("reason_required");
      const { id, root, withdraws_at: announced } = found.value;
      if (announced !== null) return refuse("offering_ended");
      const withdrawal = { reason: reasonSentences(reason), at };
      if (root !== null) {
        const takesEffectAt = at + withdrawalHoldMs;
        await store.announceWithdrawal(transaction, id, { ...withdrawal, takesEffectAt });
        return accept({});
      }
      await store.setWithdrawn(transaction, id, withdrawal);
      await releaseAll(transaction, found.value, { at });
      return accept({});
    },
  },
};

/** So long an offering whose list is public goes on after its withdrawal was announced to everybody in it. */
const withdrawalHoldHours = 24;
const withdrawalHoldMs = withdrawalHoldHours * hourMs;
/** So long a code has no second draw after a first one was given up. */
const secondDrawAfterDays = 30;

/** Withdraws what was announced a day ago, and what came to its draw without a price. Returns how many. */
export async function withdrawDue({
  database,
  clock,
  log,
}: Pick<Context, "database" | "clock" | "log">): Promise<number> {
  const due = await store.dueForWithdrawal(database.reader, clock.now());
  const failure = "an offering was not withdrawn";
  return eachByItself({ log, failure }, due, ({ id }) =>
    database.transaction(async (transaction) => {
      const offering = await store.lockOffering(transaction, id);
      if (offering === undefined || offering.withdrawn_at !== null || offering.listed_at !== null) {
        return 0;
      }
      const at = clock.now();
      const reason = offering.withdrawal_reason ?? withoutPrice;
      await store.setWithdrawn(transaction, id, { reason, at });
      await releaseAll(transaction, offering, { at });
      return 1;
    }),
  );
}

/** Withdraws an offering whose list was late, in the transaction that has locked it. */
export const giveUpLateList: GiveUp = async (transaction, id, at) => {
  const offering = await store.lockOffering(transaction, id);
  if (offering === undefined) return;
  await store.setWithdrawn(transaction, id, { reason: lateListReason, at });
  await releaseAll(transaction, offering, { at });
};

const withoutPrice = {
  jp: "抽選までに公開価格が決定されなかったため",
  cn: "抽签前未确定最终发行价",
  us: "No final price was set before the draw",
};

async function objectToForm(
  context: Pick<Context, "quotes" | "hours" | "settings" | "feed">,
  reader: Reader,
  form: OfferingForm,
  at: number,
): Promise<Outcome<never> | null> {
  if (lacksBeacon(context)) return refuse("draw_needs_beacon");
  const { quotes, hours } = context;
  if (await lacksProspectus(reader, form.prospectus)) {
    return refuse("offering_terms_wrong", { field: "prospectus" });
  }
  const lastAt = await store.lastWithdrawnAfterClose(reader, form);
  const until = lastAt === null ? 0 : lastAt + secondDrawAfterDays * dayMs;
  if (until > at) return refuse("offering_drawn_lately", { until: iso(until) });
  // What trades already has its price.
  const isTraded = quotes.instrument(form.type, form.code) !== null;
  const field =
    isTraded || (await isGivenCode(reader, form.type, form.code))
      ? "code"
      : faultOfForm(form, at, hours);
  return field === null ? null : refuse("offering_terms_wrong", { field });
}

const shownFields = [
  ...(["sponsor", "prospectus", "price_low", "price_high", "earnings_per_share"] as const),
  ...(["lot", "issue_volume", "quota", "minimum", "cap", "rule", "asks_money"] as const),
  ...(["opens_at", "closes_at", "priced_at", "draws_at", "pays_until"] as const),
  ...(["waiting_until", "allocates_at", "lists_at"] as const),
];

/**
 * Publishes an offering: from here on its terms are as they are. Null where the company has an offering already.
 */
export async function publishOffering(
  context: Pick<Context, "settings" | "feed" | "sealer">,
  transaction: Transaction,
  form: OfferingForm,
  {
    proposalId,
    at,
    newcomer = null,
    delay,
    beacon,
  }: {
    proposalId: bigint | null;
    at: number;
    newcomer?: number | null;
    delay?: number;
    /** The round that the draw takes, where the settings do not say it. */
    beacon?: Terms["beacon"];
  },
): Promise<bigint | null> {
  if (await isCodeTaken(context, transaction, { market: form.type, code: form.code })) return null;
  const [low, high] = [parsePrice(form.price_low), parsePrice(form.price_high)];
  if (low === null || high === null) throw new Error("a form was not checked");
  const earnings = form.earnings_per_share === null ? null : parsePrice(form.earnings_per_share);
  const { id, aheadMs } = await store.nextOfferingId(transaction);
  const lotsIn = (volume: string) => Number(BigInt(volume) / BigInt(form.lot));
  const lots = { quota: lotsIn(form.quota), min: lotsIn(form.minimum), max: lotsIn(form.cap) };
  const draw = newDraw(context, {
    seedPurpose: offeringDraws.seedPurpose,
    drawsAt: Date.parse(form.draws_at) - aheadMs,
    delay,
    beacon,
    offered: {
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
    },
  });
  const rule = newShareRule(form.type, localDate(form.type, at));
  const isNew = await store.insertOffering(transaction, {
    id,
    form,
    prices: { low, high, earnings },
    lots,
    cancellable: rule.isCancellable,
    missed: rule.missedPayments,
    draw,
    proposalId,
    newcomer,
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
  if (at >= offering.draws_at) return refuse("offering_price_late");
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
