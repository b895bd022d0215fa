import {
  copyConsentsShownMax,
  iso,
  isoOrNull,
  type CallOutput,
  type CheckedInput,
  type CopyConsent,
  type OperatorCalls,
} from "@sanshi/contract";
import {
  formatMinor,
  minor,
  minorDigits,
  parseScaled,
  settlementCurrency,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import { canonicalText } from "@sanshi/draw";
import type { Context } from "../../context.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { verifiedName } from "../../money/verification/verification.ts";
import { checkProofAndFundPassword, hasFundPassword } from "../../people/passwords/passwords.ts";
import { objectToHold } from "../../people/security/security.ts";
import { answerInSteps, needsMore } from "../../platform/answer-in-steps.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import * as store from "./consents.store.ts";
import type { StoredConsent } from "./consents.store.ts";
import { stateOf } from "./copy-trading.answers.ts";
import { findProducts, flowsOf } from "./products.store.ts";

/** A customer's own consent to the account being offered as a strategy, which nobody gives for the customer. */

type Asked = { market: MarketKey; shownAs: string; capacityMost: string };

export function consentToCopy(
  context: Context,
  customer: Customer,
  { fundPassword, ...terms }: Asked & { fundPassword: string },
  requestId: string,
): Promise<Outcome<CopyConsent>> {
  const { customerId } = customer;
  // Not who consents: a page that was loaded anew must not have kept the fund password.
  const request = { customerId, requestId, call: "consent-copy", input: terms };
  return answerInSteps<CopyConsent, null>(context.database, request, {
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
): Promise<Outcome<CopyConsent> | typeof needsMore> {
  const { customerId, state } = customer;
  if (state === "frozen" || state === "banned") return refuse("account_frozen");
  if (state === "trading_disabled") return refuse("trading_disabled");
  if ((await verifiedName(transaction, customerId)) === null) return refuse("not_verified");
  const hold = await objectToHold(transaction, customerId);
  if (hold !== null) return hold;
  if (!(await hasFundPassword(transaction, customerId))) return refuse("fund_password_not_set");
  const { market } = terms;
  if (await store.hasLiveConsent(transaction, customerId, market)) {
    return refuse("copy_consent_exists");
  }
  const most = readMost(terms);
  if (!most.ok) return most;
  if (asker === null) return needsMore;
  if (!asker.ok) return asker;
  const at = context.clock.now();
  const shownAs = terms.shownAs.trim();
  const consented = { market, shownAs, capacityMost: most.value, nonce: requestId, at };
  const signature = context.signingKey.sign(canonicalText(receiptOf(consented)));
  const id = await store.insertConsent(transaction, { ...consented, customerId, signature });
  // Of two at the same moment.
  if (id === null) return refuse("copy_consent_exists");
  const params = { market, name: shownAs };
  await recordActivity(transaction, { customerId, kind: "copy_consented", params, at });
  return shownOne(transaction, id, at);
}

function readMost({ market, capacityMost }: Asked): Outcome<Minor> {
  const read = parseScaled(capacityMost, 8);
  if (read === null || read <= 0n) return refuse("amount_not_positive");
  const amount = parseScaled(capacityMost, minorDigits(settlementCurrency(market)));
  return amount === null ? refuse("amount_too_precise") : accept(minor(amount));
}

type Signed = Omit<CopyConsent["receipt"], "signature">;

function receiptOf(consent: {
  market: MarketKey;
  shownAs: string;
  capacityMost: Minor;
  nonce: string;
  at: number;
}): Signed {
  const { market } = consent;
  return {
    kind: "copy_consent",
    type: market,
    shown_as: consent.shownAs,
    capacity_most: formatMinor(consent.capacityMost, settlementCurrency(market)),
    nonce: consent.nonce,
    at: iso(consent.at),
  };
}

/** At any time; what was published of it is wound down by whoever looks after pools next. */
export function revokeConsent(
  { database, clock }: Pick<Context, "database" | "clock">,
  { customerId }: Customer,
  id: bigint,
  requestId: string,
): Promise<Outcome<CopyConsent>> {
  const request = { customerId, requestId, call: "revoke-copy-consent", input: { id: `${id}` } };
  return answeredOnceWithId(database, request, async (transaction) => {
    await store.lockConsent(transaction, id);
    const consent = await store.findConsent(transaction, id);
    if (consent?.customer_id !== customerId) return refuse("copy_consent_not_found");
    if (consent.revoked_at !== null) return refuse("copy_consent_ended");
    const at = clock.now();
    await store.setRevoked(transaction, id, at);
    const params = { market: consent.market, name: consent.shown_as };
    await recordActivity(transaction, { customerId, kind: "copy_consent_revoked", params, at });
    return shownOne(transaction, id, at);
  });
}

async function shownOne(
  transaction: Transaction,
  id: bigint,
  now: number,
): Promise<Outcome<CopyConsent>> {
  const kept = await store.findConsent(transaction, id);
  const [shown] = kept === undefined ? [] : await shownTo(transaction, [kept], now);
  if (shown === undefined) throw new Error("a consent was not kept");
  return accept(shown);
}

export async function ownConsents(
  { database, clock }: Pick<Context, "database" | "clock">,
  { customerId }: Customer,
  market: MarketKey,
): Promise<CopyConsent[]> {
  const own = await store.consentsOf(database.reader, customerId, market, copyConsentsShownMax);
  return shownTo(database.reader, own, clock.now());
}

/** With the number of its followers and their money, and nothing of who they are. */
async function shownTo(
  reader: Reader,
  own: readonly StoredConsent[],
  now: number,
): Promise<CopyConsent[]> {
  const ids = own.flatMap(({ product_id: id }) => (id === null ? [] : [id]));
  const offered = new Map((await findProducts(reader, ids)).map((one) => [one.id, one]));
  const flows = await flowsOf(reader, ids);
  return own.map((consent): CopyConsent => {
    const { market, signature, product_id: productId } = consent;
    const product = productId === null ? undefined : offered.get(productId);
    const flow = productId === null ? undefined : flows.get(productId);
    const signed = receiptOf({
      market,
      shownAs: consent.shown_as,
      capacityMost: consent.capacity_most,
      nonce: consent.nonce,
      at: consent.consented_at,
    });
    const isOver = product !== undefined && product.winds_down_at !== null;
    const stands = isOver ? "over" : product === undefined ? "consented" : "offered";
    return {
      id: consent.id.toString(),
      type: market,
      state: consent.revoked_at === null ? stands : "revoked",
      shown_as: signed.shown_as,
      capacity_most: signed.capacity_most,
      consented_at: signed.at,
      revoked_at: isoOrNull(consent.revoked_at),
      product:
        product === undefined
          ? null
          : {
              id: product.id.toString(),
              names: product.names,
              state: stateOf(product, now),
              followers: flow?.followers ?? 0,
              paid_in: formatMinor(flow?.paid_in ?? minor(0n), settlementCurrency(market)),
            },
      can_revoke: consent.revoked_at === null,
      receipt: { ...signed, signature },
    };
  });
}

type Standing = CallOutput<OperatorCalls["/api/ops/copy-consents"]>;

/** Whose account is or may be offered, within which bounds. */
export async function consentsForOperators(
  { database }: Pick<Context, "database">,
  form: CheckedInput<OperatorCalls["/api/ops/copy-consents"]>,
): Promise<Outcome<Standing>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const page = { before: place?.[0] ?? null, limit: limit + 1 };
  const found = await store.standingConsents(database.reader, page);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return accept({
    items: shown.map((one) => ({
      id: one.id.toString(),
      account: one.account,
      type: one.market,
      shown_as: one.shown_as,
      capacity_most: formatMinor(one.capacity_most, settlementCurrency(one.market)),
      consented_at: iso(one.consented_at),
      product: one.product_id === null ? null : one.product_id.toString(),
    })),
    next_cursor: found.length > limit && last !== undefined ? cursorOf(last.id) : null,
  });
}
