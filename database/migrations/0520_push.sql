-- Messages that reach a customer while the app is closed: the devices on which they are wanted, which of them are,
-- and what is still on its way to the browsers' push services.

-- A browser's subscription, for as long as the session in which it was made lives.
CREATE TABLE push_subscription (
  session_id uuid PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
  customer_id bigint NOT NULL REFERENCES customer (id),
  -- A browser has one: whoever signs in there next takes it over.
  endpoint text NOT NULL UNIQUE CHECK (endpoint LIKE 'https://%' AND length(endpoint) <= 1000),
  p256dh text NOT NULL,
  auth text NOT NULL,
  -- The instance's own key at that time: the subscription holds for no other.
  public_key text NOT NULL,
  language text NOT NULL CHECK (language IN ('jp', 'cn', 'us')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX push_subscription_customer ON push_subscription (customer_id, created_at);

-- Nobody has a row who has chosen nothing: then all groups are pushed, without amounts.
CREATE TABLE push_choice (
  customer_id bigint PRIMARY KEY REFERENCES customer (id),
  groups_off text[] NOT NULL DEFAULT '{}',
  amounts boolean NOT NULL DEFAULT false
);

-- Without foreign keys: a subscription that ends meanwhile must not fail the transaction of a message. What has
-- lost its subscription is dropped when it is due.
CREATE TABLE push_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id uuid NOT NULL,
  -- Empty for a reply of customer service.
  message_id bigint,
  attempts integer NOT NULL DEFAULT 0,
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX push_delivery_due ON push_delivery (due_at);

-- With the message's own transaction, whichever statement writes it.
CREATE FUNCTION queue_pushes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO push_delivery (session_id, message_id)
  SELECT push_subscription.session_id, told.id
  FROM told JOIN push_subscription ON push_subscription.customer_id = told.customer_id;
  RETURN NULL;
END $$;
CREATE TRIGGER message_is_pushed AFTER INSERT ON message REFERENCING NEW TABLE AS told
  FOR EACH STATEMENT EXECUTE FUNCTION queue_pushes();
