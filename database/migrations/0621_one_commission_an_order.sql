-- Closing a holding is one order to its customer, whose parts close one opening each: their fees are those of the
-- whole, so that a minimum and a maximum apply once.
CREATE TABLE closing_group (
  id uuid PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  -- What all parts have filled: shares, and price × shares as the venue gave it.
  filled bigint NOT NULL DEFAULT 0 CHECK (filled >= 0),
  filled_value bigint NOT NULL DEFAULT 0 CHECK (filled_value >= 0)
);

-- Of a part that works; one that is filled at once is kept as its fill.
ALTER TABLE trade_order ADD COLUMN closing_group uuid REFERENCES closing_group (id);
