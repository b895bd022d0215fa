-- The years of the exchanges' calendars as operators entered them from the exchanges' notices, and the word that a
-- live instance may settle into a year by its expected days. Every decision is kept: of those on one year the newest
-- holds, from its day on. Days that had begun by then stay as they were, since prices and dates follow from them.
CREATE TABLE calendar_decision (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  year integer NOT NULL CHECK (year BETWEEN 2000 AND 2100),
  basis text NOT NULL CHECK (basis IN ('published', 'expected')),
  -- The market's own dates. New Year's Day may close the last days of the year before.
  closed_days date[] NOT NULL,
  half_days date[] NOT NULL,
  notice_title text,
  notice_address text,
  notice_published_on date,
  holds_from date NOT NULL,
  proposal_id bigint NOT NULL UNIQUE REFERENCES proposal (id),
  -- On the app's clock.
  decided_at timestamptz NOT NULL,
  CHECK ((basis = 'published') = (notice_title IS NOT NULL)),
  CHECK ((basis = 'published') = (notice_address IS NOT NULL)),
  CHECK ((basis = 'published') = (notice_published_on IS NOT NULL)),
  CHECK (basis = 'published' OR (closed_days = '{}' AND half_days = '{}')),
  CHECK (cardinality(closed_days) + cardinality(half_days) <= 60),
  CHECK (NOT closed_days && half_days)
);
CREATE INDEX calendar_decision_of ON calendar_decision (market, year, id);

-- Nobody enters a year alone, and none changes a day that has begun.
CREATE FUNCTION calendar_is_not_backwards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.holds_from <= (app_now() AT TIME ZONE CASE NEW.market
      WHEN 'jpy' THEN 'Asia/Tokyo' WHEN 'usd' THEN 'America/New_York' ELSE 'Asia/Shanghai' END)::date
  THEN
    RAISE EXCEPTION 'a calendar holds from a later day' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM proposal WHERE id = NEW.proposal_id AND state = 'approved'
    AND kind = CASE NEW.basis WHEN 'published' THEN 'calendar_year' ELSE 'calendar_expected' END)
  THEN
    RAISE EXCEPTION 'a calendar needs an approved proposal' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER calendar_holds_later BEFORE INSERT ON calendar_decision
  FOR EACH ROW EXECUTE FUNCTION calendar_is_not_backwards();
CREATE TRIGGER calendar_decision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON calendar_decision
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION announce_calendar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('calendar_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER calendar_changed AFTER INSERT ON calendar_decision
  FOR EACH STATEMENT EXECUTE FUNCTION announce_calendar();
