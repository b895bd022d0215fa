import { subscriptionStatuses, type NewShareSubscription } from "@sanshi/contract";
import { formatMinor, negateMinor, settlementCurrency, zeroMinor, type Minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import {
  accountKey,
  customerAccounts,
  customerBalances,
  lockBalances,
  postTransfer,
  type CustomerAccounts,
  type Entry,
  type Purpose,
} from "../../ledger/ledger.ts";
import { settleNet } from "../../ledger/settle.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import { publishWith } from "../../platform/customer-events.ts";
import { canBeListed } from "../../market/instruments-admin/instruments-admin.ts";
import { eachByItself } from "../../platform/each-by-itself.ts";
import { accept, refuse, type Outcome, type Refusal } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { isCalledIn } from "../../trading/margin/margin.ts";
import { subscriptionOnWire } from "./new-shares.answers.ts";
import { costOf, fromWaitingList } from "./new-shares.rules.ts";
import * as offerings from "./offerings.store.ts";
import type { StoredOffering } from "./offerings.store.ts";
import * as store from "./subscriptions.store.ts";
import type { StoredSubscription } from "./subscriptions.store.ts";

type PayingContext = Pick<Context, "database" | "clock" | "hours">;
type ListingContext = Pick<Context, "feed" | "quotes">;
type Answer = Promise<Outcome<NewShareSubscription>>;
type Own = { offering: StoredOffering; subscription: StoredSubscription };

/** Pays for what was allotted: whichever comes first of paying, waiving and the deadline decides. */
export function paySubscription(
  context: PayingContext & ListingContext,
  { customerId, state }: Customer,
  id: bigint,
  requestId: string,
): Answer {
  const { database, clock } = context;
  const request = { customerId, requestId, call: "pay-subscription", input: { id: `${id}` } };
  return answeredOnceWithId(database, request, async (transaction) => {
    // What was allotted can be paid for under a freeze: the money stays in the account.
    if (state === "banned") return refuse("account_frozen");
    const own = await lockOwn(transaction, customerId, id);
    if (own === null) return refuse("subscription_not_found");
    const { offering, subscription } = own;
    const at = clock.now();
    const { status, pay_until: until, amount } = subscription;
    const isLate = until !== null && until <= at;
    if (status === subscriptionStatuses.deadline_missed) return refuse("payment_deadline_passed");
    if (status !== subscriptionStatuses.payable || amount === null) {
      return refuse("subscription_not_payable");
    }
    if (isLate) return refuse("payment_deadline_passed");
    if (offering.withdraws_at !== null) return refuse("product_not_available");
    const { id: offeringId, market, code } = offering;
    if (!(await canBeListed(context, transaction, { offeringId, market, code }))) {
      return refuse("product_not_available");
    }
    const accounts = await walletOf(transaction, customerId, offering);
    const balances = await lockBalances(transaction, [...accounts.all.values()]);
    const kept = await objectToLeaving(transaction, customerId, offering);
    if (kept !== null) return { ok: false, refusal: kept };
    if ((balances.get(accounts.available) ?? 0n) < amount) return refuse("insufficient_balance");
    await store.setPaid(transaction, id, at);
    await freeze(transaction, own, at);
    await recordActivity(transaction, {
      customerId,
      kind: "subscription_paid",
      params: { number: subscription.number },
      at,
    });
    return answerOf(context, transaction, id, offering, at);
  });
}

/** Money that a debt or a margin call is owed stays in the account. Its balances are locked. */
async function objectToLeaving(
  transaction: Transaction,
  customerId: bigint,
  { market }: StoredOffering,
): Promise<Refusal | null> {
  const currency = settlementCurrency(market);
  const balances = await customerBalances(transaction, customerId);
  const debt = balances.find(
    (one) => one.currency === currency && one.purpose === "shortfall_debt" && one.balance < 0n,
  );
  if (debt !== undefined) {
    const amount = formatMinor(negateMinor(debt.balance), currency);
    return { code: "unpaid_debt", params: { amount, currency } };
  }
  return (await isCalledIn(transaction, customerId, currency))
    ? { code: "margin_call_open" }
    : null;
}

/** Whatever is waived goes to the waiting list. */
export function waiveSubscription(
  context: PayingContext,
  { customerId }: Customer,
  id: bigint,
  requestId: string | undefined,
): Answer {
  const { database, clock } = context;
  const request = { customerId, requestId, call: "waive-subscription", input: { id: `${id}` } };
  return answeredOnceWithId(database, request, async (transaction) => {
    const own = await lockOwn(transaction, customerId, id);
    if (own === null) return refuse("subscription_not_found");
    const at = clock.now();
    const { status, number } = own.subscription;
    if (status !== subscriptionStatuses.payable) return refuse("subscription_not_payable");
    const ended = { id, status: subscriptionStatuses.waived, at, tell: false };
    await store.setEnded(transaction, ended);
    const params = { number };
    await recordActivity(transaction, { customerId, kind: "subscription_waived", params, at });
    return answerOf(context, transaction, id, own.offering, at);
  });
}

/** The offering first, as whoever withdraws it does: so neither waits for the other. */
async function lockOwn(
  transaction: Transaction,
  customerId: bigint,
  id: bigint,
): Promise<Own | null> {
  const found = await store.findSubscription(transaction, id);
  if (found?.customer_id !== customerId) return null;
  const offering = await offerings.lockForEntry(transaction, found.offering_id);
  const subscription = await store.lockSubscription(transaction, id);
  if (offering === undefined || subscription === undefined) return null;
  return { offering, subscription };
}

async function answerOf(
  context: PayingContext,
  transaction: Transaction,
  id: bigint,
  offering: StoredOffering,
  at: number,
): Answer {
  const after = await store.findSubscription(transaction, id);
  if (after === undefined) throw new Error(`the subscription ${id} is not there`);
  return accept(subscriptionOnWire(context, after, offering, at));
}

/** What was allotted is paid for: frozen until the listing. */
async function freeze(transaction: Transaction, own: Own, at: number): Promise<void> {
  const amount = amountOf(own);
  const wallet = await walletOf(transaction, own.subscription.customer_id, own.offering);
  await post(transaction, own, { kind: "subscription_paid", at }, [
    { accountId: wallet.available, amount: negateMinor(amount) },
    { accountId: wallet.frozen, amount },
  ]);
}

/** What was paid comes back; of it a debt is repaid first, as of whatever comes in. */
async function giveBack(transaction: Transaction, own: Own, at: number): Promise<void> {
  const amount = amountOf(own);
  const wallet = await walletOf(transaction, own.subscription.customer_id, own.offering);
  const { available, frozen, shortfall } = wallet;
  await lockBalances(transaction, [available, frozen, shortfall]);
  const currency = settlementCurrency(own.offering.market);
  const balances = await customerBalances(transaction, own.subscription.customer_id);
  const balanceOf = (purpose: Purpose): Minor =>
    balances.find((one) => one.currency === currency && one.purpose === purpose)?.balance ??
    zeroMinor;
  const settled = settleNet(amount, {
    available: balanceOf("available"),
    shortfall: balanceOf("shortfall_debt"),
  });
  const parts = [
    { accountId: frozen, amount: negateMinor(amount) },
    { accountId: available, amount: settled.available },
    { accountId: shortfall, amount: settled.shortfall },
  ];
  await post(
    transaction,
    own,
    { kind: "subscription_returned", at },
    parts.filter((part) => part.amount !== 0n),
  );
}

function amountOf({ subscription: { id, amount } }: Own): Minor {
  if (amount === null) throw new Error(`the subscription ${id} has no amount`);
  return amount;
}

async function post(
  transaction: Transaction,
  { offering, subscription }: Own,
  { kind, at }: { kind: "subscription_paid" | "subscription_returned"; at: number },
  entries: readonly Entry[],
): Promise<void> {
  await postTransfer(transaction, {
    kind,
    causeId: subscription.id,
    happenedAt: at,
    currency: settlementCurrency(offering.market),
    entries,
  });
  await publishWith(transaction, subscription.customer_id, { kind: "balance_changed" });
}

type Wallet = { all: CustomerAccounts; available: bigint; frozen: bigint; shortfall: bigint };

async function walletOf(
  transaction: Transaction,
  customerId: bigint,
  { market }: StoredOffering,
): Promise<Wallet> {
  const all = await customerAccounts(transaction, customerId);
  const currency = settlementCurrency(market);
  const available = all.get(accountKey(currency, "available"));
  const frozen = all.get(accountKey(currency, "reserved_subscriptions"));
  const shortfall = all.get(accountKey(currency, "shortfall_debt"));
  if (available === undefined || frozen === undefined || shortfall === undefined) {
    throw new Error("a customer without a wallet");
  }
  return { all, available, frozen, shortfall };
}

/** So many get their money back in one transaction: nobody else's balance is kept for longer than that. */
const returnedAtOnceMax = 200;

/**
 * Of an offering that is withdrawn: every entry ends, and what was paid comes back, to so many at once; to the others
 * within seconds, by a job that whoever is killed leaves the rest to.
 */
export async function releaseAll(
  transaction: Transaction,
  offering: StoredOffering,
  { at, atOnce = returnedAtOnceMax }: { at: number; atOnce?: number },
): Promise<void> {
  await store.releaseUnpaid(transaction, offering.id, at);
  await returnSome(transaction, offering, { at, atOnce });
}

async function returnSome(
  transaction: Transaction,
  offering: StoredOffering,
  { at, atOnce }: { at: number; atOnce: number },
): Promise<number> {
  const paid = await store.lockPaid(transaction, offering.id, atOnce);
  for (const subscription of paid) {
    const ended = { id: subscription.id, status: subscriptionStatuses.cancelled, at, tell: true };
    await store.setEnded(transaction, ended);
    await giveBack(transaction, { offering, subscription }, at);
  }
  return paid.length;
}

/** Gives back what was paid for offerings that were withdrawn, some at a time. Answers to how many. */
export async function returnWithdrawn({
  database,
  clock,
  log,
}: PayingContext & Pick<Context, "log">): Promise<number> {
  const failure = "what was paid for a withdrawn offering was not given back";
  const due = await offerings.offeringsToReturn(database.reader);
  return eachByItself({ log, failure }, due, async ({ id }) => {
    let returned = 0;
    for (;;) {
      const count = await database.transaction(async (transaction) => {
        const offering = await offerings.lockOffering(transaction, id);
        if (offering === undefined || offering.withdrawn_at === null) return 0;
        return returnSome(transaction, offering, { at: clock.now(), atOnce: returnedAtOnceMax });
      });
      returned += count;
      if (count === 0) return returned;
    }
  });
}

/** Ends what was not paid in time, and gives what is free to the waiting list. Answers how many changed. */
export async function settlePayments({
  database,
  clock,
  log,
}: PayingContext & Pick<Context, "log">): Promise<number> {
  const missed = await store.missDeadlines(database.reader, clock.now());
  const free = await store.offeringsWithFreeLots(database.reader, clock.now());
  const failure = "lots were not given to a waiting list";
  const given = await eachByItself({ log, failure }, free, ({ id }) =>
    database.transaction((transaction) => allotFreed(transaction, id, clock.now())),
  );
  return missed + given;
}

const waitingAtOnceMax = 1_000;

/** In the draw's order, one entry after the other. Of two processes the second finds nothing left. */
async function allotFreed(transaction: Transaction, id: bigint, at: number): Promise<number> {
  const offering = await offerings.lockOffering(transaction, id);
  if (offering === undefined || offering.withdrawn_at !== null || offering.price === null) return 0;
  if (offering.withdraws_at !== null) return 0;
  if (at >= offering.waiting_until) return 0;
  const free = await store.freeLots(transaction, offering);
  const waiting = await store.waitingFor(transaction, id, waitingAtOnceMax);
  const least = offering.rule === "equal" ? offering.min_lots : 1;
  const given = fromWaitingList(free, least, waiting);
  for (const { entry, lots } of given) {
    const currency = settlementCurrency(offering.market);
    await store.allotFromWaiting(transaction, {
      id: entry.id,
      lots,
      amount: costOf(offering.price, offering.lot_size, lots, currency),
      payUntil: offering.waiting_until,
    });
  }
  return given.length;
}
