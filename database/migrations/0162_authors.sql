-- Who speaks: of what an operator wrote, their role and the broker, as both were when it was written. The
-- system's own messages have no author. What was written before the two were kept has none either.
ALTER TABLE message ADD COLUMN author jsonb
  CHECK (author IS NULL OR kind = 'announcement' AND author ->> 'role' <> '' AND author ->> 'broker' <> '');
DROP TRIGGER message_stays_as_sent ON message;
CREATE TRIGGER message_stays_as_sent
  BEFORE UPDATE OF id, customer_id, kind, params, texts, link, sent_at, author OR DELETE OR TRUNCATE
  ON message FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE announcement ADD COLUMN author jsonb,
  -- Empty where one operator alone may say it: to one customer, and not about money.
  ADD COLUMN proposal_id bigint REFERENCES proposal (id);
DROP TRIGGER announcement_stays_as_sent ON announcement;
CREATE TRIGGER announcement_stays_as_sent
  BEFORE UPDATE OF id, request_id, texts, audience, recipients, last_customer_id, written_by, written_at,
    author, proposal_id OR DELETE OR TRUNCATE ON announcement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A text that is sent again is the one that was sent before.
CREATE UNIQUE INDEX written_request ON proposal ((input ->> 'request_id'))
  WHERE kind IN ('announcement', 'customer_message');
