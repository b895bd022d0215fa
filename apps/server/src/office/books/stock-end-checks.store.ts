import { priceUnitsOf } from "./record-figures.store.ts";

/** What holds at the end of a listing; see `record-checks.store.ts`. */

/**
 * Whatever the ledger settled at a stock's end has a receipt, at the end's published price, for everything that was
 * left, without a fee; nothing of an ended stock's receipts lacks its fill.
 */
const settlements = `
  SELECT jsonb_strip_nulls(jsonb_build_object('position', coalesce(r.position_id, m.cause_id)::text,
    'stock end', r.stock_end_id::text)) AS ids, f.figure, f.expected, f.found
  FROM (SELECT s.position_id, s.number, s.stock_end_id, s.quantity, s.price, e.settlement_price, e.market, e.code,
      p.market AS own_market, p.code AS own_code, fill.quantity AS filled, fill.price AS filled_at, fill.fee
    FROM stock_end_settlement s JOIN stock_end e ON e.id = s.stock_end_id
    JOIN position p ON p.id = s.position_id
    LEFT JOIN fill ON fill.position_id = s.position_id AND fill.number = s.number) r
  FULL JOIN (SELECT DISTINCT cause_id FROM ledger_posting WHERE kind = 'stock_end_settled') m
    ON m.cause_id = r.position_id
  CROSS JOIN LATERAL (VALUES
    ('receipt', 'one', CASE WHEN r.position_id IS NULL THEN 'none' ELSE 'one' END),
    ('posting', 'one', CASE WHEN m.cause_id IS NULL THEN 'none' ELSE 'one' END),
    ('price', coalesce(r.settlement_price::text, 'none'), coalesce(r.price::text, 'none')),
    ('quantity', coalesce(r.quantity::text, 'none'), coalesce(r.filled::text, 'none')),
    ('filled at', coalesce(r.price::text, 'none'), coalesce(r.filled_at::text, 'none')),
    ('fee', '0', coalesce(r.fee::text, '0')),
    ('stock', r.market || ' ' || r.code, r.own_market || ' ' || r.own_code)) AS f (figure, expected, found)
  WHERE f.expected <> f.found`;

/** Whatever the ledger moved at a merger in shares has a receipt, of all that was left, and its fills. */
const shareExchanges = `
  SELECT jsonb_strip_nulls(jsonb_build_object('position', coalesce(r.position_id, m.cause_id)::text,
    'stock end', r.stock_end_id::text)) AS ids, f.figure, f.expected, f.found
  FROM (SELECT x.position_id, x.stock_end_id, x.quantity::text AS quantity, closing.quantity::text AS filled,
      e.market || ' ' || e.code AS stock, p.market || ' ' || p.code AS own_stock
    FROM share_exchange x JOIN stock_end e ON e.id = x.stock_end_id JOIN position p ON p.id = x.position_id
    LEFT JOIN fill closing ON closing.position_id = x.position_id AND closing.number = x.number
    UNION ALL
    SELECT x.new_position_id, x.stock_end_id, x.received::text, begun.quantity::text, p.market, n.market
    FROM share_exchange x JOIN position p ON p.id = x.position_id JOIN position n ON n.id = x.new_position_id
    LEFT JOIN fill begun ON begun.position_id = n.id AND begun.number = 0) r
  FULL JOIN (SELECT DISTINCT cause_id FROM ledger_posting WHERE kind = 'shares_exchanged') m
    ON m.cause_id = r.position_id
  CROSS JOIN LATERAL (VALUES
    ('receipt', 'one', CASE WHEN r.position_id IS NULL THEN 'none' ELSE 'one' END),
    ('posting', 'one', CASE WHEN m.cause_id IS NULL THEN 'none' ELSE 'one' END),
    ('quantity', coalesce(r.quantity, 'none'), coalesce(r.filled, 'none')),
    ('stock', r.stock, r.own_stock)) AS f (figure, expected, found)
  WHERE f.expected <> f.found`;

/**
 * Shares and cash follow from the end's terms and published price, and the cost that goes on from what was paid for what
 * was left: that is known of what was exchanged as a whole. The price that it goes on at is the old one by the terms.
 */
const exchangedMoney = `
  SELECT jsonb_build_object('position', x.position_id::text, 'stock end', x.stock_end_id::text) AS ids,
    f.figure, f.expected, f.found
  FROM (SELECT x.*, p.side, p.opened, p.open_price, p.open_value, p.cost, p.open_fee, ${priceUnitsOf("p.market")} AS unit,
      e.ratio_numerator::numeric AS numerator, e.ratio_denominator::numeric AS denominator,
      e.target_price::numeric AS target_price, coalesce(e.cash_price, 0)::numeric AS cash_price,
      closing.amount AS closes, begun.amount AS begun, begun.price AS begun_at, begun.fee AS begun_fee,
      closing.fee AS closing_fee
    FROM share_exchange x JOIN stock_end e ON e.id = x.stock_end_id JOIN position p ON p.id = x.position_id
    LEFT JOIN fill closing ON closing.position_id = x.position_id AND closing.number = x.number
    LEFT JOIN fill begun ON begun.position_id = x.new_position_id AND begun.number = 0) x
  CROSS JOIN LATERAL (SELECT
    CASE side WHEN 'long' THEN cost + open_fee ELSE cost - open_fee END AS basis,
    (quantity * numerator - received * denominator) * target_price + quantity * cash_price * denominator AS parts,
    received * target_price AS in_shares, cash * unit AS in_cash,
    CASE WHEN open_value IS NULL THEN open_price::numeric * quantity
      ELSE div(2 * open_value::numeric * quantity + opened, 2 * opened) END AS open_worth,
    quantity * (target_price * numerator + cash_price * denominator) AS worth) m
  CROSS JOIN LATERAL (VALUES
    ('received', div(quantity * numerator, denominator), received::numeric),
    ('cash', CASE side WHEN 'long' THEN div(parts + denominator * unit - 1, denominator * unit)
      ELSE div(parts, denominator * unit) END, cash::numeric),
    ('amount', coalesce(begun, 0)::numeric + cash, coalesce(closes, 0)::numeric),
    ('cost', CASE WHEN received = 0 THEN 0 WHEN opened = quantity THEN div(basis * in_shares, in_shares + in_cash)
      ELSE begun END, coalesce(begun, 0)::numeric),
    ('price', CASE WHEN received > 0 THEN
        greatest(1, div(2 * open_worth * target_price * denominator + worth, 2 * worth)) END, begun_at::numeric),
    ('fee', 0, coalesce(closing_fee, 0) + coalesce(begun_fee, 0))) AS v (figure, expected, found)
  CROSS JOIN LATERAL (SELECT v.figure, coalesce(v.expected::text, 'none') AS expected,
    coalesce(v.found::text, 'none') AS found) f
  WHERE f.expected <> f.found`;

export const stockEnds = `${settlements} UNION ALL ${shareExchanges} UNION ALL ${exchangedMoney}`;
