import {
  drawBundlePath,
  iso,
  isoOrNull,
  offeringsShownMax,
  subscriptionCan,
  subscriptionStatuses,
  subscriptionsShownMax,
  type DrawState,
  type NewShareSubscription,
  type Offering,
} from "@sanshi/contract";
import {
  divide,
  formatMinor,
  formatPrice,
  formatScaled,
  formatShares,
  marketKeys,
  settlementCurrency,
  shares,
  type MarketKey,
} from "@sanshi/money";
import { calendarStatusAt } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { drawStateOf } from "../../platform/draws/draw-state.ts";
import { gatherReads } from "../../platform/gathered-reads.ts";
import { SharedJson } from "../../platform/http/answers.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { offeringStatus, winningRate } from "./new-shares.rules.ts";
import * as offerings from "./offerings.store.ts";
import type { StoredOffering } from "./offerings.store.ts";
import * as store from "./subscriptions.store.ts";
import type { StoredSubscription } from "./subscriptions.store.ts";

type AnswersContext = Pick<Context, "database" | "clock" | "quotes" | "hours">;

/** The offerings of a market as each customer sees them; those who ask together are read for together. */
export function createOfferingLists(
  context: AnswersContext,
): (customer: Customer, market: MarketKey) => Promise<SharedJson> {
  const reads = new Map(
    marketKeys.map((market) => [
      market,
      gatherReads<bigint, SharedJson>((customers) => offeringsListed(context, customers, market)),
    ]),
  );
  return ({ customerId }, market) => reads.get(market)!(customerId);
}

async function offeringsListed(
  context: AnswersContext,
  customers: readonly bigint[],
  market: MarketKey,
): Promise<Map<bigint, SharedJson>> {
  const { database, clock } = context;
  const now = clock.now();
  const found = await offerings.offeringsOf(database.reader, market, now, offeringsShownMax);
  const ids = found.map(({ id }) => id);
  const [applied, own] = await Promise.all([
    offerings.appliedTo(database.reader, ids),
    store.enteredBy(database.reader, customers, ids),
  ]);
  const ofCustomers = Map.groupBy(own, ({ customer_id }) => customer_id);
  const textOf = (offering: StoredOffering, mine?: StoredSubscription) =>
    JSON.stringify(
      offeringOnWire(context, offering, { applied: applied.get(offering.id), mine, now }),
    );
  const unentered = found.map((offering) => textOf(offering));
  const shownTo = (mine: readonly StoredSubscription[]) =>
    new SharedJson(
      `[${found
        .map((offering, index) => {
          const entered = mine.find(({ offering_id }) => offering_id === offering.id);
          return entered === undefined ? unentered[index] : textOf(offering, entered);
        })
        .join()}]`,
    );
  const shownToMost = shownTo([]);
  return new Map(
    customers.map((id) => {
      const mine = ofCustomers.get(id);
      return [id, mine === undefined ? shownToMost : shownTo(mine)];
    }),
  );
}

export async function offeringShown(
  context: AnswersContext,
  { customerId }: Customer,
  id: bigint,
): Promise<Outcome<Offering>> {
  const { reader } = context.database;
  const offering = await offerings.findOffering(reader, id);
  if (offering === undefined) return refuse("product_not_available");
  const applied = (await offerings.appliedTo(reader, [id])).get(id);
  const mine = await store.findOwn(reader, id, customerId);
  const earlier = await offerings.earlierDraws(reader, offering);
  const now = context.clock.now();
  return accept(offeringOnWire(context, offering, { applied, mine, earlier, now }));
}

type Shown = {
  applied: { count: number; lots: number } | undefined;
  mine: StoredSubscription | undefined;
  earlier?: Awaited<ReturnType<typeof offerings.earlierDraws>>;
  now: number;
};

