-- A customer's conversation with those who answer for the broker: one each, which goes on for as long as the
-- account does. What was said stays as it was said.
CREATE TABLE service_conversation (
  customer_id bigint PRIMARY KEY REFERENCES customer (id),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed')),
  -- The newest of either side; 0 before the first is kept, in the transaction that makes this row.
  last_message_id bigint NOT NULL DEFAULT 0,
  -- The first of the customer's that nobody has answered, and when it was written.
  waiting_message_id bigint,
  waiting_since timestamptz,
  -- Up to which message the customer has read.
  read_up_to bigint NOT NULL DEFAULT 0,
  -- Who answers it; anybody may where nobody does.
  assigned_to bigint REFERENCES operator (id),
  closed_at timestamptz,
  closed_by bigint REFERENCES operator (id),
  CHECK ((waiting_message_id IS NULL) = (waiting_since IS NULL)),
  CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
  CHECK (state = 'open' OR waiting_message_id IS NULL)
);
CREATE INDEX service_conversation_waiting ON service_conversation (waiting_message_id)
  WHERE waiting_message_id IS NOT NULL;
CREATE INDEX service_conversation_newest ON service_conversation (last_message_id DESC);

CREATE TABLE service_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  body text NOT NULL,
  -- A page of help that stands with it; its words are the app's own.
  article text,
  -- Of an operator's: the role and the broker as they were then, which the customer reads, and who it was.
  author jsonb CHECK (author ->> 'role' <> '' AND author ->> 'broker' <> ''),
  written_by bigint REFERENCES operator (id),
  -- Where a second operator had to approve it.
  proposal_id bigint REFERENCES proposal (id),
  -- The operator's; a customer's is kept with the answer to it.
  request_id uuid UNIQUE,
  sent_at timestamptz NOT NULL,
  CHECK ((author IS NULL) = (written_by IS NULL)),
  CHECK ((author IS NULL) = (request_id IS NULL)),
  CHECK (author IS NOT NULL OR (article IS NULL AND proposal_id IS NULL)),
  CHECK (body <> '' OR article IS NOT NULL)
);
CREATE INDEX service_message_customer ON service_message (customer_id, id DESC);
CREATE TRIGGER service_message_stays_as_sent BEFORE UPDATE OR DELETE OR TRUNCATE ON service_message
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A reply that is sent again is the one that was sent before.
CREATE UNIQUE INDEX service_reply_request ON proposal ((input ->> 'request_id'))
  WHERE kind = 'service_reply';
