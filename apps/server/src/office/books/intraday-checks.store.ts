import { differing } from "./record-figures.store.ts";

/**
 * What an intraday trade was charged beside its fees is what its terms say, and was paid with its position's interest:
 * to the last whole minor unit once it is closed, unless its venue took trades back or a split changed its shares.
 */
export const intradayTrades = `
  SELECT jsonb_build_object('intraday trade', t.id::text, 'customer', c.account) AS ids, f.figure, f.expected, f.found
  FROM (SELECT trade.id, trade.customer_id, p.interest_paid, c.by_terms, c.units,
      c.is_its_rate, p.ended_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM fill WHERE position_id = p.id AND reverses IS NOT NULL)
        AND NOT EXISTS (SELECT FROM position_action WHERE position_id = p.id) AS is_settled,
      floor(c.units / c.units_per_minor)::bigint AS amount
    FROM intraday_trade trade JOIN position p ON p.id = trade.position_id
    JOIN LATERAL (SELECT sum(units) AS units, max(units_per_minor) AS units_per_minor,
        bool_and(rate = CASE kind WHEN 'premium' THEN trade.premium_rate ELSE trade.carry_over_rate END) AS is_its_rate,
        sum(CASE kind WHEN 'premium' THEN div(value::numeric * rate, 100)
          ELSE value::numeric * rate * div(units_per_minor, 10000) END) AS by_terms
      FROM intraday_charge WHERE trade_id = trade.id HAVING count(*) > 0) c ON true) t
  JOIN customer c ON c.id = t.customer_id
  ${differing("t.id", [
    ["units", "t.by_terms", "t.units"],
    ["rate", "true", "t.is_its_rate"],
    [
      "paid",
      "CASE WHEN t.is_settled THEN greatest(t.amount, t.interest_paid) ELSE t.interest_paid END",
      "t.interest_paid",
    ],
  ])}`;
