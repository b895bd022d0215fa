-- The rules of a market halt trading too, without an operator: a pause of one stock, a halt of the whole market.
-- Such a halt stands beside an operator's of the same part, so that neither keeps the other out.
ALTER TABLE trading_halt
  ALTER COLUMN halted_by DROP NOT NULL,
  ADD CONSTRAINT trading_halt_has_one_author CHECK ((halted_by IS NULL) = (halted_role = 'market_rule')),
  ADD CONSTRAINT trading_halt_of_a_rule_ends CHECK
    (halted_by IS NOT NULL OR (until_at IS NOT NULL AND market IS NOT NULL));

DROP INDEX trading_halt_once;
CREATE UNIQUE INDEX trading_halt_once ON trading_halt (market, code, (halted_by IS NULL)) NULLS NOT DISTINCT
  WHERE resumed_at IS NULL;
