import type { MarketKey, Minor } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  AccruedLendingRow,
  BusyDayRow,
  InsertPeriodRow,
  LastPeriodRow,
  LendersPageRow,
  LendingAccountsRow,
  LentStockRow,
  LentTimeRow,
  ShortTimeRow,
} from "./lending-accrual.sql-types.ts";

export type LentStock = Narrowed<LentStockRow, { market: MarketKey; since: number }>;

/** Every stock of these markets that anybody ever lent, with the first time. */
export function lentStocks(reader: Reader, markets: readonly MarketKey[]): Promise<LentStock[]> {
  return rows(
    reader,
    sql<LentStock>`SELECT market, code, min(first_lent_at) AS since FROM stock_lending
      WHERE market = ANY (${[...markets]}::text[]) GROUP BY market, code ORDER BY market, code`,
  );
}

type Stock = { market: MarketKey; code: string };

/** A stretch of time, milliseconds since the epoch: the first is in it, the last is not. */
export type Stretch = { from: number; until: number };

export type StoredPeriod = Narrowed<
  LastPeriodRow,
  { after_day: LocalDate; through_day: LocalDate; lenders_day: bigint; lent_time: bigint }
>;

export function lastPeriod(
  reader: Reader,
  { market, code }: Stock,
): Promise<StoredPeriod | undefined> {
  return firstRow(
    reader,
    sql<StoredPeriod>`SELECT id, after_day::text AS after_day, through_day::text AS through_day,
        lenders_day::bigint AS lenders_day, lent_time::bigint AS lent_time
      FROM stock_lending_period WHERE market = ${market} AND code = ${code}
      ORDER BY after_day DESC LIMIT 1`,
  );
}

/** Days, in a time zone, on which anything of a stock was lent, recalled, sold short or bought back. */
export async function busyDays(
  reader: Reader,
  { market, code }: Stock,
  { from, until }: Stretch,
  timeZone: string,
): Promise<LocalDate[]> {
  const happened = sql`happened_at >= ${timestamp(from)} AND happened_at < ${timestamp(until)}`;
  const found = await rows(
    reader,
    sql<BusyDayRow>`SELECT DISTINCT (happened_at AT TIME ZONE ${timeZone})::date::text AS day FROM (
        SELECT happened_at FROM share_lending WHERE market = ${market} AND code = ${code} AND ${happened}
        UNION ALL
        SELECT happened_at FROM share_loan WHERE market = ${market} AND code = ${code} AND ${happened}
      ) event ORDER BY 1`,
  );
  return found.flatMap(({ day }) => (day === null ? [] : [day]));
}

/**
 * Shares times milliseconds of a stretch that has passed: what there is now less what came after it, over all of it,
 * less what came within it for the time before. With `p` for the position.
 */
const lentTime = ({
  from,
  until,
}: Stretch) => sql`((p.lent - coalesce((SELECT sum(e.quantity) FROM share_lending e
      WHERE e.position_id = p.id AND e.happened_at >= ${timestamp(until)}), 0))::numeric * ${until - from}::bigint
    - coalesce((SELECT sum(e.quantity::numeric * floor(1000 * extract(epoch FROM e.happened_at - ${timestamp(from)}::timestamptz)))
      FROM share_lending e WHERE e.position_id = p.id AND e.happened_at >= ${timestamp(from)}
        AND e.happened_at < ${timestamp(until)}), 0))`;
const shortTime = ({
  from,
  until,
}: Stretch) => sql`((p.opened - p.closed - coalesce((SELECT sum(e.quantity) FROM share_loan e
      WHERE e.position_id = p.id AND e.happened_at >= ${timestamp(until)}), 0))::numeric * ${until - from}::bigint
    - coalesce((SELECT sum(e.quantity::numeric * floor(1000 * extract(epoch FROM e.happened_at - ${timestamp(from)}::timestamptz)))
      FROM share_loan e WHERE e.position_id = p.id AND e.happened_at >= ${timestamp(from)}
        AND e.happened_at < ${timestamp(until)}), 0))`;

/** The same parts of a position's lending in one look: what came after the stretch, and what within it weighs. */
const lentEvents = ({ from, until }: Stretch) => sql`CROSS JOIN LATERAL (
    SELECT coalesce(sum(e.quantity) FILTER (WHERE e.happened_at >= ${timestamp(until)}), 0) AS later,
      coalesce(sum(e.quantity::numeric * floor(1000 * extract(epoch FROM e.happened_at - ${timestamp(from)}::timestamptz)))
        FILTER (WHERE e.happened_at < ${timestamp(until)}), 0) AS within
    FROM share_lending e WHERE e.position_id = p.id AND e.happened_at >= ${timestamp(from)}) e`;

