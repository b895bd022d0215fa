import {
  minor,
  negateMinor,
  settlementCurrency,
  type Currency,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import {
  accountKey,
  customerAccounts,
  customerBalances,
  houseAccount,
  lockBalances,
  postTransfer,
  type Balance,
  type CustomerAccounts,
  type Entry,
  type Purpose,
} from "../../ledger/ledger.ts";
import { accountsOfMany, balancesOfMany, postMany } from "../../ledger/many-transfers.ts";
import { settleNet } from "../../ledger/settle.ts";
import { publishWith } from "../../platform/customer-events.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import type { DecidedFollowing } from "./flows.store.ts";
import type { StoredFollowing } from "./followings.store.ts";

/**
 * The money of pools and of those who follow them. What a follower paid stays theirs as `followed`, at what it
 * cost; the pool has the money, owes what its units are worth (`units_issued`), and carries what it made or lost
 * (`unit_result`). So at every instant `followed` + `units_issued` + `unit_result` of a product is zero, and
 * `units_issued` is the sum of units × value, each rounded down.
 */
export type PoolBooks = {
  productId: bigint;
  market: MarketKey;
  currency: Currency;
  accounts: CustomerAccounts;
};

export async function poolBooks(
  reader: Reader,
  product: { id: bigint; market: MarketKey; pool_id: bigint },
): Promise<PoolBooks> {
  const { id: productId, market, pool_id: poolId } = product;
  const accounts = await customerAccounts(reader, poolId);
  return { productId, market, currency: settlementCurrency(market), accounts };
}

/** The same, with the pool's money locked before anything about it is read. */
export async function lockedBooks(
  transaction: Transaction,
  product: { id: bigint; market: MarketKey; pool_id: bigint },
): Promise<PoolBooks> {
  const books = await poolBooks(transaction, product);
  await lockBalances(transaction, [...books.accounts.values()]);
  return books;
}

export async function balancesOf(
  transaction: Transaction,
  poolId: bigint,
  currency: Currency,
): Promise<readonly Balance[]> {
  const all = await customerBalances(transaction, poolId);
  return all.filter((balance) => balance.currency === currency);
}

/** A follower's money waits for the next valuation, and is frozen. */
export async function takeIn(
  transaction: Transaction,
  {
    customerId,
    currency,
    following,
  }: { customerId: bigint; currency: Currency; following: StoredFollowing },
): Promise<void> {
  const accounts = await customerAccounts(transaction, customerId);
  await postTransfer(transaction, {
    kind: "follow_asked",
    causeId: following.id,
    happenedAt: following.asked_at,
    currency,
    entries: [
      {
        accountId: accountOf(accounts, currency, "available"),
        amount: negateMinor(following.amount),
      },
      { accountId: accountOf(accounts, currency, "followed"), amount: following.amount },
    ],
  });
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}

/** The house's own money, which every product begins with. */
export async function takeInSeed(
  transaction: Transaction,
  { currency, following }: { currency: Currency; following: StoredFollowing },
): Promise<void> {
  await postTransfer(transaction, {
    kind: "product_seeded",
    causeId: following.id,
    happenedAt: following.asked_at,
    currency,
    entries: [
      {
        accountId: await houseAccount(transaction, currency, "product_seed"),
        amount: negateMinor(following.amount),
      },
      {
        accountId: await houseAccount(transaction, currency, "product_units"),
        amount: following.amount,
      },
    ],
  });
}

/** Units that exist are worth something else now: what the pool owes follows, and its result takes the difference. */
export function markUnits(
  transaction: Transaction,
  books: PoolBooks,
  marked: { owedBefore: Minor; owedNow: Minor; at: number },
): Promise<void> {
  const change = minor(marked.owedNow - marked.owedBefore);
  return post(transaction, books, "units_marked", marked.at, [
    ["units_issued", negateMinor(change)],
    ["unit_result", change],
  ]);
}

/** What is bought becomes the pool's money; the fraction that no unit stands for is the result's. */
export function issueUnits(
  transaction: Transaction,
  books: PoolBooks,
  issued: { paidIn: Minor; owed: Minor; at: number },
): Promise<void> {
  return post(transaction, books, "units_issued", issued.at, [
    ["available", issued.paidIn],
    ["units_issued", negateMinor(issued.owed)],
    ["unit_result", minor(issued.owed - issued.paidIn)],
  ]);
}

/** Both fees leave the pool: out of what is there, and as a debt that what comes in repays first. */
export async function payFees(
  transaction: Transaction,
  books: PoolBooks,
  { fee, balances, at }: { fee: Minor; balances: readonly Balance[]; at: number },
): Promise<void> {
  if (fee === 0n) return;
  const of = (purpose: Purpose) =>
    balances.find((balance) => balance.purpose === purpose)?.balance ?? minor(0n);
  const net = settleNet(negateMinor(fee), {
    available: of("available"),
    shortfall: of("shortfall_debt"),
  });
  const house = await houseAccount(transaction, books.currency, "fund_fees");
  await post(
    transaction,
    books,
    "fund_fee",
    at,
    [
      ["available", net.available],
      ["shortfall_debt", net.shortfall],
    ],
    [{ accountId: house, amount: fee }],
  );
}

/** Units that are sold are no longer owed to anybody: what they brought leaves the pool for whom it is owed to. */
export function sellUnits(
  transaction: Transaction,
  books: PoolBooks,
  sold: { paidOut: Minor; at: number },
): Promise<void> {
  return post(transaction, books, "units_paid", sold.at, [
    ["available", negateMinor(sold.paidOut)],
    ["units_issued", sold.paidOut],
  ]);
}

/** What rounding left in a pool when its last unit was sold is the house's. */
export async function postResidue(
  transaction: Transaction,
  books: PoolBooks,
  at: number,
): Promise<void> {
  const own = accountOf(books.accounts, books.currency, "available");
  const left = (await balancesOfMany(transaction, [own])).get(own) ?? minor(0n);
  if (left <= 0n) return;
  const house = await houseAccount(transaction, books.currency, "product_residue");
  await post(
    transaction,
    books,
    "pool_residue",
    at,
    [["available", negateMinor(left)]],
    [{ accountId: house, amount: left }],
  );
}

const followersPurposes = ["available", "followed", "shortfall_debt"] as const;

/**
 * Pays some of those whose units were sold, or whose money bought none, as one statement: each is a transfer of its
 * own. What units brought beyond what they cost is the pool's result; what comes in repays first what a closing has
 * left unpaid; the house's own money is the seed's again.
 */
export async function payDecided(
  transaction: Transaction,
  { currency, accounts }: PoolBooks,
  paid: { decided: readonly DecidedFollowing[]; at: number },
): Promise<void> {
  const { decided, at } = paid;
  const customers = [
    ...new Set(decided.flatMap(({ customer_id: id }) => (id === null ? [] : [id]))),
  ];
  const own = await accountsOfMany(transaction, customers, currency, followersPurposes);
  const result = accountOf(accounts, currency, "unit_result");
  const locked = [...own.values()].flatMap((of) => [...of.values()]);
  await lockBalances(transaction, [result, ...locked]);
  const balances = new Map(await balancesOfMany(transaction, locked));
  const seed = await houseAccount(transaction, currency, "product_seed");
  const housesUnits = await houseAccount(transaction, currency, "product_units");
  const transfers = decided.map((following) => {
    const { id: causeId, customer_id: customerId, amount, units } = following;
    const proceeds = following.proceeds ?? minor(0n);
    const of = (purpose: (typeof followersPurposes)[number]) => {
      const found = customerId === null ? undefined : own.get(customerId)?.get(purpose);
      if (found === undefined) throw new Error(`following ${causeId} has no account ${purpose}`);
      return found;
    };
    const isReturned = units === 0n;
    const income =
      customerId === null
        ? [{ accountId: seed, amount: proceeds }]
        : settled(balances, proceeds, { available: of("available"), debt: of("shortfall_debt") });
    const entries: Entry[] = [
      ...income,
      {
        accountId: customerId === null ? housesUnits : of("followed"),
        amount: negateMinor(amount),
      },
      { accountId: result, amount: minor(amount - proceeds) },
    ];
    return {
      kind: isReturned ? "follow_returned" : "follow_ended",
      causeId,
      entries: entries.filter(({ amount: moved }) => moved !== 0n),
    };
  });
  await postMany(transaction, { currency, happenedAt: at, transfers });
}

/** What comes in to a customer of several that are paid at once: the debt that is left is the next one's. */
function settled(
  balances: Map<bigint, Minor>,
  amount: Minor,
  { available, debt }: { available: bigint; debt: bigint },
): Entry[] {
  const owed = balances.get(debt) ?? minor(0n);
  const parts = settleNet(amount, { available: minor(0n), shortfall: owed });
  balances.set(debt, minor(owed + parts.shortfall));
  return [
    { accountId: available, amount: parts.available },
    { accountId: debt, amount: parts.shortfall },
  ];
}

function accountOf(accounts: CustomerAccounts, currency: Currency, purpose: Purpose): bigint {
  const found = accounts.get(accountKey(currency, purpose));
  if (found === undefined) throw new Error(`no account ${purpose} in ${currency}`);
  return found;
}

/** Between a pool's own accounts, and what goes elsewhere; nothing where nothing moves. */
async function post(
  transaction: Transaction,
  { productId, currency, accounts }: PoolBooks,
  kind: string,
  at: number,
  sides: readonly (readonly [Purpose, Minor])[],
  elsewhere: readonly Entry[] = [],
): Promise<void> {
  const own = sides.map(([purpose, amount]) => ({
    accountId: accountOf(accounts, currency, purpose),
    amount,
  }));
  const entries = [...own, ...elsewhere].filter(({ amount }) => amount !== 0n);
  if (entries.length === 0) return;
  await postTransfer(transaction, {
    kind,
    causeId: productId,
    happenedAt: at,
    currency,
    entries,
  });
}
