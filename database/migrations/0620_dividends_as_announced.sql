-- A dividend per share is announced with more decimals than a price has: at twelve, it is rounded once, when it is
-- paid. What is kept from before stays the amount that it was.
ALTER TABLE corporate_action ALTER COLUMN per_share TYPE bigint USING per_share * 100000000;
