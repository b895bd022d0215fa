-- Open screens say that the simulated clock is about to be moved, and no longer once the proposal has ended, in
-- whatever way: every process reads anew what is announced.
CREATE FUNCTION announce_clock_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('clock_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER proposal_announces_clock_move AFTER INSERT OR UPDATE OF state ON proposal
  FOR EACH ROW WHEN (NEW.kind = 'clock_move') EXECUTE FUNCTION announce_clock_move();
