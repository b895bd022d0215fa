-- A strategy is tested over days at once, and over years of minutes once the instance has time for it: both are kept.

ALTER TABLE copy_backtest
  ADD COLUMN bars text NOT NULL DEFAULT 'days' CHECK (bars IN ('days', 'minutes')),
  DROP CONSTRAINT copy_backtest_pkey,
  ADD PRIMARY KEY (product_id, bars);
