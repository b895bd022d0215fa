-- Splits and dividends, and what each did to every position that was held over it.

-- The terms as they were when the action was first applied; they stay, whatever the feed says later.
CREATE TABLE corporate_action (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  ex_date date NOT NULL,
  -- Its place among the actions of one stock on one day.
  number smallint NOT NULL CHECK (number >= 0),
  kind text NOT NULL CHECK (kind IN ('split', 'dividend')),
  -- A split makes numerator shares of denominator shares.
  numerator bigint CHECK (numerator > 0),
  denominator bigint CHECK (denominator > 0),
  per_share bigint CHECK (per_share > 0),
  -- The last close before it, at which a split pays for fractions; empty where the feed has none.
  close_before bigint CHECK (close_before > 0),
  -- The opening of the ex-date, on the app's clock.
  effective_at timestamptz NOT NULL,
  UNIQUE (market, code, ex_date, number),
  CHECK ((kind = 'split') = (numerator IS NOT NULL)),
  CHECK ((kind = 'split') = (denominator IS NOT NULL)),
  CHECK ((kind = 'dividend') = (per_share IS NOT NULL))
);

-- Its key is what keeps an action from being applied to a position twice.
CREATE TABLE position_action (
  position_id bigint NOT NULL REFERENCES position (id),
  action_id bigint NOT NULL REFERENCES corporate_action (id),
  -- Shares held, or ordered where the order was still waiting.
  quantity_before bigint NOT NULL,
  quantity_after bigint NOT NULL,
  -- What was paid to the customer, in the currency's minor unit.
  amount bigint NOT NULL,
  applied_at timestamptz NOT NULL,
  PRIMARY KEY (position_id, action_id)
);

CREATE TRIGGER corporate_action_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON corporate_action
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER position_action_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON position_action
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What is still to be applied. A position is of the scale of the quote at which it was opened, however
-- late that was written; an order that waits is of the day on which it was placed, and earns nothing.
CREATE VIEW position_action_due AS
  SELECT p.id AS position_id, p.customer_id, a.id AS action_id
  FROM position p JOIN corporate_action a ON a.market = p.market AND a.code = p.code
  WHERE p.status IN (0, 1, 3, 5) AND (p.status <> 3 OR a.kind = 'split')
    -- No quote is an hour old when it is filled at: this spares most rows the look at their fill.
    AND a.effective_at > p.placed_at - interval '1 hour'
    AND a.effective_at > coalesce(
      (SELECT f.quote_at FROM fill f WHERE f.position_id = p.id ORDER BY f.number LIMIT 1),
      p.placed_at)
    AND NOT EXISTS (SELECT FROM position_action d
      WHERE d.position_id = p.id AND d.action_id = a.id);
