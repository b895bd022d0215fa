-- The second step of decision 0037: what was asked leaves the positions. An order to open that waits, or that
-- ended without being filled as a whole at once, is a row of trade_order under the id under which its customer
-- knows it; a position comes into being by its first fill, with that id. An order that was filled at once and
-- as a whole is its request, its position and its fill, as before.
DROP VIEW position_action_due;

ALTER TABLE trade_order
  DROP CONSTRAINT trade_order_purpose_check,
  DROP CONSTRAINT trade_order_state_check,
  DROP CONSTRAINT trade_order_limit_of_its_origin,
  -- Of a closing order the position; of an opening one the position that its first fill has made.
  ALTER COLUMN position_id DROP NOT NULL,
  ADD COLUMN market text,
  ADD COLUMN code text,
  ADD COLUMN kind text,
  ADD COLUMN time_in_force text,
  -- How far an opening order borrows.
  ADD COLUMN leverage smallint CHECK (leverage > 0),
  ADD COLUMN stop_price bigint CHECK (stop_price > 0),
  ADD COLUMN triggered_at timestamptz,
  -- The bracket that its position begins with.
  ADD COLUMN take_profit bigint CHECK (take_profit > 0),
  ADD COLUMN stop_loss bigint CHECK (stop_loss > 0),
  -- Held of the customer's money for what waits to be opened.
  ADD COLUMN reserved bigint NOT NULL DEFAULT 0,
  -- Guards it until there is a position, whose revision guards it from then on and goes on from here.
  ADD COLUMN revision integer NOT NULL DEFAULT 0,
  -- Why it ended, where that was neither its customer nor its day.
  ADD COLUMN reason text CHECK (reason IN ('insufficient_balance', 'insufficient_credit_limit',
    'no_counterparty', 'corporate_action'));

UPDATE trade_order o SET market = p.market, code = p.code,
  kind = CASE WHEN o.limit_price IS NULL THEN 'market' ELSE 'limit' END,
  time_in_force = CASE WHEN o.expires_at IS NULL THEN 'until_cancelled' ELSE 'day' END
FROM position p WHERE p.id = o.position_id;

-- Where the rest of an order was taken back nobody knows when: it is given the moment of its last fill.
INSERT INTO trade_order (id, customer_id, position_id, purpose, market, code, side, origin, kind,
  time_in_force, leverage, state, reason, quantity, limit_price, stop_price, triggered_at, take_profit,
  stop_loss, filled, filled_value, reserved, revision, expires_at, placed_at, ended_at)
SELECT p.id, p.customer_id, CASE WHEN p.opened > 0 THEN p.id END, 'open', p.market, p.code,
  CASE p.side WHEN 'long' THEN 'buy' ELSE 'sell' END, 'customer', p.kind, p.time_in_force, p.leverage,
  asked.state,
  CASE WHEN asked.state IN ('cancelled', 'rejected') AND p.opened = 0 AND p.ending <> 'cancelled'
    THEN p.ending END,
  p.quantity, p.limit_price, p.stop_price, p.triggered_at, p.take_profit, p.stop_loss, p.opened,
  coalesce(filled.value, 0), p.reserved, p.revision,
  CASE asked.state WHEN 'working' THEN p.expires_at END, p.placed_at,
  CASE WHEN asked.state = 'working' THEN NULL WHEN p.opened = 0 THEN p.ended_at ELSE filled.last_at END
FROM position p
CROSS JOIN LATERAL (SELECT CASE
    WHEN p.status = 3 OR p.reserved > 0 THEN 'working'
    WHEN p.status = 6 THEN 'rejected'
    WHEN p.status = 4 AND p.ending = 'expired' THEN 'expired'
    WHEN p.opened = p.quantity THEN 'filled'
    ELSE 'cancelled' END AS state) asked
LEFT JOIN LATERAL (SELECT sum(f.price::numeric * f.quantity)::bigint AS value, max(f.filled_at) AS last_at
  FROM fill f WHERE f.position_id = p.id AND (f.side = 'buy') = (p.side = 'long')) filled ON true
