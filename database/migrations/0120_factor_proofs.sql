-- What a passkey signs is for one thing: a proof that a session asks for without a password does not
-- register a passkey. Those that are under way are begun anew.
DELETE FROM customer_challenge;
ALTER TABLE customer_challenge ADD COLUMN purpose text NOT NULL
  CHECK (purpose IN ('sign_in', 'proof', 'registration'));
ALTER TABLE customer_challenge ADD CHECK ((purpose = 'sign_in') = (customer_id IS NULL));
DELETE FROM operator_challenge;
ALTER TABLE operator_challenge ADD COLUMN purpose text NOT NULL
  CHECK (purpose IN ('sign_in', 'proof', 'registration'));
ALTER TABLE operator_challenge ADD CHECK ((purpose = 'sign_in') = (operator_id IS NULL));

-- Scheme, name and port of the page that it was made on; it is used on no other, were it on another port of
-- the same machine. Empty for passkeys that are older than this: the next use notes it.
ALTER TABLE customer_passkey ADD COLUMN origin text;
ALTER TABLE operator_passkey ADD COLUMN origin text;

-- When the session's person last proved a second factor. Real time.
ALTER TABLE operator_session ADD COLUMN proved_at timestamptz;
