-- The answer to an order that is filled at once says what its position and first fill say, both of which
-- are kept for good: it is kept as them and not once more as text, which was a third of what an order
-- wrote. Every other answer, a refusal too, stays text.
ALTER TABLE client_request
  ADD COLUMN position_id bigint,
  ALTER COLUMN answer DROP NOT NULL,
  ADD CONSTRAINT client_request_has_an_answer CHECK ((answer IS NULL) = (position_id IS NOT NULL));
