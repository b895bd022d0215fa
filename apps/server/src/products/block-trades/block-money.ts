import {
  minor,
  negateMinor,
  settlementCurrency,
  zeroMinor,
  type Currency,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import {
  accountKey,
  customerAccounts,
  customerBalances,
  lockBalances,
  openCustomerAccounts,
  postTransfer,
  type Balance,
  type Entry,
  type Purpose,
} from "../../ledger/ledger.ts";
import { balancesOfMany } from "../../ledger/many-transfers.ts";
import { settleNet } from "../../ledger/settle.ts";
import { publishWith } from "../../platform/customer-events.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import type { StoredApplication } from "./applications.store.ts";

/** Locks all of the customer's money before anything about it is read. */
export async function lockMoney(transaction: Transaction, customerId: bigint): Promise<Balance[]> {
  const accounts = await customerAccounts(transaction, customerId);
  await lockBalances(transaction, [...accounts.values()]);
  return customerBalances(transaction, customerId);
}

type Moved = { market: MarketKey; at: number };
type Own = Pick<StoredApplication, "id" | "customer_id" | "cost" | "fee">;

/** Frozen while the application waits. */
export async function holdMoney(
  transaction: Transaction,
  own: Own,
  { market, at }: Moved,
): Promise<void> {
  const currency = settlementCurrency(market);
  const account = { currency, purpose: "reserved_applications" as const };
  await openCustomerAccounts(transaction, own.customer_id, [account]);
  const { available, frozen } = await walletOf(transaction, own.customer_id, currency);
  const amount = minor(own.cost + own.fee);
  await post(transaction, own, { kind: "application_held", currency, at }, [
    { accountId: available, amount: negateMinor(amount) },
    { accountId: frozen, amount },
  ]);
}

/**
 * What was frozen is available again when the application ends, for what is bought with it in the same transaction
 * and for everything else: of the rest a debt is repaid first, as of whatever comes in.
 */
export async function returnMoney(
  transaction: Transaction,
  own: Own,
  { market, at, spent = zeroMinor }: Moved & { spent?: Minor },
): Promise<void> {
  const { customer_id: customerId } = own;
  const currency = settlementCurrency(market);
  const { available, frozen, shortfall } = await walletOf(transaction, customerId, currency);
  await lockBalances(transaction, [available, frozen, shortfall]);
  const owed = (await balancesOfMany(transaction, [shortfall])).get(shortfall) ?? zeroMinor;
  const amount = minor(own.cost + own.fee);
  const settled = settleNet(minor(amount - spent), { available: zeroMinor, shortfall: owed });
  const entries = [
    { accountId: frozen, amount: negateMinor(amount) },
    { accountId: available, amount: minor(settled.available + spent) },
    { accountId: shortfall, amount: settled.shortfall },
  ];
  await post(
    transaction,
    own,
    { kind: "application_returned", currency, at },
    entries.filter((entry) => entry.amount !== 0n),
  );
}

async function walletOf(transaction: Transaction, customerId: bigint, currency: Currency) {
  const accounts = await customerAccounts(transaction, customerId);
  const of = (purpose: Purpose) => {
    const found = accounts.get(accountKey(currency, purpose));
    if (found === undefined) throw new Error("a customer without a wallet");
    return found;
  };
  return {
    available: of("available"),
    frozen: of("reserved_applications"),
    shortfall: of("shortfall_debt"),
  };
}

async function post(
  transaction: Transaction,
  { id, customer_id: customerId }: Own,
  {
    kind,
    currency,
    at,
  }: { kind: "application_held" | "application_returned"; currency: Currency; at: number },
  entries: readonly Entry[],
): Promise<void> {
  await postTransfer(transaction, { kind, causeId: id, happenedAt: at, currency, entries });
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}
