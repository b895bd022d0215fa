import type { Beacon, Entry, Hex } from "@sanshi/draw";
import type { NewDraw } from "../../platform/draws/new-draw.ts";
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
  BlockAppliedRow,
  BlockBeaconDueRow,
  BlockBundleRow,
  BlockCheckpointsRow,
  BlockClaimRow,
  BlockDrawDueRow,
  BlockEntrantRow,
  BlockEntrantsToTellRow,
  BlockEntryRow,
  BlockRootDueRow,
  BlockSealedSeedRow,
  ClockAheadRow,
  DueRow,
  NextEntryNumberRow,
  SetBlockBeaconRow,
  SetBlockDrawnRow,
  SetBlockRootRow,
  StoredBlockDraw,
} from "./draws.sql-types.ts";

export type { StoredBlockDraw } from "./draws.sql-types.ts";

const live = sql`o.withdrawn_at IS NULL AND d.drawn_at IS NULL`;
const draws = sql`block_draw d JOIN block_offer o ON o.id = d.offer_id`;
const rootDue = (now: number) =>
  sql`d.closes_at <= ${timestamp(now)} AND d.root IS NULL AND ${live}`;
const delayDue = sql`d.root IS NOT NULL AND ${live} AND jsonb_array_length(d.checkpoints) < 257
  AND (d.computing_until IS NULL OR d.computing_until < real_now())`;
const beaconDue = (now: number) => sql`d.root IS NOT NULL AND d.beacon IS NULL AND ${live}
  AND jsonb_typeof(d.terms -> 'beacon') <> 'null' AND d.draws_at <= ${timestamp(now)}`;
const drawDue = (
  now: number,
) => sql`d.root IS NOT NULL AND ${live} AND d.draws_at <= ${timestamp(now)}
  AND jsonb_array_length(d.checkpoints) = 257
  AND (jsonb_typeof(d.terms -> 'beacon') = 'null' OR d.beacon IS NOT NULL)`;

export function isRootDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM ${draws} WHERE ${rootDue(now)}) AS due`;
}

export function isDelayDue(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM ${draws} WHERE ${delayDue}) AS due`;
}

export function isBeaconDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM ${draws} WHERE ${beaconDue(now)}) AS due`;
}

export function isDrawDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM ${draws} WHERE ${drawDue(now)}) AS due`;
}

