import type { Minor } from "@sanshi/money";
import type { Beacon, Hex } from "@sanshi/draw";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  BeaconDueRow,
  CheckpointsRow,
  ClaimDelayRow,
  DueRow,
  RootDueRow,
  SetBeaconRow,
  SetDrawnRow,
  SetRootRow,
  ToDrawRow,
} from "./drawing.sql-types.ts";

const live = sql`drawn_at IS NULL AND withdrawn_at IS NULL`;
const rootDue = (now: number) => sql`closes_at <= ${timestamp(now)} AND root IS NULL AND ${live}`;
const delayDue = sql`root IS NOT NULL AND ${live} AND jsonb_array_length(checkpoints) < 257
  AND (computing_until IS NULL OR computing_until < real_now())`;
const beaconDue = (now: number) => sql`root IS NOT NULL AND beacon IS NULL AND ${live}
  AND jsonb_typeof(terms -> 'beacon') <> 'null' AND draws_at <= ${timestamp(now)}`;
const drawDue = (now: number) => sql`root IS NOT NULL AND price IS NOT NULL AND ${live}
  AND draws_at <= ${timestamp(now)} AND jsonb_array_length(checkpoints) = 257
  AND (jsonb_typeof(terms -> 'beacon') = 'null' OR beacon IS NOT NULL)`;

export function isRootDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM offering WHERE ${rootDue(now)}) AS due`;
}

export function isDelayDue(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM offering WHERE ${delayDue}) AS due`;
}

export function isBeaconDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM offering WHERE ${beaconDue(now)}) AS due`;
}

export function isDrawDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM offering WHERE ${drawDue(now)}) AS due`;
}

/** Closed, and their list has no root yet. */
export function dueForRoot(reader: Reader, now: number): Promise<RootDueRow[]> {
  return rows(
    reader,
    sql<RootDueRow>`SELECT id FROM offering WHERE ${rootDue(now)} ORDER BY closes_at`,
  );
}

/** The first root stays; false where there is one. */
export async function setRoot(
  transaction: Transaction,
  { id, root, entries, at }: { id: bigint; root: Hex; entries: number; at: number },
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<SetRootRow>`UPDATE offering SET root = ${root}, root_at = ${timestamp(at)}, entries = ${entries},
        entrants_told_through = CASE WHEN ${entries}::int > 0 THEN 0 END
      WHERE id = ${id} AND root IS NULL AND withdrawn_at IS NULL RETURNING id`,
  );
  return row !== undefined;
}

/**
 * Takes the delay of an offering for so many seconds of real time: one process works it out, and another goes
 * on where that one was killed.
 */
export function claimDelay(
  reader: Reader,
  seconds: number,
): Promise<
  Narrowed<ClaimDelayRow, { root: string; delay: number; checkpoints: string[] }> | undefined
> {
  return firstRow(
    reader,
    sql<Narrowed<ClaimDelayRow, { root: string; delay: number; checkpoints: string[] }>>`
      UPDATE offering SET computing_until = real_now() + ${seconds}::float8 * interval '1 second'
      WHERE id = (SELECT id FROM offering WHERE ${delayDue}
        ORDER BY draws_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, terms_hash, root, (terms ->> 'delay')::float8 AS delay, checkpoints`,
  );
}

/** Further than before, or as far: every process comes to the same values. */
export async function keepCheckpoints(
  reader: Reader,
  { id, checkpoints, seconds }: { id: bigint; checkpoints: readonly Hex[]; seconds: number },
): Promise<void> {
  await sql`UPDATE offering SET checkpoints = ${JSON.stringify(checkpoints)},
      computing_until = real_now() + ${seconds}::float8 * interval '1 second'
    WHERE id = ${id} AND result IS NULL AND jsonb_array_length(checkpoints) < ${checkpoints.length}`.execute(
    reader,
  );
}

/** Closed and due, and the round that their terms name has not been heard. */
export function dueForBeacon(reader: Reader, now: number): Promise<BeaconDueRow[]> {
  return rows(
    reader,
    sql<BeaconDueRow>`SELECT id, terms FROM offering WHERE ${beaconDue(now)} ORDER BY draws_at`,
  );
}

/** The first that was heard stays; every process hears the same. */
export async function setBeacon(reader: Reader, id: bigint, beacon: Beacon): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<SetBeaconRow>`UPDATE offering SET beacon = ${JSON.stringify(beacon)}
      WHERE id = ${id} AND beacon IS NULL AND drawn_at IS NULL RETURNING id`,
  );
  return row !== undefined;
}

/** Everything that a draw needs is there, and its time has come. */
export function dueForDraw(reader: Reader, now: number): Promise<ToDrawRow[]> {
  return rows(
    reader,
    sql<ToDrawRow>`SELECT id FROM offering WHERE ${drawDue(now)} ORDER BY draws_at`,
  );
}

export async function checkpointsOf(reader: Reader, id: bigint): Promise<string[]> {
  const row = await firstRow(
    reader,
    sql<
      Narrowed<CheckpointsRow, { checkpoints: string[] }>
    >`SELECT checkpoints FROM offering WHERE id = ${id}`,
  );
  return row?.checkpoints ?? [];
}

/** The first result stays; false where there is one, or the offering was withdrawn. */
export async function setDrawn(
  transaction: Transaction,
  { id, result, seed, at }: { id: bigint; result: Hex; seed: Hex; at: number },
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<SetDrawnRow>`UPDATE offering SET result = ${result}, seed = ${seed}, drawn_at = ${timestamp(at)}
      WHERE id = ${id} AND result IS NULL AND withdrawn_at IS NULL RETURNING id`,
  );
  return row !== undefined;
}

/** What follows a draw that came late. */
export async function moveTimes(
  transaction: Transaction,
  id: bigint,
  to: { pays_until: number; waiting_until: number; allocates_at: number; lists_at: number },
): Promise<void> {
  await sql`UPDATE offering SET pays_until = ${timestamp(to.pays_until)},
      waiting_until = ${timestamp(to.waiting_until)}, allocates_at = ${timestamp(to.allocates_at)},
      lists_at = ${timestamp(to.lists_at)} WHERE id = ${id}`.execute(transaction);
}

/** All states in one statement; whoever got nothing waits at a place. */
export async function keepOutcome(
  transaction: Transaction,
  outcome: {
    offeringId: bigint;
    numbers: readonly string[];
    lots: readonly number[];
    amounts: readonly (Minor | null)[];
    places: readonly (number | null)[];
    payUntil: number;
  },
): Promise<void> {
  const amounts = outcome.amounts.map((amount) => amount?.toString() ?? null);
  await sql`UPDATE new_share_subscription s SET status = CASE WHEN d.lots > 0 THEN 4 ELSE 3 END,
      allotted_lots = d.lots, amount = d.amount, waiting_place = d.place, tell = true,
      pay_until = CASE WHEN d.lots > 0 THEN ${timestamp(outcome.payUntil)}::timestamptz END
    FROM unnest(${[...outcome.numbers]}::text[], ${[...outcome.lots]}::int[], ${amounts}::bigint[],
      ${[...outcome.places]}::int[]) AS d (number, lots, amount, place)
    WHERE s.number = d.number AND s.offering_id = ${outcome.offeringId} AND s.status = 0`.execute(
    transaction,
  );
}

export async function insertBundle(
  transaction: Transaction,
  id: bigint,
  body: Buffer,
): Promise<void> {
  await sql`INSERT INTO offering_bundle (offering_id, body) VALUES (${id}, ${body})`.execute(
    transaction,
  );
}