function offeringOnWire(
  context: Pick<Context, "quotes" | "hours">,
  offering: StoredOffering,
  { applied = { count: 0, lots: 0 }, mine, earlier = [], now }: Shown,
): Offering {
  const { quotes, hours } = context;
  const { market, lot_size: lot } = offering;
  const currency = settlementCurrency(market);
  const statusAt = (at: number) => calendarStatusAt(market, at, hours);
  const lotsText = (lots: number) => formatShares(shares(BigInt(lots) * lot));
  const last = offering.listed_at === null ? null : quotes.get(market, offering.code)?.last;
  const price = offering.price ?? null;
  const earnings = offering.earnings_per_share;
  return {
    id: offering.id.toString(),
    type: market,
    code: offering.code,
    names: offering.names,
    status: offeringStatus(offering, now),
    withdrawn:
      offering.withdrawn_at === null || offering.withdrawn_reason === null
        ? null
        : { at: iso(offering.withdrawn_at), reason: offering.withdrawn_reason },
    withdraws:
      offering.withdraws_at === null || offering.withdrawal_reason === null
        ? null
        : { at: iso(offering.withdraws_at), reason: offering.withdrawal_reason },
    earlier_draws: earlier.map((one) => ({
      offering: one.id.toString(),
      address: drawBundlePath(one.id.toString()),
      reason: one.withdrawn_reason,
    })),
    sponsor: offering.sponsor,
    written_by_staff: offering.newcomer === null,
    prospectus: offering.prospectus,
    provisional_low: formatPrice(offering.price_low, currency),
    provisional_high: formatPrice(offering.price_high, currency),
    priced_at: isoOrNull(offering.priced_at),
    subscription_price: price === null ? null : formatPrice(price, currency),
    market_price: last === undefined || last === null ? null : formatPrice(last, currency),
    premium:
      last === undefined || last === null || price === null
        ? null
        : formatScaled(divide((last - price) * 10_000n, price, "floor"), 2),
    per:
      earnings === null
        ? null
        : formatScaled(divide((price ?? offering.price_high) * 100n, earnings, "floor"), 2),
    issue_volume: formatShares(offering.issue_volume),
    lot: formatShares(lot),
    quota: lotsText(offering.quota_lots),
    minimum: lotsText(offering.min_lots),
    cap: lotsText(offering.max_lots),
    rule: offering.rule,
    asks_money: offering.asks_money,
    cancellable: offering.cancellable,
    missed_payments: missedOf(offering),
    opens_at: iso(offering.opens_at),
    opens_at_status: statusAt(offering.opens_at),
    closes_at: iso(offering.closes_at),
    closes_at_status: statusAt(offering.closes_at),
    draws_at: iso(offering.draws_at),
    draws_at_status: statusAt(offering.draws_at),
    pays_until: iso(offering.pays_until),
    pays_until_status: statusAt(offering.pays_until),
    waiting_until: iso(offering.waiting_until),
    waiting_until_status: statusAt(offering.waiting_until),
    allocates_at: iso(offering.allocates_at),
    allocates_at_status: statusAt(offering.allocates_at),
    lists_at: iso(offering.lists_at),
    lists_at_status: statusAt(offering.lists_at),
    applicants: applied.count,
    applied_quantity: lotsText(applied.lots),
    winning_rate: winningRate(offering.quota_lots, applied.lots),
    terms_hash: offering.terms_hash,
    mine: mine === undefined ? null : subscriptionOnWire(context, mine, offering, now),
  };
}

export function missedOf({
  missed_most: most,
  missed_months: months,
  missed_days: days,
}: StoredOffering): { most: number; months: number; days: number } | null {
  return most === null || months === null || days === null ? null : { most, months, days };
}

