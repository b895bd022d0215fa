-- Of a request that lowers an order for a dividend: what its customer is sent waits for the venue's answer.
ALTER TABLE venue_request ADD COLUMN per_share bigint CHECK (per_share > 0);
