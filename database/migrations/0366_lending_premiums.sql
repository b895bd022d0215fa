-- Lenders share only what shorts bear: what a period charged as premium is kept with it and by short, so that both can
-- be compared. Null of the periods before.
ALTER TABLE stock_lending_period ADD COLUMN premium_units numeric CHECK (premium_units >= 0);

-- What a short was charged on top of its interest for the days of a period, in the units of its interest: once.
CREATE TABLE stock_lending_premium (
  period_id bigint NOT NULL REFERENCES stock_lending_period (id),
  position_id bigint NOT NULL REFERENCES position (id),
  units bigint NOT NULL CHECK (units > 0),
  PRIMARY KEY (period_id, position_id)
);
CREATE TRIGGER stock_lending_premium_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_lending_premium
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
