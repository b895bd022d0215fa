-- How far a market's corporate actions have been looked through (decision 0180): what took effect until then and was
-- known is applied to everything, and a start does not look through all positions for it again.
CREATE TABLE corporate_action_look (
  market text PRIMARY KEY CHECK (market IN ('jpy', 'usd', 'cny')),
  looked_until timestamptz NOT NULL,
  -- SHA-256 of what was known: where the feed knows another action of that time now, all is looked through again.
  known bytea NOT NULL CHECK (octet_length(known) = 32)
);
