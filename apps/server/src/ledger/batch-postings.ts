/**
 * The ledger's part of a statement that settles a batch of orders: SQL over a table `movement`
 * (one row a transfer) and a table `moment` (one row, `now`), both made earlier in the same WITH.
 * The house's accounts have no running balance, so only the customer's rows are updated: once each,
 * in the order of their ids, however many transfers touch them. Balance and version after each
 * transfer come from that update, less what of the batch came later.
 *
 * Columns of `movement`: transfer_id, kind, cause_id, currency, and for each of available, reserved,
 * debt, collateral, market and fees an `…_account` and an `…_delta` in minor units. Zero moves nothing. A transfer
 * that does not sum to zero, or names an account without a balance, fails the statement.
 */
export const batchPostings = `
  entry AS MATERIALIZED (${entriesOf(["available", "reserved", "debt", "collateral"])}
  ), moved AS (
    UPDATE ledger_balance b SET balance = b.balance + e.amount, version = b.version + e.entries
    FROM (
      SELECT account_id, sum(amount)::bigint AS amount, count(*) AS entries,
        array_agg(transfer_id) AS transfers, array_agg(amount) AS amounts
      FROM entry GROUP BY account_id ORDER BY account_id
    ) e
    WHERE b.account_id = e.account_id
    RETURNING b.account_id, b.balance, b.version, e.entries, e.transfers, e.amounts
  ), posted AS (
    INSERT INTO ledger_posting
      (transfer_id, account_id, currency, amount, balance_after, version, kind, cause_id, happened_at)
    SELECT p.transfer_id, p.account_id, p.currency, p.amount, p.balance, p.version, p.kind, p.cause_id,
      moment.now
    FROM (
      SELECT e.transfer_id, e.account_id, e.currency, e.amount,
        CASE WHEN b.entries = 1 THEN b.balance ELSE b.balance - (
          SELECT coalesce(sum(later.amount), 0) FROM unnest(b.transfers, b.amounts)
            AS later (transfer_id, amount) WHERE later.transfer_id > e.transfer_id) END AS balance,
        CASE WHEN b.entries = 1 THEN b.version ELSE b.version - (
          SELECT count(*) FROM unnest(b.transfers)
            AS later (transfer_id) WHERE later.transfer_id > e.transfer_id) END AS version,
        e.kind, e.cause_id
      FROM entry e JOIN moved b ON b.account_id = e.account_id
      UNION ALL
      SELECT transfer_id, account_id, currency, amount, NULL, NULL, kind, cause_id
      FROM (${entriesOf(["market", "fees"])}
      ) house
    ) p CROSS JOIN moment
  )`;

/** One search for each leg: PostgreSQL would prepare a list of values anew for every transfer. */
function entriesOf(legs: readonly string[]): string {
  return legs
    .map(
      (leg) => `
      SELECT transfer_id, kind, cause_id, currency, ${leg}_account AS account_id, ${leg}_delta AS amount
      FROM movement WHERE ${leg}_delta <> 0`,
    )
    .join(" UNION ALL");
}
