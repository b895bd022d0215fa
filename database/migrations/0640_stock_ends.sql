-- Stocks that end: delisted, or merged into another company for cash. What was announced stands; what becomes of it
-- (it is withdrawn, or settled at a price) is added once.
CREATE TABLE stock_end (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feed text NOT NULL,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL CHECK (code ~ '^[0-9A-Z][0-9A-Z.-]{0,11}$'),
  kind text NOT NULL CHECK (kind IN ('delisted', 'merged')),
  source text NOT NULL CHECK (source IN ('record', 'simulated', 'operators')),
  -- The market's own date; trading is over with it.
  last_trading_day date NOT NULL,
  -- What a share is paid, as the document says it. Empty where it is the close of the last trading day.
  cash_price bigint CHECK (cash_price > 0),
  document_address text CHECK (document_address ~ '^https://'),
  proposal_id bigint UNIQUE REFERENCES proposal (id),
  -- On the app's clock.
  announced_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  withdrawal_proposal_id bigint UNIQUE REFERENCES proposal (id),
  -- What every share is settled at, and the day whose close it is.
  settlement_price bigint CHECK (settlement_price > 0),
  price_of date,
  settled_at timestamptz,
  -- Nothing of the stock is held or ordered any more.
  finished_at timestamptz CHECK (finished_at >= settled_at),
  CHECK ((source = 'operators') = (proposal_id IS NOT NULL)),
  CHECK (cash_price IS NULL OR document_address IS NOT NULL),
  CHECK ((withdrawn_at IS NULL) = (withdrawal_proposal_id IS NULL)),
  CHECK (num_nulls(settlement_price, price_of, settled_at) IN (0, 3)),
  CHECK (finished_at IS NULL OR settled_at IS NOT NULL),
  CHECK (withdrawn_at IS NULL OR settled_at IS NULL),
  CHECK (price_of <= last_trading_day),
  CHECK (settlement_price = cash_price)
);
CREATE UNIQUE INDEX stock_end_once ON stock_end (feed, market, code) WHERE withdrawn_at IS NULL;

CREATE FUNCTION stock_end_only_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL OR OLD.finished_at IS NOT NULL
    OR OLD.settled_at IS NOT NULL AND (NEW.settlement_price, NEW.price_of, NEW.settled_at, NEW.withdrawn_at)
      IS DISTINCT FROM (OLD.settlement_price, OLD.price_of, OLD.settled_at, OLD.withdrawn_at)
    OR (NEW.id, NEW.feed, NEW.market, NEW.code, NEW.kind, NEW.source, NEW.last_trading_day, NEW.cash_price,
        NEW.document_address, NEW.proposal_id, NEW.announced_at)
      IS DISTINCT FROM
      (OLD.id, OLD.feed, OLD.market, OLD.code, OLD.kind, OLD.source, OLD.last_trading_day, OLD.cash_price,
        OLD.document_address, OLD.proposal_id, OLD.announced_at)
  THEN
    RAISE EXCEPTION 'what was announced or settled stands' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER stock_end_goes_on BEFORE UPDATE ON stock_end
  FOR EACH ROW EXECUTE FUNCTION stock_end_only_goes_on();
CREATE TRIGGER stock_end_is_kept BEFORE DELETE OR TRUNCATE ON stock_end
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER instruments_changed AFTER INSERT OR UPDATE ON stock_end
  FOR EACH STATEMENT EXECUTE FUNCTION announce_instruments();

-- The receipt of a position: which fill of it the settlement was.
CREATE TABLE stock_end_settlement (
  position_id bigint NOT NULL REFERENCES position (id),
  number integer NOT NULL,
  stock_end_id bigint NOT NULL REFERENCES stock_end (id),
  quantity bigint NOT NULL CHECK (quantity > 0),
  price bigint NOT NULL CHECK (price > 0),
  settled_at timestamptz NOT NULL,
  PRIMARY KEY (position_id, number)
);
CREATE TRIGGER stock_end_settlement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_end_settlement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- How far customers got a message of it.
CREATE TABLE stock_end_notice (
  stock_end_id bigint NOT NULL REFERENCES stock_end (id),
  what text NOT NULL CHECK (what IN ('announced', 'withdrawn')),
  told_through bigint NOT NULL DEFAULT 0,
  finished boolean NOT NULL DEFAULT false,
  PRIMARY KEY (stock_end_id, what)
);
CREATE INDEX stock_end_notice_open ON stock_end_notice (stock_end_id) WHERE NOT finished;

ALTER TABLE position
  DROP CONSTRAINT position_ending_check,
  ADD CONSTRAINT position_ending_check CHECK (
    ending IN ('corporate_action', 'take_profit', 'stop_loss', 'forced_sale', 'busted', 'stock_end'));
