import {
  subscriptionNumber,
  subscriptionStatuses,
  type CallOutput,
  type Calls,
  type NewShareSubscription,
} from "@sanshi/contract";
import { receiptText } from "@sanshi/draw/receipt";
import { formatMinor, settlementCurrency, zeroMinor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { customerBalances } from "../../ledger/ledger.ts";
import { verifiedName } from "../../money/verification/verification.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { countAttempt, type RateLimit } from "../../platform/rate-limits.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { missedOf, subscriptionOnWire } from "./new-shares.answers.ts";
import {
  checkSubscription,
  costOf,
  suspensionOf,
  winningRate,
  type Subscriber,
} from "./new-shares.rules.ts";
import * as offerings from "./offerings.store.ts";
import type { StoredOffering } from "./offerings.store.ts";
import * as store from "./subscriptions.store.ts";

type SubscribingContext = Pick<Context, "database" | "clock" | "signingKey">;
type Answer = Promise<Outcome<NewShareSubscription>>;
type Asked = { id: bigint; quantity: string };

/** Far more than a person asks for: a program that runs away is told so. */
function requestLimit({ customerId }: Customer): RateLimit {
  return { key: `subscribe:${customerId}`, attemptsMax: 60, windowMinutes: 1 };
}

/** Subscribes once per offering; of two at once, from wherever, one is told that it comes second. */
export async function subscribe(
  { database, clock, signingKey }: SubscribingContext,
  customer: Customer,
  { id, quantity }: Asked,
  requestId: string,
): Answer {
  const { customerId } = customer;
  const minutes = await countAttempt(database.reader, [requestLimit(customer)]);
  if (minutes > 0) return refuse("submit_too_frequent");
  const input = { id: id.toString(), quantity };
  const request = { customerId, requestId, call: "subscribe", input };
  return answeredOnceWithId(database, request, async (transaction) => {
    // Locked against the close: whoever is here before it is in the list.
    const offering = await offerings.lockForEntry(transaction, id);
    const at = clock.now();
    const subscriber = await subscriberOf(transaction, customer, offering);
    const checked = checkSubscription(quantity, offering, subscriber, at);
    if (!checked.ok) return { ok: false, refusal: checked.objection };
    // Another process's clock may have been ahead: its root is the end.
    if (offering === undefined || offering.root !== null) return refuse("subscription_not_open");
    const { lots } = checked;
    const newId = await store.nextSubscriptionId(transaction);
    const number = subscriptionNumber(newId);
    const receipt = {
      terms_hash: offering.terms_hash,
      number,
      lots,
      nonce: requestId,
      at: new Date(at).toISOString(),
    };
    const kept = await store.insertSubscription(transaction, {
      id: newId,
      offeringId: id,
      customerId,
      number,
      lots,
      nonce: requestId,
      signature: signingKey.sign(receiptText(receipt)),
      at,
    });
    if (kept === undefined) return refuse("subscribed_already");
    const params = { number, code: offering.code, quantity };
    await recordActivity(transaction, { customerId, kind: "new_shares_subscribed", params, at });
    return accept(subscriptionOnWire(kept, offering, at));
  });
}

/** What it would cost at most, and what would be refused, before anything is asked for. */
export async function previewSubscription(
  { database, clock }: Pick<Context, "database" | "clock">,
  customer: Customer,
  { id, quantity }: Asked,
): Promise<Outcome<CallOutput<Calls["/trade/preview-subscription"]>>> {
  const { reader } = database;
  const offering = await offerings.findOffering(reader, id);
  const subscriber = await subscriberOf(reader, customer, offering);
  const checked = checkSubscription(quantity, offering, subscriber, clock.now());
  if (!checked.ok) return { ok: false, refusal: checked.objection };
  if (offering === undefined) return refuse("product_not_available");
  const currency = settlementCurrency(offering.market);
  const { count = 0, lots = 0 } = (await offerings.appliedTo(reader, [id])).get(id) ?? {};
  return accept({
    cost: formatMinor(subscriber.cost(checked.lots), currency),
    available: formatMinor(subscriber.available, currency),
    winning_rate: winningRate(offering.quota_lots, lots + checked.lots) ?? "0.00",
    applicants: count + 1,
  });
}

async function subscriberOf(
  reader: Reader,
  { customerId, state }: Customer,
  offering: StoredOffering | undefined,
): Promise<Subscriber> {
  const isVerified = (await verifiedName(reader, customerId)) !== null;
  if (offering === undefined) {
    const nothing = { hasSubscribed: false, suspendedUntil: null, available: zeroMinor };
    return { state, isVerified, ...nothing, cost: () => zeroMinor };
  }
  const { market, price, price_high: highest, lot_size: lot } = offering;
  const currency = settlementCurrency(market);
  const rule = missedOf(offering);
  const missed = rule === null ? [] : await store.missedPayments(reader, customerId, market);
  const balances = await customerBalances(reader, customerId);
  const own = balances.find((one) => one.currency === currency && one.purpose === "available");
  return {
    state,
    isVerified,
    hasSubscribed: await store.hasSubscribed(reader, offering.id, customerId),
    suspendedUntil: suspensionOf(missed, rule),
    available: own?.balance ?? zeroMinor,
    cost: (lots) => costOf(price ?? highest, lot, lots, currency),
  };
}

/** Before the close, where the market's rules allow it: it is not in the list then. */
export function cancelSubscription(
  { database, clock }: Pick<Context, "database" | "clock">,
  { customerId }: Customer,
  id: bigint,
  requestId: string | undefined,
): Answer {
  const input = { id: id.toString() };
  const request = { customerId, requestId, call: "cancel-subscription", input };
  return answeredOnceWithId(database, request, async (transaction) => {
    const found = await store.findSubscription(transaction, id);
    if (found?.customer_id !== customerId) return refuse("subscription_not_found");
    const offering = await offerings.lockForEntry(transaction, found.offering_id);
    const subscription = await store.lockSubscription(transaction, id);
    if (offering === undefined || subscription === undefined) {
      return refuse("subscription_not_found");
    }
    const at = clock.now();
    if (!subscriptionOnWire(subscription, offering, at).can_cancel) {
      return refuse("subscription_not_cancellable");
    }
    const status = subscriptionStatuses.cancelled;
    await store.setEnded(transaction, { id, status, at, tell: false });
    const params = { number: subscription.number, code: offering.code };
    const kind = "new_shares_cancelled";
    await recordActivity(transaction, { customerId, kind, params, at });
    return accept(subscriptionOnWire({ ...subscription, status }, offering, at));
  });
}
