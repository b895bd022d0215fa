import {
  blockEntryNumber,
  channelPasswordAttemptsMax,
  iso,
  type BlockApplication,
  type BlockPreview,
} from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  negateMinor,
  settlementCurrency,
  shares,
  zeroMinor,
} from "@sanshi/money";
import { receiptText } from "@sanshi/draw/receipt";
import { calendarStatusAt } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { customerBalances, type Balance } from "../../ledger/ledger.ts";
import { identitiesAmong } from "../../money/verification/verification.ts";
import { answerBefore, answeredOnceWithId } from "../../platform/answer-once.ts";
import { answerInSteps, needsMore } from "../../platform/answer-in-steps.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { passwordMatches } from "../../platform/passwords.ts";
import { countAttempt, forgetAttempts, type RateLimit } from "../../platform/rate-limits.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { isCalledIn } from "../../trading/margin/margin.ts";
import {
  checkPurchaseCap,
  lockPurchases,
  ordersOf,
  purchaseRooms,
} from "../../trading/orders/orders.ts";
import * as store from "./applications.store.ts";
import type { StoredApplication } from "./applications.store.ts";
import { holdMoney, lockMoney, returnMoney } from "./block-money.ts";
import { applicationOnWire } from "./block-trades.answers.ts";
import {
  canCancel,
  checkApplication,
  percentBelow,
  winningRate,
  type Applicant,
  type Objection,
} from "./block-trades.rules.ts";
import { findConsent } from "./consents.store.ts";
import { appliedTo, nextEntryNumber } from "./draws.store.ts";
import * as offers from "./offers.store.ts";
import type { StoredBlock } from "./offers.store.ts";
import { createTurns } from "./turns.ts";

type Asked = { id: bigint; quantity: string };
type Answer = Promise<Outcome<BlockApplication>>;

/** Far more than a person asks for: a program that runs away is told so. */
function requestLimit({ customerId }: Customer): RateLimit {
  return { key: `block:${customerId}`, attemptsMax: 60, windowMinutes: 1 };
}

/**
 * Applies for shares of a block, and freezes what they cost: in one transaction, in the order in which those who
 * apply come, whichever process they ask.
 */
export function applyForBlock(
  context: Context,
  customer: Customer,
  asked: Asked & { channelPassword: string },
  requestId: string,
): Answer {
  return inTurn(`${context.database.connectionString} ${asked.id}`, () =>
    applyInTurn(context, customer, asked, requestId),
  );
}

/** More than the database works on at once for one offer; whoever is behind waits here. */
const atOnceMax = 8;
const inTurn = createTurns(atOnceMax);

async function applyInTurn(
  context: Context,
  customer: Customer,
  asked: Asked & { channelPassword: string },
  requestId: string,
): Answer {
  const { customerId } = customer;
  const { id, quantity, channelPassword } = asked;
  const { reader } = context.database;
  const input = { id: id.toString(), quantity };
  const request = { customerId, requestId, call: "apply-block", input };
  const before = await answerBefore<BlockApplication>(reader, request);
  if (before !== null) return before;
  if ((await countAttempt(reader, [requestLimit(customer)])) > 0) {
    return refuse("submit_too_frequent");
  }
  return answerInSteps<BlockApplication, null>(context.database, request, {
    decide: (transaction, password) =>
      decideApplication(context, transaction, { customer, asked, password, requestId }),
    prepare: async (finish) => finish(await checkPassword(context, customer, id, channelPassword)),
  });
}

type Applying = {
  customer: Customer;
  asked: Asked;
  password: Outcome<null> | null;
  requestId: string;
};

