-- A bank may refuse a file as a whole. Its payments leave it then and can go into another one; the file stays, as refused.
ALTER TABLE payment_file
  -- When it was first handed out: from then on the bank may have it.
  ADD fetched_at timestamptz,
  ADD refused_at timestamptz,
  ADD refused_reason text CHECK (refused_reason IN ('bank_refused_file', 'transfer_day_passed')),
  -- What two operators decided.
  ADD refusal_id bigint UNIQUE REFERENCES proposal (id),
  ADD CHECK ((refused_at IS NULL) = (refused_reason IS NULL)),
  ADD CHECK ((refused_at IS NULL) = (refusal_id IS NULL)),
  ADD CHECK (refused_at IS NULL OR answered_at IS NULL);

ALTER TABLE payment_file_item
  DROP CONSTRAINT payment_file_item_result_check,
  ADD CONSTRAINT payment_file_item_result_check CHECK (result IN ('paid', 'returned', 'refused')),
  DROP CONSTRAINT payment_file_item_withdrawal_id_key;
-- In one file at a time: beside it only in files that the bank refused.
CREATE UNIQUE INDEX payment_file_item_sent_once ON payment_file_item (withdrawal_id)
  WHERE result IS DISTINCT FROM 'refused';
CREATE INDEX payment_file_item_withdrawal ON payment_file_item (withdrawal_id);

CREATE OR REPLACE FUNCTION payment_file_is_answered_once() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  later constant text[] :=
    '{answer_name,answer_hash,answered_by,answered_at,fetched_at,refused_at,refused_reason,refusal_id}';
BEGIN
  IF OLD.answered_at IS NOT NULL OR OLD.refused_at IS NOT NULL
    OR (OLD.fetched_at IS NOT NULL AND NEW.fetched_at IS DISTINCT FROM OLD.fetched_at)
    OR to_jsonb(NEW) - later IS DISTINCT FROM to_jsonb(OLD) - later
  THEN
    RAISE EXCEPTION 'payment file % is answered or refused once and otherwise stays', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

-- A payment leaves its file with the file, and only while nobody has said that it was made.
CREATE OR REPLACE FUNCTION payment_file_item_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.result IS NOT NULL
    OR (NEW.file_id, NEW.position, NEW.withdrawal_id)
      IS DISTINCT FROM (OLD.file_id, OLD.position, OLD.withdrawal_id)
  THEN
    RAISE EXCEPTION 'payment % of file % has one result and otherwise stays', OLD.position, OLD.file_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.result IS NOT NULL AND (NEW.result = 'refused') IS DISTINCT FROM
    (SELECT refused_at IS NOT NULL FROM payment_file WHERE id = NEW.file_id)
    OR NEW.result = 'refused' AND (SELECT status FROM withdrawal WHERE id = NEW.withdrawal_id) = 1
  THEN
    RAISE EXCEPTION 'payment % of file % is not % with its file', OLD.position, OLD.file_id, NEW.result
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
