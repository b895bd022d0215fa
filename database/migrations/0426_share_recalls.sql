-- Shares that a lender recalls come back at once where they are not borrowed or the pool has others. The rest is
-- recalled with a deadline: whoever is short is told, and after it shares are bought back at the market's own price.
CREATE TABLE share_recall (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  position_id bigint NOT NULL REFERENCES position (id),
  customer_id bigint NOT NULL REFERENCES customer (id),
  market text NOT NULL,
  code text NOT NULL,
  -- What did not come back at once, and what of it has come back since. What was sold meanwhile waits for nothing.
  quantity bigint NOT NULL CHECK (quantity > 0),
  returned bigint NOT NULL DEFAULT 0 CHECK (returned BETWEEN 0 AND quantity),
  recalled_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL CHECK (due_at > recalled_at),
  ended_at timestamptz,
  rule text NOT NULL,
  rule_since date NOT NULL
);
-- One a position at a time, however often it is asked for.
CREATE UNIQUE INDEX share_recall_open ON share_recall (position_id) WHERE ended_at IS NULL;
CREATE INDEX share_recall_stock ON share_recall (market, code, id) WHERE ended_at IS NULL;

-- A short that is told to give back what it borrowed, and by when.
CREATE TABLE share_recall_notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  position_id bigint NOT NULL REFERENCES position (id),
  customer_id bigint NOT NULL REFERENCES customer (id),
  market text NOT NULL,
  code text NOT NULL,
  quantity bigint NOT NULL CHECK (quantity > 0),
  told_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL CHECK (due_at > told_at),
  ended_at timestamptz,
  ending text CHECK (ending IN ('closed', 'withdrawn', 'bought_in')),
  rule text NOT NULL,
  rule_since date NOT NULL,
  CHECK ((ended_at IS NULL) = (ending IS NULL))
);
CREATE UNIQUE INDEX share_recall_notice_open ON share_recall_notice (position_id) WHERE ended_at IS NULL;
CREATE INDEX share_recall_notice_stock ON share_recall_notice (market, code, id) WHERE ended_at IS NULL;

-- The receipt of a buy-in: which fill of the short it was.
CREATE TABLE share_buy_in (
  position_id bigint NOT NULL REFERENCES position (id),
  number integer NOT NULL,
  notice_id bigint NOT NULL REFERENCES share_recall_notice (id),
  quantity bigint NOT NULL CHECK (quantity > 0),
  price bigint NOT NULL CHECK (price > 0),
  bought_at timestamptz NOT NULL,
  PRIMARY KEY (position_id, number)
);
CREATE TRIGGER share_buy_in_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON share_buy_in
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