async function decideApplication(
  context: Context,
  transaction: Transaction,
  { customer, asked: { id, quantity }, password, requestId }: Applying,
): Promise<Outcome<BlockApplication> | typeof needsMore> {
  // Whoever comes too late for what is left does not stand in the way of those who are in time.
  const early = await objectBeforeWaiting(context, transaction, customer, { id, quantity });
  if (!early.ok) return { ok: false, refusal: early.objection };
  if (early.isInvitedOnly) {
    if (password === null) return needsMore;
    if (!password.ok) return password;
  }
  const { customerId } = customer;
  await offers.lockQuota(transaction, id);
  const offer = await offers.findBlock(transaction, id);
  // Two applications, or one and an order, would each see the room that is there once. Before the money, as orders
  // lock it: they hold this on one connection and wait for money on another, which no database sees as a deadlock.
  if (offer !== undefined) await lockPurchases(transaction, [customerId]);
  await lockMoney(transaction, customerId);
  const at = context.clock.now();
  const applicant = await applicantOf(context, transaction, customer, offer);
  const checked = checkApplication(quantity, offer, applicant, at);
  if (!checked.ok) return { ok: false, refusal: checked.objection };
  if (offer === undefined) return refuse("product_not_available");
  // Another process's clock may have been ahead: its root is the end.
  if (offer.root !== null) return refuse("block_closed");
  // Nobody buys what is one's own.
  if (offer.consent_id !== null) {
    const consent = await findConsent(transaction, offer.consent_id);
    if (consent?.customer_id === customerId) return refuse("product_not_available");
  }
  const { cost, fee } = costOf(context, offer, checked.lots, at);
  const entry = await entryOf(context, transaction, offer, {
    lots: checked.lots,
    nonce: requestId,
    identity: applicant.identity,
    at,
  });
  const application = await store.insertApplication(transaction, {
    offerId: id,
    customerId,
    lots: checked.lots,
    cost,
    fee,
    entry,
    at,
  });
  await holdMoney(transaction, application, { market: offer.market, at });
  if (offer.invited_only) {
    await store.recordUse(transaction, {
      offerId: id,
      customerId,
      applicationId: application.id,
      at,
    });
  }
  const params = { code: offer.code, quantity };
  await recordActivity(transaction, { customerId, kind: "block_applied", params, at });
  return accept(applicationOnWire(application, offer, at, context));
}

type Entering = { lots: number; nonce: string; identity: Buffer | null; at: number };

/** Its place in the list of an offer that is drawn, and the signature that proves it. */
async function entryOf(
  { signingKey }: Pick<Context, "signingKey">,
  transaction: Transaction,
  { terms_hash: termsHash }: StoredBlock,
  { lots, nonce, identity, at }: Entering,
): Promise<Parameters<typeof store.insertApplication>[1]["entry"]> {
  if (termsHash === null) return null;
  const number = blockEntryNumber(await nextEntryNumber(transaction));
  const receipt = { terms_hash: termsHash, number, lots, nonce, at: iso(at) };
  return { number, nonce, signature: signingKey.sign(receiptText(receipt)), identity };
}

/** What is refused whatever others do meanwhile: read without a lock. */
async function objectBeforeWaiting(
  context: Context,
  reader: Reader,
  customer: Customer,
  { id, quantity }: Asked,
): Promise<{ ok: true; isInvitedOnly: boolean } | { ok: false; objection: Objection }> {
  const offer = await offers.findBlock(reader, id);
  const applicant = await applicantOf(context, reader, customer, offer);
  const checked = checkApplication(quantity, offer, applicant, context.clock.now());
  return checked.ok ? { ok: true, isInvitedOnly: offer?.invited_only ?? false } : checked;
}

/** The channel password of whoever is invited, where the offer is for invited customers. */
async function checkPassword(
  { database, clock }: Context,
  customer: Customer,
  offerId: bigint,
  password: string,
): Promise<Outcome<null>> {
  const { reader } = database;
  const { customerId } = customer;
  if (password === "") return refuse("channel_password_required");
  const key = `block_password:${offerId}:${customerId}`;
  const limit = { key, attemptsMax: channelPasswordAttemptsMax, windowMinutes: 60 };
  const minutes = await countAttempt(reader, [limit]);
  if (minutes > 0) return refuse("too_many_tries", { minutes: minutes.toString() });
  const invitation = await store.findInvitation(reader, offerId, customerId);
  // Takes as long for whoever is not invited: nobody learns who is.
  if (await passwordMatches(password, invitation?.password_hash ?? null)) {
    await forgetAttempts(reader, key);
    return accept(null);
  }
  if (invitation !== undefined) {
    await store.recordUse(reader, { offerId, customerId, applicationId: null, at: clock.now() });
  }
  return refuse("wrong_channel_password");
}

/** What an application would cost and what would be refused, before anything is asked for. */
export async function previewApplication(
  context: Context,
  customer: Customer,
  { id, quantity }: Asked,
): Promise<Outcome<BlockPreview>> {
  const { reader } = context.database;
  const offer = await offers.findBlock(reader, id);
  const applicant = await applicantOf(context, reader, customer, offer);
  const at = context.clock.now();
  const checked = checkApplication(quantity, offer, applicant, at);
  if (!checked.ok) return { ok: false, refusal: checked.objection };
  if (offer === undefined) return refuse("product_not_available");
  const currency = settlementCurrency(offer.market);
  const { cost, fee } = costOf(context, offer, checked.lots, at);
  const last = context.quotes.get(offer.market, offer.code)?.last ?? null;
  return accept({
    quantity,
    price: formatPrice(offer.price, currency),
    market_price: last === null ? null : formatPrice(last, currency),
    below_market: last === null ? null : percentBelow(offer.price, last),
    cost: formatMinor(cost, currency),
    fee: formatMinor(fee, currency),
    total: formatMinor(minor(cost + fee), currency),
    available: formatMinor(applicant.available, currency),
    locked_until: iso(offer.locked_until),
    locked_until_status: calendarStatusAt(offer.market, offer.locked_until, context.hours),
    winning_rate: await winningRateWith(context, offer, checked.lots),
  });
}

