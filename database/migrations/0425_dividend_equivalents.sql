-- What of a dividend was paid in its place, for the shares that were lent when it took effect: it is no dividend for
-- taxes, and has a kind of postings of its own. Nothing of those before, which were posted as dividends.
ALTER TABLE position_action
  ADD COLUMN equivalent bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT position_action_pays_equivalent CHECK (equivalent = 0 OR equivalent BETWEEN 0 AND amount);
