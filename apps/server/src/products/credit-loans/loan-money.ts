import type { LoanCurrency } from "@sanshi/contract";
import { negateMinor, zeroMinor, type Currency, type Minor } from "@sanshi/money";
import {
  accountKey,
  customerAccounts,
  customerBalances,
  houseAccount,
  lockBalances,
  openCustomerAccounts,
  postTransfer,
  type Balance,
  type HousePurpose,
  type Purpose,
} from "../../ledger/ledger.ts";
import { publishWith } from "../../platform/customer-events.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import type { StoredLoan } from "./credit-loans.store.ts";

/** Locks all of the customer's money before anything about it is read. */
export async function lockMoney(transaction: Transaction, customerId: bigint): Promise<Balance[]> {
  const accounts = await customerAccounts(transaction, customerId);
  await lockBalances(transaction, [...accounts.values()]);
  return customerBalances(transaction, customerId);
}

export function availableIn(balances: readonly Balance[], currency: LoanCurrency): Minor {
  const own = balances.find((one) => one.currency === currency && one.purpose === "available");
  return own?.balance ?? zeroMinor;
}

/** What is lent is owed: both are the customer's, and the accounts are made with the first loan. */
export async function payOutLoan(
  transaction: Transaction,
  loan: StoredLoan,
  at: number,
): Promise<void> {
  const { currency, principal } = loan;
  await openCustomerAccounts(transaction, loan.customer_id, [
    { currency, purpose: "loan_debt" },
    { currency, purpose: "loan_interest_debt" },
  ]);
  // The daily statement finds it there.
  await houseAccount(transaction, currency, "loan_interest");
  await move(transaction, loan, "loan_paid_out", at, [
    ["available", principal],
    ["loan_debt", negateMinor(principal)],
  ]);
}

export function postRepayment(
  transaction: Transaction,
  loan: StoredLoan,
  paid: { principal: Minor; interest: Minor; at: number },
): Promise<void> {
  return move(transaction, loan, "loan_repaid", paid.at, [
    ["available", negateMinor(sum(paid.principal, paid.interest))],
    ["loan_debt", paid.principal],
    ["loan_interest_debt", paid.interest],
  ]);
}

export function postWaiver(
  transaction: Transaction,
  loan: StoredLoan,
  interest: Minor,
  at: number,
): Promise<void> {
  return move(transaction, loan, "loan_interest_waived", at, [
    ["loan_interest_debt", interest],
    [{ house: "loan_interest" }, negateMinor(interest)],
  ]);
}

/** No longer lent, but still owed: whatever comes in repays an unpaid debt first. What was set aside stays so. */
export function postWriteOff(
  transaction: Transaction,
  loan: StoredLoan,
  at: number,
): Promise<void> {
  const { principal_left: principal, interest_left: interest } = loan;
  return move(transaction, loan, "loan_claimed", at, [
    ["loan_debt", principal],
    ["loan_interest_debt", interest],
    ["shortfall_debt", negateMinor(sum(principal, interest))],
  ]);
}

/** What is set aside for loans that may not be repaid is a cost of the house's; where less is needed, it is income again. */
export async function postProvision(
  transaction: Transaction,
  provision: { id: bigint; currency: Currency; added: Minor; at: number },
): Promise<void> {
  const { currency, added } = provision;
  const setAside = await houseAccount(transaction, currency, "loan_provision");
  const losses = await houseAccount(transaction, currency, "loan_losses");
  await postTransfer(transaction, {
    kind: "loan_provision",
    causeId: provision.id,
    happenedAt: provision.at,
    currency,
    entries: [
      { accountId: setAside, amount: added },
      { accountId: losses, amount: negateMinor(added) },
    ],
  });
}

type Side = Purpose | { house: HousePurpose };

async function move(
  transaction: Transaction,
  { id, customer_id: customerId, currency }: StoredLoan,
  kind: string,
  at: number,
  sides: readonly (readonly [Side, Minor])[],
): Promise<void> {
  const accounts = await customerAccounts(transaction, customerId);
  const entries = [];
  for (const [side, amount] of sides) {
    if (amount === 0n) continue;
    const accountId =
      typeof side === "string"
        ? accounts.get(accountKey(currency, side))
        : await houseAccount(transaction, currency, side.house);
    if (accountId === undefined) throw new Error("a customer without a wallet");
    entries.push({ accountId, amount });
  }
  await postTransfer(transaction, { kind, causeId: id, happenedAt: at, currency, entries });
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}

function sum(one: Minor, other: Minor): Minor {
  return (one + other) as Minor;
}
