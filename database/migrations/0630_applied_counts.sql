-- How many applied for a new share, or for a block that is drawn, and for how many lots. The lists show it to
-- everybody, who had 30,000 rows counted each time they asked. What is cancelled counts no more.
CREATE TABLE new_share_applied (
  offering_id bigint PRIMARY KEY REFERENCES offering (id),
  applicants integer NOT NULL CHECK (applicants >= 0),
  lots bigint NOT NULL CHECK (lots >= applicants)
);
CREATE TABLE block_applied (
  offer_id bigint PRIMARY KEY REFERENCES block_draw (offer_id),
  applicants integer NOT NULL CHECK (applicants >= 0),
  lots bigint NOT NULL CHECK (lots >= applicants)
);

-- Written as the tables' owner: the server's role reads them and can neither add a row, change one nor take one away.
CREATE FUNCTION new_share_count_applied() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO new_share_applied AS kept (offering_id, applicants, lots)
    SELECT offering_id, count(*), sum(lots) FROM written GROUP BY offering_id ORDER BY offering_id
    ON CONFLICT (offering_id) DO UPDATE
      SET applicants = kept.applicants + excluded.applicants, lots = kept.lots + excluded.lots;
  ELSE
    UPDATE new_share_applied kept
    SET applicants = kept.applicants - gone.applicants, lots = kept.lots - gone.lots
    FROM (SELECT w.offering_id, count(*) AS applicants, sum(w.lots) AS lots
      FROM written w JOIN before b ON b.id = w.id
      WHERE w.status = 7 AND b.status <> 7 GROUP BY w.offering_id) gone
    WHERE kept.offering_id = gone.offering_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER new_share_subscription_counted AFTER INSERT ON new_share_subscription
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION new_share_count_applied();
CREATE TRIGGER new_share_subscription_counted_again AFTER UPDATE ON new_share_subscription
  REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION new_share_count_applied();

CREATE FUNCTION block_count_applied() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO block_applied AS kept (offer_id, applicants, lots)
    SELECT offer_id, count(*), sum(lots) FROM written WHERE number IS NOT NULL GROUP BY offer_id ORDER BY offer_id
    ON CONFLICT (offer_id) DO UPDATE
      SET applicants = kept.applicants + excluded.applicants, lots = kept.lots + excluded.lots;
  ELSE
    UPDATE block_applied kept
    SET applicants = kept.applicants - gone.applicants, lots = kept.lots - gone.lots
    FROM (SELECT w.offer_id, count(*) AS applicants, sum(w.lots) AS lots
      FROM written w JOIN before b ON b.id = w.id
      WHERE w.number IS NOT NULL AND w.status = 3 AND b.status <> 3 GROUP BY w.offer_id) gone
    WHERE kept.offer_id = gone.offer_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER block_application_counted AFTER INSERT ON block_application
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION block_count_applied();
CREATE TRIGGER block_application_counted_again AFTER UPDATE ON block_application
  REFERENCING OLD TABLE AS before NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION block_count_applied();

-- Of those who applied before. Nobody applies meanwhile: neither twice nor not at all is anything counted.
LOCK TABLE new_share_subscription, block_application IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO new_share_applied (offering_id, applicants, lots)
SELECT offering_id, count(*) FILTER (WHERE status <> 7), coalesce(sum(lots) FILTER (WHERE status <> 7), 0)
FROM new_share_subscription GROUP BY offering_id;
INSERT INTO block_applied (offer_id, applicants, lots)
SELECT offer_id, count(*) FILTER (WHERE status <> 3), coalesce(sum(lots) FILTER (WHERE status <> 3), 0)
FROM block_application WHERE number IS NOT NULL GROUP BY offer_id;
