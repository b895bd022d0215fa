import type { Currency } from "@sanshi/money";
import {
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../platform/sql/database.ts";
import { BelowFloor, isBelowFloor, type Balance, type Purpose, type Entry } from "./ledger.ts";
import type { AccountsOfManyRow, BalancesOfManyRow } from "./many-transfers.sql-types.ts";

export type OneTransfer = { kind: string; causeId: bigint; entries: readonly Entry[] };

/**
 * Posts many transfers of one currency as one statement, in their order, each of any entries: several of one account
 * have one version after the other. The balances are locked already, in order of their ids. What does not sum to zero
 * the table refuses.
 *
 * @throws BelowFloor
 */
export async function postMany(
  transaction: Transaction,
  posted: { currency: Currency; happenedAt: number; transfers: readonly OneTransfer[] },
): Promise<void> {
  const { currency, transfers } = posted;
  if (transfers.length === 0) return;
  const at = timestamp(posted.happenedAt);
  const entries = transfers.flatMap((transfer, index) =>
    transfer.entries.map(({ accountId, amount }) => ({ place: index + 1, accountId, amount })),
  );
  try {
    await sql`
      WITH transfer AS MATERIALIZED (
        SELECT t.kind, t.cause_id, t.place, nextval('ledger_transfer_id') AS transfer_id
        FROM unnest(${transfers.map(({ kind }) => kind)}::text[],
          ${transfers.map(({ causeId }) => causeId)}::bigint[])
          WITH ORDINALITY AS t (kind, cause_id, place)
      ), numbered AS MATERIALIZED (
        SELECT e.place, e.account_id, e.amount,
          row_number() OVER account AS number, sum(e.amount) OVER account AS running
        FROM unnest(${entries.map(({ place }) => place)}::bigint[],
          ${entries.map(({ accountId }) => accountId)}::bigint[],
          ${entries.map(({ amount }) => amount)}::bigint[]) AS e (place, account_id, amount)
        WINDOW account AS (PARTITION BY e.account_id ORDER BY e.place)
      ), moved AS (
        UPDATE ledger_balance b SET balance = b.balance + t.amount, version = b.version + t.count
        FROM (SELECT account_id, sum(amount)::bigint AS amount, count(*) AS count
          FROM numbered GROUP BY account_id) t
        WHERE b.account_id = t.account_id
        RETURNING b.account_id, b.balance - t.amount AS before, b.version - t.count AS version_before
      )
      INSERT INTO ledger_posting
        (transfer_id, account_id, currency, amount, balance_after, version, kind, cause_id, happened_at)
      SELECT t.transfer_id, n.account_id, a.currency, n.amount, (m.before + n.running)::bigint,
        m.version_before + n.number, t.kind, t.cause_id, ${at}::timestamptz
      FROM numbered n JOIN transfer t ON t.place = n.place
      JOIN ledger_account a ON a.id = n.account_id AND a.currency = ${currency}
      LEFT JOIN moved m ON m.account_id = n.account_id`.execute(transaction);
  } catch (error) {
    if (isBelowFloor(error)) throw new BelowFloor("a balance would fall below its floor");
    throw error;
  }
}

/** Accounts of many customers in one currency, by customer and purpose. */
export type AccountsOfMany = ReadonlyMap<bigint, ReadonlyMap<Purpose, bigint>>;

export async function accountsOfMany(
  reader: Reader,
  customerIds: readonly bigint[],
  currency: Currency,
  purposes: readonly Purpose[],
): Promise<AccountsOfMany> {
  const found = await rows(
    reader,
    sql<Narrowed<AccountsOfManyRow, { customer_id: bigint; purpose: Purpose }>>`
      SELECT customer_id, purpose, id FROM ledger_account
      WHERE customer_id = ANY (${[...customerIds]}::bigint[]) AND currency = ${currency}
        AND purpose = ANY (${[...purposes]}::text[])`,
  );
  const byCustomer = Map.groupBy(found, ({ customer_id: id }) => id);
  return new Map(
    [...byCustomer].map(([id, own]) => [id, new Map(own.map((one) => [one.purpose, one.id]))]),
  );
}

/** What is on these accounts, once they are locked. */
export async function balancesOfMany(
  reader: Reader,
  accountIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Balance["balance"]>> {
  const found = await rows(
    reader,
    sql<BalancesOfManyRow>`SELECT account_id, balance FROM ledger_balance
      WHERE account_id = ANY (${[...accountIds]}::bigint[])`,
  );
  return new Map(found.map(({ account_id: id, balance }) => [id, balance]));
}
