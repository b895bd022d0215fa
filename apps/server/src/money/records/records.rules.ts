import {
  depositNumber,
  holdKinds,
  loanNumber,
  recordDaysMax,
  recordKinds,
  recordPurposes,
  withdrawalNumber,
  type RecordGroup,
  type RecordHolds,
  type RecordKind,
  dayMs,
} from "@sanshi/contract";
import {
  divide,
  minor,
  price,
  shares,
  type Currency,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";

/** The ledger's words for what a fill moved: the money of these settles. */
export const filledKinds: readonly string[] = ["order_filled", "position_closed"];

/** The ledger's words for what was paid for new shares, or returned: their `causeId` is the subscription. */
export const subscriptionKinds: readonly string[] = ["subscription_paid", "subscription_returned"];

/** The ledger's words for what belongs to a stock: their `causeId` is the position. */
export const tradeKinds: readonly string[] = [
  ...filledKinds,
  ...["order_reserved", "order_released", "dividend", "split_fraction", "fill_reversed"],
  "stock_end_settled",
  "shares_exchanged",
  "dividend_equivalent",
  "subscription_listed",
  "stock_lending_fee",
];

/** The ledger's words behind each tab. */
const groupKinds: Record<Exclude<RecordGroup, "all" | "other">, readonly string[]> = {
  trade: tradeKinds,
  deposit: ["deposit"],
  withdrawal: ["withdrawal_held", "withdrawal_paid", "withdrawal_returned"],
};

/** What moves the money of a loan; it has no tab of its own. */
const loanKinds: readonly string[] = [
  ...["loan_paid_out", "loan_interest", "loan_interest_waived", "loan_repaid"],
  ...["loan_written_off", "loan_claimed"],
];

/** What a top-up, a withdrawal or a loan is called; null for what has another number or none. */
export function moneyNumber(kind: string, causeId: bigint): string | null {
  if (groupKinds.deposit.includes(kind)) return depositNumber(causeId);
  if (groupKinds.withdrawal.includes(kind)) return withdrawalNumber(causeId);
  return loanKinds.includes(kind) ? loanNumber(causeId) : null;
}

type Kinds = { only: readonly string[] | null; except: readonly string[] | null };

/** Which kinds a group shows: `only` these, or all but `except`; null is no condition. */
export function kindsOf(group: RecordGroup, held: RecordHolds = "all"): Kinds {
  const { only, except } = kindsOfGroup(group);
  const isHold = (kind: string) => (holdKinds as readonly string[]).includes(kind);
  if (held === "all") return { only, except };
  if (only !== null) {
    return { only: only.filter((kind) => isHold(kind) === (held === "only")), except };
  }
  if (held === "without") return { only, except: [...(except ?? []), ...holdKinds] };
  return { only: holdKinds.filter((kind) => except?.includes(kind) !== true), except: null };
}

function kindsOfGroup(group: RecordGroup): Kinds {
  if (group === "all") return { only: null, except: null };
  if (group === "other") return { only: null, except: Object.values(groupKinds).flat() };
  return { only: groupKinds[group], except: null };
}

export function recordKind(kind: string): RecordKind {
  return (recordKinds as readonly string[]).includes(kind) ? (kind as RecordKind) : "other";
}

/** What a searched number can be: an order's, of a deposit, a withdrawal, a loan or an exchange, or a reference. */
export function numberOf(
  text: string,
): { kinds: readonly string[]; causeId: bigint } | bigint | null {
  const [, letter = "", digits = ""] = /^(?:([A-Z])-)?0*([1-9]\d{0,17})$/i.exec(text) ?? [];
  if (digits === "") return null;
  if (letter === "") return BigInt(digits);
  const kinds = kindsByLetter[letter.toUpperCase()];
  return kinds === undefined ? null : { kinds, causeId: BigInt(digits) };
}

/** By the letter that its number begins with. */
const kindsByLetter: Readonly<Record<string, readonly string[]>> = {
  J: tradeKinds,
  U: tradeKinds,
  C: tradeKinds,
  D: groupKinds.deposit,
  W: groupKinds.withdrawal,
  L: loanKinds,
  X: ["exchange_sold", "exchange_bought"],
};

type Purpose = (typeof recordPurposes)[number];

export function recordPurpose(purpose: string): Purpose {
  return (recordPurposes as readonly string[]).includes(purpose) ? (purpose as Purpose) : "other";
}

/**
 * Of a transfer that touches several of the customer's accounts, the lowest rank stands for it: the
 * available money where it moved.
 */
export function purposeRank(purpose: string): number {
  const rank = ranked.indexOf(purpose);
  return rank === -1 ? ranked.length : rank;
}

/** Each its own: where available money did not move, two others may have moved together. */
const ranked = [
  "available",
  "reserved_orders",
  "reserved_withdrawals",
  "followed",
  "reserved_subscriptions",
  "reserved_applications",
  "debt",
  "loan_debt",
  "loan_interest_debt",
  "shortfall_debt",
  "short_collateral",
  "margin_debt",
];

/** A span of days may hold the hour that a change to winter time adds. */
const clockChangeMs = 3_600_000;

/** Times in milliseconds since the epoch; an open end is now. */
export function objectToRange(
  { from, to }: { from: number | null; to: number | null },
  now: number,
): { code: "date_range_reversed" | "date_range_too_long"; params?: Record<string, string> } | null {
  if (from === null) return null;
  if (to !== null && to <= from) return { code: "date_range_reversed" };
  if ((to ?? now) - from > recordDaysMax * dayMs + clockChangeMs) {
    return { code: "date_range_too_long", params: { days: String(recordDaysMax) } };
  }
  return null;
}

/** One posting of one of the customer's accounts. */
export type Entry = {
  account_id: bigint;
  version: bigint;
  transfer_id: bigint;
  currency: Currency;
  kind: string;
  cause_id: bigint;
  happened_at: number;
  /** False where another account of the customer stands for the transfer. */
  leads: boolean;
};

/** The largest version there can be: an account that nothing was read of yet. */
export const unread = 2n ** 63n - 1n;

type Merged = {
  records: Entry[];
  /** Per account, the version below which the next page begins; null at the end. */
  bounds: bigint[] | null;
};

/**
 * Merges the accounts' postings, each list with the newest version first and at most `fetched` long,
 * into at most `limit` records, the newest transfer first. It stops where a list was cut off, since
 * what follows there is not known. A page may therefore be shorter than `limit`, or empty with
 * bounds, but always goes on. Postings that come later are above every bound: no page repeats or
 * misses one.
 */
export function mergePage(
  lists: readonly (readonly Entry[])[],
  { fetched, limit }: { fetched: number; limit: number },
): Merged {
  const read = lists.map(() => 0);
  const records: Entry[] = [];
  for (;;) {
    let newest: { entry: Entry; list: number } | null = null;
    let cut = false;
    for (const [list, entries] of lists.entries()) {
      const entry = entries[read[list] ?? 0];
      if (entry === undefined) cut ||= entries.length === fetched;
      else if (newest === null || entry.transfer_id > newest.entry.transfer_id) {
        newest = { entry, list };
      }
    }
    if (newest === null && !cut) return { records, bounds: null };
    const full = newest?.entry.leads === true && records.length === limit;
    if (newest === null || cut || full) return { records, bounds: boundsAfter(lists, read) };
    if (newest.entry.leads) records.push(newest.entry);
    read[newest.list] = (read[newest.list] ?? 0) + 1;
  }
}

function boundsAfter(lists: readonly (readonly Entry[])[], read: readonly number[]): bigint[] {
  return lists.map((entries, list) => {
    const count = read[list] ?? 0;
    const last = entries[count - 1];
    if (last !== undefined) return last.version;
    const first = entries[0];
    // Below the first posting's next version, so that what is posted meanwhile stays out.
    return first === undefined ? 1n : first.version + 1n;
  });
}

/** An account that was opened since the first page shows nothing: all of its postings are newer. */
export function boundsFrom(read: readonly bigint[] | undefined, accounts: number): bigint[] {
  if (read === undefined) return Array.from({ length: accounts }, () => unread);
  return Array.from({ length: accounts }, (_, index) => read[index] ?? 1n);
}

type FillFigures = { quantity: Shares; price: Price; fee: Minor };

/** What several fills of one transfer are together: the price is their average, to a ten-thousandth. */
export function joinedFills(fills: readonly FillFigures[]): FillFigures | null {
  const quantity = fills.reduce((sum, fill) => sum + fill.quantity, 0n);
  if (quantity === 0n) return null;
  const value = fills.reduce((sum, fill) => sum + fill.price * fill.quantity, 0n);
  return {
    quantity: shares(quantity),
    price: price(divide(value, quantity, "half_up")),
    fee: minor(fills.reduce((sum, { fee }) => sum + fee, 0n)),
  };
}