export async function ownSubscriptions(
  context: AnswersContext,
  { customerId }: Customer,
  market: MarketKey,
): Promise<NewShareSubscription[]> {
  const { reader } = context.database;
  const now = context.clock.now();
  const own = await store.subscriptionsOf(reader, customerId, market, subscriptionsShownMax);
  const found = await offerings.findOfferings(
    reader,
    own.map(({ offering_id }) => offering_id),
  );
  const byId = new Map(found.map((offering) => [offering.id, offering]));
  return own.flatMap((subscription) => {
    const offering = byId.get(subscription.offering_id);
    return offering === undefined ? [] : [subscriptionOnWire(context, subscription, offering, now)];
  });
}

/** What of a subscription's states has something that was allotted. */
const allotted: readonly number[] = [
  subscriptionStatuses.payable,
  subscriptionStatuses.paid,
  subscriptionStatuses.listed,
  subscriptionStatuses.waived,
  subscriptionStatuses.deadline_missed,
];

export function subscriptionOnWire(
  { hours }: Pick<Context, "hours">,
  subscription: StoredSubscription,
  offering: StoredOffering,
  now: number,
): NewShareSubscription {
  const { status, amount, lots, number, nonce } = subscription;
  const { market, lot_size: lot } = offering;
  const currency = settlementCurrency(market);
  const lotsText = (count: number) => formatShares(shares(BigInt(count) * lot));
  const statusAt = (at: number) => calendarStatusAt(market, at, hours);
  const isAllotted = allotted.includes(status);
  const payUntil = isAllotted ? subscription.pay_until : null;
  const isPaid = status === subscriptionStatuses.paid;
  const isOpen = offering.root === null && now < offering.closes_at;
  const awaits = status === subscriptionStatuses.awaiting_draw;
  const isInTime = subscription.pay_until !== null && now < subscription.pay_until;
  return {
    id: subscription.id.toString(),
    number,
    offering: offering.id.toString(),
    type: market,
    code: offering.code,
    names: offering.names,
    status,
    rjmoney: isPaid && amount !== null ? formatMinor(amount, currency) : "-",
    quantity: lotsText(lots),
    subscription_price: offering.price === null ? null : formatPrice(offering.price, currency),
    allotted_quantity: isAllotted ? lotsText(subscription.allotted_lots) : null,
    waiting_place: status === subscriptionStatuses.not_allotted ? subscription.waiting_place : null,
    total_payable: isAllotted && amount !== null ? formatMinor(amount, currency) : null,
    pay_until: isoOrNull(payUntil),
    pay_until_status: payUntil === null ? "published" : statusAt(payUntil),
    subscribed_at: iso(subscription.subscribed_at),
    closes_at: iso(offering.closes_at),
    draws_at: iso(offering.draws_at),
    draws_at_status: statusAt(offering.draws_at),
    allocates_at: iso(offering.allocates_at),
    lists_at: iso(offering.lists_at),
    lists_at_status: statusAt(offering.lists_at),
    can_cancel: awaits && isOpen && offering.cancellable && offering.withdrawn_at === null,
    can_pay: subscriptionCan.pay(subscription) && isInTime && offering.withdraws_at === null,
    can_waive: subscriptionCan.waive(subscription),
    waiving_counts:
      offering.missed_most !== null &&
      subscription.waiting_place === null &&
      offering.withdraws_at === null,
    withdrawn: offering.withdrawn_at !== null,
    receipt: {
      terms_hash: offering.terms_hash,
      number,
      lots,
      nonce,
      at: iso(subscription.subscribed_at),
      signature: subscription.signature,
    },
  };
}

export async function drawState(
  { database }: AnswersContext,
  { customerId }: Customer,
  id: bigint,
): Promise<Outcome<DrawState>> {
  const offering = await offerings.findOffering(database.reader, id);
  if (offering === undefined) return refuse("product_not_available");
  const mine = await store.findOwn(database.reader, id, customerId);
  const isEntered = mine !== undefined && mine.status !== subscriptionStatuses.cancelled;
  const number = isEntered ? mine.number : null;
  const address = drawBundlePath(id.toString());
  return accept(drawStateOf(offering, { id, address, number }));
}