/** What was lent of a stock over a stretch, in shares times milliseconds. */
export async function lentTimeOf(
  reader: Reader,
  { market, code }: Stock,
  stretch: Stretch,
): Promise<bigint> {
  const row = await firstRow(
    reader,
    sql<LentTimeRow>`SELECT coalesce(sum(${lentTime(stretch)}), 0)::bigint AS time
      FROM stock_lending s JOIN position p ON p.id = s.position_id
      WHERE s.market = ${market} AND s.code = ${code}`,
  );
  return row?.time ?? 0n;
}

const shortAtEnd = ({
  until,
}: Stretch) => sql`(p.opened - p.closed - coalesce((SELECT sum(e.quantity)
      FROM share_loan e WHERE e.position_id = p.id AND e.happened_at >= ${timestamp(until)}), 0))`;

/**
 * One short over a stretch: its shares times milliseconds, and what they were sold for on average, in minor units. Only
 * shares that were still short at its end count, as these bear a day's interest in every market. `open` where it has
 * not been closed since.
 */
export type ShortTime = Narrowed<
  ShortTimeRow,
  { position_id: bigint; time: bigint; value: bigint; open: boolean }
>;

export function shortTimesOf(
  reader: Reader,
  { market, code }: Stock,
  stretch: Stretch,
  priceUnitsPerMinor: bigint,
): Promise<ShortTime[]> {
  return rows(
    reader,
    sql<ShortTime>`SELECT id AS position_id, time::bigint AS time,
        div(time * open_price * split.after, split.before * ${stretch.until - stretch.from}::numeric
          * ${priceUnitsPerMinor}::bigint)::bigint AS value, open
      FROM (SELECT p.id, p.open_price, p.ended_at IS NULL AS open,
          least(${shortTime(stretch)}, ${shortAtEnd(stretch)} * ${stretch.until - stretch.from}::bigint) AS time
        FROM position p
        WHERE p.id IN (SELECT id FROM position WHERE market = ${market} AND code = ${code} AND ended_at IS NULL
            AND (leverage > 1 OR side = 'short') AND side = 'short'
          UNION ALL SELECT position_id FROM share_loan WHERE market = ${market} AND code = ${code}
            AND happened_at >= ${timestamp(stretch.from)})) short
        -- Shares of before a split that came since, at a price that follows it. Both are products.
        CROSS JOIN LATERAL (SELECT coalesce(round(exp(sum(ln(d.quantity_after::numeric)))), 1) AS after,
            coalesce(round(exp(sum(ln(d.quantity_before::numeric)))), 1) AS before
          FROM position_action d WHERE d.position_id = short.id AND d.applied_at >= ${timestamp(stretch.until)}
            AND d.quantity_before <> d.quantity_after AND d.quantity_before > 0 AND d.quantity_after > 0) split
      WHERE time > 0 ORDER BY id`,
  );
}

export type NewPeriod = Stock & {
  after: LocalDate;
  through: LocalDate;
  shortTime: bigint;
  shortValue: bigint;
  lentTime: bigint;
  base: number;
  premium: number;
  /** What its shorts are charged of the premium, a day, in the units of their interest. */
  premiumUnits: bigint;
  lenderPercent: number;
  rule: string;
  ruleSince: LocalDate;
  lendersDay: bigint;
};

/** Undefined where another process was first. What the parts of all lenders leave is its residue. */
export async function insertPeriod(
  transaction: Transaction,
  period: NewPeriod,
  stretch: Stretch,
): Promise<StoredPeriod | undefined> {
  const row = await firstRow(
    transaction,
    sql<InsertPeriodRow>`INSERT INTO stock_lending_period (market, code, after_day, through_day, day_ms, short_time,
        short_value, lent_time, base_basis_points, premium_basis_points, lender_percent, rule, rule_since,
        premium_units, lenders_day, residue_day)
      SELECT ${period.market}::text, ${period.code}::text, ${period.after}::date, ${period.through}::date,
        ${stretch.until - stretch.from}::bigint,
        ${period.shortTime}::bigint, ${period.shortValue}::bigint, ${period.lentTime}::bigint,
        ${period.base}::int, ${period.premium}::int, ${period.lenderPercent}::int, ${period.rule}::text,
        ${period.ruleSince}::date, ${period.premiumUnits}::numeric, ${period.lendersDay}::bigint,
        ${period.lendersDay}::bigint - coalesce(sum(div(${period.lendersDay}::numeric * ${lentTime(stretch)},
          greatest(${period.lentTime}::bigint, 1))), 0)
      FROM stock_lending s JOIN position p ON p.id = s.position_id
      WHERE s.market = ${period.market} AND s.code = ${period.code}
      ON CONFLICT (market, code, after_day) DO NOTHING RETURNING id`,
  );
  if (row === undefined) return undefined;
  return {
    id: row.id,
    after_day: period.after,
    through_day: period.through,
    lenders_day: period.lendersDay,
    lent_time: period.lentTime,
  };
}

