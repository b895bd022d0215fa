/**
 * The ledger's part of a statement whose transfers have legs of their own: SQL over a table `leg` (one
 * row an entry) and a table `moment` (one row, `now`), both made earlier in the same WITH. As in
 * `batchPostings`, only the customers' balances are updated, and balance and version after come from
 * that update itself.
 *
 * Columns of `leg`: transfer_id, kind, cause_id, currency, account_id, amount in minor units, and
 * is_house. Zero moves nothing; an account has one leg in a statement. A transfer that does not sum
 * to zero, or names an account without a balance, fails the statement.
 */
export const legPostings = `
  moved AS (
    UPDATE ledger_balance b SET balance = b.balance + leg.amount, version = b.version + 1
    FROM leg WHERE b.account_id = leg.account_id AND NOT leg.is_house AND leg.amount <> 0
    RETURNING leg.transfer_id, leg.kind, leg.cause_id, leg.currency, leg.account_id, leg.amount,
      b.balance, b.version
  ), posted AS (
    INSERT INTO ledger_posting
      (transfer_id, account_id, currency, amount, balance_after, version, kind, cause_id, happened_at)
    SELECT p.transfer_id, p.account_id, p.currency, p.amount, p.balance, p.version, p.kind, p.cause_id,
      moment.now
    FROM (
      SELECT transfer_id, account_id, currency, amount, balance, version, kind, cause_id FROM moved
      UNION ALL
      SELECT transfer_id, account_id, currency, amount, NULL, NULL, kind, cause_id
      FROM leg WHERE is_house AND amount <> 0
    ) p CROSS JOIN moment
  )`;
