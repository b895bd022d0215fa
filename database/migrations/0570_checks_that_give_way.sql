-- How long a run of the books' check has waited for those who trade: what it rests afterwards follows from its work alone.
ALTER TABLE ledger_check_run ADD COLUMN gave_way_ms integer NOT NULL DEFAULT 0 CHECK (gave_way_ms >= 0);
