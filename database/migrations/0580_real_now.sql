-- Real time has one name. It is what `app_now()` adds the simulated clock's offset to, and what sessions, locks, holds
-- and records of the machine itself go by. Whoever tests puts another function in its place, and with it has all of them
-- at the moment that the test names. PostgreSQL writes its body into each statement that calls it: it costs nothing.
CREATE FUNCTION real_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS
$$ SELECT clock_timestamp() $$;

CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT real_now() + offset_seconds * interval '1 second' FROM simulation_clock $$;

ALTER TABLE client_request ALTER recorded_at SET DEFAULT real_now();
ALTER TABLE ledger_posting ALTER recorded_at SET DEFAULT real_now();
ALTER TABLE invitation_code ALTER created_at SET DEFAULT real_now();
ALTER TABLE session ALTER created_at SET DEFAULT real_now(), ALTER last_seen_at SET DEFAULT real_now();
ALTER TABLE operator ALTER created_at SET DEFAULT real_now();
ALTER TABLE operator_session ALTER created_at SET DEFAULT real_now(), ALTER last_seen_at SET DEFAULT real_now();
ALTER TABLE trading_halt ALTER halted_at SET DEFAULT real_now();
ALTER TABLE operator_passkey ALTER added_at SET DEFAULT real_now();
ALTER TABLE operator_challenge ALTER made_at SET DEFAULT real_now();
ALTER TABLE customer_passkey ALTER added_at SET DEFAULT real_now();
ALTER TABLE customer_challenge ALTER made_at SET DEFAULT real_now();
ALTER TABLE reset_hold ALTER started_at SET DEFAULT real_now();
ALTER TABLE ledger_check_run ALTER finished_at SET DEFAULT real_now();
ALTER TABLE signing_key ALTER since SET DEFAULT real_now();
ALTER TABLE operator_hold ALTER started_at SET DEFAULT real_now();
ALTER TABLE push_subscription ALTER created_at SET DEFAULT real_now();
ALTER TABLE push_delivery ALTER queued_at SET DEFAULT real_now(), ALTER due_at SET DEFAULT real_now();
