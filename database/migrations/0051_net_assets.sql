-- What every customer had at the end of each day (UTC: when New York has closed and before Tokyo opens).

-- A day that is recorded; with the rates of its end, units per US dollar in millionths.
CREATE TABLE net_assets_day (
  day date PRIMARY KEY,
  recorded_at timestamptz NOT NULL,
  rates_from text,
  rates jsonb NOT NULL
);

CREATE TABLE net_assets (
  customer_id bigint NOT NULL,
  day date NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- In the currency's minor unit: total assets and unrealised profit less everything owed.
  amount bigint NOT NULL,
  PRIMARY KEY (customer_id, day, currency)
);
CREATE TRIGGER net_assets_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON net_assets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER net_assets_day_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON net_assets_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
