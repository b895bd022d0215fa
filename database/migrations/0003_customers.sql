CREATE TABLE invitation_code (
  code text PRIMARY KEY,
  -- Empty for the house's own codes.
  inviter_customer_id bigint,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  withdrawn_at timestamptz
);

CREATE TABLE customer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account text NOT NULL UNIQUE CHECK (account ~ '^[0-9]{10}$'),
  password_hash text NOT NULL,
  invitation_code text NOT NULL REFERENCES invitation_code (code),
  state text NOT NULL DEFAULT 'active'
    CHECK (state IN ('active', 'banned', 'frozen', 'trading_disabled')),
  registered_at timestamptz NOT NULL
);
ALTER TABLE invitation_code
  ADD FOREIGN KEY (inviter_customer_id) REFERENCES customer (id);
ALTER TABLE ledger_account
  ADD FOREIGN KEY (customer_id) REFERENCES customer (id);
ALTER TABLE client_request
  ADD FOREIGN KEY (customer_id) REFERENCES customer (id);

-- The token itself is known to the customer alone; we keep its hash. Session times are real time:
-- moving the simulated clock signs nobody out.
CREATE TABLE session (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL UNIQUE,
  customer_id bigint NOT NULL REFERENCES customer (id),
  device text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  revoked_at timestamptz
);
CREATE INDEX session_customer ON session (customer_id) WHERE revoked_at IS NULL;

-- Every API process drops what it remembers of a session or a customer as soon as either changes.
CREATE FUNCTION announce_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_changed', encode(NEW.token_hash, 'hex'));
  RETURN NULL;
END $$;
CREATE TRIGGER session_revoked AFTER UPDATE OF revoked_at ON session
  FOR EACH ROW EXECUTE FUNCTION announce_session_change();

CREATE FUNCTION announce_customer_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('customer_changed', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER customer_state_changed AFTER UPDATE OF state ON customer
  FOR EACH ROW EXECUTE FUNCTION announce_customer_change();

-- What happened on an account, for the customer to read.
CREATE TABLE activity (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  kind text NOT NULL,
  params jsonb NOT NULL DEFAULT '{}',
  happened_at timestamptz NOT NULL
);
CREATE INDEX activity_customer ON activity (customer_id, id DESC);
CREATE TRIGGER activity_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON activity
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operator (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash text NOT NULL,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE operator_session (
  token_hash bytea PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator (id),
  csrf_token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  revoked_at timestamptz
);
