-- What a customer has chosen for every device: one row a customer, each value one of a few.
CREATE TABLE customer_preferences (
  customer_id bigint PRIMARY KEY REFERENCES customer (id),
  chart_view text NOT NULL CHECK (chart_view IN ('timeshare', '1m', '5m', '15m', '30m', 'day',
    'week', 'month', 'year', '1w', '1mo', '3mo', '6mo')),
  chart_adjust text NOT NULL CHECK (chart_adjust IN ('none', 'forward', 'backward')),
  chart_main text NOT NULL CHECK (chart_main IN ('MA', 'EMA', 'BOLL', 'VOL', 'none')),
  chart_sub text NOT NULL CHECK (chart_sub IN ('VOL', 'MACD', 'KDJ', 'RSI', 'OBV')),
  -- Real time, on the device: the later choice wins, whichever arrives last.
  chart_changed_at timestamptz NOT NULL
);
