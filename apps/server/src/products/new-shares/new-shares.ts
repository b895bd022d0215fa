import {
  subscriptionStatuses,
  type CallOutput,
  type Calls,
  type NewShareSubscription,
} from "@sanshi/contract";
import { formatMinor, settlementCurrency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { subscriptionOnWire } from "./new-shares.answers.ts";
import { checkSubscription, winningRate } from "./new-shares.rules.ts";
import * as offerings from "./offerings.store.ts";
import { subscribersOf } from "./subscribers.ts";
import type { Asked } from "./subscribing.ts";
import * as store from "./subscriptions.store.ts";

type Answer = Promise<Outcome<NewShareSubscription>>;

/** What it would cost at most, and what would be refused, before anything is asked for. */
export async function previewSubscription(
  { database, clock }: Pick<Context, "database" | "clock">,
  customer: Customer,
  { id, quantity }: Asked,
): Promise<Outcome<CallOutput<Calls["/trade/preview-subscription"]>>> {
  const { reader } = database;
  const offering = await offerings.findOffering(reader, id);
  const [subscriber] = await subscribersOf(reader, [{ customer, offering }]);
  if (subscriber === undefined) throw new Error("a subscriber of whom nothing is known");
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

/** Before the close, where the market's rules allow it: it is not in the list then. */
export function cancelSubscription(
  context: Pick<Context, "database" | "clock" | "hours">,
  { customerId }: Customer,
  id: bigint,
  requestId: string | undefined,
): Answer {
  const { database, clock } = context;
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
    if (!subscriptionOnWire(context, subscription, offering, at).can_cancel) {
      return refuse("subscription_not_cancellable");
    }
    const status = subscriptionStatuses.cancelled;
    await store.setEnded(transaction, { id, status, at, tell: false });
    const params = { number: subscription.number, code: offering.code };
    const kind = "new_shares_cancelled";
    await recordActivity(transaction, { customerId, kind, params, at });
    return accept(subscriptionOnWire(context, { ...subscription, status }, offering, at));
  });
}
