import type { AnyRefusalCode } from "@sanshi/contract";
import { addMinor, parseMinor, zeroMinor, type Currency, type Minor } from "@sanshi/money";

export type JournalPosting = {
  owner: "customer" | "house";
  purpose: string;
  amount: string;
};

export type JournalEntry = { owner: "customer" | "house"; purpose: string; amount: Minor };

/** No correction is larger: a typing error with too many zeros ends here. */
const amountMax = 10n ** 15n;

/** The postings as amounts of the currency; null where one is none. */
export function entriesOf(
  postings: readonly JournalPosting[],
  currency: Currency,
): JournalEntry[] | null {
  const entries: JournalEntry[] = [];
  for (const { owner, purpose, amount } of postings) {
    const parsed = parseMinor(amount, currency);
    if (parsed === null || parsed > amountMax || parsed < -amountMax) return null;
    entries.push({ owner, purpose, amount: parsed });
  }
  return entries;
}

/** In the contract's order; null where nothing speaks against the journal. */
export function objectToJournal(
  entries: readonly JournalEntry[],
  purposes: { customer: readonly string[]; house: readonly string[] },
): AnyRefusalCode | null {
  if (entries.some(({ amount }) => amount === 0n)) return "journal_amount_zero";
  const names = new Set(entries.map(({ owner, purpose }) => `${owner}:${purpose}`));
  if (names.size !== entries.length) return "journal_account_twice";
  const owners = new Set(entries.map(({ owner }) => owner));
  if (owners.size !== 2) return "journal_needs_customer";
  if (entries.some(({ owner, purpose }) => !purposes[owner].includes(purpose))) {
    return "journal_account_not_found";
  }
  const sum = entries.reduce((total, { amount }) => addMinor(total, amount), zeroMinor);
  return sum === 0n ? null : "journal_not_balanced";
}

/** What the customer gains by it, or loses. */
export function customersPart(entries: readonly JournalEntry[]): Minor {
  return entries
    .filter(({ owner }) => owner === "customer")
    .reduce((total, { amount }) => addMinor(total, amount), zeroMinor);
}

/** No more of a balance than this is moved by one approver. */
const oneApproversPercentMax = 10n;

/**
 * How many have to approve a correction beside its proposer. `amount` and `recent`, what the corrections of
 * a day moved in the same currency, in either direction, and `balance`, what is available: minor units.
 */
export function approvalsNeeded(amount: bigint, recent: bigint, balance: bigint): 1 | 2 {
  const moved = absolute(amount) + recent;
  return moved * 100n > balance * oneApproversPercentMax ? 2 : 1;
}

export function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
