-- New orders stopped by an operator: for all, for a market (no code), or for one stock. A halt is kept
-- after it has ended, and only its end is ever added.
CREATE TABLE trading_halt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market text CHECK (market IN ('jpy', 'usd', 'cny')),
  code text,
  -- Whether what is held can be sold or bought back meanwhile.
  closing_allowed boolean NOT NULL,
  -- A code of the catalogue, and the operator's own words where it is `other`.
  reason text NOT NULL,
  words text NOT NULL,
  halted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  halted_by bigint NOT NULL,
  resumed_at timestamptz,
  resumed_by bigint,
  CHECK (code IS NULL OR market IS NOT NULL),
  CHECK ((resumed_at IS NULL) = (resumed_by IS NULL))
);
CREATE UNIQUE INDEX trading_halt_once ON trading_halt (market, code) NULLS NOT DISTINCT
  WHERE resumed_at IS NULL;

CREATE FUNCTION trading_halt_only_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.resumed_at IS NOT NULL OR NEW.resumed_at IS NULL
    OR (NEW.id, NEW.market, NEW.code, NEW.closing_allowed, NEW.reason, NEW.words, NEW.halted_at, NEW.halted_by)
      IS DISTINCT FROM
      (OLD.id, OLD.market, OLD.code, OLD.closing_allowed, OLD.reason, OLD.words, OLD.halted_at, OLD.halted_by)
  THEN
    RAISE EXCEPTION 'a trading halt can only end' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER trading_halt_changes BEFORE UPDATE ON trading_halt
  FOR EACH ROW EXECUTE FUNCTION trading_halt_only_ends();
CREATE TRIGGER trading_halt_is_kept BEFORE DELETE OR TRUNCATE ON trading_halt
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION announce_trading_halt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('trading_halt_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER trading_halt_changed AFTER INSERT OR UPDATE ON trading_halt
  FOR EACH STATEMENT EXECUTE FUNCTION announce_trading_halt();
