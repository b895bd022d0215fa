import { blockOfferForm, dayMs, iso, type BlockOfferForm } from "@sanshi/contract";
import {
  formatPrice,
  formatShares,
  parsePrice,
  settlementCurrency,
  shares,
  type Price,
  type Shares,
} from "@sanshi/money";
import type { BlockLimits } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import {
  differencesOfForm,
  type DraftBook,
  type Handlers,
} from "../../governance/approvals/approvals.ts";
import { reasonSentences } from "../../governance/reasons/reasons.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { lockForSale } from "../../trading/positions/positions.ts";
import { beyondConsent } from "./consents.rules.ts";
import { lateListReason, type GiveUp } from "../../platform/draws/drawing.ts";
import { lacksBeacon } from "../../platform/draws/new-draw.ts";
import { findConsent, lockConsent } from "./consents.store.ts";
import { faultOfForm, objectToBlock } from "./block-trades.rules.ts";
import { insertBlock } from "./drawing.ts";
import * as store from "./offers.store.ts";
import type { StoredBlock } from "./offers.store.ts";
import { bandOf } from "./price-band.ts";
import { releaseAll } from "./settling.ts";
import { stockParams } from "./stock-params.ts";

/** Operators' part: what is offered, by two of them, and that it is withdrawn. Nothing of it changes between. */

export const blockDrafts: DraftBook<"block_offer"> = {
  kind: "block_offer",
  notFound: "block_offer_not_found",
  store,
};

export const blockProposals: Handlers<"block_offer" | "block_offer_withdrawn"> = {
  block_offer: {
    approve: "approve_proposals",
    endsWhenRefused: true,
    differences: async (context, transaction, form) => {
      const examined = await examine(context, transaction, form, context.clock.now());
      return examined.ok
        ? accept(differencesOfForm(form, form.seller_names, shownFields))
        : examined;
    },
    apply: async (context, transaction, { input, proposalId, at }) => {
      const consentId = input.consent ?? null;
      // Whoever revokes waits, or was first.
      if (consentId !== null) await lockConsent(transaction, BigInt(consentId));
      const examined = await examine(context, transaction, input, at);
      if (!examined.ok) return examined;
      const { sold } = examined.value;
      if (sold !== null && !(await lockForSale(transaction, sold))) {
        return refuse("block_seller_lacks_shares");
      }
      await publishBlock(context, transaction, input, examined.value, { proposalId, at });
      await store.deleteDraft(transaction, input);
      return accept({});
    },
  },
  block_offer_withdrawn: {
    approve: "approve_proposals",
    endsWhenRefused: true,
    differences: async (_context, transaction, { block_offer: id }) => {
      const found = await lockLive(transaction, id);
      if (!found.ok) return found;
      const { market, code } = found.value;
      return accept([{ field: "block_offer", before: `${market}:${code}`, after: null }]);
    },
    apply: async (context, transaction, { input, reason, at }) => {
      const found = await lockLive(transaction, input.block_offer);
      if (!found.ok) return found;
      if (reason === null) return refuse("reason_required");
      const said = reasonSentences(reason);
      const { id } = found.value;
      await store.setWithdrawn(transaction, id, { reason: said, at });
      await releaseAll(context, transaction, { ...found.value, withdrawn_reason: said }, at);
      return accept({});
    },
  },
};

/** Withdraws an offer whose list was late, in the transaction that has locked it. */
export function giveUpLateList(context: Context): GiveUp {
  return async (transaction, id, at) => {
    const found = await store.findBlock(transaction, id);
    if (found === undefined) return;
    await store.setWithdrawn(transaction, id, { reason: lateListReason, at });
    await releaseAll(context, transaction, { ...found, withdrawn_reason: lateListReason }, at);
  };
}

type Examined = {
  price: Price;
  reference: Price;
  limits: BlockLimits;
  sold: Sold | null;
};

/** Of a customer who sells. */
type Sold = {
  consentId: bigint;
  customerId: bigint;
  positionId: bigint;
  quantity: Shares;
  until: number;
};

