-- A stock whose end was announced may be renamed before it: the end comes under the new code.
INSERT INTO code_column VALUES
  ('stock_end', 'code', 'settled_at IS NULL AND withdrawn_at IS NULL', 'What was announced of it comes under the new code.');

DROP TRIGGER stock_end_goes_on ON stock_end;
CREATE TRIGGER stock_end_goes_on BEFORE UPDATE ON stock_end
  FOR EACH ROW WHEN (NOT carries_code()) EXECUTE FUNCTION stock_end_only_goes_on();
