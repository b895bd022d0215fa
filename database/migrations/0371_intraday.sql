-- Intraday trades: an ordinary leveraged order whose position is squared off before the session ends (decision
-- 0065). The row comes before the order, so that whoever is killed in between leaves it to be gone on with.
CREATE TABLE intraday_trade (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  -- The client's own id, and the one under which the order is placed once.
  request_id uuid NOT NULL,
  input_hash text NOT NULL,
  order_request_id uuid NOT NULL UNIQUE,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  side text NOT NULL CHECK (side IN ('long', 'short')),
  leverage smallint NOT NULL CHECK (leverage > 0),
  quantity bigint NOT NULL CHECK (quantity > 0),
  state text NOT NULL DEFAULT 'submitted' CHECK (state IN ('submitted', 'trading', 'completed', 'failed')),
  -- The day term by which it was taken.
  rule text NOT NULL,
  applied_at timestamptz NOT NULL,
  squares_off_at timestamptz NOT NULL CHECK (squares_off_at > applied_at),
  session_ends_at timestamptz NOT NULL CHECK (session_ends_at >= squares_off_at),
  position_id bigint UNIQUE,
  -- Why the order was refused.
  refusal jsonb,
  -- It could not be traded before the session ended, and is squared off at the next chance.
  carried_at timestamptz,
  ended_at timestamptz,
  UNIQUE (customer_id, request_id),
  CHECK ((state IN ('trading', 'completed')) = (position_id IS NOT NULL)),
  CHECK ((state = 'failed') = (refusal IS NOT NULL)),
  CHECK ((state IN ('completed', 'failed')) = (ended_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX intraday_trade_customer ON intraday_trade (customer_id, market, id DESC);
CREATE INDEX intraday_trade_running ON intraday_trade (squares_off_at, id) WHERE state = 'trading';
CREATE INDEX intraday_trade_submitted ON intraday_trade (id) WHERE state = 'submitted';
CREATE TRIGGER intraday_trade_is_kept BEFORE DELETE OR TRUNCATE ON intraday_trade
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION intraday_trade_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - ARRAY['state', 'position_id', 'refusal', 'carried_at', 'ended_at']
      IS DISTINCT FROM to_jsonb(OLD) - ARRAY['state', 'position_id', 'refusal', 'carried_at', 'ended_at']
    OR NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN
      (('submitted', 'trading'), ('submitted', 'failed'), ('trading', 'completed'))
    OR OLD.position_id IS NOT NULL AND NEW.position_id IS DISTINCT FROM OLD.position_id
  THEN
    RAISE EXCEPTION 'intraday trade % does not go from % to %', OLD.id, OLD.state, NEW.state
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER intraday_trade_goes_on BEFORE UPDATE ON intraday_trade
  FOR EACH ROW EXECUTE FUNCTION intraday_trade_goes_on();

-- The receipt of each part that was squared off: the fill of that number keeps the quote that it was made at.
CREATE TABLE intraday_square_off (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_id bigint NOT NULL REFERENCES intraday_trade (id),
  number integer NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  quantity bigint NOT NULL CHECK (quantity > 0),
  decided_at timestamptz NOT NULL,
  UNIQUE (trade_id, number)
);
CREATE TRIGGER intraday_square_off_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON intraday_square_off
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
