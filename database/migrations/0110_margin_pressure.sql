-- Looking for accounts in danger read everything that is leveraged or short, every second. Now the positions
-- of a stock stand in the order in which its price reaches them, and a look reads those that it has reached.

-- What a share of a long owes; what a share of a short has held for it, as a negative figure. Either is
-- reached by a price from below: the higher, the sooner. In the minor unit. Interest is counted by the
-- shortest day count, for a short twice, so that no market's rule asks for more.
CREATE FUNCTION margin_pressure(side text, borrowed bigint, collateral bigint, interest_units bigint,
  shares bigint) RETURNS double precision LANGUAGE sql IMMUTABLE
RETURN CASE side WHEN 'long' THEN borrowed::double precision + interest_units::double precision / 3600000
    ELSE interest_units::double precision / 1800000 - collateral::double precision END
  / nullif(shares, 0)::double precision;

DROP INDEX position_margined;
CREATE INDEX position_margined ON position (market, code, side,
  margin_pressure(side, borrowed_left, collateral_left, interest_units, opened - closed))
  WHERE status IN (0, 1, 5) AND (leverage > 1 OR side = 'short');
