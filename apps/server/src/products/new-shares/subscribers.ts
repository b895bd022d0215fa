import { settlementCurrency, zeroMinor, type MarketKey, type Minor } from "@sanshi/money";
import { availableAmong } from "../../ledger/ledger.ts";
import { identitiesAmong } from "../../money/verification/verification.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { missedOf } from "./new-shares.answers.ts";
import { costOf, suspensionOf, type Subscriber } from "./new-shares.rules.ts";
import type { StoredOffering } from "./offerings.store.ts";
import * as store from "./subscriptions.store.ts";

/** Who wants to subscribe, and to what; undefined where there is no such offering. */
export type Applicant = { customer: Customer; offering: StoredOffering | undefined };

/** All that decides whether these may subscribe, in a few statements however many they are; one of each customer. */
export async function subscribersOf(
  reader: Reader,
  applicants: readonly Applicant[],
): Promise<(Subscriber & { identity: Buffer | null })[]> {
  const identities = await identitiesAmong(
    reader,
    applicants.map(({ customer }) => customer.customerId),
  );
  const subscribed = await store.subscribedAmong(
    reader,
    applicants.map(({ customer, offering }) => {
      const { customerId } = customer;
      const identity = identities.get(customerId) ?? null;
      return { customerId, offeringId: offering?.id ?? 0n, identity };
    }),
  );
  const available = new Map<bigint, Minor>();
  const missed = new Map<bigint, number[]>();
  for (const [market, own] of Map.groupBy(applicants, ({ offering }) => offering?.market)) {
    if (market === undefined) continue;
    const found = await inMarket(reader, market, own, identities);
    for (const [customerId, balance] of found.available) available.set(customerId, balance);
    for (const [customerId, times] of found.missed) missed.set(customerId, times);
  }
  return applicants.map(({ customer: { customerId, state }, offering }, place) => ({
    state,
    isVerified: identities.has(customerId),
    identity: identities.get(customerId) ?? null,
    enteredBy: subscribed.get(place) ?? null,
    suspendedUntil:
      offering === undefined
        ? null
        : suspensionOf(missed.get(customerId) ?? [], missedOf(offering)),
    available: available.get(customerId) ?? zeroMinor,
    cost: (lots) => (offering === undefined ? zeroMinor : mostOf(offering, lots)),
  }));
}

async function inMarket(
  reader: Reader,
  market: MarketKey,
  applicants: readonly Applicant[],
  identities: Awaited<ReturnType<typeof identitiesAmong>>,
) {
  const customerIds = applicants.map(({ customer }) => customer.customerId);
  const customers = customerIds.map((customerId) => {
    return { customerId, identity: identities.get(customerId) ?? null };
  });
  const rules = applicants.map(({ offering }) => offering && missedOf(offering));
  const most = Math.max(0, ...rules.map((rule) => rule?.most ?? 0));
  return {
    available: await availableAmong(reader, customerIds, settlementCurrency(market)),
    missed:
      most === 0
        ? new Map<bigint, number[]>()
        : await store.missedPayments(reader, customers, { market, most }),
  };
}

/** What so many lots cost at most, before the final price is known. */
function mostOf(offering: StoredOffering, lots: number): Minor {
  const { market, price, price_high: highest, lot_size: lot } = offering;
  return costOf(price ?? highest, lot, lots, settlementCurrency(market));
}
