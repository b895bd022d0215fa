-- The flows of a few customers, which are valued two hundred customers at a time. By their time alone they were looked for
-- among everybody's flows, and by their accounts alone among all their orders' postings.
CREATE INDEX ledger_posting_own_flow ON ledger_posting (account_id, happened_at)
  WHERE version IS NOT NULL
    AND kind IN ('deposit', 'withdrawal_paid', 'correction', 'simulated_grant', 'loan_written_off');
