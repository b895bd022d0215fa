import { minor, zeroMinor, type Currency, type Minor } from "@sanshi/money";
import {
  customerAccounts,
  customerBalances,
  lockBalances,
  type Balance,
} from "../../ledger/ledger.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { coolingOffHours, hasCard, isSameName, lockCard, usableFrom } from "../cards/cards.ts";
import { hasFundPassword } from "../../people/passwords/passwords.ts";
import { holdsClosablePositions } from "../../trading/portfolio/portfolio.ts";
import { resetHoldOf } from "../../people/security/security.ts";
import { serviceHours, type OpeningHours, type SiteRules } from "../../governance/site/site.ts";
import { verifiedName } from "../verification/verification.ts";
import type { CardFacts, Standing } from "./withdrawals.rules.ts";
import * as store from "./withdrawals.store.ts";

/**
 * Locks all of the customer's money before anything about it is read: an order that fills meanwhile is
 * either seen here as a position, or waits and finds what is left.
 */
export async function lockMoney(transaction: Transaction, customerId: bigint): Promise<Balance[]> {
  const accounts = await customerAccounts(transaction, customerId);
  await lockBalances(transaction, [...accounts.values()]);
  return customerBalances(transaction, customerId);
}

export async function standingOf(
  reader: Reader,
  { customerId, state }: Pick<Customer, "customerId" | "state">,
  { rules, balances, at }: { rules: SiteRules; balances: readonly Balance[]; at: number },
): Promise<Standing> {
  const { open, opensAt } = serviceHours(openingOf(rules), at);
  return {
    state,
    resetHoldUntil: await resetHoldOf(reader, customerId),
    isVerified: (await verifiedName(reader, customerId)) !== null,
    hasFundPassword: await hasFundPassword(reader, customerId),
    hasCard: await hasCard(reader, customerId),
    hours: { open, opensAt },
    unpaidDebt: owedOn(balances, ["shortfall_debt"]),
    unpaidLoan: owedOn(balances, ["loan_debt", "loan_interest_debt"]),
    holdsPositions: await holdsClosablePositions(reader, customerId),
    requiresNoPositions: rules.withdrawalRequiresNoPositions,
    underReview: await store.countUnderReview(reader, customerId),
    underReviewMax: rules.withdrawalsUnderReviewMax,
  };
}

/** What is owed on these accounts, in the first currency that has any. */
function owedOn(
  balances: readonly Balance[],
  purposes: readonly Balance["purpose"][],
): { amount: Minor; currency: Currency } | null {
  const owing = balances.filter(
    ({ purpose, balance }) => purposes.includes(purpose) && balance < 0n,
  );
  const currency = owing[0]?.currency;
  if (currency === undefined) return null;
  const own = owing.filter((one) => one.currency === currency);
  return { amount: minor(own.reduce((sum, { balance }) => sum - balance, 0n)), currency };
}

export function openingOf({ withdrawalHours, withdrawalDays }: SiteRules): OpeningHours {
  return { ...withdrawalHours, days: withdrawalDays };
}

export async function cardFacts(
  transaction: Transaction,
  customerId: bigint,
  { cardId, at }: { cardId: bigint; at: number },
): Promise<CardFacts | null> {
  const card = await lockCard(transaction, customerId, cardId);
  if (card === undefined) return null;
  const verified = await verifiedName(transaction, customerId);
  return {
    usableFrom: usableFrom(card.added_at, await coolingOffHours(transaction, card.added_at), at),
    isCustomers: verified === null ? null : isSameName(card.holder_name, verified),
  };
}

export function availableIn(balances: readonly Balance[], currency: Currency): Minor {
  const own = balances.find((one) => one.currency === currency && one.purpose === "available");
  return own?.balance ?? zeroMinor;
}
