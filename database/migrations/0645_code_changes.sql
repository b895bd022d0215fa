-- A stock that is renamed or moved (decision 0117): what it is called, and where it is listed, from a trading day on.
-- Its rows are the truth that every process reads; what became of each is in its steps.
CREATE TABLE code_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  old_code text NOT NULL,
  -- The same where only the name or the exchange changes.
  new_code text NOT NULL CHECK (new_code ~ '^[0-9A-Z][0-9A-Z.-]{0,11}$'),
  exchange_before text NOT NULL CHECK (exchange_before IN ('TSE', 'NYSE', 'NASDAQ', 'SSE', 'SZSE', 'BSE')),
  exchange text NOT NULL CHECK (exchange IN ('TSE', 'NYSE', 'NASDAQ', 'SSE', 'SZSE', 'BSE')),
  name_before_jp text NOT NULL,
  name_before_cn text NOT NULL,
  name_before_us text NOT NULL,
  -- Empty where the name stays.
  name_jp text CHECK (name_jp <> ''),
  name_cn text CHECK (name_cn <> ''),
  name_us text CHECK (name_us <> ''),
  effective_on date NOT NULL,
  -- The midnight with which that day begins in its market, on the app's clock.
  effective_at timestamptz NOT NULL,
  -- Two operators stand behind it; empty where the feed's record has it.
  proposal_id bigint UNIQUE REFERENCES proposal (id),
  decided_at timestamptz NOT NULL,
  CHECK (num_nulls(name_jp, name_cn, name_us) IN (0, 3)),
  CHECK (old_code <> new_code OR exchange <> exchange_before OR name_jp IS NOT NULL)
);
CREATE TRIGGER code_change_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON code_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER instruments_changed AFTER INSERT ON code_change
  FOR EACH STATEMENT EXECUTE FUNCTION announce_instruments();

CREATE TABLE code_change_step (
  change_id bigint NOT NULL REFERENCES code_change (id),
  -- Holders were told that it comes, or that it does not; it is in force; what other processes wrote under the old
  -- code meanwhile has followed; holders were told that it is in force.
  step text NOT NULL CHECK (step IN ('announced', 'withdrawn', 'carried', 'settled', 'told')),
  at timestamptz NOT NULL,
  PRIMARY KEY (change_id, step)
);
CREATE TRIGGER code_change_step_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON code_change_step
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER instruments_changed AFTER INSERT ON code_change_step
  FOR EACH STATEMENT EXECUTE FUNCTION announce_instruments();

-- One that is withdrawn was not in force, and what is in force is not withdrawn.
CREATE FUNCTION code_change_step_follows() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- The steps of one change wait for one another.
  PERFORM FROM code_change WHERE id = NEW.change_id FOR UPDATE;
  IF EXISTS (SELECT FROM code_change_step s WHERE s.change_id = NEW.change_id
    AND (NEW.step, s.step) IN (('withdrawn', 'carried'), ('carried', 'withdrawn')))
  THEN
    RAISE EXCEPTION 'code change % is either carried or withdrawn', NEW.change_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER code_change_step_follows BEFORE INSERT ON code_change_step
  FOR EACH ROW EXECUTE FUNCTION code_change_step_follows();

