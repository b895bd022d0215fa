-- What was charged to positions beside interest, in its units, and when: what a position owed at a moment that is over
-- follows from it.
CREATE TABLE position_charge (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  position_id bigint NOT NULL REFERENCES position (id),
  units bigint NOT NULL,
  charged_at timestamptz NOT NULL
);
CREATE INDEX position_charge_position ON position_charge (position_id);
CREATE TRIGGER position_charge_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON position_charge
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
