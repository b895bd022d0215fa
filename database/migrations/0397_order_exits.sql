-- An order to open can say where parts of what it opens are closed (decision 0056): each becomes a closing order, of
-- this id, with the change that ends the order to open, and in the same statement.
CREATE TABLE order_exit (
  id bigint PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES trade_order (id),
  quantity bigint NOT NULL CHECK (quantity >= 0),
  -- One of them, or both: then whichever comes first cancels the other.
  take_profit bigint CHECK (take_profit > 0),
  stop_loss bigint CHECK (stop_loss > 0),
  CONSTRAINT order_exit_has_a_price CHECK (num_nonnulls(take_profit, stop_loss) > 0),
  CONSTRAINT order_exit_prices_differ CHECK (take_profit <> stop_loss)
);
CREATE INDEX order_exit_of_order ON order_exit (order_id, id);
CREATE TRIGGER order_exit_is_kept BEFORE DELETE OR TRUNCATE ON order_exit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
