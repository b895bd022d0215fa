-- A customer sells a position as a block by an own consent alone: it names everything that an offer can do to the
-- customer, and no offer of a customer's shares goes beyond one (decision 0070).
CREATE TABLE block_sale_consent (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  position_id bigint NOT NULL REFERENCES position (id),
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  quantity bigint NOT NULL CHECK (quantity > 0),
  -- The least that it is sold for, and how far below the last close at most, in hundredths of a per cent.
  floor_price bigint NOT NULL CHECK (floor_price > 0),
  discount_most integer NOT NULL CHECK (discount_most BETWEEN 0 AND 10000),
  lock_up_days integer NOT NULL CHECK (lock_up_days >= 0),
  -- Nothing is sold from then on.
  expires_at timestamptz NOT NULL,
  -- The client's own request id, and the receipt's signature.
  nonce text NOT NULL,
  signature text NOT NULL,
  consented_at timestamptz NOT NULL CHECK (consented_at < expires_at),
  revoked_at timestamptz
);
CREATE INDEX block_sale_consent_customer ON block_sale_consent (customer_id, id DESC);
CREATE INDEX block_sale_consent_live ON block_sale_consent (expires_at) WHERE revoked_at IS NULL;
CREATE TRIGGER block_sale_consent_is_kept BEFORE DELETE OR TRUNCATE ON block_sale_consent
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE block_offer ADD COLUMN consent_id bigint UNIQUE REFERENCES block_sale_consent (id),
  ADD CHECK (consent_id IS NULL OR seller = 'customer');
UPDATE block_offer_draft SET form = form || '{"consent": null}';

-- Revoked once, and only as long as nothing was published of it.
CREATE FUNCTION block_sale_consent_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - 'revoked_at' IS DISTINCT FROM to_jsonb(NEW) - 'revoked_at' OR OLD.revoked_at IS NOT NULL
    OR EXISTS (SELECT FROM block_offer WHERE consent_id = OLD.id)
  THEN
    RAISE EXCEPTION 'consent % does not change', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER block_sale_consent_never_changes BEFORE UPDATE ON block_sale_consent
  FOR EACH ROW EXECUTE FUNCTION block_sale_consent_never_changes();

-- What is offered of a customer is what the customer consented to, to everybody, for an hour at least; and the
-- position is held back for it.
CREATE OR REPLACE FUNCTION block_offer_seller_owns() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  consent block_sale_consent;
  held record;
BEGIN
  IF NEW.seller <> 'customer' AND NEW.seller_position_id IS NULL AND NEW.consent_id IS NULL THEN
    RETURN NEW;
  END IF;
  SELECT * INTO consent FROM block_sale_consent WHERE id = NEW.consent_id FOR UPDATE;
  SELECT customer_id, market, code, side, leverage, state, opened - closed AS shares INTO held
    FROM position WHERE id = NEW.seller_position_id;
  IF consent.id IS NULL OR NEW.seller <> 'customer' OR consent.revoked_at IS NOT NULL
    OR consent.position_id IS DISTINCT FROM NEW.seller_position_id
    OR held.customer_id IS DISTINCT FROM consent.customer_id
    OR held.state <> 'locked' OR held.side <> 'long' OR held.leverage <> 1 OR held.shares < consent.quantity
    OR (NEW.market, NEW.code) IS DISTINCT FROM (consent.market, consent.code)
    OR NEW.quota_lots * NEW.lot_size <> consent.quantity
    OR NEW.price < consent.floor_price
    OR NEW.price::numeric * 10000 < NEW.reference_price::numeric * (10000 - consent.discount_most)
    OR NEW.locked_until - NEW.settles_at <> consent.lock_up_days * interval '24 hours'
    OR NEW.settles_at > consent.expires_at
    OR NEW.invited_only OR NEW.closes_at - NEW.opens_at < interval '1 hour'
  THEN
    RAISE EXCEPTION 'a customer''s shares are not offered beyond the customer''s own consent'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
