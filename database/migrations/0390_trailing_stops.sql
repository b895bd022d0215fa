-- A closing order can be a stop that follows the best traded price since it was placed, at a distance (decision
-- 0067). The best price stands in the row, so that the stop is the same after a restart.
ALTER TABLE trade_order
  DROP CONSTRAINT trade_order_kind_check,
  DROP CONSTRAINT trade_order_stop_of_its_kind,
  ADD COLUMN trail_amount bigint CHECK (trail_amount > 0),
  ADD COLUMN trail_basis_points int CHECK (trail_basis_points BETWEEN 1 AND 9999),
  ADD COLUMN trail_best bigint CHECK (trail_best > 0),
  ADD CONSTRAINT trade_order_kind_check CHECK (
    kind IN ('market', 'limit', 'stop', 'stop_limit', 'oco', 'trailing_stop')),
  ADD CONSTRAINT trade_order_stop_of_its_kind CHECK (
    (stop_price IS NOT NULL) = (kind IN ('stop', 'stop_limit', 'oco', 'trailing_stop'))),
  ADD CONSTRAINT trade_order_trail_of_its_kind CHECK (
    num_nonnulls(trail_amount, trail_basis_points) = (kind = 'trailing_stop')::int
    AND (trail_best IS NOT NULL) = (kind = 'trailing_stop')),
  -- To sell it lies below the best price, to buy above.
  ADD CONSTRAINT trade_order_trails_behind CHECK (kind <> 'trailing_stop'
    OR CASE side WHEN 'sell' THEN stop_price < trail_best ELSE stop_price > trail_best END);
