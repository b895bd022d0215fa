-- A halt is a public fact: by which role, why in the customers' languages, until when. Closing is stopped
-- only with an end.
ALTER TABLE trading_halt
  ADD COLUMN halted_role text,
  -- The operator's own sentences {jp, cn, us}, where the reason is `other`.
  ADD COLUMN texts jsonb,
  -- When it ends by itself, on the app's clock.
  ADD COLUMN until_at timestamptz;

ALTER TABLE trading_halt DISABLE TRIGGER trading_halt_changes;
UPDATE trading_halt SET
  halted_role = (SELECT role FROM operator WHERE operator.id = halted_by),
  texts = CASE WHEN reason = 'other' THEN jsonb_build_object('jp', words, 'cn', words, 'us', words) END,
  -- One that stops closing now ends within a day from here; of one that has ended it is when it did.
  until_at = CASE WHEN closing_allowed THEN NULL
    ELSE coalesce(resumed_at, app_now() + interval '24 hours') END;
ALTER TABLE trading_halt ENABLE TRIGGER trading_halt_changes;

DO $$
DECLARE
  old_check text;
BEGIN
  SELECT conname INTO STRICT old_check FROM pg_constraint
    WHERE conrelid = 'trading_halt'::regclass AND pg_get_constraintdef(oid) LIKE '%resumed_by%';
  EXECUTE format('ALTER TABLE trading_halt DROP CONSTRAINT %I', old_check);
END $$;
ALTER TABLE trading_halt
  ALTER COLUMN halted_role SET NOT NULL,
  ADD CONSTRAINT trading_halt_own_sentences CHECK ((reason = 'other') = (texts IS NOT NULL)),
  ADD CONSTRAINT trading_halt_closing_has_an_end CHECK (closing_allowed OR until_at IS NOT NULL),
  ADD CONSTRAINT trading_halt_ends CHECK (resumed_by IS NULL OR resumed_at IS NOT NULL),
  -- Without an operator it ends only when its time is over.
  ADD CONSTRAINT trading_halt_ended_by CHECK
    (resumed_at IS NULL OR resumed_by IS NOT NULL OR (until_at IS NOT NULL AND resumed_at >= until_at));

CREATE FUNCTION closing_is_barred_shortly() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.closing_allowed AND NEW.until_at > NEW.halted_at + interval '24 hours' THEN
    RAISE EXCEPTION 'closing is stopped for a day at most'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER trading_halt_bars_closing_shortly BEFORE INSERT ON trading_halt
  FOR EACH ROW EXECUTE FUNCTION closing_is_barred_shortly();

CREATE OR REPLACE FUNCTION trading_halt_only_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.resumed_at IS NOT NULL OR NEW.resumed_at IS NULL
    OR (NEW.id, NEW.market, NEW.code, NEW.closing_allowed, NEW.reason, NEW.words, NEW.texts,
        NEW.halted_at, NEW.halted_by, NEW.halted_role, NEW.until_at)
      IS DISTINCT FROM
      (OLD.id, OLD.market, OLD.code, OLD.closing_allowed, OLD.reason, OLD.words, OLD.texts,
        OLD.halted_at, OLD.halted_by, OLD.halted_role, OLD.until_at)
  THEN
    RAISE EXCEPTION 'a trading halt can only end' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

-- Whoever holds what a halt is about is told of it and of its end, once each, some hundreds at a time.
CREATE TABLE trading_halt_telling (
  halt_id bigint NOT NULL REFERENCES trading_halt (id),
  what text NOT NULL CHECK (what IN ('halted', 'resumed')),
  -- Customers up to this id have been told.
  told_through bigint NOT NULL DEFAULT 0,
  finished boolean NOT NULL DEFAULT false,
  PRIMARY KEY (halt_id, what)
);
CREATE INDEX trading_halt_telling_open ON trading_halt_telling (halt_id) WHERE NOT finished;
