import type { Currency, Minor } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../platform/sql/database.ts";
import type {
  AvailableRow,
  BalanceRow,
  CustomerAccountsRow,
  HouseAccountRow,
  LockBalancesRow,
  PostTransferRow,
} from "./ledger.sql-types.ts";

/**
 * The one place where money moves. A customer's accounts are made when the customer registers; the
 * house's (the market, fees, dividends, the simulated grant) when first used. Knows no feature.
 */
export type Purpose =
  | "available"
  | "reserved_orders"
  /** What a withdrawal under review holds. */
  | "reserved_withdrawals"
  /** Paid in for new shares, until they are listed. */
  | "reserved_subscriptions"
  /** What applications for block trades hold, until they are filled or fail. */
  | "reserved_applications"
  /** Paid for units of strategies that are followed. */
  | "followed"
  /** A pool's own: what its units are worth, and what it made or lost with what was paid for them. */
  | "units_issued"
  | "unit_result"
  | "debt"
  /** Borrowed by leverage: zero or below, down to the credit limit. */
  | "margin_debt"
  /** Margin and proceeds of open shorts. */
  | "short_collateral"
  /** What a closing could not pay: zero or below, without a bound. */
  | "shortfall_debt"
  /** What a credit loan lent, and its interest until it is paid: zero or below, without a bound. */
  | "loan_debt"
  | "loan_interest_debt";

/** The house's side of every transfer; its balances are derived from the postings. */
export type HousePurpose =
  | "market"
  | "fees"
  | "interest"
  | "dividends"
  | "simulated_grant"
  /** Where deposits come from and withdrawals go to. */
  | "bank"
  /** The other sides of a correction by hand. */
  | "corrections"
  | "goodwill"
  | "suspense"
  /** The other side of every exchange of currencies, and what its spread and its roundings leave. */
  | "exchange"
  | "exchange_income"
  /** What lenders of shares get of the fee that shorts pay. */
  | "lending_fees"
  /** Income from products, the house's own money in them, and its units at what they cost. */
  | "fund_fees"
  | "product_seed"
  | "product_units"
  /** What rounding left in a pool when its last unit was sold. */
  | "product_residue"
  /** Income from credit loans, what is set aside for those that are not repaid, and what that cost. */
  | "loan_interest"
  | "loan_provision"
  | "loan_losses";

export type Entry = { accountId: bigint; amount: Minor };

/** `kind` is the feature's own word for what happened, `causeId` its record. */
export type Transfer = {
  kind: string;
  causeId: bigint;
  happenedAt: number;
  currency: Currency;
  entries: readonly Entry[];
};

/** Thrown where a transfer would put a balance below its floor; the transaction is lost. */
export class BelowFloor extends Error {}

/** Thrown for a transfer that is not one: fewer than two entries, a zero amount, a sum that is not zero. */
export class UnbalancedTransfer extends Error {}

/**
 * Posts one transfer in the caller's transaction and answers its id. The balances are locked in
 * order of their ids before they are read, so that two transfers can never wait for each other.
 *
 * @throws UnbalancedTransfer, BelowFloor
 */
export async function postTransfer(transaction: Transaction, transfer: Transfer): Promise<bigint> {
  assertBalanced(transfer);
  const accountIds = transfer.entries.map((entry) => entry.accountId);
  const amounts = transfer.entries.map((entry) => entry.amount as bigint);
  await sql`SELECT FROM ledger_balance WHERE account_id = ANY (${accountIds}::bigint[])
    ORDER BY account_id FOR UPDATE`.execute(transaction);
  try {
    const row = await firstRow(
      transaction,
      sql<PostTransferRow>`
        WITH entry AS (
          SELECT * FROM unnest(${accountIds}::bigint[], ${amounts}::bigint[]) AS e (account_id, amount)
        ), transfer AS (
          SELECT nextval('ledger_transfer_id') AS id
        ), moved AS (
          UPDATE ledger_balance SET balance = balance + entry.amount, version = version + 1
          FROM entry WHERE ledger_balance.account_id = entry.account_id
          RETURNING ledger_balance.account_id, balance, version
        )
        INSERT INTO ledger_posting
          (transfer_id, account_id, currency, amount, balance_after, version, kind, cause_id, happened_at)
        SELECT transfer.id, entry.account_id, account.currency, entry.amount, moved.balance,
          moved.version, ${transfer.kind}, ${transfer.causeId}, ${timestamp(transfer.happenedAt)}
        FROM transfer, entry
        JOIN ledger_account account ON account.id = entry.account_id AND account.currency = ${transfer.currency}
        LEFT JOIN moved ON moved.account_id = entry.account_id
        RETURNING transfer_id`,
    );
    if (row === undefined) throw new UnbalancedTransfer("no such account in this currency");
    return row.transfer_id;
  } catch (error) {
    if (isBelowFloor(error)) throw new BelowFloor("a balance would fall below its floor");
    throw error;
  }
}

/**
 * Locks these customers' balances, in order of their ids, and answers what each may still give: the
 * balance above its floor. A decision that stands on it holds until the transaction ends.
 */
