-- A price alert is set in prices of a day, and follows a split as what is held does.
ALTER TABLE price_alert ADD COLUMN scale_of timestamptz;
UPDATE price_alert SET scale_of = created_at;
ALTER TABLE price_alert ALTER COLUMN scale_of SET NOT NULL;

-- What is still to be scaled: splits that took effect after the moment whose prices the value is in.
CREATE VIEW price_alert_split_due AS
  SELECT p.id AS alert_id, p.customer_id, a.id AS action_id
  FROM price_alert p JOIN corporate_action a ON a.market = p.market AND a.code = p.code
  WHERE p.fired_at IS NULL AND p.kind IN ('price_at_or_above', 'price_at_or_below')
    AND a.kind = 'split' AND a.effective_at > p.scale_of;
