-- Who a customer is. The number on the wire: 0 not verified, 1 under review, 2 verified, 3 failed.
ALTER TABLE customer ADD COLUMN verification smallint NOT NULL DEFAULT 0
  CHECK (verification BETWEEN 0 AND 3);

CREATE TABLE verification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  status smallint NOT NULL CHECK (status BETWEEN 1 AND 3),
  name text NOT NULL,
  -- In katakana, as Japanese banks write it.
  name_kana text,
  id_type text NOT NULL CHECK (id_type IN ('drivers_licence', 'my_number_card',
    'health_insurance_card', 'passport', 'residence_card')),
  id_number_masked text NOT NULL,
  -- Both are empty for a My Number card, whose number nobody may keep, and for an insurance card, of
  -- whose number only the last digits are kept.
  id_number_sealed bytea,
  id_number_fingerprint bytea,
  front_document_id bigint NOT NULL REFERENCES document (id),
  back_document_id bigint REFERENCES document (id),
  submitted_at timestamptz NOT NULL,
  decided_at timestamptz,
  reason_code text,
  reason_words text NOT NULL DEFAULT '',
  CHECK ((id_number_sealed IS NULL) = (id_number_fingerprint IS NULL)),
  CHECK (id_type NOT IN ('my_number_card', 'health_insurance_card') OR id_number_sealed IS NULL),
  CHECK (id_type <> 'my_number_card' OR back_document_id IS NULL),
  CHECK ((status = 1) = (decided_at IS NULL)),
  CHECK ((status = 3) = (reason_code IS NOT NULL))
);
-- One at a time, and none after one was accepted.
CREATE UNIQUE INDEX verification_one ON verification (customer_id) WHERE status IN (1, 2);
CREATE INDEX verification_customer ON verification (customer_id, id DESC);
CREATE INDEX verification_number ON verification (id_number_fingerprint)
  WHERE id_number_fingerprint IS NOT NULL;
