-- Nobody sells a customer's shares for the customer: no block is offered of a customer's position any more
-- (decision 0064). What was drafted of it goes; an offer of before stays in the records and ends with nothing sold.
DELETE FROM block_offer_draft WHERE form ->> 'seller' = 'customer';
UPDATE block_offer_draft SET form = form - ARRAY['seller_account', 'seller_position'];

CREATE FUNCTION block_offer_seller_owns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seller = 'customer' OR NEW.seller_position_id IS NOT NULL THEN
    RAISE EXCEPTION 'a customer''s shares are not offered by anybody else'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER block_offer_seller_owns BEFORE INSERT ON block_offer
  FOR EACH ROW EXECUTE FUNCTION block_offer_seller_owns();

-- The quota begins as the offer's and then follows the applications alone: their triggers change it, nobody else.
CREATE FUNCTION block_quota_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.left_lots IS DISTINCT FROM (SELECT quota_lots FROM block_offer WHERE id = NEW.offer_id) THEN
      RAISE EXCEPTION 'the quota of block offer % begins as the offer has it', NEW.offer_id
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  ELSIF pg_trigger_depth() < 2 OR NEW.offer_id <> OLD.offer_id THEN
    RAISE EXCEPTION 'the quota of block offer % follows its applications', OLD.offer_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER block_quota_follows BEFORE INSERT OR UPDATE ON block_quota
  FOR EACH ROW EXECUTE FUNCTION block_quota_follows();
CREATE TRIGGER block_quota_is_kept BEFORE DELETE OR TRUNCATE ON block_quota
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was done with an invitation stays.
CREATE TRIGGER block_invitation_use_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON block_invitation_use
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
