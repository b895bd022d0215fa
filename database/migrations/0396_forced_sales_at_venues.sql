-- A forced sale at a venue that answers later is an order (decision 0068): placed by the margin watch, filled by what
-- the venue reports. What it was decided by stands beside it, for the receipts of its fills.
ALTER TABLE trade_order
  DROP CONSTRAINT trade_order_origin_check,
  ADD CONSTRAINT trade_order_origin_check CHECK (
    origin IN ('customer', 'take_profit', 'stop_loss', 'forced_sale'));

CREATE TABLE forced_sale_order (
  order_id bigint PRIMARY KEY REFERENCES trade_order (id),
  position_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  side text NOT NULL CHECK (side IN ('long', 'short')),
  reason text NOT NULL CHECK (reason IN ('call_overdue', 'ratio_too_low', 'term_ended')),
  decided_at timestamptz NOT NULL,
  equity bigint NOT NULL,
  exposure bigint NOT NULL,
  ratio bigint NOT NULL,
  ratio_required bigint NOT NULL,
  called_at timestamptz,
  due_at timestamptz,
  due_on date,
  rule text NOT NULL,
  rule_since date NOT NULL,
  CHECK (reason = 'term_ended' OR ratio < ratio_required),
  CHECK ((called_at IS NULL) = (due_at IS NULL)),
  CHECK ((reason = 'term_ended') = (due_on IS NOT NULL))
);
CREATE INDEX forced_sale_order_of_account ON forced_sale_order (customer_id, market);
CREATE TRIGGER forced_sale_order_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON forced_sale_order
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