export function isAnybodyToTell(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM block_draw WHERE told_through IS NOT NULL) AS due`;
}

/** How far the app's clock is ahead of the real one, in milliseconds. */
export async function clockAhead(reader: Reader): Promise<number> {
  const row = await firstRow(
    reader,
    sql<Narrowed<ClockAheadRow, { ahead: number }>>`
      SELECT (extract(epoch FROM app_now() - real_now()) * 1000)::float8 AS ahead`,
  );
  return row?.ahead ?? 0;
}

export async function nextEntryNumber(transaction: Transaction): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<
      Narrowed<NextEntryNumberRow, { number: bigint }>
    >`SELECT nextval('block_entry_number') AS number`,
  );
  if (row === undefined) throw new Error("a sequence without a next number");
  return row.number;
}

export async function insertDraw(
  transaction: Transaction,
  offerId: bigint,
  { terms, termsHash, seedSealed }: NewDraw,
  { closesAt, drawsAt }: { closesAt: number; drawsAt: number },
): Promise<void> {
  await sql`INSERT INTO block_draw (offer_id, terms, terms_hash, seed_commitment, seed_sealed, closes_at, draws_at)
    VALUES (${offerId}, ${JSON.stringify(terms)}, ${termsHash}, ${terms.seed_commitment}, ${seedSealed},
      ${timestamp(closesAt)}, ${timestamp(drawsAt)})`.execute(transaction);
}

export function findDraw(reader: Reader, id: bigint): Promise<StoredBlockDraw | undefined> {
  return firstRow(
    reader,
    sql<StoredBlockDraw>`SELECT offer_id AS id, terms, terms_hash, seed_commitment, closes_at, draws_at, root,
        root_at, entries, jsonb_array_length(checkpoints) AS checkpoints_done, beacon, result, drawn_at
      FROM block_draw WHERE offer_id = ${id}`,
  );
}

/** Of each offer that is drawn how many applied and for how many lots; what was cancelled counts no more. */
export async function appliedTo(
  reader: Reader,
  ids: readonly bigint[],
): Promise<Map<bigint, { count: number; lots: number }>> {
  const found = await rows(
    reader,
    sql<Narrowed<BlockAppliedRow, { lots: number }>>`
      SELECT offer_id, applicants AS count, lots::float8 AS lots
      FROM block_applied WHERE offer_id = ANY (${[...ids]}::bigint[])`,
  );
  return new Map(found.map(({ offer_id, count, lots }) => [offer_id, { count, lots }]));
}

/** The list of entries in the order of their numbers, which are of one length. */
export function entriesOf(reader: Reader, offerId: bigint): Promise<Entry[]> {
  return rows(
    reader,
    sql<Narrowed<BlockEntryRow, { number: string; nonce: string }>>`
      SELECT number, lots, nonce FROM block_application
      WHERE offer_id = ${offerId} AND number IS NOT NULL AND status <> 3 ORDER BY number COLLATE "C"`,
  );
}

export function dueForRoot(reader: Reader, now: number): Promise<BlockRootDueRow[]> {
  return rows(
    reader,
    sql<BlockRootDueRow>`SELECT d.offer_id AS id FROM ${draws}
      WHERE ${rootDue(now)} ORDER BY d.closes_at`,
  );
}

/** The first root stays; false where there is one. */
export async function setRoot(
  transaction: Transaction,
  { id, root, entries, at }: { id: bigint; root: Hex; entries: number; at: number },
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<SetBlockRootRow>`UPDATE block_draw d SET root = ${root}, root_at = ${timestamp(at)},
        entries = ${entries}, told_through = CASE WHEN ${entries}::int > 0 THEN 0 END
      FROM block_offer o
      WHERE d.offer_id = ${id} AND o.id = d.offer_id AND d.root IS NULL AND ${live}
      RETURNING d.offer_id AS id`,
  );
  return row !== undefined;
}

/** One process works a delay out, and another goes on where that one was killed. */
export function claimDelay(
  reader: Reader,
  seconds: number,
): Promise<
  Narrowed<BlockClaimRow, { root: string; delay: number; checkpoints: string[] }> | undefined
> {
  return firstRow(
    reader,
    sql<Narrowed<BlockClaimRow, { root: string; delay: number; checkpoints: string[] }>>`
      UPDATE block_draw SET computing_until = real_now() + ${seconds}::float8 * interval '1 second'
      WHERE offer_id = (SELECT d.offer_id FROM ${draws} WHERE ${delayDue}
        ORDER BY d.draws_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
      RETURNING offer_id AS id, terms_hash, root, (terms ->> 'delay')::float8 AS delay, checkpoints`,
  );
}

/** Further than before, or as far: every process comes to the same values. */
export async function keepCheckpoints(
  reader: Reader,
  { id, checkpoints, seconds }: { id: bigint; checkpoints: readonly Hex[]; seconds: number },
): Promise<void> {
  await sql`UPDATE block_draw SET checkpoints = ${JSON.stringify(checkpoints)},
      computing_until = real_now() + ${seconds}::float8 * interval '1 second'
    WHERE offer_id = ${id} AND result IS NULL
      AND jsonb_array_length(checkpoints) < ${checkpoints.length}`.execute(reader);
}

export async function checkpointsOf(reader: Reader, id: bigint): Promise<string[]> {
  const row = await firstRow(
    reader,
    sql<
      Narrowed<BlockCheckpointsRow, { checkpoints: string[] }>
    >`SELECT checkpoints FROM block_draw WHERE offer_id = ${id}`,
  );
  return row?.checkpoints ?? [];
}

export function dueForBeacon(reader: Reader, now: number): Promise<BlockBeaconDueRow[]> {
  return rows(
    reader,
    sql<BlockBeaconDueRow>`SELECT d.offer_id AS id, d.terms FROM ${draws}
      WHERE ${beaconDue(now)} ORDER BY d.draws_at`,
  );
}

/** The first that was heard stays; every process hears the same. */
export async function setBeacon(reader: Reader, id: bigint, beacon: Beacon): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<SetBlockBeaconRow>`UPDATE block_draw SET beacon = ${JSON.stringify(beacon)}
      WHERE offer_id = ${id} AND beacon IS NULL AND drawn_at IS NULL RETURNING offer_id AS id`,
  );
  return row !== undefined;
}

/** Everything that a draw needs is there, and its time has come. */
export function dueForDraw(reader: Reader, now: number): Promise<BlockDrawDueRow[]> {
  return rows(
    reader,
    sql<BlockDrawDueRow>`SELECT d.offer_id AS id FROM ${draws}
      WHERE ${drawDue(now)} ORDER BY d.draws_at`,
  );
}

export async function sealedSeed(reader: Reader, id: bigint): Promise<Buffer> {
  const row = await firstRow(
    reader,
    sql<BlockSealedSeedRow>`SELECT seed_sealed FROM block_draw WHERE offer_id = ${id}`,
  );
  if (row === undefined) throw new Error(`the draw of block offer ${id} is not there`);
  return row.seed_sealed;
}

/** The first result stays; false where there is one, or the offer was withdrawn. */
export async function setDrawn(
  transaction: Transaction,
  { id, result, seed, at }: { id: bigint; result: Hex; seed: Hex; at: number },
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<SetBlockDrawnRow>`UPDATE block_draw d SET result = ${result}, seed = ${seed},
        drawn_at = ${timestamp(at)}
      FROM block_offer o
      WHERE d.offer_id = ${id} AND o.id = d.offer_id AND d.result IS NULL AND o.withdrawn_at IS NULL
      RETURNING d.offer_id AS id`,
  );
  return row !== undefined;
}

/** What the draw gave to each, in one statement; the settlement fills it. */
export async function keepDrawnLots(
  transaction: Transaction,
  drawn: { offerId: bigint; numbers: readonly string[]; lots: readonly number[] },
): Promise<void> {
  await sql`UPDATE block_application a SET drawn_lots = d.lots
    FROM unnest(${[...drawn.numbers]}::text[], ${[...drawn.lots]}::int[]) AS d (number, lots)
    WHERE a.number = d.number AND a.offer_id = ${drawn.offerId} AND a.status = 0`.execute(
    transaction,
  );
}

export async function insertBundle(
  transaction: Transaction,
  id: bigint,
  body: Buffer,
): Promise<void> {
  await sql`INSERT INTO block_draw_bundle (offer_id, body) VALUES (${id}, ${body})`.execute(
    transaction,
  );
}

export async function findBundle(reader: Reader, id: bigint): Promise<Buffer | null> {
  const row = await firstRow(
    reader,
    sql<BlockBundleRow>`SELECT body FROM block_draw_bundle WHERE offer_id = ${id}`,
  );
  return row?.body ?? null;
}

/** A draw whose entrants are still to be told that its list is published; another process's is skipped. */
export function lockEntrantsToTell(
  transaction: Transaction,
): Promise<Narrowed<BlockEntrantsToTellRow, { through: bigint; root: string }> | undefined> {
  return firstRow(
    transaction,
    sql<Narrowed<BlockEntrantsToTellRow, { through: bigint; root: string }>>`
      SELECT d.offer_id, d.told_through AS through, d.root, o.market, o.code FROM ${draws}
      WHERE d.told_through IS NOT NULL ORDER BY d.offer_id LIMIT 1 FOR NO KEY UPDATE OF d SKIP LOCKED`,
  );
}

export function entrantsAfter(
  transaction: Transaction,
  { offerId, through, limit }: { offerId: bigint; through: bigint; limit: number },
): Promise<Narrowed<BlockEntrantRow, { number: string }>[]> {
  return rows(
    transaction,
    sql<Narrowed<BlockEntrantRow, { number: string }>>`
      SELECT id, customer_id, number FROM block_application
      WHERE offer_id = ${offerId} AND id > ${through} AND number IS NOT NULL AND status <> 3
      ORDER BY id LIMIT ${limit}`,
  );
}

/** Null where all were told. */
export async function setEntrantsTold(
  transaction: Transaction,
  offerId: bigint,
  through: bigint | null,
): Promise<void> {
  await sql`UPDATE block_draw SET told_through = ${through} WHERE offer_id = ${offerId}`.execute(
    transaction,
  );
}
