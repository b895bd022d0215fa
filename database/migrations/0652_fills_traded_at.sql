-- When a fill was traded that a step of the clock has leapt over (decision 0114): it is written, and its money moves,
-- at the step's end, and belongs to the day of its price. Null of all others: they are traded as they are filled.
ALTER TABLE fill ADD COLUMN traded_at timestamptz CHECK (traded_at <= filled_at);
