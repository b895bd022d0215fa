-- What is kept for a time alone is looked for by its age: rows come in the order of their times, so the
-- smallest kind of index is enough, and costs those who write nothing that could be measured.
CREATE INDEX client_request_age ON client_request USING brin (recorded_at);
CREATE INDEX session_age ON session USING brin (created_at);
