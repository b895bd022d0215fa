-- After a login or fund password was set by a reset no money leaves and nothing about where it can leave to or
-- about factors changes, for as long as the customer was told. Real time: the simulated clock shortens nothing.
CREATE TABLE reset_hold (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  kind text NOT NULL CHECK (kind IN ('login_password', 'fund_password')),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ends_at timestamptz NOT NULL CHECK (ends_at >= started_at)
);
CREATE INDEX reset_hold_customer ON reset_hold (customer_id, ends_at);

-- Nothing ends one early.
CREATE TRIGGER reset_hold_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON reset_hold
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
