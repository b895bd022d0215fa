-- What a position bought on its latest trading day of purchases, where that is not all of it (decision 0058): the
-- mainland lets shares go from the trading day after their purchase, so that the lots of earlier days are sold first.
-- Both are empty of what was bought on one day, whose lot is the position. No order that fills at once writes them.
ALTER TABLE position
  ADD COLUMN newest_lot bigint,
  ADD COLUMN newest_lot_on date,
  ADD CONSTRAINT position_newest_lot_has_its_day CHECK ((newest_lot IS NULL) = (newest_lot_on IS NULL)),
  ADD CONSTRAINT position_newest_lot_is_of_it CHECK (newest_lot > 0 AND newest_lot < opened);

-- Only the mainland asks for the day. What a split has made of an older lot is no matter: it is not the newest one's.
UPDATE position p SET newest_lot = newest.quantity, newest_lot_on = newest.bought_on
FROM (
  SELECT f.position_id, sum(f.quantity)::bigint AS quantity, max((f.filled_at AT TIME ZONE 'Asia/Shanghai')::date) AS bought_on
  FROM position p JOIN fill f ON f.position_id = p.id AND f.side = 'buy'
  WHERE p.market = 'cny' AND p.side = 'long' AND p.ended_at IS NULL
    AND (f.filled_at AT TIME ZONE 'Asia/Shanghai')::date = (
      SELECT max((l.filled_at AT TIME ZONE 'Asia/Shanghai')::date) FROM fill l
      WHERE l.position_id = p.id AND l.side = 'buy')
  GROUP BY f.position_id
) newest
WHERE p.id = newest.position_id AND newest.quantity < p.opened
  AND (p.opened_at AT TIME ZONE 'Asia/Shanghai')::date < newest.bought_on;

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
  p.ended_at, p.newest_lot, p.newest_lot_on
FROM position p LEFT JOIN trade_order o ON o.id = p.id
UNION ALL
SELECT o.id, o.customer_id, o.market, o.code, CASE o.side WHEN 'buy' THEN 'long' ELSE 'short' END, o.kind,
  o.time_in_force, coalesce(o.leverage, 1::smallint),
  CASE o.state WHEN 'working' THEN 'pending' WHEN 'rejected' THEN 'rejected' ELSE 'cancelled' END,
  o.revision, o.quantity, o.limit_price, o.stop_price, o.triggered_at,
  o.expires_at, o.reserved, o.ended_at IS NULL, 0::bigint, 0::bigint, NULL, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
  0::bigint, 0::bigint, 0::bigint, 0::bigint, NULL, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
  0::bigint, 0::bigint, o.take_profit, o.stop_loss,
  CASE WHEN o.state <> 'working' THEN coalesce(o.reason, o.state) END, coalesce(o.placed_at, 'epoch'), NULL,
  NULL, o.ended_at, NULL::bigint, NULL::date
FROM trade_order o WHERE o.purpose = 'open' AND o.position_id IS NULL;
