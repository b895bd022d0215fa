import { minor, negateMinor, zeroMinor, type Currency, type Minor } from "@sanshi/money";
import {
  accountKey,
  customerAccounts,
  customerBalances,
  houseAccount,
  lockBalances,
  postTransfer,
  type CustomerAccounts,
  type Purpose,
} from "../../ledger/ledger.ts";
import { settleNet } from "../../ledger/settle.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import type { ActionMoney } from "./corporate-actions.rules.ts";

/** What an action moves for one position. */
export type ActionPosting = {
  positionId: bigint;
  currency: Currency;
  kind: "split" | "dividend";
  money: ActionMoney;
  /** What of a dividend's cash is paid in its place. */
  equivalent: Minor;
};

type Owed = { available: Minor; shortfall: Minor };

/**
 * Dividends come from the house's dividends, fractions from the market that they are sold to; a short
 * pays both. What a customer cannot pay becomes a debt, and what comes in repays one first.
 */
export async function postActions(
  transaction: Transaction,
  customerId: bigint,
  postings: readonly ActionPosting[],
  now: number,
): Promise<void> {
  const moving = postings.filter(({ money }) =>
    Object.values(money).some((amount) => amount !== 0n),
  );
  if (moving.length === 0) return;
  const accounts = await customerAccounts(transaction, customerId);
  const owed = await lockOwed(transaction, customerId, accounts, moving);
  for (const posting of moving) {
    const balances = owed.get(posting.currency) ?? { available: zeroMinor, shortfall: zeroMinor };
    const after = await postOne(transaction, accounts, posting, balances, now);
    owed.set(posting.currency, after);
  }
}

/** Who pays what is decided on balances that nobody else can change until it is posted. */
async function lockOwed(
  transaction: Transaction,
  customerId: bigint,
  accounts: CustomerAccounts,
  postings: readonly ActionPosting[],
): Promise<Map<Currency, Owed>> {
  const currencies = [...new Set(postings.map(({ currency }) => currency))];
  await lockBalances(
    transaction,
    currencies.flatMap((currency) =>
      (["available", "shortfall_debt"] as const).map((purpose) =>
        ownAccount(accounts, currency, purpose),
      ),
    ),
  );
  const balances = await customerBalances(transaction, customerId);
  const balanceOf = (currency: Currency, purpose: Purpose) =>
    balances.find((one) => one.currency === currency && one.purpose === purpose)?.balance ??
    zeroMinor;
  return new Map(
    currencies.map((currency) => [
      currency,
      {
        available: balanceOf(currency, "available"),
        shortfall: balanceOf(currency, "shortfall_debt"),
      },
    ]),
  );
}

/** Answers the balances afterwards. */
async function postOne(
  transaction: Transaction,
  accounts: CustomerAccounts,
  { positionId, currency, kind, money, equivalent }: ActionPosting,
  balances: Owed,
  now: number,
): Promise<Owed> {
  const { cash, repaid, freed, interest, released } = money;
  const own = (purpose: Purpose) => ownAccount(accounts, currency, purpose);
  const payer = await houseAccount(
    transaction,
    currency,
    kind === "split" ? "market" : "dividends",
  );
  const earned = await houseAccount(transaction, currency, "interest");
  const paid = settleNet(equivalent, balances);
  const left = {
    available: minor(balances.available + paid.available),
    shortfall: minor(balances.shortfall + paid.shortfall),
  };
  const settled = settleNet(minor(cash - equivalent - repaid + freed - interest), left);
  const post = async (name: string, entries: [bigint, Minor][]): Promise<void> => {
    const moved = entries.filter(([, amount]) => amount !== 0n);
    if (moved.length === 0) return;
    await postTransfer(transaction, {
      kind: name,
      causeId: positionId,
      happenedAt: now,
      currency,
      entries: moved.map(([accountId, amount]) => ({ accountId, amount })),
    });
  };
  // For taxes it is no dividend: the ledger has it apart.
  await post("dividend_equivalent", [
    [own("available"), paid.available],
    [own("shortfall_debt"), paid.shortfall],
    [payer, negateMinor(equivalent)],
  ]);
  await post(kind === "split" ? "split_fraction" : "dividend", [
    [own("available"), settled.available],
    [own("shortfall_debt"), settled.shortfall],
    [own("margin_debt"), repaid],
    [own("short_collateral"), negateMinor(freed)],
    [earned, interest],
    [payer, minor(equivalent - cash)],
  ]);
  const after = {
    available: minor(left.available + settled.available),
    shortfall: minor(left.shortfall + settled.shortfall),
  };
  const back = settleNet(released, after);
  await post("order_released", [
    [own("available"), back.available],
    [own("shortfall_debt"), back.shortfall],
    [own("reserved_orders"), negateMinor(released)],
  ]);
  return {
    available: minor(after.available + back.available),
    shortfall: minor(after.shortfall + back.shortfall),
  };
}

function ownAccount(accounts: CustomerAccounts, currency: Currency, purpose: Purpose): bigint {
  const id = accounts.get(accountKey(currency, purpose));
  if (id === undefined) throw new Error(`a customer without ${purpose} in ${currency}`);
  return id;
}
