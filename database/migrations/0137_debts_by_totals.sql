-- Whoever looks for debts that a gap has left asks the running totals first whether anybody owes anything in
-- a currency, and reads the accounts of such debts alone: a few days of totals, and three accounts for each
-- customer instead of all of them.
CREATE INDEX ledger_total_owing ON ledger_total (currency) WHERE purpose = 'shortfall_debt';
CREATE INDEX ledger_account_owing ON ledger_account (currency, id) WHERE purpose = 'shortfall_debt';