WHERE p.opened = 0 OR p.reserved > 0 OR p.opened <> p.quantity OR p.stop_price IS NOT NULL
  OR p.placed_at <> p.opened_at;

ALTER TABLE trade_order
  ALTER COLUMN market SET NOT NULL,
  ALTER COLUMN code SET NOT NULL,
  ALTER COLUMN kind SET NOT NULL,
  ALTER COLUMN time_in_force SET NOT NULL,
  ADD CONSTRAINT trade_order_purpose_check CHECK (purpose IN ('open', 'close')),
  ADD CONSTRAINT trade_order_market_check CHECK (market IN ('jpy', 'usd', 'cny')),
  ADD CONSTRAINT trade_order_kind_check CHECK (kind IN ('market', 'limit', 'stop', 'stop_limit')),
  ADD CONSTRAINT trade_order_time_in_force_check CHECK (time_in_force IN ('until_cancelled', 'day')),
  ADD CONSTRAINT trade_order_state_check CHECK (
    state IN ('working', 'filled', 'cancelled', 'expired', 'rejected')),
  ADD CONSTRAINT trade_order_limit_of_its_kind CHECK (
    (limit_price IS NOT NULL) = (kind IN ('limit', 'stop_limit'))),
  ADD CONSTRAINT trade_order_stop_of_its_kind CHECK (
    (stop_price IS NOT NULL) = (kind IN ('stop', 'stop_limit'))),
  ADD CONSTRAINT trade_order_position_of_its_purpose CHECK (CASE purpose
    WHEN 'close' THEN position_id IS NOT NULL AND leverage IS NULL
    ELSE leverage IS NOT NULL AND origin = 'customer'
      AND position_id IS NOT DISTINCT FROM CASE WHEN filled > 0 THEN id END END),
  ADD CONSTRAINT trade_order_reserved_only_while_working CHECK (
    reserved >= 0 AND (reserved = 0 OR state = 'working' AND purpose = 'open'));

DROP INDEX trade_order_working;
CREATE INDEX trade_order_closing ON trade_order (position_id, id)
  WHERE purpose = 'close' AND ended_at IS NULL;
CREATE INDEX trade_order_working ON trade_order (customer_id, id) WHERE ended_at IS NULL;
CREATE INDEX trade_order_ended ON trade_order (customer_id, market, ended_at)
  WHERE purpose = 'open' AND position_id IS NULL AND ended_at IS NOT NULL;

CREATE FUNCTION trade_order_refuse_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an order does not go from % to %', OLD.state, NEW.state
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER trade_order_ends_for_good BEFORE UPDATE OF state ON trade_order FOR EACH ROW
  WHEN (OLD.state <> 'working' AND OLD.state <> NEW.state)
  EXECUTE FUNCTION trade_order_refuse_transition();
CREATE TRIGGER trade_order_names_customers AFTER INSERT ON trade_order REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION check_customers('an order');

-- A split concerns an order that waits as well: what it was applied to is a position, or such an order.
ALTER TABLE position_action DROP CONSTRAINT position_action_position_id_fkey;

-- The order that was filled: an opening one has its position's id. Empty of a forced sale, and of what was
-- closed before fills knew their orders.
ALTER TABLE fill ADD COLUMN order_id bigint;
ALTER TABLE fill DISABLE TRIGGER fill_append_only;
UPDATE fill f SET order_id = f.position_id FROM position p
WHERE p.id = f.position_id AND (f.side = 'buy') = (p.side = 'long');
ALTER TABLE fill ENABLE TRIGGER fill_append_only;

ALTER TABLE position DISABLE TRIGGER position_is_kept;
DELETE FROM position WHERE opened = 0;
ALTER TABLE position ENABLE TRIGGER position_is_kept;

DROP TRIGGER position_goes_along_its_arrows ON position;
DROP FUNCTION position_may_go;
DROP INDEX position_ended, position_expiring, position_live, position_margined, position_waiting,
  position_watched;