async function winningRateWith(
  { database }: Pick<Context, "database">,
  { id, rule, quota_lots: quota }: StoredBlock,
  lots: number,
): Promise<string | null> {
  if (rule === "first_come") return null;
  const applied = (await appliedTo(database.reader, [id])).get(id)?.lots ?? 0;
  return winningRate(quota, applied + lots);
}

async function applicantOf(
  context: Context,
  reader: Reader,
  { customerId, state }: Customer,
  offer: StoredBlock | undefined,
): Promise<Applicant & { identity: Buffer | null }> {
  if (offer === undefined) {
    const counts = { liveApplications: 0, lotsBefore: 0, leftLots: 0 };
    const nothing = {
      owed: zeroMinor,
      isCalledIn: false,
      isVerified: false,
      isPersonEntered: false,
      identity: null,
      currency: "",
      ...counts,
    };
    return {
      state,
      ...nothing,
      beyondDay: () => null,
      available: zeroMinor,
      total: () => zeroMinor,
    };
  }
  const currency = settlementCurrency(offer.market);
  const balances = await customerBalances(reader, customerId);
  const balanceOf = (purpose: Balance["purpose"]) =>
    balances.find((one) => one.currency === currency && one.purpose === purpose)?.balance ??
    zeroMinor;
  const at = context.clock.now();
  const { market, code } = offer;
  const purchase = { customerId, market, code, side: "long" } as const;
  const [room] = await purchaseRooms(context, reader, [purchase], at);
  const isDrawn = offer.rule !== "first_come";
  const verified = isDrawn ? await identitiesAmong(reader, [customerId]) : null;
  const identity = verified?.get(customerId) ?? null;
  return {
    state,
    identity,
    owed: negateMinor(balanceOf("shortfall_debt")),
    isCalledIn: await isCalledIn(reader, customerId, currency),
    isVerified: verified?.has(customerId) ?? true,
    isPersonEntered:
      identity !== null &&
      (await store.isPersonEntered(reader, offer.id, { customerId, identity })),
    currency,
    liveApplications: await store.liveApplications(reader, customerId, offer.market),
    lotsBefore: await store.appliedLots(reader, offer.id, customerId),
    leftLots: offer.left_lots,
    beyondDay: (quantity) => checkPurchaseCap(quantity, room)?.objection ?? null,
    available: balanceOf("available"),
    total: (lots) => {
      const { cost, fee } = costOf(context, offer, lots, at);
      return minor(cost + fee);
    },
  };
}

function costOf(context: Context, offer: StoredBlock, lots: number, at: number) {
  const { amount: cost, fee } = ordersOf(context).offAuction.cost({
    market: offer.market,
    code: offer.code,
    price: offer.price,
    quantity: shares(BigInt(lots) * offer.lot_size),
    feesAt: at,
  });
  return { cost, fee };
}

/** While the window is open: what it took can be applied for again, and its money is available. */
export function cancelApplication(
  context: Pick<Context, "database" | "clock" | "quotes" | "hours">,
  { customerId }: Customer,
  id: bigint,
  requestId: string,
): Answer {
  const { database, clock } = context;
  const request = { customerId, requestId, call: "cancel-block", input: { id: id.toString() } };
  return answeredOnceWithId(database, request, async (transaction) => {
    const found = await store.findApplication(transaction, id);
    if (found?.customer_id !== customerId) return refuse("application_not_found");
    await offers.lockQuota(transaction, found.offer_id);
    const offer = await offers.findBlock(transaction, found.offer_id);
    const application = await store.findApplication(transaction, id);
    if (offer === undefined || application === undefined) return refuse("application_not_found");
    const at = clock.now();
    if (!canCancel(application, offer, at)) return refuse("application_not_cancellable");
    await store.setCancelled(transaction, id, at);
    const { market, code, lot_size: lot } = offer;
    await returnMoney(transaction, application, { market, at });
    const quantity = formatShares(shares(BigInt(application.lots) * lot));
    const params = { code, quantity };
    await recordActivity(transaction, { customerId, kind: "block_cancelled", params, at });
    const cancelled: StoredApplication = { ...application, status: 3, ended_at: at };
    return accept(applicationOnWire(cancelled, offer, at, context));
  });
}
