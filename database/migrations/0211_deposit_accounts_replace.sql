-- Which account an announced one replaces: one that is withdrawn before it begins leaves the other as it was.
ALTER TABLE deposit_channel ADD COLUMN replaces bigint REFERENCES deposit_channel;

-- Until now both were given the same moment.
UPDATE deposit_channel AS planned SET replaces = (
    SELECT min(replaced.id) FROM deposit_channel AS replaced
    WHERE replaced.currency = planned.currency AND replaced.id <> planned.id
      AND replaced.withdrawn_at = planned.holds_from)
  WHERE planned.holds_from IS NOT NULL;

CREATE INDEX deposit_channel_replaces ON deposit_channel (replaces) WHERE replaces IS NOT NULL;
