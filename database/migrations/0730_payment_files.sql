-- Approved withdrawals go to the bank together, in a file that operators make, and the bank answers each of them. What a
-- file says is never written down: it follows from these rows and the cards, whose numbers stay sealed.
CREATE TABLE payment_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  format text NOT NULL CHECK (format IN ('zengin', 'pain001')),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$' AND (format <> 'zengin' OR currency = 'JPY')),
  transfer_on date NOT NULL,
  -- The house's own account that the bank pays from.
  payer_code text NOT NULL CHECK (length(payer_code) <= 35),
  payer_name text NOT NULL CHECK (length(payer_name) BETWEEN 1 AND 140),
  payer_bank text NOT NULL CHECK (length(payer_bank) BETWEEN 4 AND 11),
  payer_branch text NOT NULL CHECK (length(payer_branch) <= 3),
  payer_account_type text NOT NULL CHECK (payer_account_type IN ('ordinary', 'current')),
  payer_account text NOT NULL CHECK (length(payer_account) BETWEEN 4 AND 34),
  made_by bigint NOT NULL REFERENCES operator (id),
  made_at timestamptz NOT NULL,
  answer_name text CHECK (length(answer_name) BETWEEN 1 AND 120),
  answer_hash bytea UNIQUE,
  answered_by bigint REFERENCES operator (id),
  answered_at timestamptz,
  CHECK ((answer_name IS NULL) = (answered_at IS NULL)),
  CHECK ((answer_hash IS NULL) = (answered_at IS NULL)),
  CHECK ((answered_by IS NULL) = (answered_at IS NULL))
);

CREATE TABLE payment_file_item (
  file_id bigint NOT NULL REFERENCES payment_file (id),
  position integer NOT NULL CHECK (position > 0),
  -- Sent once, in whichever file: two operators at once, or the same day again, do not pay it twice.
  withdrawal_id bigint NOT NULL UNIQUE REFERENCES withdrawal (id),
  result text CHECK (result IN ('paid', 'returned')),
  -- The bank's own code of why it came back.
  return_reason text CHECK (length(return_reason) BETWEEN 1 AND 35),
  PRIMARY KEY (file_id, position),
  CHECK ((return_reason IS NOT NULL) = (result IS NOT DISTINCT FROM 'returned'))
);

CREATE FUNCTION payment_file_is_answered_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.answered_at IS NOT NULL
    OR to_jsonb(NEW) - '{answer_name,answer_hash,answered_by,answered_at}'::text[]
      IS DISTINCT FROM to_jsonb(OLD) - '{answer_name,answer_hash,answered_by,answered_at}'::text[]
  THEN
    RAISE EXCEPTION 'payment file % is answered once and otherwise stays', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_file_changes BEFORE UPDATE ON payment_file
  FOR EACH ROW EXECUTE FUNCTION payment_file_is_answered_once();
CREATE TRIGGER payment_file_is_kept BEFORE DELETE OR TRUNCATE ON payment_file
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Only an approved payment is sent.
CREATE FUNCTION payment_file_item_is_approved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM withdrawal JOIN payment_file ON payment_file.id = NEW.file_id
    WHERE withdrawal.id = NEW.withdrawal_id AND withdrawal.status = 0 AND approved_at IS NOT NULL
      AND withdrawal.currency = payment_file.currency)
  THEN
    RAISE EXCEPTION 'withdrawal % is not approved', NEW.withdrawal_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_file_item_begins BEFORE INSERT ON payment_file_item
  FOR EACH ROW EXECUTE FUNCTION payment_file_item_is_approved();

CREATE FUNCTION payment_file_item_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.result IS NOT NULL
    OR (NEW.file_id, NEW.position, NEW.withdrawal_id)
      IS DISTINCT FROM (OLD.file_id, OLD.position, OLD.withdrawal_id)
  THEN
    RAISE EXCEPTION 'payment % of file % has one result and otherwise stays', OLD.position, OLD.file_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_file_item_changes BEFORE UPDATE ON payment_file_item
  FOR EACH ROW EXECUTE FUNCTION payment_file_item_ends_once();
CREATE TRIGGER payment_file_item_is_kept BEFORE DELETE OR TRUNCATE ON payment_file_item
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
