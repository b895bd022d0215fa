-- An order can be a limit and a stop of which whichever comes first cancels the other (OCO): one row, whose
-- shares or money wait once. Closing orders can be stops too (decision 0056).
ALTER TABLE trade_order
  DROP CONSTRAINT trade_order_kind_check,
  DROP CONSTRAINT trade_order_limit_of_its_kind,
  DROP CONSTRAINT trade_order_stop_of_its_kind,
  ADD CONSTRAINT trade_order_kind_check CHECK (
    kind IN ('market', 'limit', 'stop', 'stop_limit', 'oco')),
  ADD CONSTRAINT trade_order_limit_of_its_kind CHECK (
    (limit_price IS NOT NULL) = (kind IN ('limit', 'stop_limit', 'oco'))),
  ADD CONSTRAINT trade_order_stop_of_its_kind CHECK (
    (stop_price IS NOT NULL) = (kind IN ('stop', 'stop_limit', 'oco'))),
  -- To sell, the limit is the higher of the two, to buy the lower.
  ADD CONSTRAINT trade_order_prices_of_oco CHECK (kind <> 'oco'
    OR CASE side WHEN 'sell' THEN limit_price > stop_price ELSE limit_price < stop_price END);
