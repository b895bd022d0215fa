-- A report that cannot be booked is set aside with its reason (decision 0068): its order's later reports wait behind
-- it, and every other order goes on. It is tried again later and later, or when an operator asks for it.
CREATE TABLE venue_set_aside (
  venue text NOT NULL,
  sequence bigint NOT NULL,
  order_id bigint NOT NULL REFERENCES venue_order (order_id),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  attempts integer NOT NULL CHECK (attempts > 0),
  since timestamptz NOT NULL,
  tried_at timestamptz NOT NULL,
  retry_at timestamptz NOT NULL,
  booked_at timestamptz,
  PRIMARY KEY (venue, sequence),
  FOREIGN KEY (venue, sequence) REFERENCES venue_report (venue, sequence)
);
CREATE UNIQUE INDEX venue_set_aside_waits ON venue_set_aside (order_id) WHERE booked_at IS NULL;
CREATE TRIGGER venue_set_aside_is_kept BEFORE DELETE OR TRUNCATE ON venue_set_aside
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE INDEX venue_order_disputed ON venue_order (order_id) WHERE dispute IS NOT NULL;

-- What no report of ours can be is kept too, or the hole that it leaves would hold up every order.
ALTER TABLE venue_report
  DROP CONSTRAINT venue_report_type_check,
  ADD CONSTRAINT venue_report_type_check CHECK (type IN ('accepted', 'rejected', 'trade', 'cancelled', 'expired',
    'replaced', 'request_rejected', 'busted', 'corrected', 'status', 'request_unknown', 'order_unknown',
    'unreadable')),
  DROP CONSTRAINT venue_report_has_figures,
  ADD CONSTRAINT venue_report_has_figures CHECK (type IN ('request_unknown', 'order_unknown', 'unreadable')
    OR num_nulls(venue_order_id, status, cumulative, leaves) = 0),
  DROP CONSTRAINT venue_report_gives_reason,
  ADD CONSTRAINT venue_report_gives_reason CHECK (
    (type IN ('rejected', 'request_rejected', 'unreadable')) = (reason IS NOT NULL));