export async function lockBalances(
  transaction: Transaction,
  accountIds: readonly bigint[],
): Promise<Map<bigint, Minor>> {
  const locked = await rows(
    transaction,
    sql<Narrowed<LockBalancesRow, { spendable: Minor }>>`
      SELECT account_id, balance - floor AS spendable FROM ledger_balance
      WHERE account_id = ANY (${[...accountIds]}::bigint[]) ORDER BY account_id FOR UPDATE`,
  );
  return new Map(locked.map(({ account_id, spendable }) => [account_id, spendable]));
}

function assertBalanced(transfer: Transfer): void {
  const sum = transfer.entries.reduce((total, entry) => total + entry.amount, 0n);
  const accounts = new Set(transfer.entries.map((entry) => entry.accountId));
  if (transfer.entries.length < 2) throw new UnbalancedTransfer("a transfer has two sides");
  if (accounts.size !== transfer.entries.length)
    throw new UnbalancedTransfer("one entry an account");
  if (transfer.entries.some((entry) => entry.amount === 0n)) {
    throw new UnbalancedTransfer("an entry moves something");
  }
  if (sum !== 0n) throw new UnbalancedTransfer(`a transfer sums to zero, not to ${sum}`);
}

/** True for the violation of the CHECK that guards every balance. */
export function isBelowFloor(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error as Error & { constraint?: string }).constraint === "balance_not_below_floor"
  );
}

/** A customer's account ids by `CURRENCY:purpose`; they never change once made. */
export type CustomerAccounts = ReadonlyMap<string, bigint>;

export function accountKey(currency: Currency, purpose: Purpose): string {
  return `${currency}:${purpose}`;
}

/** Makes whatever of the given accounts is missing, each with a balance of zero and its purpose's floor. */
export async function openCustomerAccounts(
  transaction: Transaction,
  customerId: bigint,
  accounts: readonly { currency: Currency; purpose: Purpose }[],
): Promise<void> {
  await sql`
    WITH wanted AS (
      SELECT * FROM unnest(${accounts.map((account) => account.currency)}::text[],
        ${accounts.map((account) => account.purpose)}::text[]) AS w (currency, purpose)
    ), made AS (
      INSERT INTO ledger_account (customer_id, currency, purpose)
      SELECT ${customerId}, currency, purpose FROM wanted
      ON CONFLICT DO NOTHING RETURNING id, purpose, currency
    )
    INSERT INTO ledger_balance (account_id, floor)
    SELECT id, ledger_floor(purpose, currency) FROM made`.execute(transaction);
}

export async function customerAccounts(
  reader: Reader,
  customerId: bigint,
): Promise<CustomerAccounts> {
  const found = await rows(
    reader,
    sql<CustomerAccountsRow>`
      SELECT id, currency || ':' || purpose AS key FROM ledger_account
      WHERE customer_id = ${customerId}`,
  );
  return new Map(found.map((account) => [account.key, account.id]));
}

/** The house's account, made when it is first asked for. */
export async function houseAccount(
  reader: Reader,
  currency: Currency,
  purpose: HousePurpose,
): Promise<bigint> {
  await sql`INSERT INTO ledger_account (customer_id, currency, purpose)
    SELECT NULL, ${currency}, ${purpose} WHERE NOT EXISTS (SELECT FROM ledger_account
      WHERE customer_id IS NULL AND currency = ${currency} AND purpose = ${purpose})
    ON CONFLICT DO NOTHING`.execute(reader);
  const row = await firstRow(
    reader,
    sql<HouseAccountRow>`SELECT id FROM ledger_account
      WHERE customer_id IS NULL AND currency = ${currency} AND purpose = ${purpose}`,
  );
  if (row === undefined) throw new Error(`the house has no account ${currency}:${purpose}`);
  return row.id;
}

/** `floor` is the lowest that the balance may fall to. */
export type Balance = Narrowed<BalanceRow, { purpose: Purpose }>;

/** What many customers have available in a currency, each as they are now. */
export async function availableAmong(
  reader: Reader,
  customerIds: readonly bigint[],
  currency: Currency,
): Promise<Map<bigint, Minor>> {
  const found = await rows(
    reader,
    sql<Narrowed<AvailableRow, { customer_id: bigint }>>`
      SELECT account.customer_id, balance.balance FROM ledger_account account
      JOIN ledger_balance balance ON balance.account_id = account.id
      WHERE account.customer_id = ANY (${[...customerIds]}::bigint[])
        AND account.currency = ${currency} AND account.purpose = 'available'`,
  );
  return new Map(found.map(({ customer_id, balance }) => [customer_id, balance]));
}

export async function customerBalances(reader: Reader, customerId: bigint): Promise<Balance[]> {
  return rows(
    reader,
    sql<Balance>`
      SELECT account.currency, account.purpose, balance.balance, balance.floor FROM ledger_account account
      JOIN ledger_balance balance ON balance.account_id = account.id
      WHERE account.customer_id = ${customerId}`,
  );
}
