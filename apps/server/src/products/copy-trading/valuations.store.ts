import { copySeriesMax, type BacktestBars } from "@sanshi/contract";
import type { Minor, Price } from "@sanshi/money";
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
import type { BacktestDay, KeptBalance, KeptFigures, KeptPosition } from "./kept.ts";
import type { PlannedOrder } from "./ordering.ts";
import type { Target } from "./strategies/index.ts";
import type {
  DueRow,
  StoredBacktest,
  StoredDecision,
  StoredValuation,
  EdgeValues,
  ExposureRow,
  TestFiguresRow,
  UnitValueAtRow,
  UntestedRow,
  ValueBeforeRow,
  ValuedRow,
  LastTargetsRow,
} from "./valuations.sql-types.ts";

export type {
  EdgeValues,
  StoredBacktest,
  StoredDecision,
  StoredValuation,
} from "./valuations.sql-types.ts";

export type NewValuation = {
  productId: bigint;
  number: number;
  dueAt: number;
  at: number;
  balances: readonly KeptBalance[];
  positions: readonly KeptPosition[];
  gross: Minor;
  managementFee: Minor;
  performanceFee: Minor;
  units: bigint;
  unitValue: bigint;
  unitsBought: bigint;
  paidIn: Minor;
  unitsEnded: bigint;
  paidOut: Minor;
  index: { code: string; level: Price } | null;
};

/** The number is given before, because the postings name it. */
export async function insertValuation(transaction: Transaction, kept: NewValuation): Promise<void> {
  await sql`INSERT INTO copy_valuation (product_id, number, due_at, valued_at, balances, positions, gross,
      management_fee, performance_fee, units, unit_value, units_bought, paid_in, units_ended, paid_out,
      index_code, index_level)
    VALUES (${kept.productId}, ${kept.number}, ${timestamp(kept.dueAt)}, ${timestamp(kept.at)},
      ${JSON.stringify(kept.balances)}::jsonb, ${JSON.stringify(kept.positions)}::jsonb, ${kept.gross},
      ${kept.managementFee}, ${kept.performanceFee}, ${kept.units}, ${kept.unitValue},
      ${kept.unitsBought}, ${kept.paidIn}, ${kept.unitsEnded}, ${kept.paidOut},
      ${kept.index?.code ?? null}, ${kept.index?.level ?? null})`.execute(transaction);
}

/** The newest below a number. */
export function valuationsOf(
  reader: Reader,
  productId: bigint,
  { below, limit }: { below: number | null; limit: number },
): Promise<StoredValuation[]> {
  return rows(
    reader,
    sql<StoredValuation>`SELECT v.number, v.due_at, v.valued_at, v.balances, v.positions, v.gross,
        v.management_fee, v.performance_fee, v.units, v.unit_value, v.units_bought, v.paid_in,
        v.units_ended, v.paid_out
      FROM copy_valuation v WHERE v.product_id = ${productId}
        AND (${below}::int IS NULL OR v.number < ${below}::int)
      ORDER BY v.number DESC LIMIT ${limit}`,
  );
}

export type Valued = ValuedRow;

/** A product's values from a moment on and the last one before it, the oldest first; the newest of too many. */
export async function valuedWithin(
  reader: Reader,
  productId: bigint,
  from: number | null,
): Promise<Valued[]> {
  const found = await rows(
    reader,
    sql<ValuedRow>`SELECT number, due_at, valued_at, unit_value, gross, index_code, index_level
      FROM copy_valuation WHERE product_id = ${productId} AND due_at >= ${beginning(sql`${productId}::bigint`, from)}
      ORDER BY due_at DESC LIMIT ${copySeriesMax}`,
  );
  return found.toReversed();
}