-- What becomes of each column that has stocks' codes in it: which of its rows go on under a new code, or why none
-- does. A test holds the list against the tables that there are.
CREATE TABLE code_column (
  table_name text NOT NULL,
  column_name text NOT NULL,
  carried_where text,
  reason text NOT NULL,
  PRIMARY KEY (table_name, column_name)
);
INSERT INTO code_column VALUES
  ('position', 'code', 'ended_at IS NULL', 'What is held is held under the new code; what is over keeps the code of its day.'),
  ('trade_order', 'code', 'ended_at IS NULL', 'A working order goes on; one that ended keeps the code of its day.'),
  ('venue_order', 'code', $$state IN ('pending_new', 'working')$$, 'The venue knows it by its own id.'),
  ('watched_stock', 'code', 'true', 'A watchlist is of today.'),
  ('price_alert', 'code', 'fired_at IS NULL', 'What waits goes on; what was reached is a message already.'),
  ('chart_line', 'code', 'true', 'The chart goes on, and its lines with it.'),
  ('corporate_action', 'code', 'true', 'The stock''s splits and dividends, which its feed has under the new code.'),
  ('share_lending', 'code', 'true', 'Adds up to what is lent of the stock at each moment.'),
  ('share_loan', 'code', 'true', 'Adds up to what is short of the stock at each moment.'),
  ('share_pool_increment', 'code', 'true', 'Belongs to the sums of the two.'),
  ('share_pool_total', 'code', NULL, 'Becomes increments of the new code, which may have a total already.'),
  ('stock_lending', 'code', 'true', 'A lent position earns on; shown by its day.'),
  ('stock_lending_period', 'code', 'true', 'What lenders earned is reckoned from it, by the stock.'),
  ('share_recall', 'code', 'ended_at IS NULL', 'What is recalled comes back under the new code.'),
  ('share_recall_notice', 'code', 'ended_at IS NULL', 'The same shares are to be bought back.'),
  ('stock_offer', 'code', 'true', 'Leverage and short selling stay as operators decided them.'),
  ('instrument_record', 'code', 'true', 'What the house says of the stock stays said.'),
  ('trading_halt', 'code', 'resumed_at IS NULL', 'What is halted stays halted.'),
  ('block_offer', 'code', 'settled_at IS NULL AND withdrawn_at IS NULL', 'What is bought in it is the stock of the settlement day.'),
  ('intraday_trade', 'code', $$state IN ('submitted', 'trading')$$, 'Squared off under the new code.'),
  ('added_instrument', 'code', NULL, 'What the feed was told, and by which it draws the company.'),
  ('block_sale_consent', 'code', NULL, 'Signed as it stands: the customer consents anew.'),
  ('forced_sale', 'code', NULL, 'The receipt of a moment.'),
  ('forced_sale_order', 'code', NULL, 'The receipt of a moment.'),
  ('instrument_name', 'code', NULL, 'What a code was called while it was in use.'),
  ('invitation_code', 'code', NULL, 'No stock''s.'),
  ('offering', 'code', NULL, 'Published and drawn under the code that it was listed by.');

-- Says whether this is the one function that may change a code in what otherwise never changes.
CREATE FUNCTION carries_code() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('sanshi.carries_code', true), '') = 'on'
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'code_change'::regclass)
$$;

DROP TRIGGER corporate_action_append_only ON corporate_action;
CREATE TRIGGER corporate_action_append_only BEFORE UPDATE ON corporate_action
  FOR EACH STATEMENT WHEN (NOT carries_code()) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER corporate_action_is_kept BEFORE DELETE OR TRUNCATE ON corporate_action
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
DROP TRIGGER share_lending_append_only ON share_lending;
CREATE TRIGGER share_lending_append_only BEFORE UPDATE ON share_lending
  FOR EACH STATEMENT WHEN (NOT carries_code()) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER share_lending_is_kept BEFORE DELETE OR TRUNCATE ON share_lending
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
DROP TRIGGER share_loan_append_only ON share_loan;
CREATE TRIGGER share_loan_append_only BEFORE UPDATE ON share_loan
  FOR EACH STATEMENT WHEN (NOT carries_code()) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER share_loan_is_kept BEFORE DELETE OR TRUNCATE ON share_loan
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
DROP TRIGGER stock_lending_period_append_only ON stock_lending_period;
CREATE TRIGGER stock_lending_period_append_only BEFORE UPDATE ON stock_lending_period
  FOR EACH STATEMENT WHEN (NOT carries_code()) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stock_lending_period_is_kept BEFORE DELETE OR TRUNCATE ON stock_lending_period
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
DROP TRIGGER block_offer_never_changes ON block_offer;
CREATE TRIGGER block_offer_never_changes BEFORE UPDATE ON block_offer
  FOR EACH ROW WHEN (NOT carries_code()) EXECUTE FUNCTION block_offer_never_changes();
