-- As with postings: a foreign key looks at every row by itself and locks the row that it names, which an
-- order pays for three times. A request's customer and a fill's position are looked up once per
-- statement instead; both stay for good, so no key has to guard them. A position keeps its key.
ALTER TABLE client_request DROP CONSTRAINT client_request_customer_id_fkey;
ALTER TABLE fill DROP CONSTRAINT fill_position_id_fkey;

CREATE TRIGGER customer_is_kept BEFORE DELETE OR TRUNCATE ON customer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER position_is_kept BEFORE DELETE OR TRUNCATE ON position
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION client_request_check_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM inserted LEFT JOIN customer ON customer.id = inserted.customer_id
    WHERE customer.id IS NULL
  ) THEN
    RAISE EXCEPTION 'a request names no customer' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER client_request_names_customers AFTER INSERT ON client_request
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION client_request_check_customers();

CREATE FUNCTION fill_check_positions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM inserted LEFT JOIN position ON position.id = inserted.position_id
    WHERE position.id IS NULL
  ) THEN
    RAISE EXCEPTION 'a fill names no position' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER fill_names_positions AFTER INSERT ON fill
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION fill_check_positions();
