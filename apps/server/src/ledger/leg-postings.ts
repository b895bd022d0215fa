/**
 * The ledger's part of a statement that settles a batch: SQL over a table `leg` (one row an entry) and a
 * table `moment` (one row, `now`), both made earlier in the same WITH. The house's accounts have no
 * running balance, so only the customers' rows are updated: in the order of their ids, so that no two
 * statements wait for each other. Balance and version after each entry come from that update itself.
 *
 * Columns of `leg`, as `legsOf` makes them: transfer_id, kind, cause_id, currency, account_id, amount in
 * minor units, and is_house. A transfer that does not sum to zero, or names an account without a balance,
 * fails the statement; so does, in `legPostings`, an account with two legs.
 */
export const legPostings = `
  moved AS (
    UPDATE ledger_balance b SET balance = b.balance + leg.amount, version = b.version + 1
    FROM (SELECT * FROM leg WHERE NOT is_house ORDER BY account_id) leg
    WHERE b.account_id = leg.account_id
    RETURNING leg.transfer_id, leg.kind, leg.cause_id, leg.currency, leg.account_id, leg.amount,
      b.balance, b.version
  ), ${postedFrom("SELECT * FROM moved")}`;

/**
 * The same where several transfers may touch an account: it is updated once, and what of the batch came
 * later is taken off again for the balance and version after each. It costs more.
 */
export const repeatedLegPostings = `
  entry AS MATERIALIZED (SELECT * FROM leg WHERE NOT is_house),
  moved AS (
    UPDATE ledger_balance b SET balance = b.balance + e.amount, version = b.version + e.entries
    FROM (
      SELECT account_id, sum(amount)::bigint AS amount, count(*) AS entries,
        array_agg(transfer_id) AS transfers, array_agg(amount) AS amounts
      FROM entry GROUP BY account_id ORDER BY account_id
    ) e
    WHERE b.account_id = e.account_id
    RETURNING b.account_id, b.balance, b.version, e.entries, e.transfers, e.amounts
  ), ${postedFrom(`
    SELECT e.transfer_id, e.kind, e.cause_id, e.currency, e.account_id, e.amount,
      CASE WHEN b.entries = 1 THEN b.balance ELSE b.balance - (
        SELECT coalesce(sum(later.amount), 0) FROM unnest(b.transfers, b.amounts)
          AS later (transfer_id, amount) WHERE later.transfer_id > e.transfer_id) END AS balance,
      CASE WHEN b.entries = 1 THEN b.version ELSE b.version - (
        SELECT count(*) FROM unnest(b.transfers)
          AS later (transfer_id) WHERE later.transfer_id > e.transfer_id) END AS version
    FROM entry e JOIN moved b ON b.account_id = e.account_id`)}`;

/** The customers' entries from `moved`, and the house's as they are. */
function postedFrom(moved: string): string {
  return `posted AS (
    INSERT INTO ledger_posting
      (transfer_id, account_id, currency, amount, balance_after, version, kind, cause_id, happened_at)
    SELECT p.transfer_id, p.account_id, p.currency, p.amount, p.balance, p.version, p.kind, p.cause_id,
      moment.now
    FROM (
      ${moved}
      UNION ALL
      SELECT transfer_id, kind, cause_id, currency, account_id, amount, NULL, NULL FROM leg WHERE is_house
    ) p CROSS JOIN moment
  )`;
}

/**
 * The legs of transfers that stand in a table `movement`, one row each: transfer_id, kind, cause_id,
 * currency, and of every leg an `…_account` and an `…_delta`. Zero moves nothing. One search for each
 * leg: PostgreSQL would prepare a list of values anew for every transfer. Not to be materialised: then
 * whoever wants the customers' legs alone does not look for the house's.
 */
export function legsOf(customers: readonly string[], house: readonly string[]): string {
  const search = (leg: string, isHouse: boolean) => `
    SELECT transfer_id, kind, cause_id, currency, ${leg}_account AS account_id, ${leg}_delta AS amount,
      ${isHouse} AS is_house
    FROM movement WHERE ${leg}_delta <> 0`;
  const searches = [
    ...customers.map((leg) => search(leg, false)),
    ...house.map((leg) => search(leg, true)),
  ];
  return `leg AS NOT MATERIALIZED (${searches.join(" UNION ALL")})`;
}
