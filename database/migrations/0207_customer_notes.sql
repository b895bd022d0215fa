-- What operators note about a customer for one another. It is neither changed nor taken away.
CREATE TABLE customer_note (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  body text NOT NULL CHECK (body <> ''),
  written_by bigint NOT NULL REFERENCES operator (id),
  -- As it was then.
  role text NOT NULL,
  request_id uuid NOT NULL UNIQUE,
  written_at timestamptz NOT NULL
);
CREATE INDEX customer_note_customer ON customer_note (customer_id, id DESC);
CREATE TRIGGER customer_note_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON customer_note
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
