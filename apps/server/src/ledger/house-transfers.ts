import type { Currency, Minor } from "@sanshi/money";
import { sql, timestamp, type Transaction } from "../platform/sql/database.ts";
import { BelowFloor, isBelowFloor } from "./ledger.ts";

/** Between one customer's account, which gains the amount or loses it, and the house's. */
export type HouseTransfer = {
  causeId: bigint;
  currency: Currency;
  accountId: bigint;
  houseAccountId: bigint;
  amount: Minor;
};

/**
 * Posts many such transfers of one kind as one statement, in their order: several of one account have one version
 * after the other. The balances are locked already, in order of their ids.
 *
 * @throws BelowFloor
 */
export async function postWithHouse(
  transaction: Transaction,
  posted: { kind: string; happenedAt: number; transfers: readonly HouseTransfer[] },
): Promise<void> {
  const { kind, transfers } = posted;
  if (transfers.length === 0) return;
  const at = timestamp(posted.happenedAt);
  try {
    await sql`
      WITH entry AS (
        SELECT * FROM unnest(${transfers.map(({ causeId }) => causeId)}::bigint[],
          ${transfers.map(({ currency }) => currency)}::text[],
          ${transfers.map(({ accountId }) => accountId)}::bigint[],
          ${transfers.map(({ houseAccountId }) => houseAccountId)}::bigint[],
          ${transfers.map(({ amount }) => amount)}::bigint[])
          WITH ORDINALITY AS e (cause_id, currency, account_id, house_id, amount, place)
      ), numbered AS MATERIALIZED (
        SELECT *, nextval('ledger_transfer_id') AS transfer_id,
          row_number() OVER account AS number, sum(amount) OVER account AS running
        FROM entry WINDOW account AS (PARTITION BY account_id ORDER BY place)
      ), moved AS (
        UPDATE ledger_balance b SET balance = b.balance + t.amount, version = b.version + t.count
        FROM (SELECT account_id, sum(amount)::bigint AS amount, count(*) AS count
          FROM numbered GROUP BY account_id) t
        WHERE b.account_id = t.account_id
        RETURNING b.account_id, b.balance - t.amount AS before, b.version - t.count AS version_before
      )
      INSERT INTO ledger_posting
        (transfer_id, account_id, currency, amount, balance_after, version, kind, cause_id, happened_at)
      SELECT n.transfer_id, n.account_id, n.currency, n.amount, (m.before + n.running)::bigint,
        m.version_before + n.number, ${kind}::text, n.cause_id, ${at}::timestamptz
      FROM numbered n JOIN moved m ON m.account_id = n.account_id
      UNION ALL
      SELECT n.transfer_id, n.house_id, n.currency, -n.amount, NULL, NULL, ${kind}::text, n.cause_id,
        ${at}::timestamptz
      FROM numbered n`.execute(transaction);
  } catch (error) {
    if (isBelowFloor(error)) throw new BelowFloor("a balance would fall below its floor");
    throw error;
  }
}
