-- The machine's clock may be set back or forward while orders are placed. What the product calls now goes on as before:
-- three functions, each of which PostgreSQL writes into the statement that calls it, stand on one another.
--   wall_clock()  the machine's clock
--   steady_now()  that, with the correction of the newest step in its body
--   real_now()    real time; whoever tests puts another function in its place, which adds to steady_now()
CREATE FUNCTION wall_clock() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS
$$ SELECT clock_timestamp() $$;
CREATE FUNCTION steady_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS
$$ SELECT wall_clock() $$;
CREATE OR REPLACE FUNCTION real_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS
$$ SELECT steady_now() $$;
-- What a clock elsewhere is held against, such as an authenticator app's.
CREATE FUNCTION machine_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS
$$ SELECT real_now() - (steady_now() - wall_clock()) $$;

-- Append-only; written by the functions below, as the tables' owner.
CREATE TABLE clock_step (
  -- 1, 2, 3 without a gap.
  id int PRIMARY KEY,
  -- Real time, which goes on smoothly.
  noticed_at timestamptz NOT NULL,
  -- The machine's clock after the step.
  wall_at timestamptz NOT NULL,
  -- By how much the machine's clock moved; negative where it was set back.
  stepped_ms bigint NOT NULL,
  -- What is added to the machine's clock from wall_at on; it comes to nothing at 5 ms a second.
  correction_ms bigint NOT NULL,
  -- running: noticed while the service ran; start: found at a start; restart: an orderly restart took the machine's time.
  kind text NOT NULL CHECK (kind IN ('running', 'start', 'restart')),
  -- Host and process id.
  noticed_by text NOT NULL
);

-- The newest moment that an instance has vouched for, each second: nothing is of an earlier one, and while instances run
-- nothing of one that is much later. Before a step is noticed, no statement leaps with the machine's clock.
CREATE TABLE clock_beat (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Null before the first start.
  beat_at timestamptz,
  -- Null while no instance vouches by itself.
  reach_at timestamptz,
  -- Whether the service was stopped in order since.
  stopped boolean NOT NULL DEFAULT false
) WITH (fillfactor = 10);
INSERT INTO clock_beat DEFAULT VALUES;

-- greatest() and least() pass over a null.
CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT least(greatest(real_now(), beat_at), reach_at) + offset_seconds * interval '1 second'
  FROM simulation_clock, clock_beat $$;

-- What a step adds to the machine's clock at a moment of that clock, in milliseconds.
CREATE FUNCTION clock_correction_ms(step clock_step, wall timestamptz) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sign(step.correction_ms) * greatest(0, abs(step.correction_ms)
    - 5 * greatest(0, date_part('epoch', wall) - date_part('epoch', step.wall_at))), 0)
$$;

-- Has steady_now() follow the newest step: its numbers stand in the body, so that a statement reads no table.
CREATE FUNCTION apply_clock_step() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  step clock_step;
  body text := ' SELECT wall_clock() ';
BEGIN
  SELECT * INTO step FROM clock_step ORDER BY id DESC LIMIT 1;
  IF clock_correction_ms(step, wall_clock()) <> 0 THEN
    body := format(' SELECT wall_clock() + interval ''1 millisecond'' * (%s * greatest(0, %s - 5 * greatest(0, date_part(''epoch'', wall_clock()) - %s))) ',
      sign(step.correction_ms), abs(step.correction_ms), date_part('epoch', step.wall_at));
  END IF;
  -- Every plan is made anew after it.
  IF body <> (SELECT prosrc FROM pg_proc WHERE oid = 'steady_now()'::regprocedure) THEN
    EXECUTE format('CREATE OR REPLACE FUNCTION steady_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS %L', body);
  END IF;
END $$;

CREATE FUNCTION add_clock_step(moved_ms bigint, corrected_ms bigint, how text, instance text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  step int := coalesce((SELECT max(id) FROM clock_step), 0) + 1;
  wall timestamptz := wall_clock();
BEGIN
  INSERT INTO clock_step (id, noticed_at, wall_at, stepped_ms, correction_ms, kind, noticed_by)
  VALUES (step, wall + interval '1 millisecond' * corrected_ms, wall, moved_ms, corrected_ms, how, instance);
  PERFORM apply_clock_step();
  PERFORM pg_notify('clock_changed', '');
END $$;

-- One row for one step: of an instance that has known the steps up to `known_step`, what others have noted since is no
-- second one. Says whether it was noted. Two seconds are the bound below which a clock is only adjusted.
CREATE FUNCTION note_clock_step(moved_ms bigint, known_step int, instance text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  left_ms bigint;
  newest clock_step;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('clock step'));
  left_ms := moved_ms - coalesce((SELECT sum(stepped_ms) FROM clock_step
    WHERE id > known_step), 0);
  IF abs(left_ms) <= 2000 THEN RETURN false; END IF;
  SELECT * INTO newest FROM clock_step ORDER BY id DESC LIMIT 1;
  PERFORM add_clock_step(left_ms,
    (clock_correction_ms(newest, wall_clock() - interval '1 millisecond' * left_ms) - left_ms)::bigint, 'running', instance);
  RETURN true;
END $$;

-- At each start. Time goes on from the newest moment that was vouched for; that more has passed cannot be known from less.
-- After an orderly stop a correction that holds time back ends: whoever stops the service has a look at the clock.
CREATE FUNCTION start_clock(instance text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  newest clock_step;
  corrected_ms float8;
  behind_ms float8;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('clock step'));
  PERFORM apply_clock_step();
  SELECT * INTO newest FROM clock_step ORDER BY id DESC LIMIT 1;
  corrected_ms := clock_correction_ms(newest, wall_clock());
  behind_ms := coalesce((SELECT date_part('epoch', beat_at) - date_part('epoch', real_now()) FROM clock_beat), 0) * 1000;
  IF behind_ms > 2000 THEN
    PERFORM add_clock_step(-behind_ms::bigint, (corrected_ms + behind_ms)::bigint, 'start', instance);
  ELSIF corrected_ms < 0 AND (SELECT stopped FROM clock_beat) THEN
    PERFORM add_clock_step(0, 0, 'restart', instance);
  END IF;
  UPDATE clock_beat SET reach_at = NULL;
END $$;

-- An instance vouches for a moment that it has held against the machine's course; nobody can for one to come. Returns the
-- app's time. One that does so by itself comes again within a second; ten are for a machine that is busy.
CREATE FUNCTION vouch_clock(moment timestamptz, by_itself boolean, stopping boolean) RETURNS timestamptz
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE clock_beat SET beat_at = greatest(beat_at, least(moment, real_now())), stopped = stopping,
    reach_at = CASE WHEN by_itself AND NOT stopping
      THEN greatest(beat_at, least(moment, real_now())) + interval '10 seconds' END;
  SELECT app_now();
$$;

REVOKE EXECUTE ON FUNCTION apply_clock_step(), add_clock_step(bigint, bigint, text, text) FROM PUBLIC;
