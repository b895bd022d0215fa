-- What stocks were called when: a statement of a past day has the names of that day. The first row of a stock counts
-- for what was before it too.
CREATE TABLE instrument_name (
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  since timestamptz NOT NULL,
  name_jp text NOT NULL,
  name_cn text NOT NULL,
  name_us text NOT NULL,
  PRIMARY KEY (market, code, since)
);
CREATE TRIGGER instrument_name_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON instrument_name
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The signed end of the audit log that statements carry whose periods ended by a moment: the same in every copy.
CREATE TABLE statement_head (
  ends_at timestamptz PRIMARY KEY,
  head text NOT NULL
);
CREATE TRIGGER statement_head_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