/** Keeps what the shorts of a period are charged. */
export async function insertPremiums(
  transaction: Transaction,
  { id }: StoredPeriod,
  charges: readonly { positionId: bigint; units: bigint }[],
): Promise<void> {
  await sql`INSERT INTO stock_lending_premium (period_id, position_id, units)
    SELECT ${id}, c.position_id, c.units FROM unnest(${charges.map(({ positionId }) => positionId)}::bigint[],
      ${charges.map(({ units }) => units)}::bigint[]) AS c (position_id, units)`.execute(
    transaction,
  );
}

/** Positions that may be still to be paid for a period, in the order of their ids. */
export async function lendersPage(
  reader: Reader,
  { market, code }: Stock,
  page: { period: StoredPeriod; after: bigint; limit: number },
): Promise<bigint[]> {
  const found = await rows(
    reader,
    // Of its own index alone: what was paid, and what was not lent then, is found where it is reckoned. A join with what
    // is paid costs the more the more of it there is, where the planner has not heard of it yet.
    sql<LendersPageRow>`SELECT position_id FROM stock_lending
      WHERE market = ${market} AND code = ${code} AND position_id > ${page.after}
        AND accrued_through < ${page.period.through_day}::date
      ORDER BY position_id LIMIT ${page.limit}`,
  );
  return found.map(({ position_id }) => position_id);
}

/** The accounts to which these lenders are paid: what is available, and what a closing left unpaid. */
export async function lendingAccounts(
  reader: Reader,
  positionIds: readonly bigint[],
): Promise<bigint[]> {
  const found = await rows(
    reader,
    sql<LendingAccountsRow>`SELECT DISTINCT a.id FROM stock_lending s
      JOIN ledger_account a ON a.customer_id = s.customer_id AND a.currency = upper(s.market)
        AND a.purpose IN ('available', 'shortfall_debt')
      WHERE s.position_id = ANY (${[...positionIds]}::bigint[])`,
  );
  return found.map(({ id }) => id);
}

export async function lockLendings(
  transaction: Transaction,
  positionIds: readonly bigint[],
): Promise<void> {
  await sql`SELECT FROM stock_lending WHERE position_id = ANY (${[...positionIds]}::bigint[])
    ORDER BY position_id FOR UPDATE`.execute(transaction);
}

/** What a lender is to be paid, in whole minor units; perhaps none. */
export type AccruedLending = Narrowed<
  AccruedLendingRow,
  {
    position_id: bigint;
    account_id: bigint;
    paid: Minor;
    debt_id: bigint | null;
    shortfall: Minor | null;
  }
>;

/**
 * Reckons what these positions earned in a period, keeps it in the records and answers what of it is to be paid. They
 * are locked: what is reckoned once is found and left.
 */
export function reckonLendings(
  transaction: Transaction,
  positionIds: readonly bigint[],
  period: StoredPeriod,
  stretch: Stretch,
): Promise<AccruedLending[]> {
  return rows(
    transaction,
    sql<AccruedLending>`
      WITH lender AS MATERIALIZED (
        SELECT s.position_id, s.customer_id, s.market, s.fraction,
          (p.lent - e.later)::numeric * ${stretch.until - stretch.from}::bigint - e.within AS time
        FROM stock_lending s JOIN position p ON p.id = s.position_id ${lentEvents(stretch)}
        WHERE s.position_id = ANY (${[...positionIds]}::bigint[])
          AND NOT EXISTS (SELECT FROM stock_lending_accrual done
            WHERE done.position_id = s.position_id AND done.period_id = ${period.id})
      ), earned AS MATERIALIZED (
        SELECT *, div(${period.lenders_day}::numeric * time, ${period.lent_time}::bigint)
          * (${period.through_day}::date - ${period.after_day}::date) AS earned
        FROM lender WHERE time > 0
      ), reckoned AS MATERIALIZED (
        SELECT *, div(earned + fraction, 1000000)::bigint AS paid, mod(earned + fraction, 1000000)::int AS left_over
        FROM earned
      ), saved AS (
        UPDATE stock_lending s SET earned = s.earned + r.paid, fraction = r.left_over,
          accrued_through = ${period.through_day}::date
        FROM reckoned r WHERE s.position_id = r.position_id
      ), kept AS (
        INSERT INTO stock_lending_accrual (position_id, period_id, time, earned, paid)
        SELECT position_id, ${period.id}, time, earned, paid FROM reckoned
      )
      SELECT r.position_id, a.id AS account_id, r.paid, d.id AS debt_id, b.balance AS shortfall FROM reckoned r
      JOIN ledger_account a ON a.customer_id = r.customer_id AND a.currency = upper(r.market)
        AND a.purpose = 'available'
      LEFT JOIN ledger_account d ON d.customer_id = r.customer_id AND d.currency = upper(r.market)
        AND d.purpose = 'shortfall_debt'
      LEFT JOIN ledger_balance b ON b.account_id = d.id
      ORDER BY r.position_id`,
  );
}
