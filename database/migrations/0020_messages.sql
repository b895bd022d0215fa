-- Messages to customers. The sentences of a kind are the app's own texts; the row keeps what fills their
-- gaps. Only an announcement, which an operator wrote, carries its three texts itself.
CREATE TABLE message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z_]{0,39}$'),
  params jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(params) = 'object'),
  texts jsonb,
  -- A route of the app.
  link text CHECK (link ~ '^/[a-z][A-Za-z0-9/]*(\?[^\s]*)?$'),
  sent_at timestamptz NOT NULL,
  read_at timestamptz,
  CHECK ((kind = 'announcement') = (texts IS NOT NULL))
);
CREATE INDEX message_customer ON message (customer_id, id DESC);
CREATE INDEX message_unread ON message (customer_id, id) WHERE read_at IS NULL;

-- What was said stays said; only that it was read is added.
CREATE TRIGGER message_stays_as_sent
  BEFORE UPDATE OF id, customer_id, kind, params, texts, link, sent_at OR DELETE OR TRUNCATE ON message
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whether a device has signed in before, also one that has signed out since.
CREATE INDEX session_device ON session (customer_id, md5(device));
