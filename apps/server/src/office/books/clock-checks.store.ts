/**
 * The steps of the machine's clock that are written down, and what the service's time adds to it for them. No role but
 * the tables' owner writes there; the server calls functions that do (migration 0690). What a step corrects follows from
 * the step before it: none is left out, put in between or made larger without that showing.
 */

/** Between the two looks at the clock that a step is noted by. */
const looseMs = 1_000;
/** Below it a clock is only adjusted, and time stands still or makes up for it. */
const stepMsMin = 2_000;

const steps = `
  SELECT jsonb_build_object('step', s.id::text) AS ids, f.figure, f.expected, f.found
  FROM (SELECT c.*, row_number() OVER before AS place, lag(c.noticed_at) OVER before AS noticed_before,
      lag(c) OVER before AS former
    FROM clock_step c WINDOW before AS (ORDER BY c.id)) s
  CROSS JOIN LATERAL (SELECT CASE s.kind
      WHEN 'restart' THEN 0
      WHEN 'start' THEN clock_correction_ms(s.former, s.wall_at) - s.stepped_ms
      ELSE clock_correction_ms(s.former, s.wall_at - interval '1 millisecond' * s.stepped_ms) - s.stepped_ms
    END AS corrected) c
  CROSS JOIN LATERAL (VALUES
    ('number', s.place::text, s.id::text),
    ('correction', CASE WHEN abs(c.corrected - s.correction_ms) <= ${looseMs} THEN s.correction_ms ELSE round(c.corrected) END::text,
      s.correction_ms::text),
    ('noticed at', (s.wall_at + interval '1 millisecond' * s.correction_ms)::text, s.noticed_at::text),
    ('time', 'goes on', CASE WHEN s.noticed_at < s.noticed_before - interval '1 millisecond' * ${stepMsMin + looseMs}
      THEN 'goes back' ELSE 'goes on' END),
    ('size', 'a step', CASE WHEN s.kind = 'restart' THEN CASE WHEN s.stepped_ms = 0
        AND clock_correction_ms(s.former, s.wall_at) < 0 THEN 'a step' ELSE 'none' END
      WHEN s.kind = 'start' AND s.stepped_ms > 0 THEN 'none'
      WHEN abs(s.stepped_ms) >= ${stepMsMin} THEN 'a step' ELSE 'none' END)) AS f (figure, expected, found)
  WHERE f.expected <> f.found`;

/** Without a correction a start may not have been yet, which follows the newest step; with another one it is nobody's. */
const followed = `
  SELECT jsonb_build_object('function', 'steady_now') AS ids, 'correction' AS figure,
    coalesce('of step ' || s.id, 'none') AS expected, trim(p.prosrc) AS found
  FROM pg_proc p LEFT JOIN (SELECT * FROM clock_step ORDER BY id DESC LIMIT 1) s ON true
  WHERE p.oid = 'steady_now()'::regprocedure AND p.prosrc <> ' SELECT wall_clock() '
    -- The whole of it, as apply_clock_step() writes it: nothing is added behind.
    AND (s.id IS NULL OR p.prosrc <> format(' SELECT wall_clock() + interval ''1 millisecond'' * (%s * greatest(0, %s - 5 * greatest(0, date_part(''epoch'', wall_clock()) - %s))) ',
      sign(s.correction_ms), abs(s.correction_ms), date_part('epoch', s.wall_at)))`;

const writers = `
  SELECT jsonb_build_object('role', CASE g.grantee WHEN 0 THEN 'public' ELSE pg_get_userbyid(g.grantee) END,
    'on', g.name) AS ids, lower(g.privilege_type) AS figure, 'none' AS expected, 'granted' AS found
  FROM (SELECT c.relname::text AS name, c.relowner AS owner, a.grantee, a.privilege_type
    FROM pg_class c, aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
    WHERE c.oid IN ('clock_step'::regclass, 'clock_beat'::regclass)
      AND a.privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER')
    UNION ALL
    SELECT c.relname, c.relowner, a.grantee, a.privilege_type
    FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid, aclexplode(t.attacl) a
    WHERE c.oid IN ('clock_step'::regclass, 'clock_beat'::regclass) AND a.privilege_type IN ('INSERT', 'UPDATE')
    UNION ALL
    SELECT p.proname, p.proowner, a.grantee, a.privilege_type
    FROM pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
    WHERE p.proname IN ('add_clock_step', 'apply_clock_step')) g
  WHERE g.grantee <> g.owner`;

export const clockChecks = [
  { name: "clock", text: `${steps} UNION ALL ${followed} UNION ALL ${writers}` },
] as const;
