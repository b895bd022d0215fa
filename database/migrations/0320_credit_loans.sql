-- Credit loans: what customers may borrow by their own facts, what they borrowed, and its interest by the day.

-- What is owed on a loan has no bound of the ledger's: the limit is looked at when it is applied for and approved.
CREATE OR REPLACE FUNCTION ledger_floor(purpose text, account_currency text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE purpose
    WHEN 'margin_debt' THEN coalesce(
      (SELECT -amount FROM default_credit_limit WHERE currency = account_currency), 0)
    WHEN 'shortfall_debt' THEN -9000000000000000000
    WHEN 'loan_debt' THEN -9000000000000000000
    WHEN 'loan_interest_debt' THEN -9000000000000000000
    ELSE 0 END
$$;

-- A customer's credit score, from the day on which it became what it is: days without a change have no row.
CREATE TABLE loan_score (
  customer_id bigint NOT NULL REFERENCES customer (id),
  -- The last day whose facts are in it, in UTC, as net assets are recorded.
  day date NOT NULL,
  score smallint NOT NULL CHECK (score BETWEEN 0 AND 100),
  -- [{part, points, most, params}], which add up to the score within its bounds.
  parts jsonb NOT NULL,
  -- Net assets on average, in minor units by currency, from which limits follow.
  averages jsonb NOT NULL,
  PRIMARY KEY (customer_id, day)
);
CREATE TRIGGER loan_score_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON loan_score
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Days for which everybody's score was reckoned.
CREATE TABLE loan_score_day (
  day date PRIMARY KEY,
  recorded_at timestamptz NOT NULL
);
CREATE TRIGGER loan_score_day_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON loan_score_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What operators lowered a limit to; the newest of a customer's currency holds, and without an amount none does.
CREATE TABLE loan_limit_cap (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  currency text NOT NULL,
  amount bigint CHECK (amount >= 0),
  reason_code text NOT NULL,
  reason_words text NOT NULL DEFAULT '',
  set_by bigint NOT NULL REFERENCES operator (id),
  -- Where it was raised: by whom it was approved, and the proposal.
  approved_by bigint REFERENCES operator (id),
  proposal_id bigint REFERENCES proposal (id),
  set_at timestamptz NOT NULL
);
CREATE INDEX loan_limit_cap_customer ON loan_limit_cap (customer_id, currency, id DESC);
CREATE TRIGGER loan_limit_cap_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON loan_limit_cap
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE loan (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  currency text NOT NULL CHECK (currency IN ('JPY', 'USD', 'CNY')),
  principal bigint NOT NULL CHECK (principal > 0),
  term_days smallint NOT NULL CHECK (term_days > 0),
  purpose text NOT NULL CHECK (purpose IN ('investing', 'living', 'education', 'medical', 'other')),
  -- The number on the wire: 0 under review, 1 outstanding, 2 rejected, 3 repaid, 4 written off, 5 cancelled.
  status smallint NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 5),
  -- A year's interest in basis points, and after the day of repayment, as the law of the day allowed.
  rate_basis_points integer NOT NULL CHECK (rate_basis_points >= 0),
  overdue_basis_points integer NOT NULL CHECK (overdue_basis_points >= rate_basis_points),
  rule text NOT NULL,
  rule_since date NOT NULL,
  rule_confirmed boolean NOT NULL,
  auto_repay boolean NOT NULL,
  requested_at timestamptz NOT NULL,
  approved_at timestamptz,
  -- Days of Tokyo.
  due_on date,
  cooling_off_until timestamptz,
  principal_left bigint NOT NULL DEFAULT 0 CHECK (principal_left BETWEEN 0 AND principal),
  -- Interest that was posted: what of it is owed, and all of it less what was waived.
  interest_left bigint NOT NULL DEFAULT 0 CHECK (interest_left >= 0),
  interest_total bigint NOT NULL DEFAULT 0 CHECK (interest_total >= interest_left),
  -- What has accrued and is less than a minor unit, in 3,650,000ths of it, and the last day that is reckoned.
  interest_fraction integer NOT NULL DEFAULT 0 CHECK (interest_fraction BETWEEN 0 AND 3649999),
  interest_through date,
  -- The last of the reminders that the customer was sent.
  reminder smallint NOT NULL DEFAULT 0,
  ended_at timestamptz,
  given_back boolean NOT NULL DEFAULT false,
  -- Of one that was rejected or written off.
  reason_code text,
  reason_words text NOT NULL DEFAULT '',
  CHECK ((status IN (1, 3, 4)) = (approved_at IS NOT NULL)),
  CHECK ((approved_at IS NULL) = (due_on IS NULL)),
  CHECK ((approved_at IS NULL) = (interest_through IS NULL)),
  CHECK ((approved_at IS NULL) = (cooling_off_until IS NULL)),
  CHECK ((status IN (0, 1)) = (ended_at IS NULL)),
  CHECK ((status = 1) = (principal_left > 0)),
  CHECK (status = 1 OR interest_left = 0),
  CHECK ((status IN (2, 4)) = (reason_code IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX loan_customer ON loan (customer_id, id DESC);
CREATE INDEX loan_open ON loan (customer_id, currency) WHERE status IN (0, 1);
CREATE INDEX loan_under_review ON loan (currency) WHERE status = 0;
CREATE INDEX loan_outstanding ON loan (id) WHERE status = 1;
CREATE INDEX loan_due ON loan (due_on, id) WHERE status = 1;

-- An end is for good, what was agreed never changes, and only the states that are drawn follow one another.
CREATE FUNCTION loan_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status NOT IN (0, 1)
      OR (OLD.status = 0 AND NEW.status NOT IN (0, 1, 2, 5))
      OR (OLD.status = 1 AND NEW.status NOT IN (1, 3, 4))
      OR (NEW.customer_id, NEW.currency, NEW.principal, NEW.term_days, NEW.requested_at)
        IS DISTINCT FROM (OLD.customer_id, OLD.currency, OLD.principal, OLD.term_days, OLD.requested_at)
      OR (OLD.status = 1 AND (NEW.rate_basis_points, NEW.overdue_basis_points, NEW.due_on, NEW.approved_at)
        IS DISTINCT FROM (OLD.rate_basis_points, OLD.overdue_basis_points, OLD.due_on, OLD.approved_at))
      OR (OLD.status = 1 AND NEW.interest_through < OLD.interest_through) THEN
    RAISE EXCEPTION 'loan % has ended or would be another one', OLD.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER loan_keeps_its_terms BEFORE UPDATE ON loan
  FOR EACH ROW EXECUTE FUNCTION loan_keeps_its_terms();

-- What was added to a loan's interest, and for which days: no day is in two of them.
CREATE TABLE loan_accrual (
  loan_id bigint NOT NULL REFERENCES loan (id),
  -- The days after the one and up to the other.
  after_day date NOT NULL,
  through_day date NOT NULL CHECK (through_day > after_day),
  principal bigint NOT NULL,
  overdue_days integer NOT NULL,
  interest bigint NOT NULL CHECK (interest >= 0),
  fraction integer NOT NULL,
  PRIMARY KEY (loan_id, after_day)
);
CREATE TRIGGER loan_accrual_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON loan_accrual
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the house set aside for loans that may not be repaid, or took back, on each day on which it changed.
CREATE TABLE loan_provision (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day date NOT NULL,
  currency text NOT NULL,
  required bigint NOT NULL CHECK (required >= 0),
  added bigint NOT NULL CHECK (added <> 0),
  UNIQUE (currency, day)
);
CREATE TRIGGER loan_provision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON loan_provision
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
