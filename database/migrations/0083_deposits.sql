-- Money in. A channel is an account that customers send money to.
CREATE TABLE deposit_channel (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- In the app's three languages, as are the instructions.
  name jsonb NOT NULL,
  instructions jsonb NOT NULL,
  account_name text NOT NULL,
  account_number text NOT NULL,
  bank_name text NOT NULL,
  branch_name text NOT NULL,
  -- In the minor unit; empty: the site's own limits.
  minimum bigint CHECK (minimum > 0),
  maximum bigint CHECK (maximum >= minimum),
  -- Tokyo time.
  hours_from text NOT NULL DEFAULT '00:00' CHECK (hours_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  hours_to text NOT NULL DEFAULT '24:00' CHECK (hours_to ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  days text NOT NULL DEFAULT 'business' CHECK (days IN ('business', 'weekdays', 'every')),
  -- Outside its hours: take a deposit and look at it later, or take none.
  closes boolean NOT NULL DEFAULT false,
  -- An account that does not exist, on an instance where no money is real.
  simulated boolean NOT NULL,
  -- One that the instance made by itself, so that deposits can be tried.
  demo boolean NOT NULL DEFAULT false CHECK (simulated OR NOT demo),
  position integer NOT NULL DEFAULT 0,
  withdrawn_at timestamptz
);
CREATE UNIQUE INDEX deposit_channel_demo ON deposit_channel (currency) WHERE demo;

-- What a channel says is never changed, because deposits point to it: another account is another channel.
CREATE TRIGGER deposit_channel_stays BEFORE UPDATE OF id, currency, name, account_name, account_number,
    bank_name, branch_name, simulated, demo OR DELETE OR TRUNCATE ON deposit_channel
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE deposit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  channel_id bigint NOT NULL REFERENCES deposit_channel (id),
  currency text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- The number on the wire: 0 under review, 1 approved, 2 rejected.
  status smallint NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 2),
  reference text NOT NULL,
  receipt_document_id bigint NOT NULL REFERENCES document (id),
  submitted_at timestamptz NOT NULL,
  decided_at timestamptz,
  reason_code text,
  reason_words text NOT NULL DEFAULT '',
  CHECK ((status = 0) = (decided_at IS NULL)),
  CHECK ((status = 2) = (reason_code IS NOT NULL))
);
CREATE UNIQUE INDEX deposit_one_pending ON deposit (customer_id) WHERE status = 0;
CREATE INDEX deposit_customer ON deposit (customer_id, id DESC);
CREATE INDEX deposit_receipt ON deposit (receipt_document_id);
