-- An order on a US stock may trade in New York's extended hours too (decision 0135). Of an order that was filled as a
-- whole at once, its position has the mark.
ALTER TABLE trade_order ADD COLUMN extended_hours boolean NOT NULL DEFAULT false
  CHECK (NOT extended_hours OR (market = 'usd' AND kind = 'limit'));
ALTER TABLE position ADD COLUMN extended_hours boolean NOT NULL DEFAULT false;

-- Since when the customer has agreed to their risks and has them switched on; empty while they are off.
ALTER TABLE trading_preferences ADD COLUMN extended_since timestamptz;

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
  p.ended_at, p.newest_lot, p.newest_lot_on, p.do_not_reduce, p.open_value,
  coalesce(o.extended_hours, p.extended_hours) AS extended_hours
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
  NULL, o.ended_at, NULL::bigint, NULL::date, o.do_not_reduce, NULL::bigint, o.extended_hours
FROM trade_order o WHERE o.purpose = 'open' AND o.position_id IS NULL;
