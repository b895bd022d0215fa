-- What operators say about a case to one another, and to whom it was handed over. It is neither changed nor
-- taken away, and no customer reads it.
CREATE TABLE case_comment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  queue text NOT NULL,
  item_id bigint NOT NULL,
  body text NOT NULL,
  written_by bigint NOT NULL REFERENCES operator (id),
  -- As it was then.
  role text NOT NULL,
  handed_to bigint REFERENCES operator (id),
  request_id uuid NOT NULL UNIQUE,
  written_at timestamptz NOT NULL,
  CHECK (body <> '' OR handed_to IS NOT NULL),
  CHECK (handed_to <> written_by)
);
CREATE INDEX case_comment_case ON case_comment (queue, item_id, id);
CREATE TRIGGER case_comment_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON case_comment
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
