-- When a margin position ends, and what its customer was told of it. The first word to the customer fixes the
-- day; nobody is sold out before it.
CREATE TABLE margin_term_notice (
  position_id bigint NOT NULL REFERENCES position (id),
  stage text NOT NULL CHECK (stage IN ('month', 'week', 'day')),
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  due_on date NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (position_id, stage)
);
CREATE INDEX margin_term_notice_due ON margin_term_notice (market, due_on);
CREATE TRIGGER margin_term_notice_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON margin_term_notice
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who is sold out at the end of the term may be above any ratio.
ALTER TABLE forced_sale DROP CONSTRAINT forced_sale_reason_check;
ALTER TABLE forced_sale ADD CONSTRAINT forced_sale_reason_check
  CHECK (reason IN ('call_overdue', 'ratio_too_low', 'term_ended'));
ALTER TABLE forced_sale DROP CONSTRAINT forced_sale_check;
ALTER TABLE forced_sale ADD CONSTRAINT forced_sale_ratio CHECK (reason = 'term_ended' OR ratio < ratio_required);
ALTER TABLE forced_sale ADD CONSTRAINT forced_sale_term
  CHECK (reason <> 'term_ended' OR due_at <= decided_at);
