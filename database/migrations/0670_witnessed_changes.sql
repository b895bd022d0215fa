-- Who may sign in, what an operator may do, what was decided and how late it is: whatever changes there is written down
-- beside it by a trigger, as the tables' owner, with the transaction that did it. The server's role reads that and can
-- neither add a row, change one nor take one away. The audit log and customers' activity name their transaction too, and
-- `npm run verify-ledger` says which change has no entry beside it. What changed before this migration has no witness.

CREATE TABLE witnessed_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  table_name text NOT NULL,
  -- INSERT, UPDATE or DELETE.
  operation text NOT NULL,
  -- The row's key, and whose it is: an operator, a customer, or nobody.
  record text NOT NULL,
  owner_id bigint,
  transaction_id xid8 NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Whoever owns the tables is no server, and answers for more than this.
  by_owner boolean NOT NULL
);
CREATE INDEX witnessed_change_transaction ON witnessed_change (transaction_id);

-- In two steps: the rows of before name no transaction.
ALTER TABLE audit_entry ADD COLUMN transaction_id xid8;
ALTER TABLE audit_entry ALTER COLUMN transaction_id SET DEFAULT pg_current_xact_id();
CREATE INDEX audit_entry_transaction ON audit_entry (transaction_id);
ALTER TABLE activity ADD COLUMN transaction_id xid8;
ALTER TABLE activity ALTER COLUMN transaction_id SET DEFAULT pg_current_xact_id();

-- Arguments: the columns of the key, joined by a space, and the column of whose it is, or an empty text.
CREATE FUNCTION witness_change() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  INSERT INTO witnessed_change (table_name, operation, record, owner_id, transaction_id, changed_at, by_owner)
  SELECT TG_TABLE_NAME, TG_OP,
    (SELECT string_agg(changed ->> part, ' ' ORDER BY place)
      FROM unnest(string_to_array(TG_ARGV[0], ' ')) WITH ORDINALITY AS key (part, place)),
    (changed ->> nullif(TG_ARGV[1], ''))::bigint, pg_current_xact_id(), real_now(),
    session_user = current_user;
  RETURN NULL;
END $$;

CREATE TRIGGER operator_witnessed AFTER INSERT OR UPDATE OF email, password_hash, role, disabled_at, totp_confirmed_at
  ON operator FOR EACH ROW EXECUTE FUNCTION witness_change('id', 'id');
CREATE TRIGGER operator_secret_witnessed AFTER UPDATE OF totp_secret ON operator FOR EACH ROW
  WHEN (OLD.totp_confirmed_at IS NOT NULL AND OLD.totp_secret IS DISTINCT FROM NEW.totp_secret)
  EXECUTE FUNCTION witness_change('id', 'id');
CREATE TRIGGER operator_session_witnessed AFTER INSERT OR UPDATE OF token_hash, operator_id, csrf_token_hash, created_at
  ON operator_session FOR EACH ROW EXECUTE FUNCTION witness_change('operator_id', 'operator_id');
CREATE TRIGGER operator_passkey_witnessed AFTER INSERT OR UPDATE OF operator_id, credential_id, public_key
  ON operator_passkey FOR EACH ROW EXECUTE FUNCTION witness_change('id', 'operator_id');
CREATE TRIGGER operator_recovery_code_witnessed AFTER INSERT OR UPDATE OF operator_id, code_hash
  ON operator_recovery_code FOR EACH ROW EXECUTE FUNCTION witness_change('operator_id', 'operator_id');
CREATE TRIGGER operator_one_time_password_witnessed AFTER INSERT OR UPDATE
  ON operator_one_time_password FOR EACH ROW EXECUTE FUNCTION witness_change('id', 'operator_id');
CREATE TRIGGER operator_setting_witnessed AFTER INSERT OR UPDATE OR DELETE
  ON operator_setting FOR EACH ROW EXECUTE FUNCTION witness_change('only_row', '');

CREATE TRIGGER proposal_witnessed AFTER UPDATE OF state ON proposal FOR EACH ROW
  WHEN (NEW.state IN ('approved', 'rejected', 'withdrawn', 'refused') AND OLD.state <> NEW.state)
  EXECUTE FUNCTION witness_change('id', 'decided_by');
CREATE TRIGGER proposal_made_witnessed AFTER INSERT ON proposal FOR EACH ROW
  WHEN (NEW.state <> 'pending') EXECUTE FUNCTION witness_change('id', 'decided_by');