ALTER TABLE position
  DROP CONSTRAINT position_check2,
  DROP CONSTRAINT position_check4,
  DROP CONSTRAINT position_closing_has_orders,
  DROP CONSTRAINT position_ended_owes_nothing,
  DROP CONSTRAINT position_ending_check,
  DROP CONSTRAINT position_held_has_shares,
  DROP CONSTRAINT position_not_oversold,
  DROP CONSTRAINT position_reserved_only_while_waiting,
  DROP CONSTRAINT position_expires_only_while_waiting,
  DROP CONSTRAINT position_status_check,
  DROP COLUMN quantity,
  DROP COLUMN stop_price,
  DROP COLUMN triggered_at,
  DROP COLUMN expires_at,
  DROP COLUMN reserved,
  DROP COLUMN placed_at,
  -- What was asked, of an order that was filled at once and as a whole; otherwise its order says it.
  ALTER COLUMN kind DROP NOT NULL,
  ALTER COLUMN time_in_force DROP NOT NULL,
  ALTER COLUMN status TYPE text USING CASE status
    WHEN 0 THEN 'holding' WHEN 1 THEN 'closing' WHEN 2 THEN 'closed' ELSE 'locked' END;
ALTER TABLE position RENAME COLUMN status TO state;
UPDATE position p SET kind = NULL, time_in_force = NULL, limit_price = NULL
FROM trade_order o WHERE o.id = p.id;
ALTER TABLE position
  ALTER COLUMN opened DROP DEFAULT,
  ALTER COLUMN open_price SET NOT NULL,
  ALTER COLUMN opened_at SET NOT NULL,
  ALTER COLUMN sellable_at SET NOT NULL,
  ADD CONSTRAINT position_state_check CHECK (state IN ('holding', 'closing', 'closed', 'locked')),
  ADD CONSTRAINT position_has_shares CHECK (opened > 0 AND closed BETWEEN 0 AND opened),
  ADD CONSTRAINT position_closed_has_ended CHECK ((state = 'closed') = (ended_at IS NOT NULL)),
  ADD CONSTRAINT position_closed_has_none CHECK (state <> 'closed' OR closed = opened),
  ADD CONSTRAINT position_closing_has_orders CHECK ((state = 'closing') = (closing_shares > 0)),
  ADD CONSTRAINT position_ended_owes_nothing CHECK (ended_at IS NULL
    OR margin_left = 0 AND borrowed_left = 0 AND collateral_left = 0 AND interest_units = 0),
  ADD CONSTRAINT position_ending_check CHECK (
    ending IN ('corporate_action', 'take_profit', 'stop_loss', 'forced_sale')),
  ADD CONSTRAINT position_asked_is_whole CHECK (
    (kind IS NULL) = (time_in_force IS NULL) AND (limit_price IS NOT NULL) = coalesce(kind = 'limit', false));

CREATE INDEX position_live ON position (customer_id, market, id) WHERE ended_at IS NULL;
CREATE INDEX position_ended ON position (customer_id, market, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX position_margined ON position (market, code, side,
    margin_pressure(side, borrowed_left, collateral_left, interest_units, opened - closed))
  WHERE ended_at IS NULL AND (leverage > 1 OR side = 'short');
CREATE INDEX position_watched ON position (customer_id, id)
  WHERE ended_at IS NULL AND (closing_shares > 0 OR take_profit IS NOT NULL OR stop_loss IS NOT NULL);

-- The arrows of a position's states. What is closed at once passes through closing without a stop there, and a
-- split can leave less than one share of a position that is locked.
CREATE FUNCTION position_may_go(before text, after text) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN (before, after) IN (('holding', 'closing'), ('closing', 'holding'), ('holding', 'closed'),
  ('closing', 'closed'), ('holding', 'locked'), ('locked', 'holding'), ('locked', 'closed'));
CREATE TRIGGER position_goes_along_its_arrows BEFORE UPDATE OF state ON position FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NOT position_may_go(OLD.state, NEW.state))
  EXECUTE FUNCTION position_refuse_transition();
