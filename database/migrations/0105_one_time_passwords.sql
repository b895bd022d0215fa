-- A one-time password that another operator has yet to approve. Whoever proposed it was told its first
-- half; the second stays sealed until it is told to whoever approves, so that neither can sign in with it
-- as somebody else.
CREATE TABLE operator_one_time_password (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator (id),
  -- The proposal's.
  kind text NOT NULL CHECK (kind IN ('operator_enabled', 'operator_reset')),
  password_hash text NOT NULL,
  second_half bytea NOT NULL,
  UNIQUE (operator_id, kind)
);
