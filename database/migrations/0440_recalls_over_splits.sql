-- What is recalled and what a short was told to give back follow splits: so many of the position's actions are in their
-- figures already.
ALTER TABLE share_recall ADD COLUMN actions integer NOT NULL DEFAULT 0 CHECK (actions >= 0);
UPDATE share_recall r SET actions = (SELECT count(*) FROM position_action d WHERE d.position_id = r.position_id)
  WHERE ended_at IS NULL;

-- A short gives back what it has above `keeps`, whether it buys back itself or is bought in: what it bought back before
-- its deadline is never asked for twice, and where more of it is missing later, it is told again, with another deadline.
ALTER TABLE share_recall_notice
  ADD COLUMN actions integer NOT NULL DEFAULT 0 CHECK (actions >= 0),
  ADD COLUMN keeps bigint NOT NULL DEFAULT 0 CHECK (keeps >= 0);
UPDATE share_recall_notice n SET
    actions = (SELECT count(*) FROM position_action d WHERE d.position_id = n.position_id),
    keeps = (SELECT greatest(0, p.opened - p.closed - greatest(0, n.quantity - (SELECT coalesce(sum(b.quantity), 0)
      FROM share_buy_in b WHERE b.notice_id = n.id))) FROM position p WHERE p.id = n.position_id)
  WHERE ended_at IS NULL;
DROP INDEX share_recall_notice_open;
-- Of one deadline there is one: what is called besides is added to it, and what a halt moves to it is joined to it.
CREATE UNIQUE INDEX share_recall_notice_open ON share_recall_notice (position_id, due_at) WHERE ended_at IS NULL;
ALTER TABLE share_recall_notice DROP CONSTRAINT share_recall_notice_ending_check,
  ADD CONSTRAINT share_recall_notice_ending_check CHECK (ending IN ('closed', 'withdrawn', 'bought_in', 'joined'));
