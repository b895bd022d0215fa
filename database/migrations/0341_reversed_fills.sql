-- A venue that answers later takes trades back or corrects them (decision 0059). A fill is never changed: what is
-- taken back is a fill of its own with the other sign, which names the one that it takes back, and a correction puts
-- another behind it. So every sum over fills stays what it is.
ALTER TABLE fill
  -- The number of the fill that this one takes back.
  ADD COLUMN reverses integer,
  DROP CONSTRAINT fill_quantity_check,
  DROP CONSTRAINT fill_amount_check,
  DROP CONSTRAINT fill_fee_check,
  ADD CONSTRAINT fill_figures_have_a_sign CHECK (CASE WHEN reverses IS NULL
    THEN quantity > 0 AND amount >= 0 AND fee >= 0
    ELSE quantity < 0 AND amount <= 0 AND fee <= 0 AND reverses < number END);
CREATE UNIQUE INDEX fill_reversed_once ON fill (position_id, reverses) WHERE reverses IS NOT NULL;

-- Shares that the venue took back when they were sold already, or about to be: the house made them good.
ALTER TABLE trade_order
  ADD COLUMN made_good bigint NOT NULL DEFAULT 0 CHECK (made_good >= 0),
  -- Taken back of it once it had ended.
  ADD COLUMN taken_back bigint NOT NULL DEFAULT 0 CHECK (taken_back >= 0),
  DROP CONSTRAINT trade_order_filled_is_whole,
  ADD CONSTRAINT trade_order_filled_is_whole CHECK ((state = 'filled') = (filled + taken_back = quantity)),
  DROP CONSTRAINT trade_order_reason_check,
  ADD CONSTRAINT trade_order_reason_check CHECK (reason IN ('insufficient_balance',
    'insufficient_credit_limit', 'no_counterparty', 'rejected_by_venue', 'corporate_action', 'busted'));

-- A position of which nothing was bought in the end stays on the record, and is no position to anybody: its order is
-- one without a fill again. What was sold and is not sold after all is held again.
ALTER TABLE position
  DROP CONSTRAINT position_has_shares,
  ADD CONSTRAINT position_has_shares CHECK (
    (opened > 0 OR state = 'closed' AND opened = 0) AND closed BETWEEN 0 AND opened),
  DROP CONSTRAINT position_newest_lot_is_of_it,
  ADD CONSTRAINT position_newest_lot_is_of_it CHECK (newest_lot > 0 AND newest_lot <= opened),
  DROP CONSTRAINT position_ending_check,
  ADD CONSTRAINT position_ending_check CHECK (
    ending IN ('corporate_action', 'take_profit', 'stop_loss', 'forced_sale', 'busted'));
CREATE OR REPLACE FUNCTION position_may_go(before text, after text) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN (before, after) IN (('holding', 'closing'), ('closing', 'holding'), ('holding', 'closed'),
  ('closing', 'closed'), ('holding', 'locked'), ('locked', 'holding'), ('locked', 'closed'),
  ('closed', 'holding'));

CREATE OR REPLACE VIEW listed_position AS
SELECT p.id, p.customer_id, p.market, p.code, p.side, coalesce(o.kind, p.kind, 'market') AS kind,
  coalesce(o.time_in_force, p.time_in_force, 'until_cancelled') AS time_in_force, p.leverage,
  p.state AS status, p.revision,
  CASE WHEN o.filled = p.opened THEN coalesce(o.quantity, p.opened) ELSE p.opened END AS quantity,
  coalesce(o.limit_price, p.limit_price) AS limit_price, o.stop_price, o.triggered_at,
  o.expires_at, coalesce(o.reserved, 0) AS reserved, o.id IS NOT NULL AND o.ended_at IS NULL AS opening_works,
  p.opened, p.closed, p.open_price, p.close_value, p.cost, p.open_fee, p.margin, p.borrowed, p.margin_left,
  p.borrowed_left, p.collateral_left, p.interest_units, p.interest_through, p.interest_paid,
  p.basis_closed, p.proceeds, p.close_fee, p.stamp_duty, p.realised, p.closing_shares, p.take_profit,
  p.stop_loss, p.ending, coalesce(o.placed_at, p.opened_at) AS placed_at, p.opened_at, p.sellable_at,
  p.ended_at, p.newest_lot, p.newest_lot_on
FROM position p LEFT JOIN trade_order o ON o.id = p.id WHERE p.opened > 0
UNION ALL
SELECT o.id, o.customer_id, o.market, o.code, CASE o.side WHEN 'buy' THEN 'long' ELSE 'short' END, o.kind,
  o.time_in_force, coalesce(o.leverage, 1::smallint),
  CASE o.state WHEN 'working' THEN 'pending' WHEN 'rejected' THEN 'rejected' ELSE 'cancelled' END,
  o.revision, o.quantity, o.limit_price, o.stop_price, o.triggered_at,
  o.expires_at, o.reserved, o.ended_at IS NULL, 0::bigint, 0::bigint, NULL, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
  0::bigint, 0::bigint, 0::bigint, 0::bigint, NULL, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
  0::bigint, 0::bigint, o.take_profit, o.stop_loss,
  CASE WHEN o.state <> 'working' THEN coalesce(o.reason, o.state) END, coalesce(o.placed_at, 'epoch'), NULL,
  NULL, o.ended_at, NULL::bigint, NULL::date
FROM trade_order o WHERE o.purpose = 'open' AND o.position_id IS NULL;
