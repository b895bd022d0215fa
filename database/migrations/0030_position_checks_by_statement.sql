-- As with requests and fills: the customers of new positions are looked up once per statement, because
-- a foreign key looks for each row by itself and locks the customer that it names. Customers stay for good.
ALTER TABLE position DROP CONSTRAINT position_customer_id_fkey;

CREATE FUNCTION position_check_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM inserted LEFT JOIN customer ON customer.id = inserted.customer_id
    WHERE customer.id IS NULL
  ) THEN
    RAISE EXCEPTION 'a position names no customer' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER position_names_customers AFTER INSERT ON position
  REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION position_check_customers();
