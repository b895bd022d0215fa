-- How a customer wishes to order, on every device: whether each order is reviewed before it goes, and whether the
-- ticket offers leverage and selling short, which are off until the customer has read about them and switched them on.
CREATE TABLE trading_preferences (
  customer_id bigint PRIMARY KEY REFERENCES customer (id),
  review_orders boolean NOT NULL DEFAULT true,
  leverage_on boolean NOT NULL DEFAULT false,
  short_on boolean NOT NULL DEFAULT false,
  changed_at timestamptz NOT NULL
);
