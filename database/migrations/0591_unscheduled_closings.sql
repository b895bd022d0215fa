-- A market that one operator closes for the rest of a day or for a coming one: for mourning, a typhoon, an outage. What
-- stops trading on the day is a halt of the whole market; a coming day that is closed altogether is no trading day.
CREATE TABLE market_closing (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  -- The market's own date.
  closed_on date NOT NULL,
  whole_day boolean NOT NULL,
  -- On the app's clock: the day's beginning, or the moment of an early close.
  begins_at timestamptz NOT NULL,
  -- A code of the catalogue, or the operator's own sentences {jp, cn, us} where it is `other`.
  reason text NOT NULL,
  texts jsonb,
  closed_by bigint NOT NULL REFERENCES operator (id),
  closed_role text NOT NULL,
  closed_at timestamptz NOT NULL,
  begun_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by bigint REFERENCES operator (id),
  CHECK ((reason = 'other') = (texts IS NOT NULL)),
  CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL)),
  CHECK (begun_at IS NULL OR (begun_at >= begins_at AND withdrawn_at IS NULL)),
  CHECK (withdrawn_at < begins_at)
);
CREATE UNIQUE INDEX market_closing_once ON market_closing (market, closed_on) WHERE withdrawn_at IS NULL;
CREATE INDEX market_closing_due ON market_closing (begins_at) WHERE begun_at IS NULL AND withdrawn_at IS NULL;

CREATE FUNCTION market_closing_begins_or_is_withdrawn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.begun_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL
    OR (NEW.id, NEW.market, NEW.closed_on, NEW.whole_day, NEW.begins_at, NEW.reason, NEW.texts, NEW.closed_by,
        NEW.closed_role, NEW.closed_at)
      IS DISTINCT FROM
      (OLD.id, OLD.market, OLD.closed_on, OLD.whole_day, OLD.begins_at, OLD.reason, OLD.texts, OLD.closed_by,
        OLD.closed_role, OLD.closed_at)
  THEN
    RAISE EXCEPTION 'a closing begins once, or is withdrawn before' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER market_closing_changes BEFORE UPDATE ON market_closing
  FOR EACH ROW EXECUTE FUNCTION market_closing_begins_or_is_withdrawn();
CREATE TRIGGER market_closing_is_kept BEFORE DELETE OR TRUNCATE ON market_closing
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER market_closing_changed AFTER INSERT OR UPDATE ON market_closing
  FOR EACH STATEMENT EXECUTE FUNCTION announce_calendar();