/** What each of these products was worth before a moment, or at first, and is worth now; none that has one value. */
export async function edgesOf(
  reader: Reader,
  ids: readonly bigint[],
  from: number | null,
): Promise<ReadonlyMap<bigint, EdgeValues>> {
  const found = await rows(
    reader,
    sql<EdgeValues>`SELECT f.product_id, f.due_at AS first_at, f.unit_value AS first_value,
        f.index_code AS first_index, f.index_level AS first_level, l.due_at AS last_at,
        l.unit_value AS last_value, l.index_code AS last_index, l.index_level AS last_level
      FROM unnest(${[...ids]}::bigint[]) AS p (id)
      JOIN copy_valuation f ON f.product_id = p.id AND f.due_at = ${beginning(sql`p.id`, from)}
      JOIN copy_valuation l ON l.product_id = p.id
        AND l.due_at = (SELECT max(due_at) FROM copy_valuation WHERE product_id = p.id)
      WHERE l.due_at > f.due_at`,
  );
  return new Map(found.map((edges) => [edges.product_id, edges]));
}

export type Exposure = Narrowed<ExposureRow, { long: Minor; short: Minor; money: Minor }>;

/** What these products held at their last valuation, longs and shorts apart, and their money beside it. */
export async function exposuresOf(
  reader: Reader,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, Exposure>> {
  const found = await rows(
    reader,
    sql<Exposure>`SELECT v.product_id, coalesce(h.long, 0)::bigint AS long,
        coalesce(h.short, 0)::bigint AS short,
        (v.gross - coalesce(h.net, 0))::bigint AS money
      FROM copy_product p JOIN copy_valuation v ON v.product_id = p.id AND v.number = p.valuations
      LEFT JOIN LATERAL (SELECT
          sum((e ->> 'value')::bigint) FILTER (WHERE e ->> 'side' = 'long') AS long,
          sum(-(e ->> 'value')::bigint) FILTER (WHERE e ->> 'side' = 'short') AS short,
          sum((e ->> 'value')::bigint - (e ->> 'interest')::bigint) AS net
        FROM jsonb_array_elements(v.positions) AS e) h ON true
      WHERE p.id = ANY (${[...ids]}::bigint[])`,
  );
  return new Map(found.map((exposure) => [exposure.product_id, exposure]));
}

/** The last value of these products but one: what a day began with. */
export async function valuesBefore(
  reader: Reader,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const found = await rows(
    reader,
    sql<ValueBeforeRow>`SELECT v.product_id, v.unit_value FROM copy_product p
      JOIN copy_valuation v ON v.product_id = p.id AND v.number = p.valuations - 1
      WHERE p.id = ANY (${[...ids]}::bigint[])`,
  );
  return new Map(found.map((row) => [row.product_id, row.unit_value]));
}

export type UnitValueAt = (productId: bigint, number: number | null) => bigint | null;

/** What units were worth at the valuations that bought and sold them. */
export async function unitValuesAt(
  reader: Reader,
  held: readonly {
    product_id: bigint;
    bought_number: number | null;
    ended_number: number | null;
  }[],
): Promise<UnitValueAt> {
  const asked = held.flatMap(({ product_id: id, bought_number: bought, ended_number: ended }) =>
    [bought, ended].flatMap((number) => (number === null ? [] : [{ id, number }])),
  );
  const found = await rows(
    reader,
    sql<UnitValueAtRow>`SELECT DISTINCT v.product_id, v.number, v.unit_value
      FROM unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ number }) => number)}::int[])
        AS a (product_id, number)
      JOIN copy_valuation v ON v.product_id = a.product_id AND v.number = a.number`,
  );
  const values = new Map(found.map((row) => [`${row.product_id} ${row.number}`, row.unit_value]));
  return (productId, number) => values.get(`${productId} ${number}`) ?? null;
}

/** The last valuation before a moment, or the first there is. */
function beginning(productId: RawBuilder<unknown>, from: number | null): RawBuilder<unknown> {
  const moment = from === null ? null : timestamp(from);
  return sql`coalesce(
    (SELECT max(due_at) FROM copy_valuation WHERE product_id = ${productId} AND due_at < ${moment}::timestamptz),
    (SELECT min(due_at) FROM copy_valuation WHERE product_id = ${productId}))`;
}

export function findDecision(
  reader: Reader,
  productId: bigint,
  dueAt: number,
): Promise<StoredDecision | undefined> {
  return firstRow(
    reader,
    sql<StoredDecision>`SELECT due_at, decided_at, targets, orders, answers, done_at FROM copy_decision
      WHERE product_id = ${productId} AND due_at = ${timestamp(dueAt)}`,
  );
}

/** When it last decided anew, and not only kept what it had. */
export async function lastTargetsAt(reader: Reader, productId: bigint): Promise<number | null> {
  const row = await firstRow(
    reader,
    sql<
      Narrowed<LastTargetsRow, { at: number | null }>
    >`SELECT max(decided_at) AS at FROM copy_decision
      WHERE product_id = ${productId} AND targets IS NOT NULL`,
  );
  return row?.at ?? null;
}

/** The first process to come decides for all of them. */
export async function insertDecision(
  reader: Reader,
  decision: {
    productId: bigint;
    dueAt: number;
    at: number;
    targets: readonly Target[] | null;
    orders: readonly PlannedOrder[];
  },
): Promise<void> {
  const { productId, dueAt, at, targets, orders } = decision;
  await sql`INSERT INTO copy_decision (product_id, due_at, decided_at, targets, orders)
    VALUES (${productId}, ${timestamp(dueAt)}, ${timestamp(at)},
      ${targets === null ? null : JSON.stringify(targets)}::jsonb, ${JSON.stringify(orders)}::jsonb)
    ON CONFLICT DO NOTHING`.execute(reader);
}

export async function setDecisionDone(
  reader: Reader,
  productId: bigint,
  { dueAt, at, answers }: { dueAt: number; at: number; answers: readonly string[] },
): Promise<void> {
  await sql`UPDATE copy_decision SET answers = ${JSON.stringify(answers)}::jsonb, done_at = ${timestamp(at)}
    WHERE product_id = ${productId} AND due_at = ${timestamp(dueAt)} AND done_at IS NULL`.execute(
    reader,
  );
}

export async function backtestsOf(
  reader: Reader,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, StoredBacktest>> {
  const found = await rows(
    reader,
    sql<StoredBacktest>`SELECT DISTINCT ON (product_id) product_id, days, figures, bars FROM copy_backtest
      WHERE product_id = ANY (${[...ids]}::bigint[]) ORDER BY product_id, bars = 'minutes' DESC`,
  );
  return new Map(found.map((backtest) => [backtest.product_id, backtest]));
}

/** What these products' tests came to, without their days. */
export async function testFiguresOf(
  reader: Reader,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, KeptFigures>> {
  const found = await rows(
    reader,
    sql<TestFiguresRow>`SELECT DISTINCT ON (product_id) product_id, figures FROM copy_backtest
      WHERE product_id = ANY (${[...ids]}::bigint[]) ORDER BY product_id, bars = 'minutes' DESC`,
  );
  return new Map(
    found.flatMap(({ product_id: id, figures }) => (figures === null ? [] : [[id, figures]])),
  );
}

const untested = (bars: BacktestBars) => sql`p.consent_id IS NULL
  AND NOT EXISTS (SELECT FROM copy_backtest WHERE product_id = p.id AND bars = ${bars})
  AND (${bars} = 'days' OR EXISTS (SELECT FROM copy_backtest WHERE product_id = p.id AND bars = 'days'
    AND figures IS NOT NULL))`;

export function isAnyUntested(bars: BacktestBars): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM copy_product p WHERE ${untested(bars)}) AS due`;
}

/** A product whose strategy was not run over the past yet: over its minutes once it was over its days. */
export async function untestedProduct(reader: Reader, bars: BacktestBars): Promise<bigint | null> {
  const row = await firstRow(
    reader,
    sql<UntestedRow>`SELECT p.id FROM copy_product p WHERE ${untested(bars)} ORDER BY p.id LIMIT 1`,
  );
  return row?.id ?? null;
}

export async function insertBacktest(
  reader: Reader,
  backtest: {
    productId: bigint;
    bars: BacktestBars;
    at: number;
    days: readonly BacktestDay[];
    figures: KeptFigures | null;
  },
): Promise<void> {
  const { productId, bars, at, days, figures } = backtest;
  await sql`INSERT INTO copy_backtest (product_id, bars, computed_at, days, figures)
    VALUES (${productId}, ${bars}, ${timestamp(at)}, ${JSON.stringify(days)}::jsonb,
      ${figures === null ? null : JSON.stringify(figures)}::jsonb)
    ON CONFLICT DO NOTHING`.execute(reader);
}
