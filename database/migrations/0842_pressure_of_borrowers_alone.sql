-- Only of what is bought with borrowed money or sold short a pressure is looked for: of every other position it was
-- worked out as well, by a function that PostgreSQL calls for each row. The bound is in steps of half a per cent of what
-- is borrowed, or held for a short, so that interest passes one in some weeks; one expression works it out.
ALTER TABLE position ALTER COLUMN pressure_bound SET EXPRESSION AS (
  CASE WHEN leverage > 1 OR side = 'short' THEN
    (CASE side
      WHEN 'long' THEN borrowed_left::double precision + (floor(interest_units::double precision / 3600000
        / (0.005 * greatest(borrowed_left, 1)::double precision)) + 1) * (0.005 * greatest(borrowed_left, 1)::double precision)
      ELSE (floor(interest_units::double precision / 1800000
        / (0.005 * greatest(collateral_left, 1)::double precision)) + 1) * (0.005 * greatest(collateral_left, 1)::double precision)
        - collateral_left::double precision
    END) / nullif(opened - closed, 0)::double precision
  END);

DROP FUNCTION margin_pressure_bound(double precision);
