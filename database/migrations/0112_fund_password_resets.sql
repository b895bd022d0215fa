-- A customer who has forgotten the fund password sets a new one a day after asking for it. The day is for
-- the owner, who hears of it at once and can take it back, where a thief has asked. One row a customer, while
-- the reset waits or is due; it goes when it is used or taken back, and the account's activity keeps what was.
CREATE TABLE fund_password_reset (
  customer_id bigint PRIMARY KEY REFERENCES fund_password (customer_id),
  requested_at timestamptz NOT NULL,
  -- As the customer was told it.
  due_at timestamptz NOT NULL CHECK (due_at > requested_at)
);

-- Nothing brings the day forward: whoever asks again after taking it back waits for a whole one.
CREATE TRIGGER fund_password_reset_stays BEFORE UPDATE OR TRUNCATE ON fund_password_reset
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
