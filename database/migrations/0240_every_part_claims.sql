-- Where orders are filled and where exchange rates come from claim the database as the market's feed does:
-- simulated and live never mix. What was served before was filled by the simulated venue and exchanged at
-- simulated or recorded rates: no other ones were built in.
ALTER TABLE instance
  ADD COLUMN venue_kind text NOT NULL DEFAULT 'simulated' CHECK (venue_kind IN ('simulated', 'live')),
  ADD COLUMN rates_kind text NOT NULL DEFAULT 'simulated' CHECK (rates_kind IN ('simulated', 'live'));
ALTER TABLE instance
  ALTER COLUMN venue_kind DROP DEFAULT,
  ALTER COLUMN rates_kind DROP DEFAULT;
ALTER TABLE instance
  ADD CONSTRAINT instance_is_of_one_kind
  CHECK (venue_kind = market_kind AND rates_kind = market_kind) NOT VALID;
