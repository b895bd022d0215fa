import { sellLockMinutes, minuteMs } from "@sanshi/contract";
import { negateMinor, settlementCurrency, type MarketKey } from "@sanshi/money";
import {
  isTradingDay,
  localDate,
  nextTradingDay,
  tradingDayBegins,
  type LocalDate,
  type MarketHours,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";
import {
  listOffered,
  type OfferedCompany,
} from "../../market/instruments-admin/instruments-admin.ts";
import { publishWith } from "../../platform/customer-events.ts";
import { eachByItself } from "../../platform/each-by-itself.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { allotShares } from "../../trading/orders/orders.ts";
import * as store from "./listing.store.ts";
import type { ToDeliver } from "./listing.store.ts";
import * as offerings from "./offerings.store.ts";
import type { StoredOffering } from "./offerings.store.ts";

type ListingContext = Pick<Context, "database" | "clock" | "log" | "feed" | "quotes" | "hours">;

type ListingRun = {
  isStopped?: () => boolean;
  /** Offerings whose stock the feed cannot carry, each told once. */
  uncarried?: Set<bigint>;
};

/** So many positions are made at once. */
const deliveredAtOnceMax = 200;

/**
 * On its day, before the open, an offering is listed, and what was paid for becomes positions at the
 * subscription price, the frozen money spent. Each batch is one transaction: whoever is killed leaves the rest
 * to the next look, and two processes take different ones.
 */
export async function listDue(
  context: ListingContext,
  { isStopped = () => false, uncarried = new Set() }: ListingRun = {},
): Promise<number> {
  const { database, clock, log } = context;
  const due = await store.dueForListing(database.reader, clock.now());
  await eachByItself({ log, failure: "an offering was not listed" }, due, async ({ id }) => {
    const isCarried = await database.transaction((transaction) =>
      listOffering(context, transaction, id),
    );
    if (isCarried || uncarried.has(id)) return 0;
    uncarried.add(id);
    log.error({ offering: id.toString() }, "the feed does not carry the stock of an offering");
    return 0;
  });
  let delivered = 0;
  for (;;) {
    const count = await database.transaction((transaction) =>
      deliverNext(transaction, clock.now()),
    );
    delivered += count;
    if (count === 0 || isStopped()) return delivered;
  }
}

/** Where the feed cannot carry the stock nothing is listed: the offering waits, and two operators may withdraw it. */
async function listOffering(
  context: ListingContext,
  transaction: Transaction,
  id: bigint,
): Promise<boolean> {
  const offering = await offerings.lockOffering(transaction, id);
  if (offering === undefined || offering.listed_at !== null) return true;
  const { market, code, names, price, lists_at: listsAt } = offering;
  if (offering.withdrawn_at !== null || offering.withdraws_at !== null) return true;
  if (price === null) throw new Error(`the offering ${id} was drawn without a price`);
  const isCarried = await listOffered(context, transaction, {
    ...companyOf(context, offering),
    offeringId: id,
    market,
    code,
    names,
    offerPrice: price,
    listedOn: firstTradingDay(market, listsAt, context.hours),
    at: offering.published_at,
  });
  if (isCarried) await store.setListed(transaction, id, context.clock.now());
  return isCarried;
}

/** What an offering does not say of its company. */
function companyOf(
  { feed }: Pick<Context, "feed">,
  { market, newcomer, published_at: announcedAt }: StoredOffering,
): Pick<OfferedCompany, "searchTerms" | "sector" | "exchange"> {
  if (newcomer === null || feed.newcomers === undefined) {
    return { searchTerms: [], sector: "industrials", exchange: undefined };
  }
  return feed.newcomers.of(market, newcomer, announcedAt);
}

/** The first trading day that begins at the listing or after it. */
export function firstTradingDay(market: MarketKey, listsAt: number, hours: MarketHours): LocalDate {
  let date = localDate(market, listsAt);
  while (!isTradingDay(market, date, hours) || tradingDayBegins(market, date, hours) < listsAt) {
    date = nextTradingDay(market, date, hours);
  }
  return date;
}

async function deliverNext(transaction: Transaction, at: number): Promise<number> {
  const found = await store.lockToDeliver(transaction, deliveredAtOnceMax);
  if (found.length === 0) return 0;
  const positionIds = await allotShares(
    transaction,
    found.map((one) => ({
      customerId: one.customer_id,
      market: one.market,
      code: one.code,
      offeringId: one.offering_id,
      quantity: one.quantity,
      price: one.price,
      cost: one.amount,
      // They were bought when they were paid for: the lock and the next trading day count from then.
      sellableAt: one.paid_at + sellLockMinutes * minuteMs,
    })),
    at,
  );
  const delivered = found.map((one, index) => {
    const positionId = positionIds[index];
    if (positionId === undefined) throw new Error("a position was not made");
    return { ...one, positionId };
  });
  for (const one of delivered) await spend(transaction, one, at);
  await store.setDelivered(transaction, delivered);
  return found.length;
}

/** What was frozen is what the shares cost, to the last unit. */
async function spend(
  transaction: Transaction,
  { customer_id: customerId, positionId, amount, market }: ToDeliver & { positionId: bigint },
  at: number,
): Promise<void> {
  const currency = settlementCurrency(market);
  const accounts = await customerAccounts(transaction, customerId);
  const frozen = accounts.get(accountKey(currency, "reserved_subscriptions"));
  if (frozen === undefined) throw new Error("a customer without a wallet");
  await postTransfer(transaction, {
    kind: "subscription_listed",
    causeId: positionId,
    happenedAt: at,
    currency,
    entries: [
      { accountId: frozen, amount: negateMinor(amount) },
      { accountId: await houseAccount(transaction, currency, "market"), amount },
    ],
  });
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}
