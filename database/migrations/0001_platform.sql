-- The app's clock is the database's clock plus this offset. Only a simulated instance moves it, only forward.
CREATE TABLE simulation_clock (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_seconds bigint NOT NULL DEFAULT 0 CHECK (offset_seconds >= 0)
);
INSERT INTO simulation_clock DEFAULT VALUES;

CREATE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT clock_timestamp() + offset_seconds * interval '1 second' FROM simulation_clock $$;

-- What kind of market this database belongs to, for good: simulated and live never mix.
CREATE TABLE instance (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  market_kind text NOT NULL CHECK (market_kind IN ('simulated', 'live'))
);

CREATE TABLE config_entry (
  name text PRIMARY KEY,
  value text NOT NULL
);

-- Failed tries per key (an account, an address, everybody) within a window of real time.
CREATE TABLE try_counter (
  key text PRIMARY KEY,
  window_started_at timestamptz NOT NULL,
  tries integer NOT NULL
);

-- The first answer to a request id, refusals included; the same id with other input is refused.
CREATE TABLE client_request (
  customer_id bigint NOT NULL,
  request_id uuid NOT NULL,
  input_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (customer_id, request_id)
);
