-- On the ex-date of a dividend FINRA Rule 5330 lowers purchases at a limit and sales at a stop, unless the customer
-- has marked them "do not reduce" (decision 0118).
ALTER TABLE trade_order ADD COLUMN do_not_reduce boolean NOT NULL DEFAULT false;
-- The mark of the order that opened it: it counts for the prices at which the position is closed by itself.
ALTER TABLE position ADD COLUMN do_not_reduce boolean NOT NULL DEFAULT false;

-- Its key is what keeps a dividend from lowering an order of which nothing is filled twice. What belongs to a
-- position is lowered with the dividend that is paid on it, which position_action keeps.
CREATE TABLE order_reduction (
  order_id bigint NOT NULL REFERENCES trade_order (id),
  action_id bigint NOT NULL REFERENCES corporate_action (id),
  applied_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, action_id)
);
-- What waits has kept its prices over the dividends until now.
INSERT INTO order_reduction (order_id, action_id, applied_at)
SELECT o.id, a.id, a.effective_at FROM trade_order o
JOIN corporate_action a ON a.market = o.market AND a.code = o.code AND a.kind = 'dividend'
WHERE o.purpose = 'open' AND o.ended_at IS NULL AND a.effective_at > o.placed_at;
CREATE TRIGGER order_reduction_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_reduction
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE VIEW position_action_due AS
SELECT p.id AS position_id, p.customer_id, a.id AS action_id
FROM position p JOIN corporate_action a ON a.market = p.market AND a.code = p.code
WHERE p.ended_at IS NULL
  AND a.effective_at > p.opened_at - interval '1 hour'
  AND a.effective_at > coalesce((SELECT f.quote_at FROM fill f WHERE f.position_id = p.id
    ORDER BY f.number LIMIT 1), p.opened_at)
  AND NOT EXISTS (SELECT FROM position_action d WHERE d.position_id = p.id AND d.action_id = a.id)
UNION ALL
SELECT o.id, o.customer_id, a.id
FROM trade_order o JOIN corporate_action a ON a.market = o.market AND a.code = o.code
WHERE o.purpose = 'open' AND o.position_id IS NULL AND o.ended_at IS NULL AND a.effective_at > o.placed_at
  AND CASE a.kind
    WHEN 'split' THEN NOT EXISTS (SELECT FROM position_action d WHERE d.position_id = o.id AND d.action_id = a.id)
    ELSE o.market = 'usd' AND NOT o.do_not_reduce
      AND NOT EXISTS (SELECT FROM order_reduction r WHERE r.order_id = o.id AND r.action_id = a.id) END;

CREATE OR REPLACE VIEW listed_position AS
SELECT p.id, p.customer_id, p.market, p.code, p.side, coalesce(o.kind, p.kind, 'market') AS kind,
  coalesce(o.time_in_force, p.time_in_force, 'until_cancelled') AS time_in_force, p.leverage,
  p.state AS status, p.revision,
  CASE WHEN o.filled = p.opened THEN coalesce(o.quantity, p.opened) ELSE p.opened END AS quantity,
  coalesce(o.limit_price, p.limit_price) AS limit_price, o.stop_price, o.triggered_at,
  o.expires_at, coalesce(o.reserved, 0) AS reserved, o.id IS NOT NULL AND o.ended_at IS NULL AS opening_works,
  p.opened, p.closed, p.open_price, p.close_value, p.cost, p.open_fee, p.margin, p.borrowed, p.margin_left,
  p.borrowed_left, p.collateral_left, p.interest_units, p.interest_through, p.interest_paid,
  p.basis_closed, p.proceeds, p.close_fee, p.stamp_duty, p.realised, p.closing_shares, p.take_profit,
  p.stop_loss, p.ending, coalesce(o.placed_at, p.opened_at) AS placed_at, p.opened_at, p.sellable_at,
  p.ended_at, p.newest_lot, p.newest_lot_on, p.do_not_reduce
FROM position p LEFT JOIN trade_order o ON o.id = p.id WHERE p.opened > 0
UNION ALL
SELECT o.id, o.customer_id, o.market, o.code, CASE o.side WHEN 'buy' THEN 'long' ELSE 'short' END, o.kind,
  o.time_in_force, coalesce(o.leverage, 1::smallint),
  CASE o.state WHEN 'working' THEN 'pending' WHEN 'rejected' THEN 'rejected' ELSE 'cancelled' END,
  o.revision, o.quantity, o.limit_price, o.stop_price, o.triggered_at,
  o.expires_at, o.reserved, o.ended_at IS NULL, 0::bigint, 0::bigint, NULL, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
  0::bigint, 0::bigint, 0::bigint, 0::bigint, NULL, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
  0::bigint, 0::bigint, o.take_profit, o.stop_loss,
  CASE WHEN o.state <> 'working' THEN coalesce(o.reason, o.state) END, coalesce(o.placed_at, 'epoch'), NULL,
  NULL, o.ended_at, NULL::bigint, NULL::date, o.do_not_reduce
FROM trade_order o WHERE o.purpose = 'open' AND o.position_id IS NULL;
