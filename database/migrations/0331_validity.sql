-- Orders stand until a date, wait for an opening or closing auction alone, or trade at once and no more
-- (decision 0057). What waits at the market holds its money at a price of its own.
ALTER TABLE trade_order
  DROP CONSTRAINT trade_order_time_in_force_check,
  ADD CONSTRAINT trade_order_time_in_force_check CHECK (time_in_force IN ('until_cancelled', 'day',
    'until_date', 'at_open', 'at_close', 'market_at_close', 'immediate_or_cancel', 'fill_or_kill')),
  ADD COLUMN hold_price bigint CHECK (hold_price > 0),
  -- What waits for a day or an auction is over by itself.
  ADD CONSTRAINT trade_order_ends_by_itself CHECK (state <> 'working' OR expires_at IS NOT NULL
    OR time_in_force IN ('until_cancelled', 'day')),
  ADD CONSTRAINT trade_order_at_once_never_waits CHECK (state <> 'working'
    OR time_in_force NOT IN ('immediate_or_cancel', 'fill_or_kill'));
ALTER TABLE position
  DROP CONSTRAINT position_time_in_force_check,
  ADD CONSTRAINT position_time_in_force_check CHECK (time_in_force IN ('until_cancelled', 'day',
    'until_date', 'at_open', 'at_close', 'market_at_close', 'immediate_or_cancel', 'fill_or_kill'));
