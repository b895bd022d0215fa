-- What a waiting order and its fills need beyond 0040: the levels that a fill took, and closing orders
-- that are filled in parts, or that an exit has placed.

-- Price and shares of each level, the best first; empty where there was one level, at the fill's price.
ALTER TABLE fill ADD COLUMN levels json;

ALTER TABLE position
  -- The exit that has placed the closing order; empty of the customer's own.
  ADD COLUMN closing_reason text CHECK (closing_reason IN ('take_profit', 'stop_loss')),
  -- Of the closing order that waits: shares filled so far, and price times shares of them.
  ADD COLUMN closing_filled bigint NOT NULL DEFAULT 0 CHECK (closing_filled >= 0),
  ADD COLUMN closing_value bigint NOT NULL DEFAULT 0 CHECK (closing_value >= 0);

-- A stop-loss goes on at the market until all is closed: it has no price.
ALTER TABLE position DROP CONSTRAINT position_check1;
ALTER TABLE position
  ADD CONSTRAINT position_closing_has_a_price CHECK (
    (closing_price IS NOT NULL) = (status = 1 AND closing_reason IS DISTINCT FROM 'stop_loss')),
  ADD CONSTRAINT position_closing_only_while_closing CHECK (
    status = 1 OR (closing_reason IS NULL AND closing_filled = 0 AND closing_value = 0)),
  ADD CONSTRAINT position_expires_only_while_waiting CHECK (
    expires_at IS NULL OR status IN (1, 3) OR reserved > 0);

-- Everything that a price can set off.
CREATE INDEX position_watched ON position (customer_id, id) WHERE status IN (1, 3) OR reserved > 0
  OR (status = 0 AND (take_profit IS NOT NULL OR stop_loss IS NOT NULL));
