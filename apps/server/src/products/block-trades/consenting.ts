import {
  applicationsShownMax,
  consentDaysMax,
  iso,
  liveConsentsMax,
  type BlockSaleConsent,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import {
  formatPrice,
  formatScaled,
  formatShares,
  parsePrice,
  parseShares,
  settlementCurrency,
  shares,
  type MarketKey,
} from "@sanshi/money";
import { canonicalText } from "@sanshi/draw";
import { ruleParams } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { checkProofAndFundPassword, hasFundPassword } from "../../people/passwords/passwords.ts";
import { objectToHold } from "../../people/security/security.ts";
import { answerInSteps, needsMore } from "../../platform/answer-in-steps.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { heldBack } from "../../trading/orders/orders.ts";
import { consentState, isConsentTime } from "./consents.rules.ts";
import * as store from "./consents.store.ts";
import type { ConsentRow } from "./consents.store.ts";

/** A customer's own consent to a block sale, which nobody gives for the customer. */

type Asked = {
  position: bigint;
  quantity: string;
  floorPrice: string;
  discountMost: string;
  lockUpDays: number;
  expiresAt: string;
};

export function consentToSale(
  context: Context,
  customer: Customer,
  asked: Asked & { fundPassword: string },
  requestId: string,
): Promise<Outcome<BlockSaleConsent>> {
  const { customerId } = customer;
  const { fundPassword, ...terms } = asked;
  // Not who consents: a page that was loaded anew must not have kept the fund password.
  const input = {
    ...terms,
    position: terms.position.toString(),
    lockUpDays: terms.lockUpDays.toString(),
  };
  const request = { customerId, requestId, call: "consent-block-sale", input };
  return answerInSteps<BlockSaleConsent, null>(context.database, request, {
    decide: (transaction, asker) =>
      decideConsent(context, transaction, { customer, terms, asker, requestId }),
    prepare: async (finish) =>
      finish(await checkProofAndFundPassword(context, customer, fundPassword)),
  });
}

type Consenting = {
  customer: Customer;
  terms: Asked;
  asker: Outcome<null> | null;
  requestId: string;
};

async function decideConsent(
  context: Context,
  transaction: Transaction,
  { customer, terms, asker, requestId }: Consenting,
): Promise<Outcome<BlockSaleConsent> | typeof needsMore> {
  const { customerId, state } = customer;
  if (state === "frozen" || state === "banned") return refuse("account_frozen");
  if (state === "trading_disabled") return refuse("trading_disabled");
  const hold = await objectToHold(transaction, customerId);
  if (hold !== null) return hold;
  if (!(await hasFundPassword(transaction, customerId))) return refuse("fund_password_not_set");
  const at = context.clock.now();
  const examined = await examine(context, transaction, { customerId, terms, at });
  if (!examined.ok) return examined;
  if (asker === null) return needsMore;
  if (!asker.ok) return asker;
  const consented = { ...examined.value, customerId, positionId: terms.position, at };
  const signed = receiptOf({ ...consented, nonce: requestId });
  const id = await store.insertConsent(transaction, {
    ...consented,
    nonce: requestId,
    signature: context.signingKey.sign(canonicalText(signed)),
  });
  const { code, quantity } = consented;
  const params = { code, quantity: formatShares(quantity) };
  await recordActivity(transaction, { customerId, kind: "block_sale_consented", params, at });
  const kept = await store.findConsent(transaction, id);
  if (kept === undefined) throw new Error("a consent was not kept");
  return accept(consentOnWire(context, kept));
}

async function examine(
  context: Pick<Context, "quotes" | "settings" | "hours">,
  transaction: Transaction,
  { customerId, terms, at }: { customerId: bigint; terms: Asked; at: number },
) {
  const held = await store.heldToSell(transaction, customerId, terms.position);
  if (held === undefined) return refuse("position_not_found");
  const { market, code } = held;
  const instrument = context.quotes.instrument(market, code);
  if (!held.is_free || instrument === null) return refuse("block_sale_not_possible");
  await store.lockGiver(transaction, customerId);
  if ((await store.liveConsents(transaction, customerId, at)) >= liveConsentsMax) {
    return refuse("block_consents_too_many", { max: String(liveConsentsMax) });
  }
  const quantity = parseShares(terms.quantity);
  if (quantity === null) return refuse("quantity_not_whole");
  if (quantity <= 0n) return refuse("quantity_not_positive");
  if (quantity > held.quantity) {
    return refuse("quantity_exceeds_position", { max: formatShares(held.quantity) });
  }
  const lot = instrument.lotSize;
  if (quantity % lot !== 0n) {
    return refuse("quantity_not_in_lots", { lot: formatShares(lot), rule: "block_terms" });
  }
  // An offer of it may settle within hours, and nothing of it is bought any more from here on.
  const todays = heldBack(context, held);
  const most = todays === null ? held.quantity : shares(held.quantity - todays.quantity);
  if (todays !== null && at < todays.at && quantity > most) {
    const rule = ruleParams(todays.reference, instrument.exchange);
    return refuse("bought_today", { max: formatShares(most), time: iso(todays.at), ...rule });
  }
  const floorPrice = parsePrice(terms.floorPrice);
  if (floorPrice === null || floorPrice <= 0n) return refuse("price_not_positive");
  const expiresAt = Date.parse(terms.expiresAt);
  if (!isConsentTime(expiresAt, at)) {
    return refuse("block_consent_time", { days: String(consentDaysMax) });
  }
  const discountMost = Math.round(Number(terms.discountMost) * 100);
  const { lockUpDays } = terms;
  return accept({ market, code, quantity, floorPrice, discountMost, lockUpDays, expiresAt });
}

type Signed = Omit<BlockSaleConsent["receipt"], "signature">;

function receiptOf(consent: {
  positionId: bigint;
  market: MarketKey;
  code: string;
  quantity: ConsentRow["quantity"];
  floorPrice: ConsentRow["floor_price"];
  discountMost: number;
  lockUpDays: number;
  expiresAt: number;
  nonce: string;
  at: number;
}): Signed {
  return {
    kind: "block_sale_consent",
    position: consent.positionId.toString(),
    type: consent.market,
    code: consent.code,
    quantity: formatShares(consent.quantity),
    floor_price: formatPrice(consent.floorPrice, settlementCurrency(consent.market)),
    discount_most: formatScaled(BigInt(consent.discountMost), 2),
    lock_up_days: consent.lockUpDays,
    expires_at: iso(consent.expiresAt),
    nonce: consent.nonce,
    at: iso(consent.at),
  };
}

/** As long as nothing was published of it. */
export function revokeSale(
  context: Pick<Context, "database" | "clock" | "quotes">,
  { customerId }: Customer,
  id: bigint,
  requestId: string,
): Promise<Outcome<BlockSaleConsent>> {
  const { database, clock } = context;
  const request = {
    customerId,
    requestId,
    call: "revoke-block-sale",
    input: { id: id.toString() },
  };
  return answeredOnceWithId(database, request, async (transaction) => {
    const found = await store.findConsent(transaction, id);
    if (found?.customer_id !== customerId) return refuse("block_consent_not_found");
    await store.lockConsent(transaction, id);
    const consent = await store.findConsent(transaction, id);
    const at = clock.now();
    if (consent === undefined || consentState(consent, at) !== "consented") {
      return refuse("block_consent_ended");
    }
    await store.setRevoked(transaction, id, at);
    const params = { code: consent.code, quantity: formatShares(consent.quantity) };
    await recordActivity(transaction, { customerId, kind: "block_sale_revoked", params, at });
    return accept(consentOnWire(context, { ...consent, revoked_at: at }));
  });
}

export async function salesListed(
  context: Pick<Context, "database" | "clock" | "quotes">,
  { customerId }: Customer,
  market: MarketKey,
): Promise<BlockSaleConsent[]> {
  const { reader } = context.database;
  const own = await store.consentsOf(reader, customerId, market, applicationsShownMax);
  return own.map((consent) => consentOnWire(context, consent));
}

function consentOnWire(
  { quotes, clock }: Pick<Context, "quotes" | "clock">,
  consent: ConsentRow,
): BlockSaleConsent {
  const { market, code, sold_lots: sold, lot_size: lot } = consent;
  const state = consentState(consent, clock.now());
  const {
    kind: _kind,
    nonce: _nonce,
    at,
    ...terms
  } = receiptOf({
    positionId: consent.position_id,
    market,
    code,
    quantity: consent.quantity,
    floorPrice: consent.floor_price,
    discountMost: consent.discount_most,
    lockUpDays: consent.lock_up_days,
    expiresAt: consent.expires_at,
    nonce: consent.nonce,
    at: consent.consented_at,
  });
  return {
    ...terms,
    id: consent.id.toString(),
    names: quotes.names(market, code),
    state,
    consented_at: at,
    offer: consent.offer_id === null ? null : consent.offer_id.toString(),
    sold_quantity:
      sold === null || lot === null || state === "offered"
        ? null
        : formatShares(shares(BigInt(sold) * lot)),
    can_revoke: state === "consented",
    receipt: {
      ...terms,
      kind: "block_sale_consent",
      nonce: consent.nonce,
      at,
      signature: consent.signature,
    },
  };
}

type Live = CallOutput<OperatorCalls["/api/ops/block-consents"]>;

/** What operators can write an offer of, and its bounds. */
export async function consentsForOperators(
  { database, quotes, clock }: Pick<Context, "database" | "quotes" | "clock">,
  form: CheckedInput<OperatorCalls["/api/ops/block-consents"]>,
): Promise<Outcome<Live>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const page = { before: place?.[0] ?? null, limit: limit + 1, now: clock.now() };
  const found = await store.pageOfConsents(database.reader, page);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return accept({
    items: shown.map((one) => ({
      id: one.id.toString(),
      account: one.account,
      type: one.market,
      code: one.code,
      names: quotes.names(one.market, one.code),
      quantity: formatShares(one.quantity),
      floor_price: formatPrice(one.floor_price, settlementCurrency(one.market)),
      discount_most: formatScaled(BigInt(one.discount_most), 2),
      lock_up_days: one.lock_up_days,
      expires_at: iso(one.expires_at),
      consented_at: iso(one.consented_at),
    })),
    next_cursor: found.length > limit && last !== undefined ? cursorOf(last.id) : null,
  });
}
