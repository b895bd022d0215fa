-- What a strategy decided stands before its orders: afterwards only their answers are added, once.
CREATE FUNCTION copy_decision_is_answered_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.done_at IS NOT NULL
    OR (NEW.product_id, NEW.due_at, NEW.decided_at, NEW.targets, NEW.orders)
      IS DISTINCT FROM (OLD.product_id, OLD.due_at, OLD.decided_at, OLD.targets, OLD.orders)
  THEN
    RAISE EXCEPTION 'A decision is not changed afterwards: %', OLD.product_id USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER copy_decision_is_answered_once BEFORE UPDATE ON copy_decision
  FOR EACH ROW EXECUTE FUNCTION copy_decision_is_answered_once();
