/**
 * The ledger's part of a statement that settles a batch of orders: SQL over a table `movement`
 * (one row a transfer) and a table `moment` (one row, `now`), both made earlier in the same WITH.
 * The house's accounts have no running balance, so only the customer's two rows are updated, and
 * balance and version after come from that update itself.
 *
 * Columns of `movement`: transfer_id, kind, cause_id, currency, and for each of available, reserved,
 * market and fees an `…_account` and an `…_delta` in minor units. Zero moves nothing. A transfer
 * that does not sum to zero, or names an account without a balance, fails the statement.
 */
export const batchPostings = `
  entry AS (
    SELECT m.transfer_id, m.kind, m.cause_id, m.currency, leg.account_id, leg.amount
    FROM movement m CROSS JOIN LATERAL (VALUES
      (m.available_account, m.available_delta), (m.reserved_account, m.reserved_delta)
    ) AS leg (account_id, amount)
    WHERE leg.amount <> 0
  ), moved AS (
    UPDATE ledger_balance b SET balance = b.balance + e.amount, version = b.version + 1
    FROM entry e WHERE b.account_id = e.account_id
    RETURNING e.transfer_id, e.kind, e.cause_id, e.currency, e.account_id, e.amount, b.balance, b.version
  ), posted AS (
    INSERT INTO ledger_posting
      (transfer_id, account_id, currency, amount, balance_after, version, kind, cause_id, happened_at)
    SELECT p.transfer_id, p.account_id, p.currency, p.amount, p.balance, p.version, p.kind, p.cause_id,
      moment.now
    FROM (
      SELECT transfer_id, account_id, currency, amount, balance, version, kind, cause_id FROM moved
      UNION ALL
      SELECT m.transfer_id, leg.account_id, m.currency, leg.amount, NULL, NULL, m.kind, m.cause_id
      FROM movement m CROSS JOIN LATERAL (VALUES
        (m.market_account, m.market_delta), (m.fees_account, m.fees_delta)
      ) AS leg (account_id, amount)
      WHERE leg.amount <> 0
    ) p CROSS JOIN moment
  )`;
