import { differing, sumOf } from "./record-figures.store.ts";

/** What was paid to follow is frozen until it ends, and what it brought then is what was kept of it; the house's too. */
export const followings = `
  SELECT jsonb_strip_nulls(jsonb_build_object('following', coalesce(w.id, m.cause_id)::text, 'customer',
    c.account)) AS ids, f.figure, f.expected, f.found
  FROM (SELECT n.*, upper(p.market) AS currency FROM copy_following n
    JOIN copy_product p ON p.id = n.product_id) w
  FULL JOIN (SELECT p.cause_id, min(a.currency) AS currency_low, max(a.currency) AS currency_high,
      min(a.customer_id) FILTER (WHERE a.purpose IN ('followed', 'available')) AS customer_low,
      max(a.customer_id) FILTER (WHERE a.purpose IN ('followed', 'available')) AS customer_high,
      ${sumOf("a.purpose IN ('followed', 'product_units')")} AS frozen,
      ${sumOf("a.purpose IN ('available', 'product_seed') AND p.kind IN ('follow_asked', 'product_seeded')")} AS paid,
      ${sumOf("a.purpose IN ('available', 'product_seed') AND p.kind IN ('follow_ended', 'follow_returned')")} AS got
    FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
    WHERE p.kind IN ('follow_asked', 'product_seeded', 'follow_ended', 'follow_returned')
    GROUP BY p.cause_id) m ON m.cause_id = w.id
  LEFT JOIN customer c ON c.id = w.customer_id
  ${differing("w.id", [
    ["record", "'one'", "CASE WHEN w.id IS NULL THEN 'none' ELSE 'one' END"],
    ["customer", "w.customer_id", "coalesce(m.customer_low, w.customer_id)"],
    ["customer", "w.customer_id", "coalesce(m.customer_high, w.customer_id)"],
    ["paid", "-w.amount", "coalesce(m.paid, 0)"],
    ["frozen", "CASE w.status WHEN 0 THEN w.amount ELSE 0 END", "coalesce(m.frozen, 0)"],
    [
      "proceeds",
      "CASE w.status WHEN 0 THEN 0 ELSE coalesce(w.proceeds, 0) END",
      "coalesce(m.got, 0)",
    ],
    ["currency", "w.currency", "coalesce(m.currency_low, w.currency)"],
    ["currency", "w.currency", "coalesce(m.currency_high, w.currency)"],
  ])}`;

/**
 * A pool owes what its holders' units come to, each rounded down; with what it made or lost, that is what they paid.
 * Its value and its fees are those of its valuations.
 */
export const pools = `
  WITH held AS (
    SELECT product_id, sum(units) FILTER (WHERE proceeds IS NULL) AS units,
      -- Of units that are sold and not paid yet, the pool has given what they brought.
      sum(amount - coalesce(proceeds, 0)) FILTER (WHERE units > 0) AS paid
    FROM copy_following WHERE status = 0 GROUP BY product_id
  ), owed AS (
    SELECT n.product_id, sum(div(n.units::numeric * p.unit_value, 1000000000000)) AS amount
    FROM copy_following n JOIN copy_product p ON p.id = n.product_id
    WHERE n.status = 0 AND n.proceeds IS NULL GROUP BY n.product_id
  ), valued AS (
    SELECT v.product_id, count(*) AS number, sum(v.management_fee + v.performance_fee) AS fees,
      (array_agg(v.unit_value ORDER BY v.number DESC))[1] AS unit_value,
      sum(v.units_bought - v.units_ended) AS units
    FROM copy_valuation v GROUP BY v.product_id
  ), charged AS (
    SELECT p.cause_id, sum(p.amount) AS fees FROM ledger_posting p
    JOIN ledger_account a ON a.id = p.account_id AND a.purpose = 'fund_fees'
    WHERE p.kind = 'fund_fee' GROUP BY p.cause_id
  ), books AS (
    SELECT p.id, p.units, p.unit_value, p.valuations,
      coalesce(h.units, 0) AS held_units, coalesce(h.paid, 0) AS paid, coalesce(o.amount, 0) AS owed,
      coalesce(v.number, 0) AS number, coalesce(v.fees, 0) AS fees, coalesce(v.units, 0) AS valued_units,
      coalesce(v.unit_value, p.unit_value) AS valued_value, coalesce(k.fees, 0) AS charged,
      (SELECT b.balance FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
        WHERE a.customer_id = p.pool_id AND a.purpose = 'units_issued') AS issued,
      (SELECT b.balance FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
        WHERE a.customer_id = p.pool_id AND a.purpose = 'unit_result') AS result
    FROM copy_product p LEFT JOIN held h ON h.product_id = p.id LEFT JOIN owed o ON o.product_id = p.id
    LEFT JOIN valued v ON v.product_id = p.id LEFT JOIN charged k ON k.cause_id = p.id
  )
  SELECT jsonb_build_object('product', p.id::text) AS ids, f.figure, f.expected, f.found
  FROM books p
  ${differing("p.id", [
    ["units", "p.held_units", "p.units"],
    ["units", "p.valued_units", "p.units"],
    ["owed", "-p.owed", "p.issued"],
    ["paid", "-p.paid", "p.issued + p.result"],
    ["valuations", "p.number", "p.valuations"],
    ["unit_value", "p.valued_value", "p.unit_value"],
    ["fees", "p.fees", "p.charged"],
  ])}`;
