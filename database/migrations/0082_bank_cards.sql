-- Where money is withdrawn to. What a card says is never changed: another account is another card.
CREATE TABLE bank_card (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  holder_name text NOT NULL,
  number_masked text NOT NULL,
  number_sealed bytea NOT NULL,
  -- Of country, bank, branch and number: the same account is known again, also at another customer's.
  number_fingerprint bytea NOT NULL,
  bank_code text,
  bank_name text NOT NULL,
  branch_code text NOT NULL,
  branch_name text NOT NULL,
  card_type text NOT NULL,
  added_at timestamptz NOT NULL,
  removed_at timestamptz
);
CREATE UNIQUE INDEX bank_card_once ON bank_card (customer_id, number_fingerprint)
  WHERE removed_at IS NULL;
CREATE INDEX bank_card_account ON bank_card (number_fingerprint);

-- Only the end of its use, and its sealing with another key, are added.
CREATE TRIGGER bank_card_stays BEFORE UPDATE OF id, customer_id, country, holder_name, number_masked,
    number_fingerprint, bank_code, bank_name, branch_code, branch_name, card_type, added_at
  OR DELETE OR TRUNCATE ON bank_card FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Six digits, asked for where money leaves. A hash of its own, beside the sign-in's.
CREATE TABLE fund_password (
  customer_id bigint PRIMARY KEY REFERENCES customer (id),
  password_hash text NOT NULL,
  changed_at timestamptz NOT NULL
);
