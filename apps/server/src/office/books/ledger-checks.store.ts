/**
 * What the books are held against, each as one statement that answers what does not hold: `ids` names it,
 * `figure` says what of it, `expected` what the postings (or the fills) say, and `found` what the record
 * says. An empty answer means that it holds.
 */
export type BookCheck = { name: string; text: string };

const own = `jsonb_build_object('account', a.id::text, 'customer', c.account, 'currency', a.currency,
  'purpose', a.purpose)`;

const transfers = `
  SELECT jsonb_build_object('transfer', transfer_id::text, 'currency', currency) AS ids, 'sum' AS figure,
    '0' AS expected, sum(amount)::text AS found
  FROM ledger_posting GROUP BY transfer_id, currency HAVING sum(amount) <> 0`;

/** A customer's posting carries a version and the house's none; its account has its currency. */
const misplaced = `
  SELECT jsonb_build_object('transfer', p.transfer_id::text, 'account', p.account_id::text) AS ids,
    'account' AS figure, coalesce(a.currency, 'none') AS expected, p.currency AS found
  FROM ledger_posting p LEFT JOIN ledger_account a ON a.id = p.account_id
  WHERE a.id IS NULL OR a.currency <> p.currency OR (a.customer_id IS NULL) <> (p.version IS NULL)`;

/** Each posting goes on where the one before it ended. */
const chains = `
  SELECT ${own} || jsonb_build_object('version', h.version::text) AS ids,
    CASE WHEN h.version <> h.version_before + 1 THEN 'version' ELSE 'balance_after' END AS figure,
    CASE WHEN h.version <> h.version_before + 1 THEN h.version_before + 1
      ELSE h.balance_before + h.amount END::text AS expected,
    CASE WHEN h.version <> h.version_before + 1 THEN h.version ELSE h.balance_after END::text AS found
  FROM (
    SELECT account_id, version, amount, balance_after,
      lag(version, 1, 0::bigint) OVER own AS version_before,
      lag(balance_after, 1, 0::bigint) OVER own AS balance_before
    FROM ledger_posting WHERE version IS NOT NULL
    WINDOW own AS (PARTITION BY account_id ORDER BY version)
  ) h JOIN ledger_account a ON a.id = h.account_id LEFT JOIN customer c ON c.id = a.customer_id
  WHERE h.version <> h.version_before + 1 OR h.balance_after <> h.balance_before + h.amount`;

/** Every customer's account has a balance row, which is the sum of its postings; the house's have none. */
const balances = `
  SELECT ${own} AS ids, f.figure, f.expected, f.found
  FROM ledger_account a
  LEFT JOIN ledger_balance b ON b.account_id = a.id
  LEFT JOIN (
    SELECT account_id, sum(amount) AS total, max(version) AS version, count(*) AS postings
    FROM ledger_posting WHERE version IS NOT NULL GROUP BY account_id
  ) p ON p.account_id = a.id
  LEFT JOIN customer c ON c.id = a.customer_id
  CROSS JOIN LATERAL (VALUES
    ('balance_row', CASE WHEN a.customer_id IS NULL THEN 'none' ELSE 'one' END,
      CASE WHEN b.account_id IS NULL THEN 'none' ELSE 'one' END),
    ('balance', coalesce(p.total, 0)::text, coalesce(b.balance, 0)::text),
    ('version', coalesce(p.postings, 0)::text, coalesce(b.version, 0)::text),
    ('floor', greatest(b.balance, b.floor)::text, b.balance::text)
  ) AS f (figure, expected, found)
  WHERE ((a.customer_id IS NULL) <> (b.account_id IS NULL) OR coalesce(p.total, 0) <> coalesce(b.balance, 0)
      OR coalesce(p.postings, 0) <> coalesce(b.version, 0) OR b.balance < b.floor)
    AND f.expected IS DISTINCT FROM f.found`;

/** The running totals, against the postings that they run over. */
const totals = `
  SELECT jsonb_build_object('day', day::text, 'owner', CASE WHEN is_house THEN 'house' ELSE 'customers' END,
      'currency', currency, 'purpose', purpose) AS ids, 'running_total' AS figure,
    concat_ws(' ', coalesce(p.debit, 0), coalesce(p.credit, 0), coalesce(p.postings, 0)) AS expected,
    concat_ws(' ', coalesce(t.debit, 0), coalesce(t.credit, 0), coalesce(t.postings, 0)) AS found
  FROM (
    SELECT tokyo_day(happened_at) AS day, customer_id IS NULL AS is_house, a.currency, purpose,
      coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS debit,
      coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS credit, count(*) AS postings
    FROM ledger_posting JOIN ledger_account a ON a.id = account_id GROUP BY 1, 2, 3, 4
  ) p FULL JOIN (
    SELECT day, is_house, currency, purpose, sum(debit) AS debit, sum(credit) AS credit,
      sum(postings) AS postings
    FROM ledger_running_total GROUP BY day, is_house, currency, purpose
  ) t USING (day, is_house, currency, purpose)
  WHERE (coalesce(p.debit, 0), coalesce(p.credit, 0), coalesce(p.postings, 0))
    <> (coalesce(t.debit, 0), coalesce(t.credit, 0), coalesce(t.postings, 0))
  UNION ALL
  SELECT jsonb_build_object('owner', CASE WHEN is_house THEN 'house' ELSE 'customers' END,
      'currency', currency, 'purpose', purpose), 'accounts',
    coalesce(a.accounts, 0)::text, coalesce(t.accounts, 0)::text
  FROM (
    SELECT customer_id IS NULL AS is_house, currency, purpose, count(*) AS accounts
    FROM ledger_account GROUP BY 1, 2, 3
  ) a FULL JOIN (
    SELECT is_house, currency, purpose, sum(accounts) AS accounts
    FROM ledger_running_total GROUP BY 1, 2, 3
  ) t USING (is_house, currency, purpose)
  WHERE coalesce(a.accounts, 0) <> coalesce(t.accounts, 0)`;

/** What holds of the ledger by itself. */
export const ledgerChecks = [
  { name: "transfer", text: transfers },
  { name: "posting", text: misplaced },
  { name: "chain", text: chains },
  { name: "balance", text: balances },
  { name: "total", text: totals },
] as const satisfies readonly BookCheck[];
