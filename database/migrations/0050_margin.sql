-- Margin calls and forced sales. What a ratio was computed from is kept as it was when it was decided on.

CREATE TABLE margin_call (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  -- The market's local date: an account that falls below again on the same day has the same call again.
  called_on date NOT NULL,
  called_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- In the currency's minor unit; ratios in hundredths of a per cent.
  equity bigint NOT NULL,
  exposure bigint NOT NULL,
  ratio bigint NOT NULL,
  ratio_required bigint NOT NULL,
  missing bigint NOT NULL,
  rule text NOT NULL,
  rule_since date NOT NULL,
  -- When the ratio was restored, by whatever: money, a better price, a closing or a forced sale.
  restored_at timestamptz,
  -- What the customer was told last, and when last that it was restored: a ratio that moves about the
  -- line all day is not told of at every turn.
  told text NOT NULL DEFAULT 'called' CHECK (told IN ('called', 'restored')),
  restored_told_at timestamptz,
  UNIQUE (customer_id, market, called_on)
);
-- At most one call is open for an account; this is what keeps several processes from calling twice.
CREATE UNIQUE INDEX margin_call_open ON margin_call (customer_id, market) WHERE restored_at IS NULL;

-- The receipt of every forced sale, written with its fill: `number` is the fill's.
CREATE TABLE forced_sale (
  position_id bigint NOT NULL,
  number integer NOT NULL,
  customer_id bigint NOT NULL,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('call_overdue', 'ratio_too_low')),
  decided_at timestamptz NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  quantity bigint NOT NULL CHECK (quantity > 0),
  equity bigint NOT NULL,
  exposure bigint NOT NULL,
  ratio bigint NOT NULL,
  ratio_required bigint NOT NULL,
  called_at timestamptz,
  due_at timestamptz,
  rule text NOT NULL,
  rule_since date NOT NULL,
  PRIMARY KEY (position_id, number),
  CHECK (ratio < ratio_required),
  CHECK ((called_at IS NULL) = (due_at IS NULL)),
  CHECK (reason <> 'call_overdue' OR due_at <= decided_at)
);
CREATE INDEX forced_sale_decided ON forced_sale (decided_at);
CREATE TRIGGER forced_sale_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON forced_sale
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
