-- A new account for deposits is announced, and where money is real it is shown and taken from the next day on: until
-- then whoever is told of a wrong one can say so. What it replaces is offered until that moment. Empty: since it
-- was made.
ALTER TABLE deposit_channel ADD COLUMN holds_from timestamptz;
CREATE TRIGGER deposit_channel_begins_once BEFORE UPDATE OF holds_from ON deposit_channel
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
