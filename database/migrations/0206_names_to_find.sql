-- By what a customer's name is found: as it is written, in kana and in Latin letters, each in both orders, with
-- bars between. The server writes it, which can read characters; of older rows it does so once after it starts.
ALTER TABLE verification ADD COLUMN name_key text;
CREATE INDEX verification_without_key ON verification (id) WHERE name_key IS NULL;
