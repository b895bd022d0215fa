-- Which edition of the simulated market's generator a database's prices follow from, for good: in the second,
-- ChiNext's shares kept the main boards' 10 % until 2020-08-24. What was pinned before keeps the first.
ALTER TABLE market_pin ADD COLUMN edition smallint NOT NULL DEFAULT 1 CHECK (edition IN (1, 2));
