-- Articles that the broker writes itself; they stand among the news that the market's figures make.
CREATE TABLE news_article (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Empty: about no market in particular.
  market text CHECK (market IN ('jpy', 'usd', 'cny')),
  texts jsonb NOT NULL,
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'published', 'withdrawn')),
  written_by bigint NOT NULL REFERENCES operator (id),
  updated_at timestamptz NOT NULL,
  published_at timestamptz,
  withdrawn_at timestamptz,
  CHECK (state <> 'published' OR published_at IS NOT NULL),
  CHECK ((state = 'withdrawn') = (withdrawn_at IS NOT NULL))
);
CREATE INDEX news_article_published ON news_article (published_at DESC, id) WHERE state = 'published';

-- What customers have read is never rewritten: it can only be withdrawn.
CREATE FUNCTION news_article_stays_as_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'draft' AND (NEW.market, NEW.texts, NEW.published_at, NEW.written_by)
      IS DISTINCT FROM (OLD.market, OLD.texts, OLD.published_at, OLD.written_by)
    OR OLD.state = 'withdrawn' OR (OLD.state = 'published' AND NEW.state = 'draft')
  THEN
    RAISE EXCEPTION 'article % was published or withdrawn', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER news_article_changes BEFORE UPDATE ON news_article
  FOR EACH ROW EXECUTE FUNCTION news_article_stays_as_published();
CREATE TRIGGER news_article_is_kept BEFORE DELETE OR TRUNCATE ON news_article
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
