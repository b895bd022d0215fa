-- Why an intraday position could not be squared off when it was due: each reason once a trade, with the first time. A
-- day's square-off can be read again afterwards as it happened.
CREATE TABLE intraday_obstacle (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_id bigint NOT NULL REFERENCES intraday_trade (id),
  reason text NOT NULL CHECK (reason IN ('halted', 'locked', 'closed', 'no_price', 'not_tradable')),
  seen_at timestamptz NOT NULL,
  UNIQUE (trade_id, reason)
);
CREATE TRIGGER intraday_obstacle_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON intraday_obstacle
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A day's trades in the published order.
CREATE INDEX intraday_trade_day ON intraday_trade (market, session_ends_at DESC, squares_off_at, id);
