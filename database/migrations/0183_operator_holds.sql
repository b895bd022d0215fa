-- Whoever was let in anew may be somebody else: for a day of real time they are no pair of eyes. Nothing ends it early.
CREATE TABLE operator_hold (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator (id),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ends_at timestamptz NOT NULL CHECK (ends_at >= started_at)
);
CREATE INDEX operator_hold_operator ON operator_hold (operator_id, ends_at);
CREATE INDEX operator_hold_ends ON operator_hold (ends_at);
CREATE TRIGGER operator_hold_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_hold
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
