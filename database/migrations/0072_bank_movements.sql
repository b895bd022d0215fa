-- What the bank says came and went, line by line of its statements, beside what our books say. A movement
-- is matched with one deposit or one withdrawal; matching moves no money.
CREATE TABLE bank_import (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_name text NOT NULL,
  file_hash bytea NOT NULL UNIQUE,
  lines integer NOT NULL CHECK (lines > 0),
  imported_by bigint NOT NULL REFERENCES operator (id),
  imported_at timestamptz NOT NULL
);
CREATE TRIGGER bank_import_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_import
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE bank_movement (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id bigint NOT NULL REFERENCES bank_import (id),
  -- The bank's own name of the movement: statements overlap.
  bank_id text NOT NULL UNIQUE,
  booked_on date NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- In the minor unit; what went out is below zero.
  amount bigint NOT NULL CHECK (amount <> 0),
  reference text NOT NULL,
  counterparty text NOT NULL,
  matched_kind text CHECK (matched_kind IN ('deposit', 'withdrawal')),
  matched_id bigint,
  -- Empty where the import found it by itself.
  matched_by bigint REFERENCES operator (id),
  matched_at timestamptz,
  UNIQUE (matched_kind, matched_id),
  CHECK ((matched_kind IS NULL) = (matched_id IS NULL)),
  CHECK ((matched_kind IS NULL) = (matched_at IS NULL)),
  CHECK (matched_kind IS NULL OR (matched_kind = 'deposit') = (amount > 0))
);
CREATE INDEX bank_movement_open ON bank_movement (booked_on, id) WHERE matched_kind IS NULL;

CREATE FUNCTION bank_movement_is_matched_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.matched_kind IS NOT NULL
    OR (NEW.import_id, NEW.bank_id, NEW.booked_on, NEW.currency, NEW.amount, NEW.reference, NEW.counterparty)
      IS DISTINCT FROM
      (OLD.import_id, OLD.bank_id, OLD.booked_on, OLD.currency, OLD.amount, OLD.reference, OLD.counterparty)
  THEN
    RAISE EXCEPTION 'bank movement % is matched once and otherwise stays', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_movement_changes BEFORE UPDATE ON bank_movement
  FOR EACH ROW EXECUTE FUNCTION bank_movement_is_matched_once();
CREATE TRIGGER bank_movement_is_kept BEFORE DELETE OR TRUNCATE ON bank_movement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
