-- A fill that took more than one level of its quote keeps what it took of each, the best first:
-- [["2850.5","100"],["2851","50"]]. Its price is their average then.
ALTER TABLE fill ADD COLUMN levels json;
