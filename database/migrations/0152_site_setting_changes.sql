-- Every change of a site setting from here on: by which roles, why, and from when. What tightens is announced
-- a day ahead. The newest that has begun holds; `config_entry` has what held before there were any. A change
-- that is decided later takes the place of one that has not begun.
CREATE TABLE site_setting_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  value_before text NOT NULL,
  value text NOT NULL,
  tightens boolean NOT NULL,
  -- The sentences {jp, cn, us} that customers read.
  reason jsonb NOT NULL,
  proposal_id bigint NOT NULL UNIQUE REFERENCES proposal (id),
  proposed_role text NOT NULL,
  approved_role text NOT NULL,
  -- On the app's clock.
  decided_at timestamptz NOT NULL,
  effective_from timestamptz NOT NULL,
  CONSTRAINT setting_is_announced_a_day_ahead CHECK
    (effective_from >= decided_at + CASE WHEN tightens THEN interval '24 hours' ELSE interval '0' END)
);
CREATE INDEX site_setting_change_of ON site_setting_change (name, id DESC);
CREATE TRIGGER site_setting_change_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON site_setting_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION setting_change_is_approved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM proposal
    WHERE id = NEW.proposal_id AND kind = 'site_setting' AND state = 'approved')
  THEN
    RAISE EXCEPTION 'a setting needs an approved proposal'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER site_setting_change_is_approved BEFORE INSERT ON site_setting_change
  FOR EACH ROW EXECUTE FUNCTION setting_change_is_approved();
