-- What an operator tells customers. Each is delivered in batches, in the order of the customers' ids;
-- how far it has got is kept in the transaction of the batch, so that nobody has it twice.
CREATE TABLE announcement (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Made by the operator's page, once per intention.
  request_id uuid NOT NULL UNIQUE,
  texts jsonb NOT NULL,
  audience text NOT NULL CHECK (audience IN ('all', 'accounts')),
  recipients integer NOT NULL CHECK (recipients >= 0),
  -- Of all: those who were there when it was written.
  last_customer_id bigint NOT NULL,
  delivered integer NOT NULL DEFAULT 0,
  delivered_up_to bigint NOT NULL DEFAULT 0,
  written_by bigint NOT NULL REFERENCES operator (id),
  written_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX announcement_unfinished ON announcement (id) WHERE finished_at IS NULL;

CREATE TABLE announcement_recipient (
  announcement_id bigint NOT NULL REFERENCES announcement (id),
  customer_id bigint NOT NULL REFERENCES customer (id),
  PRIMARY KEY (announcement_id, customer_id)
);

-- What was said stays said; only how far it has got changes.
CREATE TRIGGER announcement_stays_as_sent
  BEFORE UPDATE OF id, request_id, texts, audience, recipients, last_customer_id, written_by, written_at
    OR DELETE OR TRUNCATE ON announcement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER announcement_recipient_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON announcement_recipient
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
