-- What operators say to customers, bar them from, and offer: each change has a witness from this migration on, as those
-- of 0670 have.

CREATE TRIGGER service_message_witnessed AFTER INSERT ON service_message FOR EACH ROW
  WHEN (NEW.author IS NOT NULL) EXECUTE FUNCTION witness_change('id', 'written_by');
-- What the system itself says of a stock has no writer.
CREATE TRIGGER news_article_witnessed AFTER UPDATE OF state, texts, market ON news_article FOR EACH ROW
  WHEN (NEW.state <> 'draft' AND NEW.written_by IS NOT NULL) EXECUTE FUNCTION witness_change('id', 'written_by');
CREATE TRIGGER news_article_made_witnessed AFTER INSERT ON news_article FOR EACH ROW
  WHEN (NEW.state <> 'draft' AND NEW.written_by IS NOT NULL) EXECUTE FUNCTION witness_change('id', 'written_by');
-- A new simulated instance makes its own.
CREATE TRIGGER deposit_channel_made_witnessed AFTER INSERT ON deposit_channel FOR EACH ROW
  WHEN (NOT NEW.demo) EXECUTE FUNCTION witness_change('id', '');
CREATE TRIGGER deposit_channel_witnessed AFTER UPDATE ON deposit_channel
  FOR EACH ROW EXECUTE FUNCTION witness_change('id', '');
-- A customer's own wish to be frozen is among their activity; what the market's rules halt needs nobody.
CREATE TRIGGER restriction_witnessed AFTER INSERT ON restriction FOR EACH ROW
  WHEN (NEW.restricted_by IS NOT NULL) EXECUTE FUNCTION witness_change('id', 'restricted_by');
CREATE TRIGGER trading_halt_witnessed AFTER INSERT ON trading_halt FOR EACH ROW
  WHEN (NEW.halted_by IS NOT NULL) EXECUTE FUNCTION witness_change('id', 'halted_by');
CREATE TRIGGER trading_halt_ended_witnessed AFTER UPDATE OF resumed_by ON trading_halt FOR EACH ROW
  WHEN (NEW.resumed_by IS NOT NULL) EXECUTE FUNCTION witness_change('id', 'resumed_by');
CREATE TRIGGER stock_offer_witnessed AFTER INSERT OR UPDATE OR DELETE
  ON stock_offer FOR EACH ROW EXECUTE FUNCTION witness_change('market code', '');