/** Whether a form can be published at this moment. */
async function examine(
  context: Pick<Context, "quotes" | "feed" | "settings">,
  transaction: Transaction,
  form: BlockOfferForm,
  now: number,
): Promise<Outcome<Examined>> {
  if (form.rule !== "first_come" && lacksBeacon(context)) return refuse("draw_needs_beacon");
  // A proposal of before names no consent, and nobody sells for a customer.
  if (!blockOfferForm.safeParse(form).success) {
    return refuse("block_terms_wrong", { field: "seller" });
  }
  const field = faultOfForm(form, now);
  const price = parsePrice(form.price);
  if (field !== null || price === null) {
    return refuse("block_terms_wrong", { field: field ?? "price" });
  }
  const { type: market, code } = form;
  const instrument = context.quotes.instrument(market, code);
  const quote = context.quotes.get(market, code);
  if (instrument === null || quote === null || quote.previousClose <= 0n) {
    return refuse("block_terms_wrong", { field: "code" });
  }
  const reference = quote.previousClose;
  const limits = bandOf(instrument, reference, now);
  const total = shares(BigInt(form.total));
  const broken = objectToBlock({ market, price, total }, limits);
  if (broken === "price") {
    const shown = (bound: Price) => formatPrice(bound, settlementCurrency(market));
    const { rule } = limits.reference;
    return refuse("block_price_outside_band", {
      low: shown(limits.low),
      high: shown(limits.high),
      rule,
    });
  }
  if (broken === "total") return refuse("block_terms_wrong", { field: "total" });
  if (form.seller === "customer") {
    return soldOf(transaction, form, { price, reference, limits, now });
  }
  if (form.consent !== null) return refuse("block_terms_wrong", { field: "seller" });
  // The house has no shares: where money is real, nothing would stand behind what it sells.
  if (context.feed.kind !== "simulated") return refuse("block_seller_lacks_shares");
  return accept({ price, reference, limits, sold: null });
}

/** Nothing that a customer did not consent to, in every field. */
async function soldOf(
  transaction: Transaction,
  form: BlockOfferForm,
  { now, ...priced }: Omit<Examined, "sold"> & { now: number },
): Promise<Outcome<Examined>> {
  const consent =
    form.consent === null ? undefined : await findConsent(transaction, BigInt(form.consent));
  const field = beyondConsent(form, consent, { ...priced, now });
  if (field !== null || consent === undefined) {
    return refuse("block_beyond_consent", { field: field ?? "consent" });
  }
  return accept({
    ...priced,
    sold: {
      consentId: consent.id,
      customerId: consent.customer_id,
      positionId: consent.position_id,
      quantity: consent.quantity,
      until: consent.expires_at,
    },
  });
}

/** In public a customer who sells has no name. */
const customerNames = { jp: "お客様", cn: "客户", us: "A customer" } as const;

export async function publishBlock(
  context: Pick<Context, "settings" | "feed" | "sealer" | "quotes">,
  transaction: Transaction,
  form: BlockOfferForm,
  { price, reference, limits, sold }: Examined,
  { proposalId, at }: { proposalId: bigint | null; at: number },
): Promise<bigint> {
  const lot = shares(BigInt(form.lot));
  const lotsIn = (volume: string) => Number(BigInt(volume) / lot);
  const settlesAt = Date.parse(form.settles_at);
  const id = await insertBlock(context, transaction, {
    market: form.type,
    code: form.code,
    seller: form.seller,
    sellerNames: sold === null ? form.seller_names : customerNames,
    sold,
    madeAs: null,
    price,
    reference,
    band: { low: limits.low, high: limits.high, rule: limits.reference.rule },
    lot,
    lots: { quota: lotsIn(form.total), min: lotsIn(form.minimum), max: lotsIn(form.maximum) },
    othersLots: 0,
    rule: form.rule,
    invitedOnly: form.invited_only,
    cancellable: form.cancellable,
    opensAt: Date.parse(form.opens_at),
    closesAt: Date.parse(form.closes_at),
    settlesAt,
    lockedUntil: settlesAt + form.lock_up_days * dayMs,
    proposalId,
    at,
  });
  if (id === null) throw new Error("an offer that nobody else makes was there");
  if (sold !== null) {
    const currency = settlementCurrency(form.type);
    await sendMessage(transaction, {
      customerId: sold.customerId,
      kind: "block_sale_offered",
      params: {
        ...stockParams(context, { market: form.type, code: form.code }),
        quantity: formatShares(sold.quantity),
        price: formatPrice(price, currency),
        currency,
        until: iso(sold.until),
      },
      link: `/home/largeInfo?id=${id}`,
      at,
    });
  }
  return id;
}

const shownFields = [
  ...([
    "seller",
    "consent",
    "price",
    "lot",
    "total",
    "minimum",
    "maximum",
    "rule",
    "invited_only",
    "cancellable",
    "opens_at",
  ] as const),
  ...(["closes_at", "settles_at", "lock_up_days"] as const),
];

async function lockLive(transaction: Transaction, id: string): Promise<Outcome<StoredBlock>> {
  await store.lockQuota(transaction, BigInt(id));
  const offer = await store.findBlock(transaction, BigInt(id));
  if (offer === undefined) return refuse("block_offer_not_found");
  const hasEnded = offer.withdrawn_at !== null || offer.sold_lots !== null;
  return hasEnded ? refuse("block_offer_ended") : accept(offer);
}
