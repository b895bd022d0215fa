-- A day's interest changed what an index of positions has in it, and so wrote every position's entry in each of its
-- indexes again. Of the pressure the index has a bound now, in steps of less than half a per cent: interest passes one in
-- some weeks. Whoever looks takes what is beyond a price by its bound, and then by its pressure.
CREATE FUNCTION margin_pressure_bound(pressure double precision) RETURNS double precision LANGUAGE sql IMMUTABLE
-- The step is a power of two, by which a float is divided and multiplied exactly: the bound is above the pressure.
RETURN CASE pressure WHEN 0 THEN 0
  ELSE (floor(pressure / power(2::double precision, floor(ln(abs(pressure)) / ln(2::double precision)) - 8)) + 1)
    * power(2::double precision, floor(ln(abs(pressure)) / ln(2::double precision)) - 8) END;

-- As a column: an update that leaves it as it is leaves the indexes alone, which an expression would not.
ALTER TABLE position ADD COLUMN pressure_bound double precision GENERATED ALWAYS AS (margin_pressure_bound(
  margin_pressure(side, borrowed_left, collateral_left, interest_units, opened - closed))) STORED;

DROP INDEX position_margined;
CREATE INDEX position_margined ON position (market, code, side, pressure_bound)
  WHERE ended_at IS NULL AND (leverage > 1 OR side = 'short');
