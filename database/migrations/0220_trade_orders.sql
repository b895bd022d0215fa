-- Orders and positions become two things (decision 0037). Closing orders go first: what was asked is a row of
-- its own, and a position can have as many of them at work as it has shares for.
CREATE TABLE trade_order (
  -- Of the sequence of positions: an id on the wire is one or the other.
  id bigint PRIMARY KEY,
  customer_id bigint NOT NULL,
  position_id bigint NOT NULL REFERENCES position (id),
  purpose text NOT NULL CHECK (purpose IN ('close')),
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  -- Who placed it: the customer, or an exit of the position's bracket.
  origin text NOT NULL CHECK (origin IN ('customer', 'take_profit', 'stop_loss')),
  state text NOT NULL CHECK (state IN ('working', 'filled', 'cancelled', 'expired')),
  quantity bigint NOT NULL CHECK (quantity > 0),
  -- Empty of a stop-loss, which goes on at the market until all is closed.
  limit_price bigint CHECK (limit_price > 0),
  -- Shares filled so far, and price times shares of them.
  filled bigint NOT NULL DEFAULT 0,
  filled_value bigint NOT NULL DEFAULT 0 CHECK (filled_value >= 0),
  expires_at timestamptz,
  -- Empty of one that was placed before orders were kept by themselves.
  placed_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT trade_order_is_filled_once CHECK (filled BETWEEN 0 AND quantity),
  CONSTRAINT trade_order_filled_is_whole CHECK ((state = 'filled') = (filled = quantity)),
  CONSTRAINT trade_order_ends_once CHECK ((state = 'working') = (ended_at IS NULL)),
  CONSTRAINT trade_order_limit_of_its_origin CHECK ((limit_price IS NULL) = (origin = 'stop_loss'))
) WITH (fillfactor = 85);
CREATE INDEX trade_order_working ON trade_order (position_id, id) WHERE state = 'working';
CREATE INDEX trade_order_expiring ON trade_order (expires_at)
  WHERE state = 'working' AND expires_at IS NOT NULL;
CREATE TRIGGER trade_order_is_kept BEFORE DELETE OR TRUNCATE ON trade_order
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO trade_order (id, customer_id, position_id, purpose, side, origin, state, quantity, limit_price,
  filled, filled_value, expires_at)
SELECT nextval('position_id_block') * 256, customer_id, id, 'close',
  CASE side WHEN 'long' THEN 'sell' ELSE 'buy' END, coalesce(closing_reason, 'customer'), 'working',
  closing_quantity + closing_filled, closing_price, closing_filled, closing_value, expires_at
FROM position WHERE status = 1 ORDER BY id;

-- The shares that its working closing orders still wait for: no more than are held, whoever places them.
ALTER TABLE position ADD COLUMN closing_shares bigint NOT NULL DEFAULT 0;
UPDATE position SET closing_shares = closing_quantity, expires_at = NULL WHERE status = 1;
DROP INDEX position_expiring;
ALTER TABLE position
  DROP CONSTRAINT position_expires_only_while_waiting,
  DROP COLUMN closing_quantity,
  DROP COLUMN closing_price,
  DROP COLUMN closing_reason,
  DROP COLUMN closing_filled,
  DROP COLUMN closing_value,
  ADD CONSTRAINT position_closing_shares_are_held CHECK (closing_shares BETWEEN 0 AND opened - closed),
  ADD CONSTRAINT position_closing_has_orders CHECK ((status = 1) = (closing_shares > 0)),
  ADD CONSTRAINT position_expires_only_while_waiting CHECK (
    expires_at IS NULL OR status = 3 OR reserved > 0);
CREATE INDEX position_expiring ON position (expires_at)
  WHERE expires_at IS NOT NULL AND (status = 3 OR reserved > 0);
