-- The arrows of a position's states; any other change of state is a fault, whoever makes it. What is closed
-- at once passes through closing (1) without a stop there, and a split can leave less than one share of a
-- position that is locked.
CREATE FUNCTION position_may_go(before smallint, after smallint) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN (before, after) IN
  ((3, 0), (3, 4), (3, 6), (0, 1), (1, 0), (0, 2), (1, 2), (0, 5), (5, 0), (5, 2));

CREATE FUNCTION position_refuse_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a position does not go from % to %', OLD.status, NEW.status
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER position_goes_along_its_arrows BEFORE UPDATE OF status ON position FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT position_may_go(OLD.status, NEW.status))
  EXECUTE FUNCTION position_refuse_transition();
