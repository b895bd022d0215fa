-- One entry of a person in a draw, whatever accounts the person has (decision 0099). Of an entry the keyed fingerprint of
-- the ID's number that its customer was verified by; empty where the law lets nobody keep anything of the number, and of
-- what is not drawn.
ALTER TABLE new_share_subscription ADD COLUMN identity bytea;
ALTER TABLE block_application ADD COLUMN identity bytea, ADD CHECK (identity IS NULL OR number IS NOT NULL);

-- Of the lists that are still open. Who had entered twice by now keeps both: their receipts are signed. The first of
-- them stands for the person.
WITH entered AS (
  SELECT DISTINCT ON (s.offering_id, v.id_number_fingerprint) s.id, v.id_number_fingerprint AS identity
  FROM new_share_subscription s
  JOIN offering o ON o.id = s.offering_id AND o.root IS NULL AND o.withdrawn_at IS NULL
  JOIN verification v ON v.customer_id = s.customer_id AND v.status = 2
  WHERE s.status <> 7 AND v.id_number_fingerprint IS NOT NULL
  ORDER BY s.offering_id, v.id_number_fingerprint, s.id
)
UPDATE new_share_subscription s SET identity = entered.identity FROM entered WHERE entered.id = s.id;

WITH entered AS (
  SELECT DISTINCT ON (a.offer_id, v.id_number_fingerprint) a.id, v.id_number_fingerprint AS identity
  FROM block_application a
  JOIN block_draw d ON d.offer_id = a.offer_id AND d.root IS NULL
  JOIN verification v ON v.customer_id = a.customer_id AND v.status = 2
  WHERE a.number IS NOT NULL AND a.status = 0 AND v.id_number_fingerprint IS NOT NULL
  ORDER BY a.offer_id, v.id_number_fingerprint, a.id
)
UPDATE block_application a SET identity = entered.identity FROM entered WHERE entered.id = a.id;

CREATE UNIQUE INDEX new_share_subscription_person ON new_share_subscription (offering_id, identity)
  WHERE identity IS NOT NULL AND status <> 7;
CREATE UNIQUE INDEX block_application_person ON block_application (offer_id, identity)
  WHERE identity IS NOT NULL AND status <> 3;

-- Whose an entry is does not change.
CREATE TRIGGER new_share_subscription_person_stays BEFORE UPDATE OF identity ON new_share_subscription
  FOR EACH ROW WHEN (OLD.identity IS DISTINCT FROM NEW.identity) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER block_application_person_stays BEFORE UPDATE OF identity ON block_application
  FOR EACH ROW WHEN (OLD.identity IS DISTINCT FROM NEW.identity) EXECUTE FUNCTION refuse_change();
