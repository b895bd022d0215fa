-- An order may be rejected where it was sent to.
ALTER TABLE trade_order
  DROP CONSTRAINT trade_order_reason_check,
  ADD CONSTRAINT trade_order_reason_check CHECK (reason IN ('insufficient_balance',
    'insufficient_credit_limit', 'no_counterparty', 'rejected_by_venue', 'corporate_action'));

-- A venue that answers later (decision 0049): what was asked of it, what it has reported, and how its orders stand.
CREATE TABLE venue_line (
  venue text PRIMARY KEY,
  -- Every report up to this number is here; those after it wait until none is missing before them.
  received_through bigint NOT NULL DEFAULT 0 CHECK (received_through >= 0),
  -- The newest number that the venue has told of.
  newest bigint NOT NULL DEFAULT 0,
  -- When the venue was last heard of; empty while nobody has reached it.
  heard_at timestamptz,
  CONSTRAINT venue_line_newest_is_newest CHECK (newest >= received_through)
);

CREATE TABLE venue_order (
  -- Of the order that our customer placed.
  order_id bigint PRIMARY KEY,
  customer_id bigint NOT NULL,
  venue text NOT NULL REFERENCES venue_line (venue),
  market text NOT NULL CHECK (market IN ('jpy', 'usd', 'cny')),
  code text NOT NULL,
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  immediate_or_cancel boolean NOT NULL,
  state text NOT NULL DEFAULT 'pending_new' CHECK (
    state IN ('pending_new', 'working', 'filled', 'cancelled', 'expired', 'rejected')),
  venue_order_id text,
  -- Of the request that it was last accepted under, and of the cancel or replace that is not answered.
  client_order_id text NOT NULL,
  request_id text,
  wants_cancel boolean NOT NULL DEFAULT false,
  -- As the venue has it.
  quantity bigint NOT NULL CHECK (quantity > 0),
  limit_price bigint NOT NULL CHECK (limit_price > 0),
  filled bigint NOT NULL DEFAULT 0,
  -- Taken out again by a bust or a correction, and not looked for a second time.
  busted bigint NOT NULL DEFAULT 0,
  -- Why a report cannot be true of it: nothing more is done with it until somebody has looked.
  dispute text CHECK (dispute IN ('trade_after_end', 'ended_twice', 'unknown_trade', 'correction_grew',
    'not_asked', 'figures_differ', 'not_bookable')),
  UNIQUE (venue, venue_order_id),
  CONSTRAINT venue_order_is_filled_once CHECK (
    filled >= 0 AND busted >= 0 AND filled + busted <= quantity),
  -- One that never arrived has no id of the venue's, and nothing was filled of it.
  CONSTRAINT venue_order_has_arrived CHECK (venue_order_id IS NOT NULL
    OR (state IN ('pending_new', 'cancelled') AND filled = 0 AND busted = 0))
) WITH (fillfactor = 80);

-- Each is sent under one id, as often as it takes.
CREATE TABLE venue_request (
  client_order_id text PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES venue_order (order_id),
  kind text NOT NULL CHECK (kind IN ('new', 'cancel', 'replace')),
  quantity bigint CHECK (quantity > 0),
  limit_price bigint CHECK (limit_price > 0),
  made_at timestamptz NOT NULL,
  -- Empty until it has gone out, and again when the venue says that it never arrived.
  sent_at timestamptz,
  -- When the venue was last asked about it.
  asked_at timestamptz,
  answered_at timestamptz,
  CONSTRAINT venue_request_says_what CHECK (
    (kind = 'cancel') = (quantity IS NULL) AND (kind = 'cancel') = (limit_price IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX venue_request_of_order ON venue_request (order_id);
CREATE INDEX venue_request_unanswered ON venue_request (made_at) WHERE answered_at IS NULL;

CREATE TABLE venue_report (
  venue text NOT NULL REFERENCES venue_line (venue),
  sequence bigint NOT NULL CHECK (sequence > 0),
  execution_id text NOT NULL,
  client_order_id text NOT NULL,
  -- Empty where the request is none of ours: it is kept, and somebody has to look.
  order_id bigint REFERENCES venue_order (order_id),
  type text NOT NULL CHECK (type IN ('accepted', 'rejected', 'trade', 'cancelled', 'expired', 'replaced',
    'request_rejected', 'busted', 'corrected', 'status', 'request_unknown', 'order_unknown')),
  venue_at timestamptz NOT NULL,
  venue_order_id text,
  status text CHECK (status IN ('working', 'filled', 'cancelled', 'expired', 'rejected')),
  cumulative bigint,
  leaves bigint,
  quantity bigint,
  price bigint,
  refers_to text,
  reason text,
  received_at timestamptz NOT NULL,
  applied_at timestamptz,
  PRIMARY KEY (venue, sequence),
  CONSTRAINT venue_report_once UNIQUE (venue, execution_id),
  CONSTRAINT venue_report_has_figures CHECK (type IN ('request_unknown', 'order_unknown')
    OR num_nulls(venue_order_id, status, cumulative, leaves) = 0),
  CONSTRAINT venue_report_says_what CHECK (type NOT IN ('trade', 'corrected', 'replaced')
    OR num_nulls(quantity, price) = 0),
  CONSTRAINT venue_report_refers CHECK ((type IN ('busted', 'corrected')) = (refers_to IS NOT NULL)),
  CONSTRAINT venue_report_gives_reason CHECK (
    (type IN ('rejected', 'request_rejected')) = (reason IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX venue_report_unapplied ON venue_report (order_id, sequence) WHERE applied_at IS NULL;

CREATE TABLE venue_trade (
  venue text NOT NULL,
  -- Of the report that it was last told by.
  execution_id text NOT NULL,
  order_id bigint NOT NULL REFERENCES venue_order (order_id),
  quantity bigint NOT NULL CHECK (quantity > 0),
  price bigint NOT NULL CHECK (price > 0),
  booked_at timestamptz NOT NULL,
  -- The report that took it out again.
  reversed_by text,
  PRIMARY KEY (venue, execution_id),
  FOREIGN KEY (venue, execution_id) REFERENCES venue_report (venue, execution_id)
) WITH (fillfactor = 80);
CREATE INDEX venue_trade_of_order ON venue_trade (order_id);

CREATE TRIGGER venue_order_is_kept BEFORE DELETE OR TRUNCATE ON venue_order
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER venue_request_is_kept BEFORE DELETE OR TRUNCATE ON venue_request
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER venue_report_is_kept BEFORE DELETE OR TRUNCATE ON venue_report
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER venue_trade_is_kept BEFORE DELETE OR TRUNCATE ON venue_trade
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the venue has said is never another later; what became of it is noted beside it.
CREATE FUNCTION venue_report_refuse_other_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - 'applied_at' IS DISTINCT FROM to_jsonb(NEW) - 'applied_at' OR OLD.applied_at IS NOT NULL THEN
    RAISE EXCEPTION 'report % of % is kept as it came', OLD.sequence, OLD.venue;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER venue_report_words BEFORE UPDATE ON venue_report
  FOR EACH ROW EXECUTE FUNCTION venue_report_refuse_other_words();
