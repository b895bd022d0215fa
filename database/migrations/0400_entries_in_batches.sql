-- Subscriptions come many at once (decision 0069): each batch looks once at the offerings that it names, where each
-- row looked, with the same lock. Many subscribe at once, and the close waits for all of them.
DROP TRIGGER new_share_subscription_comes_in_time ON new_share_subscription;
CREATE OR REPLACE FUNCTION new_share_subscription_comes_in_time() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  late bigint;
BEGIN
  PERFORM FROM offering WHERE id IN (SELECT offering_id FROM entered) ORDER BY id FOR SHARE;
  SELECT e.offering_id INTO late FROM entered e JOIN offering o ON o.id = e.offering_id
    WHERE o.root IS NOT NULL OR o.withdrawn_at IS NOT NULL OR e.status <> 0
      OR e.subscribed_at < o.opens_at OR e.subscribed_at >= o.closes_at
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'offering % takes no entry', late USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER new_share_subscription_comes_in_time AFTER INSERT ON new_share_subscription
  REFERENCING NEW TABLE AS entered FOR EACH STATEMENT EXECUTE FUNCTION new_share_subscription_comes_in_time();