DROP TRIGGER intraday_trade_goes_on ON intraday_trade;
CREATE TRIGGER intraday_trade_goes_on BEFORE UPDATE ON intraday_trade
  FOR EACH ROW WHEN (NOT carries_code()) EXECUTE FUNCTION intraday_trade_goes_on();
DROP TRIGGER trading_halt_changes ON trading_halt;
CREATE TRIGGER trading_halt_changes BEFORE UPDATE ON trading_halt
  FOR EACH ROW WHEN (NOT carries_code()) EXECUTE FUNCTION trading_halt_only_ends();

-- Brings what goes on under its new code, as the tables' owner: as often as it is called, and nothing is done twice.
-- Answers how many rows it changed. It waits for nobody for long: whoever trades is not to wait for it.
CREATE FUNCTION carry_code_change(carried_id bigint) RETURNS bigint LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
  change code_change;
  coded record;
  one tid;
  changed bigint;
  total bigint := 0;
BEGIN
  SELECT * INTO STRICT change FROM code_change WHERE id = carried_id FOR UPDATE;
  IF change.effective_at > app_now()
    OR EXISTS (SELECT FROM code_change_step WHERE change_id = carried_id AND step = 'withdrawn')
  THEN
    RAISE EXCEPTION 'code change % is not in force yet', carried_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  PERFORM set_config('sanshi.carries_code', 'on', true);
  IF change.new_code <> change.old_code THEN
    FOR coded IN SELECT table_name, carried_where FROM code_column WHERE carried_where IS NOT NULL ORDER BY table_name
    LOOP
      BEGIN
        EXECUTE format('UPDATE %I SET code = $3 WHERE market = $1 AND code = $2 AND (%s)', coded.table_name, coded.carried_where)
          USING change.market, change.old_code, change.new_code;
        GET DIAGNOSTICS changed = ROW_COUNT;
        total := total + changed;
      EXCEPTION WHEN unique_violation THEN
        -- Somebody has the same under the new code already, and keeps that.
        FOR one IN EXECUTE format('SELECT ctid FROM %I WHERE market = $1 AND code = $2 AND (%s)', coded.table_name, coded.carried_where)
          USING change.market, change.old_code
        LOOP
          BEGIN
            EXECUTE format('UPDATE %I SET code = $2 WHERE ctid = $1', coded.table_name) USING one, change.new_code;
            total := total + 1;
          EXCEPTION WHEN unique_violation THEN NULL;
          END;
        END LOOP;
      END;
    END LOOP;
    EXECUTE format('WITH taken AS (DELETE FROM %I WHERE market = $1 AND code = $2 RETURNING *)
      INSERT INTO %I (market, code, lent, short) SELECT market, $3, lent, short FROM taken',
      'share_pool_total', 'share_pool_increment') USING change.market, change.old_code, change.new_code;
  END IF;
  -- What an operator called it before would hide the new name.
  IF change.name_jp IS NOT NULL AND NOT EXISTS (SELECT FROM code_change_step WHERE change_id = carried_id AND step = 'carried') THEN
    EXECUTE format('UPDATE %I SET name_jp = NULL, name_cn = NULL, name_us = NULL WHERE market = $1 AND code = $2', 'instrument_record')
      USING change.market, change.new_code;
  END IF;
  PERFORM set_config('sanshi.carries_code', '', true);
  RETURN total;
END $$;

-- A name that was not known yet: every process reads it.
CREATE TRIGGER instruments_changed AFTER INSERT ON instrument_name
  FOR EACH STATEMENT EXECUTE FUNCTION announce_instruments();
