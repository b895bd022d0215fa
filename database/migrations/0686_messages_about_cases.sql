-- Who cannot sign in writes to customer service by the number of a case, and reads there what was answered by it
-- (decision 0126). Such a message stands in the customer's conversation with the case's number, and so does each answer
-- to it: whoever has the number reads those alone.
ALTER TABLE service_message ADD COLUMN case_number text
  CHECK (case_number ~ '^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$');
DO $$
DECLARE name text;
BEGIN
  SELECT conname INTO STRICT name FROM pg_constraint WHERE conrelid = 'service_message'::regclass AND contype = 'c'
    AND pg_get_constraintdef(oid) LIKE '%author IS NULL) = (request_id IS NULL)%';
  EXECUTE format('ALTER TABLE service_message DROP CONSTRAINT %I', name);
END $$;
-- A message about a case has no session whose answers are kept: the request's id stands with it.
ALTER TABLE service_message ADD CONSTRAINT service_message_is_sent_once
  CHECK ((author IS NULL AND case_number IS NULL) = (request_id IS NULL));
CREATE INDEX service_message_case ON service_message (case_number, id) WHERE case_number IS NOT NULL;
