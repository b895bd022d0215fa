-- Beijing's exchange is a board of the mainland market.
ALTER TABLE added_instrument DROP CONSTRAINT added_instrument_exchange_check;
ALTER TABLE added_instrument ADD CONSTRAINT added_instrument_exchange_check
  CHECK (exchange IN ('TSE', 'NYSE', 'NASDAQ', 'SSE', 'SZSE', 'BSE'));
