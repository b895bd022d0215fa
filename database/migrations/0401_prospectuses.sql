-- Prospectuses that operators upload as PDF: their bytes are kept where documents are, under the SHA-256 of the bytes.
CREATE TABLE prospectus (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer NOT NULL CHECK (bytes > 0),
  stored_at timestamptz NOT NULL,
  stored_by bigint NOT NULL REFERENCES operator (id)
);
CREATE TRIGGER prospectus_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON prospectus
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Whether anybody may read one: it is named by a published offering, which never changes.
CREATE INDEX offering_prospectus ON offering (prospectus) WHERE prospectus IS NOT NULL;
