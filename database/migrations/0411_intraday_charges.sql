-- What an intraday trade costs beside its fees: the premium of a short whose stock is hard to borrow, and a fee for a
-- position that is carried over. Both are fixed as the trade is applied for, and shown before; what is charged is added
-- to the position's interest, is paid with it, and is kept here to the unit.
ALTER TABLE intraday_trade
  -- Hundredths of a basis point a year, for one day; and basis points of what it was opened for.
  ADD COLUMN premium_rate integer NOT NULL DEFAULT 0 CHECK (premium_rate >= 0),
  ADD COLUMN carry_over_rate integer NOT NULL DEFAULT 0 CHECK (carry_over_rate >= 0);

CREATE TABLE intraday_charge (
  trade_id bigint NOT NULL REFERENCES intraday_trade (id),
  kind text NOT NULL CHECK (kind IN ('premium', 'carry_over')),
  -- In minor units: what it was reckoned from.
  value bigint NOT NULL CHECK (value >= 0),
  rate integer NOT NULL CHECK (rate > 0),
  -- In the units of interest, so many of which make one of the minor unit.
  units bigint NOT NULL CHECK (units >= 0),
  units_per_minor bigint NOT NULL CHECK (units_per_minor > 0),
  charged_at timestamptz NOT NULL,
  PRIMARY KEY (trade_id, kind)
);
CREATE TRIGGER intraday_charge_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON intraday_charge
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
