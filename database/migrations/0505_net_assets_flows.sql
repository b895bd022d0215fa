-- What a customer paid in or was paid out in the middle of a day, and what they had right after it: so a
-- day's result can leave it out (decision 0091).

-- Money that comes or goes without anything being gained or lost. A look at the day's must not read the
-- day's orders.
CREATE INDEX ledger_posting_flow ON ledger_posting (happened_at, account_id)
  WHERE version IS NOT NULL
    AND kind IN ('deposit', 'withdrawal_paid', 'correction', 'simulated_grant', 'loan_written_off');

CREATE TABLE net_assets_flow (
  -- The order in which they were valued.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL,
  -- The ledger's; each is valued once, whoever comes first.
  transfer_id bigint NOT NULL,
  happened_at timestamptz NOT NULL,
  valued_at timestamptz NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- In the currency's minor unit, positive where it came in.
  amount bigint NOT NULL CHECK (amount <> 0),
  -- Net assets with it, by currency in its minor unit, and the rates of that moment as in net_assets_day.
  net_after jsonb NOT NULL,
  rates jsonb NOT NULL,
  UNIQUE (customer_id, transfer_id)
);
CREATE INDEX net_assets_flow_day ON net_assets_flow (customer_id, happened_at);
CREATE TRIGGER net_assets_flow_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON net_assets_flow
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
