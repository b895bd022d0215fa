-- What operators halt beyond a stock's opening orders ends by itself, within three days.
CREATE FUNCTION wide_halt_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.halted_by IS NOT NULL AND (NEW.code IS NULL OR NOT NEW.closing_allowed)
    AND (NEW.until_at IS NULL OR NEW.until_at > NEW.halted_at + interval '72 hours') THEN
    RAISE EXCEPTION 'a halt of a market or of closing ends within 72 hours'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER trading_halt_ends_within_days BEFORE INSERT ON trading_halt
  FOR EACH ROW EXECUTE FUNCTION wide_halt_ends();

-- How long a part was halted within a month is asked before each halt.
CREATE INDEX trading_halt_newest ON trading_halt (halted_at) WHERE halted_by IS NOT NULL;
