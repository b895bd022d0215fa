-- The broker's own commission, market by market, from a day on. Every decision is kept: of those on the
-- same day the newest holds. What the law and the exchange charge is the rulebook's, and not here.
CREATE TABLE commission_decision (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  -- The market's own date.
  valid_from date NOT NULL,
  -- A decision without terms withdraws what was planned for the day.
  withdraws boolean NOT NULL,
  -- Millionths of the trade's value. Code knows each market's ceiling; no market's is higher than this.
  rate integer CHECK (rate BETWEEN 0 AND 30000),
  -- Minor units; a trade costs no less and no more. No maximum: no upper bound.
  minimum bigint CHECK (minimum BETWEEN 0 AND 3000),
  maximum bigint CHECK (maximum > 0 AND maximum >= minimum),
  proposal_id bigint NOT NULL UNIQUE REFERENCES proposal (id),
  -- On the app's clock.
  decided_at timestamptz NOT NULL,
  CHECK (withdraws = (rate IS NULL) AND withdraws = (minimum IS NULL)),
  CHECK (maximum IS NULL OR NOT withdraws)
);
CREATE INDEX commission_decision_of ON commission_decision (market, valid_from, id);

-- Nobody sets a fee alone, and none for a day that has begun: what was charged, and what an order was
-- placed under, stays. The hour is for every process to hear of it before the day begins.
CREATE FUNCTION commission_is_not_backwards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.valid_from <= ((app_now() + interval '1 hour') AT TIME ZONE CASE NEW.market
      WHEN 'jpy' THEN 'Asia/Tokyo' WHEN 'usd' THEN 'America/New_York' ELSE 'Asia/Shanghai' END)::date
  THEN
    RAISE EXCEPTION 'a commission begins on a later day' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM proposal
    WHERE id = NEW.proposal_id AND kind = 'commission' AND state = 'approved')
  THEN
    RAISE EXCEPTION 'a commission needs an approved proposal' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER commission_begins_later BEFORE INSERT ON commission_decision
  FOR EACH ROW EXECUTE FUNCTION commission_is_not_backwards();
CREATE TRIGGER commission_decision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON commission_decision
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION announce_commission() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('commission_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER commission_changed AFTER INSERT ON commission_decision
  FOR EACH STATEMENT EXECUTE FUNCTION announce_commission();
