-- The audit log without its readings: one entry in many is a change.
CREATE INDEX audit_entry_changes ON audit_entry (number) WHERE method = 'POST';

-- The dashboard looks at the last days of what grows by the day.
CREATE INDEX activity_day ON activity USING brin (happened_at);
CREATE INDEX fill_day ON fill USING brin (filled_at);
