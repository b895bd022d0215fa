-- Orders for the after-hours fixed-price session of Shanghai and Shenzhen alone (decision 0135).
ALTER TABLE trade_order
  DROP CONSTRAINT trade_order_time_in_force_check,
  ADD CONSTRAINT trade_order_time_in_force_check CHECK (time_in_force IN ('until_cancelled', 'day',
    'until_date', 'at_open', 'at_close', 'market_at_close', 'after_hours', 'immediate_or_cancel', 'fill_or_kill')),
  ADD CONSTRAINT trade_order_after_hours CHECK (time_in_force <> 'after_hours'
    OR (market = 'cny' AND kind = 'limit' AND NOT extended_hours));
ALTER TABLE position
  DROP CONSTRAINT position_time_in_force_check,
  ADD CONSTRAINT position_time_in_force_check CHECK (time_in_force IN ('until_cancelled', 'day',
    'until_date', 'at_open', 'at_close', 'market_at_close', 'after_hours', 'immediate_or_cancel', 'fill_or_kill'));
