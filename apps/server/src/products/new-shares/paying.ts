import { subscriptionStatuses, type NewShareSubscription } from "@sanshi/contract";
import { negateMinor, settlementCurrency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import {
  accountKey,
  customerAccounts,
  lockBalances,
  postTransfer,
  type CustomerAccounts,
} from "../../ledger/ledger.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import { publishWith } from "../../platform/customer-events.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { subscriptionOnWire } from "./new-shares.answers.ts";
import { costOf, fromWaitingList } from "./new-shares.rules.ts";
import * as offerings from "./offerings.store.ts";
import type { StoredOffering } from "./offerings.store.ts";
import * as store from "./subscriptions.store.ts";
import type { StoredSubscription } from "./subscriptions.store.ts";

type PayingContext = Pick<Context, "database" | "clock">;
type Answer = Promise<Outcome<NewShareSubscription>>;
type Own = { offering: StoredOffering; subscription: StoredSubscription };

/** Pays for what was allotted: whichever comes first of paying, waiving and the deadline decides. */
export function paySubscription(
  { database, clock }: PayingContext,
  { customerId, state }: Customer,
  id: bigint,
  requestId: string,
): Answer {
  const request = { customerId, requestId, call: "pay-subscription", input: { id: `${id}` } };
  return answeredOnceWithId(database, request, async (transaction) => {
    if (state === "frozen" || state === "banned") return refuse("account_frozen");
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
    const accounts = await walletOf(transaction, customerId, offering);
    const balances = await lockBalances(transaction, [...accounts.all.values()]);
    if ((balances.get(accounts.available) ?? 0n) < amount) return refuse("insufficient_balance");
    await store.setPaid(transaction, id, at);
    await move(transaction, own, { kind: "subscription_paid", at });
    await recordActivity(transaction, {
      customerId,
      kind: "subscription_paid",
      params: { number: subscription.number },
      at,
    });
    return answerOf(transaction, id, offering, at);
  });
}

/** Whatever is waived goes to the waiting list. */
export function waiveSubscription(
  { database, clock }: PayingContext,
  { customerId }: Customer,
  id: bigint,
  requestId: string | undefined,
): Answer {
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
    return answerOf(transaction, id, own.offering, at);
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
  transaction: Transaction,
  id: bigint,
  offering: StoredOffering,
  at: number,
): Answer {
  const after = await store.findSubscription(transaction, id);
  if (after === undefined) throw new Error(`the subscription ${id} is not there`);
  return accept(subscriptionOnWire(after, offering, at));
}

/** Where the money goes: frozen until the listing, or available again. */
const movements = {
  subscription_paid: ["available", "frozen"],
  subscription_returned: ["frozen", "available"],
} as const;

async function move(
  transaction: Transaction,
  { offering, subscription }: Own,
  { kind, at }: { kind: keyof typeof movements; at: number },
): Promise<void> {
  const { id, customer_id: customerId, amount } = subscription;
  if (amount === null) throw new Error(`the subscription ${id} has no amount`);
  const wallet = await walletOf(transaction, customerId, offering);
  const [from, to] = movements[kind];
  await postTransfer(transaction, {
    kind,
    causeId: id,
    happenedAt: at,
    currency: settlementCurrency(offering.market),
    entries: [
      { accountId: wallet[from], amount: negateMinor(amount) },
      { accountId: wallet[to], amount },
    ],
  });
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}

async function walletOf(
  transaction: Transaction,
  customerId: bigint,
  { market }: StoredOffering,
): Promise<{ all: CustomerAccounts; available: bigint; frozen: bigint }> {
  const all = await customerAccounts(transaction, customerId);
  const currency = settlementCurrency(market);
  const available = all.get(accountKey(currency, "available"));
  const frozen = all.get(accountKey(currency, "reserved_subscriptions"));
  if (available === undefined || frozen === undefined) {
    throw new Error("a customer without a wallet");
  }
  return { all, available, frozen };
}

/** Of an offering that is withdrawn: every entry ends, and what was paid comes back. */
export async function releaseAll(
  transaction: Transaction,
  offering: StoredOffering,
  at: number,
): Promise<void> {
  const unended = await store.lockUnended(transaction, offering.id);
  for (const subscription of unended) {
    if (subscription.status !== subscriptionStatuses.paid) continue;
    const ended = { id: subscription.id, status: subscriptionStatuses.cancelled, at, tell: true };
    await store.setEnded(transaction, ended);
    await move(transaction, { offering, subscription }, { kind: "subscription_returned", at });
  }
  await store.releaseUnpaid(transaction, offering.id, at);
}

/** Ends what was not paid in time, and gives what is free to the waiting list. Answers how many changed. */
export async function settlePayments({ database, clock }: PayingContext): Promise<number> {
  let changed = await database.transaction((transaction) =>
    store.missDeadlines(transaction, clock.now()),
  );
  for (const { id } of await store.offeringsWithFreeLots(database.reader, clock.now())) {
    changed += await database.transaction((transaction) =>
      allotFreed(transaction, id, clock.now()),
    );
  }
  return changed;
}

const waitingAtOnceMax = 1_000;

/** In the draw's order, one entry after the other. Of two processes the second finds nothing left. */
async function allotFreed(transaction: Transaction, id: bigint, at: number): Promise<number> {
  const offering = await offerings.lockOffering(transaction, id);
  if (offering === undefined || offering.withdrawn_at !== null || offering.price === null) return 0;
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
