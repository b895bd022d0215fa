-- A restriction of an account is a fact: by which role, why in the customer's language, since when, when it is
-- looked at again, and until when closing is barred. Every change of it is another row.
CREATE TABLE restriction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  state text NOT NULL CHECK (state IN ('banned', 'frozen', 'trading_disabled')),
  reason text NOT NULL,
  -- The operator's own sentences {jp, cn, us}, where the reason is `other`.
  texts jsonb,
  -- Null where the customer asked for it without an operator.
  restricted_by bigint REFERENCES operator (id),
  restricted_role text,
  approved_role text,
  since timestamptz NOT NULL,
  -- When the house looks at it again.
  review_at timestamptz NOT NULL CHECK (review_at > since),
  -- Positions cannot be closed before.
  closing_barred_until timestamptz,
  ended_at timestamptz,
  CHECK ((reason = 'other') = (texts IS NOT NULL)),
  CHECK ((restricted_by IS NULL) = (restricted_role IS NULL)),
  CONSTRAINT restriction_bars_closing_shortly CHECK
    (closing_barred_until > since AND closing_barred_until <= since + interval '24 hours'),
  CHECK (ended_at >= since)
);
CREATE UNIQUE INDEX restriction_in_force ON restriction (customer_id) WHERE ended_at IS NULL;
CREATE INDEX restriction_customer ON restriction (customer_id, id DESC);
CREATE INDEX restriction_review ON restriction (review_at) WHERE ended_at IS NULL;

-- For how long a customer's closing was or is barred by operators within the 30 days before a moment.
CREATE FUNCTION closing_barred_for(customer bigint, before_moment timestamptz) RETURNS interval
LANGUAGE sql STABLE RETURN (
  SELECT coalesce(sum(least(closing_barred_until, coalesce(ended_at, closing_barred_until))
      - greatest(since, before_moment - interval '30 days')), interval '0')
  FROM restriction
  WHERE customer_id = customer AND restricted_by IS NOT NULL AND closing_barred_until IS NOT NULL
    AND least(closing_barred_until, coalesce(ended_at, closing_barred_until))
      > greatest(since, before_moment - interval '30 days'));

-- Renewed again and again, it ends all the same.
CREATE FUNCTION restriction_is_bounded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.restricted_by IS NOT NULL AND NEW.closing_barred_until IS NOT NULL
    AND closing_barred_for(NEW.customer_id, NEW.since) + (NEW.closing_barred_until - NEW.since)
      > interval '72 hours' THEN
    RAISE EXCEPTION 'closing is barred for 72 hours in 30 days at most'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER restriction_bars_closing_for_long_never BEFORE INSERT ON restriction
  FOR EACH ROW EXECUTE FUNCTION restriction_is_bounded();

CREATE FUNCTION restriction_only_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR NEW.ended_at IS NULL
    OR (NEW.id, NEW.customer_id, NEW.state, NEW.reason, NEW.texts, NEW.restricted_by, NEW.restricted_role,
        NEW.approved_role, NEW.since, NEW.review_at, NEW.closing_barred_until)
      IS DISTINCT FROM
      (OLD.id, OLD.customer_id, OLD.state, OLD.reason, OLD.texts, OLD.restricted_by, OLD.restricted_role,
        OLD.approved_role, OLD.since, OLD.review_at, OLD.closing_barred_until)
  THEN
    RAISE EXCEPTION 'a restriction can only end' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER restriction_changes BEFORE UPDATE ON restriction
  FOR EACH ROW EXECUTE FUNCTION restriction_only_ends();
CREATE TRIGGER restriction_is_kept BEFORE DELETE OR TRUNCATE ON restriction
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Beside the state, where an order reads it.
ALTER TABLE customer ADD COLUMN closing_barred_until timestamptz;

-- Of whoever is restricted already: as the customer was told, by whom the audit log has. Their review begins
-- now, and closing is not barred any more.
INSERT INTO restriction (customer_id, state, reason, texts, restricted_by, restricted_role, since, review_at)
SELECT c.id, c.state, coalesce(told.params ->> 'why', 'customer_request'),
  -- The words alone: what introduces them is said with every reading.
  CASE WHEN told.params ->> 'why' = 'other' THEN jsonb_build_object(
    'jp', regexp_replace(told.params ->> 'why_jp', '^担当者からのご説明：\s*', ''),
    'cn', regexp_replace(told.params ->> 'why_cn', '^客服人员说明：\s*', ''),
    'us', regexp_replace(told.params ->> 'why_us', '^The operator.s explanation:\s*', '')) END,
  acted.operator_id, acted.role, coalesce(told.happened_at, c.registered_at),
  greatest(app_now(), coalesce(told.happened_at, c.registered_at)) + interval '14 days'
FROM customer c
LEFT JOIN LATERAL (SELECT kind, params, happened_at FROM activity
  WHERE customer_id = c.id AND kind IN ('state_changed', 'frozen_by_customer')
  ORDER BY id DESC LIMIT 1) told ON true
LEFT JOIN LATERAL (SELECT operator_id, role FROM audit_entry
  WHERE told.kind = 'state_changed' AND subject = c.account AND outcome = 'ok' AND method = 'POST'
    AND path = '/api/ops/customers/:account/state' AND role IS NOT NULL
  ORDER BY number DESC LIMIT 1) acted ON true
WHERE c.state <> 'active';