CREATE OR REPLACE FUNCTION position_refuse_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a position does not go from % to %', OLD.state, NEW.state
    USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- What the wire's lists call a position: everything held or closed, with the order that opened it, and every
-- order to open that has no fill. An ended order's figures stay as they were, so behind a split its quantity
-- is what the position says.
CREATE VIEW listed_position AS
SELECT p.id, p.customer_id, p.market, p.code, p.side, coalesce(o.kind, p.kind, 'market') AS kind,
  coalesce(o.time_in_force, p.time_in_force, 'until_cancelled') AS time_in_force, p.leverage,
  p.state AS status, p.revision,
  CASE WHEN o.filled = p.opened THEN coalesce(o.quantity, p.opened) ELSE p.opened END AS quantity,
  coalesce(o.limit_price, p.limit_price) AS limit_price, o.stop_price, o.triggered_at,
  o.expires_at, coalesce(o.reserved, 0) AS reserved, o.id IS NOT NULL AND o.ended_at IS NULL AS opening_works,
  p.opened, p.closed, p.open_price, p.close_value, p.cost, p.open_fee, p.margin, p.borrowed, p.margin_left,
  p.borrowed_left, p.collateral_left, p.interest_units, p.interest_through, p.interest_paid,
  p.basis_closed, p.proceeds, p.close_fee, p.stamp_duty, p.realised, p.closing_shares, p.take_profit,
  p.stop_loss, p.ending, coalesce(o.placed_at, p.opened_at) AS placed_at, p.opened_at, p.sellable_at,
  p.ended_at
FROM position p LEFT JOIN trade_order o ON o.id = p.id
UNION ALL
SELECT o.id, o.customer_id, o.market, o.code, CASE o.side WHEN 'buy' THEN 'long' ELSE 'short' END, o.kind,
  o.time_in_force, coalesce(o.leverage, 1::smallint),
  CASE o.state WHEN 'working' THEN 'pending' WHEN 'rejected' THEN 'rejected' ELSE 'cancelled' END,
  o.revision, o.quantity, o.limit_price, o.stop_price, o.triggered_at,
  o.expires_at, o.reserved, o.ended_at IS NULL, 0::bigint, 0::bigint, NULL, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
  0::bigint, 0::bigint, 0::bigint, 0::bigint, NULL, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
  0::bigint, 0::bigint, o.take_profit, o.stop_loss,
  CASE WHEN o.state <> 'working' THEN coalesce(o.reason, o.state) END, coalesce(o.placed_at, 'epoch'), NULL,
  NULL, o.ended_at
FROM trade_order o WHERE o.purpose = 'open' AND o.position_id IS NULL;

-- In the order of their dates, to every position that was held, and a split to every order that waited. A fill
-- is at a quote from before it was written: an hour is far more than any quote's age.
CREATE VIEW position_action_due AS
SELECT p.id AS position_id, p.customer_id, a.id AS action_id
FROM position p JOIN corporate_action a ON a.market = p.market AND a.code = p.code
WHERE p.ended_at IS NULL
  AND a.effective_at > p.opened_at - interval '1 hour'
  AND a.effective_at > coalesce((SELECT f.quote_at FROM fill f WHERE f.position_id = p.id
    ORDER BY f.number LIMIT 1), p.opened_at)
  AND NOT EXISTS (SELECT FROM position_action d WHERE d.position_id = p.id AND d.action_id = a.id)
UNION ALL
SELECT o.id, o.customer_id, a.id
FROM trade_order o JOIN corporate_action a ON a.market = o.market AND a.code = o.code
WHERE o.purpose = 'open' AND o.position_id IS NULL AND o.ended_at IS NULL
  AND a.kind = 'split' AND a.effective_at > o.placed_at
  AND NOT EXISTS (SELECT FROM position_action d WHERE d.position_id = o.id AND d.action_id = a.id);
