-- The public halves of the keys that this instance has signed with: what it signed stays checkable after
-- the key was changed. The secret half is in a file outside the database.
CREATE TABLE signing_key (
  -- The first 16 hexadecimal digits of the SHA-256 of the public key.
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER signing_key_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON signing_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
