-- Instruments that the feed carries because the house added them: what was told to the feed then, so
-- that every process and every start makes the same of it. It names no price, and never changes. A
-- database is served by one feed at a time; what was told to another is not told to this one.
CREATE TABLE added_instrument (
  feed text NOT NULL,
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL CHECK (code ~ '^[0-9A-Z][0-9A-Z.-]{0,11}$'),
  exchange text NOT NULL CHECK (exchange IN ('TSE', 'NYSE', 'NASDAQ', 'SSE', 'SZSE')),
  name_jp text NOT NULL CHECK (name_jp <> ''),
  name_cn text NOT NULL CHECK (name_cn <> ''),
  name_us text NOT NULL CHECK (name_us <> ''),
  search_terms text[] NOT NULL,
  sector text NOT NULL,
  -- Empty where the feed's own records say it.
  listed_on date,
  -- Two operators stand behind it.
  proposal_id bigint NOT NULL UNIQUE REFERENCES proposal (id),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (feed, market, code)
);
CREATE TRIGGER added_instrument_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON added_instrument
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the house says of an instrument otherwise than its feed; an empty column leaves it to the feed.
CREATE TABLE instrument_record (
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  name_jp text CHECK (name_jp <> ''),
  name_cn text CHECK (name_cn <> ''),
  name_us text CHECK (name_us <> ''),
  search_terms text[],
  sector text,
  lot_size bigint CHECK (lot_size > 0),
  offered boolean NOT NULL DEFAULT true,
  PRIMARY KEY (market, code),
  CHECK (num_nulls(name_jp, name_cn, name_us) IN (0, 3))
);

CREATE FUNCTION announce_instruments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('instruments_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER instruments_changed AFTER INSERT ON added_instrument
  FOR EACH STATEMENT EXECUTE FUNCTION announce_instruments();
CREATE TRIGGER instruments_changed AFTER INSERT OR UPDATE OR DELETE ON instrument_record
  FOR EACH STATEMENT EXECUTE FUNCTION announce_instruments();
