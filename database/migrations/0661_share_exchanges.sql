-- A merger can pay in shares of another company of the same market: so many for each old one, beside or without cash.
ALTER TABLE stock_end
  -- As it was announced: a stock that is renamed is found by its former code.
  ADD COLUMN target_code text CHECK (target_code ~ '^[0-9A-Z][0-9A-Z.-]{0,11}$'),
  ADD COLUMN ratio_numerator bigint CHECK (ratio_numerator > 0),
  ADD COLUMN ratio_denominator bigint CHECK (ratio_denominator > 0),
  -- The published price of a new share, which fractions are paid at. Empty where the new shares could not be traded: then
  -- the old ones are settled at their own price.
  ADD COLUMN target_price bigint CHECK (target_price > 0),
  ADD CHECK (num_nulls(target_code, ratio_numerator, ratio_denominator) IN (0, 3)),
  ADD CHECK (target_code IS NULL OR (kind = 'merged' AND target_code <> code)),
  ADD CHECK (target_price IS NULL OR (target_code IS NOT NULL AND settled_at IS NOT NULL));

-- With shares beside it, cash is a part of what is paid, and no price. A record may tell it without a document.
DO $$
DECLARE
  checked record;
BEGIN
  FOR checked IN SELECT conname FROM pg_constraint WHERE conrelid = 'stock_end'::regclass AND contype = 'c'
    AND (pg_get_constraintdef(oid) LIKE '%settlement_price = cash_price%'
      OR pg_get_constraintdef(oid) LIKE '%document_address IS NOT NULL%')
  LOOP
    EXECUTE format('ALTER TABLE stock_end DROP CONSTRAINT %I', checked.conname);
  END LOOP;
END $$;
ALTER TABLE stock_end
  ADD CHECK (target_code IS NOT NULL OR settlement_price = cash_price),
  ADD CHECK (cash_price IS NULL OR document_address IS NOT NULL OR source = 'record');

CREATE OR REPLACE FUNCTION stock_end_only_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL OR OLD.finished_at IS NOT NULL
    OR OLD.settled_at IS NOT NULL
      AND (NEW.settlement_price, NEW.price_of, NEW.settled_at, NEW.withdrawn_at, NEW.target_price)
      IS DISTINCT FROM (OLD.settlement_price, OLD.price_of, OLD.settled_at, OLD.withdrawn_at, OLD.target_price)
    OR (NEW.id, NEW.feed, NEW.market, NEW.code, NEW.kind, NEW.source, NEW.last_trading_day, NEW.cash_price,
        NEW.document_address, NEW.proposal_id, NEW.announced_at, NEW.target_code, NEW.ratio_numerator,
        NEW.ratio_denominator)
      IS DISTINCT FROM
      (OLD.id, OLD.feed, OLD.market, OLD.code, OLD.kind, OLD.source, OLD.last_trading_day, OLD.cash_price,
        OLD.document_address, OLD.proposal_id, OLD.announced_at, OLD.target_code, OLD.ratio_numerator,
        OLD.ratio_denominator)
  THEN
    RAISE EXCEPTION 'what was announced or settled stands' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

-- The receipt of an exchange: the fill that closed the old position, and the position that goes on; empty where less
-- than one new share came of it, and all was cash.
CREATE TABLE share_exchange (
  position_id bigint NOT NULL REFERENCES position (id),
  number integer NOT NULL,
  stock_end_id bigint NOT NULL REFERENCES stock_end (id),
  quantity bigint NOT NULL CHECK (quantity > 0),
  new_position_id bigint UNIQUE REFERENCES position (id),
  received bigint NOT NULL CHECK (received >= 0),
  -- Of the fraction and of cash per share; a short pays it.
  cash bigint NOT NULL CHECK (cash >= 0),
  exchanged_at timestamptz NOT NULL,
  PRIMARY KEY (position_id, number),
  CHECK ((new_position_id IS NULL) = (received = 0))
);
CREATE TRIGGER share_exchange_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON share_exchange
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
