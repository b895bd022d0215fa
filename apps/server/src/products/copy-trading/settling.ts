import { followingNumber, iso } from "@sanshi/contract";
import { formatMinor, formatScaled, minor, settlementCurrency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { sendMessages, type NewMessage } from "../../people/messages/messages.ts";
import { publishAllWith } from "../../platform/customer-events.ts";
import * as flows from "./flows.store.ts";
import type { DecidedFollowing } from "./flows.store.ts";
import { payDecided, poolBooks } from "./pool-money.ts";
import { findProduct, type StoredProduct } from "./products.store.ts";
import { productNames, unitValueText } from "./shown.ts";

type SettlingContext = Pick<Context, "database" | "clock" | "log">;

/** So many in a transaction: whoever else needs one of these balances waits for no more than that. */
export const settledAtOnceMax = 300;

/**
 * Pays whoever's units a valuation has sold, at the value that it decided, and tells followers of what it did: some
 * hundred at a time, each time whole or not at all. What a kill leaves is found by whoever comes next, and two
 * processes take different ones.
 */
export async function settleDecided(
  context: SettlingContext,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (const productId of await flows.productsToSettle(context.database.reader)) {
    try {
      const product = await findProduct(context.database.reader, productId);
      if (product === undefined) continue;
      // In this order: nobody is told of a purchase after its end.
      while (!isStopped() && (await notifySome(context, product)) === settledAtOnceMax);
      while (!isStopped() && (await paySome(context, product)) === settledAtOnceMax);
    } catch (error) {
      // One product's trouble keeps no other waiting.
      context.log.warn({ err: error, product: productId.toString() }, "followers were not paid");
    }
  }
}

function notifySome({ database, clock }: SettlingContext, product: StoredProduct): Promise<number> {
  return database.transaction(async (transaction) => {
    const found = await flows.lockToNotify(transaction, product.id, settledAtOnceMax);
    if (found.length === 0) return 0;
    const at = clock.now();
    await flows.setNotified(
      transaction,
      found.map(({ id }) => id),
    );
    await sendMessages(
      transaction,
      found.flatMap((following) => noticeOf(product, following, at)),
    );
    return found.length;
  });
}

function paySome({ database, clock }: SettlingContext, product: StoredProduct): Promise<number> {
  return database.transaction(async (transaction) => {
    const decided = await flows.lockToPay(transaction, product.id, settledAtOnceMax);
    if (decided.length === 0) return 0;
    const at = clock.now();
    const books = await poolBooks(transaction, product);
    await payDecided(transaction, books, { decided, at });
    await flows.setPaid(
      transaction,
      decided.map(({ id }) => id),
      at,
    );
    await sendMessages(
      transaction,
      decided.flatMap((following) => paidMessage(product, following, at)),
    );
    const paid = new Set(decided.map(({ customer_id: id }) => id));
    await publishAllWith(
      transaction,
      [...paid].flatMap((customerId) =>
        customerId === null ? [] : [{ customerId, event: { kind: "balance_changed" as const } }],
      ),
    );
    return decided.length;
  });
}

function noticeOf(product: StoredProduct, following: DecidedFollowing, now: number): NewMessage[] {
  const { customer_id: customerId, to_notify: about } = following;
  if (customerId === null) return [];
  const names = productNames(product);
  if (about === "suspended") {
    const link = `/home/follow?id=${product.id}` as const;
    return [{ customerId, kind: "follow_suspended", params: names, link, at: now }];
  }
  const link = "/mine/followOrder";
  if (about === "stop_reached") {
    const { stop_percent: percent, locked_until: until, stop_reached_at: reachedAt } = following;
    const at = reachedAt ?? now;
    const params = { ...names, percent: String(percent) };
    const locked = until !== null && until > at ? { until: iso(until) } : null;
    return [
      { customerId, kind: "follow_stop_reached", params: { ...params, ...locked }, link, at },
    ];
  }
  const currency = settlementCurrency(product.market);
  const at = following.bought_at ?? now;
  const params = {
    ...names,
    number: followingNumber(following.id),
    units: formatScaled(following.units, 6),
    unit_value: unitValueText(following.bought_value ?? 0n, currency),
    amount: formatMinor(following.amount, currency),
    currency,
    until: iso(following.locked_until ?? at),
  };
  return [{ customerId, kind: "follow_bought", params, link, at }];
}

function paidMessage(
  product: StoredProduct,
  following: DecidedFollowing,
  at: number,
): NewMessage[] {
  const { customer_id: customerId, amount, units, ended_value: value } = following;
  if (customerId === null) return [];
  const currency = settlementCurrency(product.market);
  const proceeds = following.proceeds ?? amount;
  const link = "/mine/followOrder";
  if (units === 0n) {
    const params = {
      ...productNames(product),
      amount: formatMinor(proceeds, currency),
      currency,
    };
    return [{ customerId, kind: "follow_returned", params, link, at }];
  }
  const params = {
    ...productNames(product),
    number: followingNumber(following.id),
    units: formatScaled(units, 6),
    unit_value: unitValueText(value ?? 0n, currency),
    proceeds: formatMinor(proceeds, currency),
    profit: formatMinor(minor(proceeds - amount), currency),
    currency,
  };
  return [{ customerId, kind: "follow_ended", params, link, at }];
}