CREATE TRIGGER proposal_approval_witnessed AFTER INSERT ON proposal_approval
  FOR EACH ROW EXECUTE FUNCTION witness_change('proposal_id operator_id', 'operator_id');
CREATE TRIGGER review_decision_witnessed AFTER INSERT ON review_decision FOR EACH ROW
  WHEN (NEW.queue <> 'withdrawals' OR NEW.decision <> 'approve') EXECUTE FUNCTION witness_change('queue item_id', 'decided_by');
-- A withdrawal's decision ends it when its bank has paid; it was approved before.
CREATE TRIGGER withdrawal_witnessed AFTER UPDATE OF approved_by, approved_at, approval_id ON withdrawal FOR EACH ROW
  WHEN (NEW.approved_by IS NOT NULL
    AND (NEW.approved_by, NEW.approval_id) IS DISTINCT FROM (OLD.approved_by, OLD.approval_id))
  EXECUTE FUNCTION witness_change('id', 'approved_by');
CREATE TRIGGER withdrawal_made_witnessed AFTER INSERT ON withdrawal FOR EACH ROW
  WHEN (NEW.approved_by IS NOT NULL) EXECUTE FUNCTION witness_change('id', 'approved_by');

CREATE TRIGGER config_entry_witnessed AFTER INSERT OR UPDATE OR DELETE
  ON config_entry FOR EACH ROW EXECUTE FUNCTION witness_change('name', '');
CREATE TRIGGER site_setting_change_witnessed AFTER INSERT OR UPDATE OR DELETE
  ON site_setting_change FOR EACH ROW EXECUTE FUNCTION witness_change('name', '');
CREATE TRIGGER default_credit_limit_witnessed AFTER INSERT OR UPDATE OR DELETE
  ON default_credit_limit FOR EACH ROW EXECUTE FUNCTION witness_change('currency', '');
CREATE TRIGGER simulation_clock_witnessed AFTER INSERT OR UPDATE OR DELETE
  ON simulation_clock FOR EACH ROW EXECUTE FUNCTION witness_change('only_row', '');

CREATE TRIGGER customer_witnessed AFTER INSERT OR UPDATE OF account, password_hash, kind
  ON customer FOR EACH ROW WHEN (NEW.kind = 'person') EXECUTE FUNCTION witness_change('account', 'id');
CREATE TRIGGER session_witnessed AFTER INSERT OR UPDATE OF token_hash, customer_id, created_at
  ON session FOR EACH ROW EXECUTE FUNCTION witness_change('id', 'customer_id');
CREATE TRIGGER fund_password_witnessed AFTER INSERT OR UPDATE OF customer_id, password_hash
  ON fund_password FOR EACH ROW EXECUTE FUNCTION witness_change('customer_id', 'customer_id');
CREATE TRIGGER customer_passkey_witnessed AFTER INSERT OR UPDATE OF customer_id, credential_id, public_key
  ON customer_passkey FOR EACH ROW EXECUTE FUNCTION witness_change('id', 'customer_id');
CREATE TRIGGER customer_recovery_code_witnessed AFTER INSERT OR UPDATE OF customer_id, code_hash
  ON customer_recovery_code FOR EACH ROW EXECUTE FUNCTION witness_change('customer_id', 'customer_id');
CREATE TRIGGER customer_totp_witnessed AFTER UPDATE OF confirmed_at, customer_id ON customer_totp FOR EACH ROW
  WHEN (NEW.confirmed_at IS NOT NULL) EXECUTE FUNCTION witness_change('customer_id', 'customer_id');
CREATE TRIGGER customer_totp_secret_witnessed AFTER UPDATE OF secret ON customer_totp FOR EACH ROW
  WHEN (OLD.confirmed_at IS NOT NULL AND OLD.secret IS DISTINCT FROM NEW.secret)
  EXECUTE FUNCTION witness_change('customer_id', 'customer_id');
CREATE TRIGGER customer_totp_made_witnessed AFTER INSERT ON customer_totp FOR EACH ROW
  WHEN (NEW.confirmed_at IS NOT NULL) EXECUTE FUNCTION witness_change('customer_id', 'customer_id');

-- When a score was reckoned, by the database: of those before nothing says what the record was by then.
ALTER TABLE loan_score ADD COLUMN reckoned_at timestamptz;
ALTER TABLE loan_score ALTER COLUMN reckoned_at SET DEFAULT app_now();
