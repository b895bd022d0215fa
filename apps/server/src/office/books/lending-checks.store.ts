import { differing, moved, sumOf, theirs } from "./record-figures.store.ts";

/**
 * What is lent of a position is what came and went of it, what it was paid is what it earned, to the last fraction, and
 * a stock's pool is what its positions lend and borrow.
 */
export const lendings = `
  SELECT jsonb_strip_nulls(jsonb_build_object('lending', coalesce(s.position_id, m.cause_id)::text, 'customer',
    c.account)) AS ids, f.figure, f.expected, f.found
  FROM (SELECT l.*, l.position_id AS id, p.lent, p.market AS own_market FROM stock_lending l
    JOIN position p ON p.id = l.position_id) s
  FULL JOIN (${moved(
    `${sumOf("purpose IN ('available', 'shortfall_debt')")} AS paid,
    ${sumOf("a.customer_id IS NULL AND purpose = 'lending_fees'")} AS house`,
    "('stock_lending_fee')",
  )}) m ON m.cause_id = s.position_id LEFT JOIN customer c ON c.id = s.customer_id
  LEFT JOIN (SELECT position_id, sum(quantity) AS quantity FROM share_lending GROUP BY position_id) e
    ON e.position_id = s.position_id
  LEFT JOIN (SELECT position_id, sum(earned) AS earned, sum(paid) AS paid FROM stock_lending_accrual
    GROUP BY position_id) d ON d.position_id = s.position_id
  ${differing("s.id", [
    ...theirs("s"),
    ["lent", "coalesce(e.quantity, 0)", "s.lent"],
    ["paid", "s.earned", "coalesce(m.paid, 0)"],
    ["house", "-s.earned", "coalesce(m.house, 0)"],
    ["accrued", "coalesce(d.paid, 0)", "s.earned"],
    ["fraction", "coalesce(d.earned, 0)", "s.earned::numeric * 1000000 + s.fraction"],
    ["currency", "upper(s.own_market)", "coalesce(m.currency_low, upper(s.own_market))"],
    ["currency", "upper(s.own_market)", "coalesce(m.currency_high, upper(s.own_market))"],
  ])}
  UNION ALL
  SELECT jsonb_build_object('lending period', p.id::text), f.figure, f.expected, f.found
  FROM (SELECT period.*, coalesce(a.earned, 0) AS earned,
      (lenders_day - residue_day) * (through_day - after_day) AS all_days, through_day - after_day AS days,
      coalesce(c.units, 0) AS charged,
      EXISTS (SELECT FROM stock_lending_period n WHERE n.market = period.market AND n.code = period.code
        AND n.after_day >= period.through_day) AS is_done
    FROM stock_lending_period period LEFT JOIN (SELECT period_id, sum(earned) AS earned
      FROM stock_lending_accrual GROUP BY period_id) a ON a.period_id = period.id
    LEFT JOIN (SELECT period_id, sum(units) AS units FROM stock_lending_premium GROUP BY period_id) c
      ON c.period_id = period.id) p
  ${differing("p.id", [
    [
      "lenders_day",
      // The newest is being paid perhaps; never more than all of it.
      `CASE WHEN p.is_done OR p.earned > p.all_days THEN p.all_days ELSE p.earned END`,
      "p.earned",
    ],
    // What lenders share of premiums is what shorts were charged.
    ["premium_units", "p.charged", "coalesce(p.premium_units * p.days, p.charged)"],
  ])}
  UNION ALL
  SELECT jsonb_build_object('buy-in', b.position_id::text || ' ' || b.number), v.figure, v.expected, v.found
  FROM share_buy_in b LEFT JOIN fill f ON f.position_id = b.position_id AND f.number = b.number
  CROSS JOIN LATERAL (VALUES ('quantity', b.quantity::text, coalesce(f.quantity::text, 'none')),
    ('price', b.price::text, coalesce(f.price::text, 'none'))) AS v (figure, expected, found)
  WHERE v.expected <> v.found
  UNION ALL
  SELECT jsonb_build_object('share pool', market || ' ' || code), v.figure, v.expected, v.found
  FROM (SELECT market, code, coalesce(sum(quantity) FILTER (WHERE NOT is_short), 0) AS lent,
      coalesce(sum(quantity) FILTER (WHERE is_short), 0) AS short
    FROM (SELECT market, code, quantity, false AS is_short FROM share_lending
      UNION ALL SELECT market, code, quantity, true FROM share_loan) happened
    GROUP BY market, code) h
  FULL JOIN share_pool t USING (market, code)
  CROSS JOIN LATERAL (VALUES ('lent', coalesce(h.lent, 0)::text, coalesce(t.lent, 0)::text),
    ('short', coalesce(h.short, 0)::text, coalesce(t.short, 0)::text)) AS v (figure, expected, found)
  WHERE v.expected <> v.found`;
