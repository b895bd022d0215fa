-- Customers' second factors: an authenticator app, recovery codes, passkeys; what was proved lately; and
-- who froze an account.

CREATE TABLE customer_totp (
  customer_id bigint PRIMARY KEY REFERENCES customer (id),
  -- Sealed: a copy of the database makes no codes.
  secret bytea NOT NULL,
  -- Empty until a code of it was given: until then it counts for nothing.
  confirmed_at timestamptz,
  -- Each code works once.
  last_step bigint
);

CREATE TABLE customer_recovery_code (
  customer_id bigint NOT NULL REFERENCES customer (id),
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (customer_id, code_hash)
);

CREATE TABLE customer_passkey (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id bigint NOT NULL REFERENCES customer (id),
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  -- The site that it was made on; it signs in nowhere else.
  rp_id text NOT NULL,
  name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz
);
CREATE INDEX customer_passkey_customer ON customer_passkey (customer_id);

-- What a passkey has to sign; each counts once, for a few minutes of real time.
CREATE TABLE customer_challenge (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Empty for a sign-in.
  customer_id bigint REFERENCES customer (id),
  challenge text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- When the session's person last proved a second factor. Real time.
ALTER TABLE session ADD COLUMN proved_at timestamptz;
