-- A database that was served before keeps its past: so far prices followed from MARKET_SEED, and from this
-- text where none was given. Empty on a new database.
ALTER TABLE instance ADD COLUMN past_seed text;
UPDATE instance SET past_seed = 'sanshi';

-- What this database's prices follow from, for good. The secret seed itself lies sealed in sealed_key.
CREATE TABLE market_pin (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  feed text NOT NULL,
  hours text NOT NULL CHECK (hours IN ('always', 'exchange')),
  -- What the days before secret_from follow from; all days where the seed was given.
  past_seed text NOT NULL,
  -- The first day that has a secret part of its own, and the SHA-256 of that part; empty where MARKET_SEED
  -- was given.
  secret_from date,
  anchor bytea CHECK (octet_length(anchor) = 32),
  -- The SHA-256 over all of this, published from the start.
  commitment bytea CHECK (octet_length(commitment) = 32),
  pinned_at timestamptz(3) NOT NULL,
  CHECK ((secret_from IS NULL) = (anchor IS NULL) AND (anchor IS NULL) = (commitment IS NULL))
);
CREATE TRIGGER market_pin_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON market_pin
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
