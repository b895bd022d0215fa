-- A customer's own account is offered as a strategy by an own consent alone, and by two operators; a pool mirrors what
-- the account holds (decision 0075).
CREATE TABLE copy_consent (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  -- The name under which followers see whoever trades.
  shown_as text NOT NULL,
  -- The most of followers' money that a product of it may take.
  capacity_most bigint NOT NULL CHECK (capacity_most > 0),
  -- The client's own request id, and the receipt's signature.
  nonce text NOT NULL,
  signature text NOT NULL,
  consented_at timestamptz NOT NULL,
  revoked_at timestamptz CHECK (revoked_at >= consented_at)
);
CREATE INDEX copy_consent_customer ON copy_consent (customer_id, id DESC);
CREATE UNIQUE INDEX copy_consent_live ON copy_consent (customer_id, market) WHERE revoked_at IS NULL;
CREATE TRIGGER copy_consent_is_kept BEFORE DELETE OR TRUNCATE ON copy_consent
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION copy_consent_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - 'revoked_at' IS DISTINCT FROM to_jsonb(NEW) - 'revoked_at' OR OLD.revoked_at IS NOT NULL THEN
    RAISE EXCEPTION 'consent % does not change', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER copy_consent_never_changes BEFORE UPDATE ON copy_consent
  FOR EACH ROW EXECUTE FUNCTION copy_consent_never_changes();

ALTER TABLE copy_product
  ADD COLUMN consent_id bigint UNIQUE REFERENCES copy_consent (id),
  ADD CONSTRAINT copy_product_mirrors_by_consent CHECK ((strategy = 'mirror') = (consent_id IS NOT NULL)),
  -- Two operators stand behind it, where money is simulated too.
  ADD CONSTRAINT copy_product_of_account_was_proposed CHECK (consent_id IS NULL OR proposal_id IS NOT NULL);

-- What is offered of an account is what its holder consented to.
CREATE FUNCTION copy_product_within_consent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  consent copy_consent;
BEGIN
  IF NEW.consent_id IS NULL THEN
    RETURN NEW;
  END IF;
  SELECT * INTO consent FROM copy_consent WHERE id = NEW.consent_id FOR UPDATE;
  IF consent.revoked_at IS NOT NULL OR NEW.market <> consent.market OR NEW.issuer <> consent.shown_as
    OR NEW.capacity > consent.capacity_most
  THEN
    RAISE EXCEPTION 'an account is not offered beyond its holder''s own consent'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER copy_product_within_consent BEFORE INSERT ON copy_product
  FOR EACH ROW EXECUTE FUNCTION copy_product_within_consent();

CREATE FUNCTION copy_product_keeps_its_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.consent_id IS DISTINCT FROM OLD.consent_id THEN
    RAISE EXCEPTION 'copy product % was published, and that of it never changes', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER copy_product_keeps_its_consent BEFORE UPDATE ON copy_product
  FOR EACH ROW EXECUTE FUNCTION copy_product_keeps_its_consent();
