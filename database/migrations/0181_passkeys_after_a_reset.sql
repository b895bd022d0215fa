-- A reset of the login password ends no second factor. A passkey that was added with the old one signs in beside
-- the new one alone, and ends where nobody used it so in time. Real time. Empty where it is confirmed.
ALTER TABLE customer_passkey ADD COLUMN confirm_by timestamptz;
CREATE INDEX customer_passkey_unconfirmed ON customer_passkey (confirm_by) WHERE confirm_by IS NOT NULL;
