-- Flows that are not valued yet, written with their postings and deleted with their valuation. What commits late, of
-- whatever time, is in it from its commit on, whichever process looks next (decision 0145).
CREATE TABLE net_assets_flow_due (
  customer_id bigint NOT NULL,
  transfer_id bigint NOT NULL,
  currency text NOT NULL,
  -- In the currency's minor unit, positive where it came in.
  amount bigint NOT NULL,
  happened_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, transfer_id)
);

-- Without reading whole tables: the plan may be made while they are nearly empty, and stays.
CREATE FUNCTION note_flow() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO net_assets_flow_due AS due (customer_id, transfer_id, currency, amount, happened_at)
  SELECT account.customer_id, NEW.transfer_id, NEW.currency, NEW.amount, NEW.happened_at
  FROM ledger_account account JOIN customer ON customer.id = account.customer_id
  WHERE account.id = NEW.account_id AND customer.kind = 'person'
  ON CONFLICT (customer_id, transfer_id) DO UPDATE SET amount = due.amount + EXCLUDED.amount;
  -- What moves between a customer's own accounts is no flow.
  DELETE FROM net_assets_flow_due due USING ledger_account account
  WHERE account.id = NEW.account_id AND due.customer_id = account.customer_id
    AND due.transfer_id = NEW.transfer_id AND due.amount = 0;
  RETURN NULL;
END $$;

-- Money that comes or goes without anything being gained or lost: from and to outside, the paper money of a newcomer,
-- a correction by hand, a debt that is forgiven. All else that moves is a result, or moves inside. By row, so that an
-- order's postings cost the condition alone.
CREATE TRIGGER ledger_posting_flow_noted AFTER INSERT ON ledger_posting FOR EACH ROW
  WHEN (NEW.version IS NOT NULL
    AND NEW.kind IN ('deposit', 'withdrawal_paid', 'correction', 'simulated_grant', 'loan_written_off'))
  EXECUTE FUNCTION note_flow();

CREATE FUNCTION strike_valued_flows() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM net_assets_flow_due due USING inserted
  WHERE due.customer_id = inserted.customer_id AND due.transfer_id = inserted.transfer_id;
  RETURN NULL;
END $$;
CREATE TRIGGER net_assets_flow_strikes_due AFTER INSERT ON net_assets_flow REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION strike_valued_flows();

-- What was posted before. Nobody posts or values meanwhile.
LOCK TABLE ledger_posting, net_assets_flow IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO net_assets_flow_due (customer_id, transfer_id, currency, amount, happened_at)
SELECT account.customer_id, posting.transfer_id, posting.currency, sum(posting.amount), min(posting.happened_at)
FROM ledger_posting posting JOIN ledger_account account ON account.id = posting.account_id
JOIN customer ON customer.id = account.customer_id AND customer.kind = 'person'
WHERE posting.version IS NOT NULL
  AND posting.kind IN ('deposit', 'withdrawal_paid', 'correction', 'simulated_grant', 'loan_written_off')
  AND NOT EXISTS (SELECT FROM net_assets_flow valued
    WHERE valued.customer_id = account.customer_id AND valued.transfer_id = posting.transfer_id)
GROUP BY 1, 2, 3 HAVING sum(posting.amount) <> 0;

-- They were there for looking through the ledger.
DROP INDEX ledger_posting_flow, ledger_posting_own_flow;
