import { lendablePositionsMax, lendingsMax } from "@sanshi/contract";
import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
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
  ChoiceRow,
  DueRow,
  EarningRow,
  HeldForLendingRow,
  KeepBackRow,
  LendableRow,
  LendingRow,
  LockLentRow,
  ToLendRow,
} from "./stock-lending.sql-types.ts";

export type HeldForLending = HeldForLendingRow;

/** What decides whether a position can be lent, as it stands. */
export function heldForLending(
  reader: Reader,
  customerId: bigint,
  positionId: bigint,
): Promise<HeldForLending | undefined> {
  return firstRow(
    reader,
    sql<HeldForLending>`SELECT market, code, side, leverage, state, opened - closed - closing_shares - lent AS free
      FROM position WHERE id = ${positionId} AND customer_id = ${customerId}`,
  );
}

/** The first lending of a position makes its record; every later one by its customer lends it by itself again. */
export async function beginLending(
  transaction: Transaction,
  begun: readonly {
    positionId: bigint;
    customerId: bigint;
    market: MarketKey;
    code: string;
    /** The day before: nothing of it is reckoned. */
    through: LocalDate;
  }[],
  at: number,
): Promise<void> {
  await sql`INSERT INTO stock_lending (position_id, customer_id, market, code, accrued_through, first_lent_at)
    SELECT *, ${timestamp(at)}::timestamptz
    FROM unnest(${begun.map(({ positionId }) => positionId)}::bigint[],
      ${begun.map(({ customerId }) => customerId)}::bigint[], ${begun.map(({ market }) => market)}::text[],
      ${begun.map(({ code }) => code)}::text[], ${begun.map(({ through }) => through)}::date[])
    ON CONFLICT (position_id) DO UPDATE SET kept_back = false WHERE stock_lending.kept_back`.execute(
    transaction,
  );
}

/** It is not lent again by itself; false where it never was lent. */
export async function keepBack(
  transaction: Transaction,
  customerId: bigint,
  positionId: bigint,
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<KeepBackRow>`UPDATE stock_lending SET kept_back = true
      WHERE position_id = ${positionId} AND customer_id = ${customerId} RETURNING position_id`,
  );
  return row !== undefined;
}

/** What is lent of a position, which nobody changes until the transaction ends. */
export async function lockLent(transaction: Transaction, positionId: bigint): Promise<Shares> {
  const row = await firstRow(
    transaction,
    sql<
      Narrowed<LockLentRow, { lent: Shares }>
    >`SELECT lent FROM position WHERE id = ${positionId} FOR UPDATE`,
  );
  if (row === undefined) throw new Error(`no position ${positionId}`);
  return row.lent;
}

export type StoredLending = Narrowed<
  LendingRow,
  { market: MarketKey; lent: Shares; free: Shares; earned: Minor }
>;

const lendingColumns = sql`s.position_id, s.customer_id, s.market, s.code, s.first_lent_at, s.earned, s.fraction,
  s.kept_back, p.lent, CASE WHEN p.ended_at IS NULL THEN p.opened - p.closed - p.closing_shares - p.lent
    ELSE 0 END AS free`;

export function lendingOf(
  reader: Reader,
  customerId: bigint,
  positionId: bigint,
): Promise<StoredLending | undefined> {
  return firstRow(
    reader,
    sql<StoredLending>`SELECT ${lendingColumns} FROM stock_lending s JOIN position p ON p.id = s.position_id
      WHERE s.position_id = ${positionId} AND s.customer_id = ${customerId}`,
  );
}

export function lendingsOf(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
): Promise<StoredLending[]> {
  return rows(
    reader,
    sql<StoredLending>`SELECT ${lendingColumns} FROM stock_lending s JOIN position p ON p.id = s.position_id
      WHERE s.customer_id = ${customerId} AND s.market = ${market}
      ORDER BY p.lent > 0 DESC, s.position_id DESC LIMIT ${lendingsMax}`,
  );
}

/** Positions that are lent or can be, the largest first. */
export type Lendable = Narrowed<
  LendableRow,
  { market: MarketKey; quantity: Shares; free: Shares; lent: Shares; open_price: Price }
>;

export function lendableOf(reader: Reader, customerId: bigint): Promise<Lendable[]> {
  return rows(
    reader,
    sql<Lendable>`SELECT id, market, code, open_price, lent, opened - closed AS quantity,
        opened - closed - closing_shares - lent AS free
      FROM position WHERE customer_id = ${customerId} AND ended_at IS NULL AND side = 'long' AND leverage = 1
        AND state IN ('holding', 'closing') AND (lent > 0 OR opened - closed > closing_shares)
      ORDER BY cost DESC LIMIT ${lendablePositionsMax}`,
  );
}

/** What a customer was paid so far, by market. */
export type Earnings = Narrowed<EarningRow, { market: MarketKey; earned: Minor }>;

export function earningsOf(reader: Reader, customerId: bigint): Promise<Earnings[]> {
  return rows(
    reader,
    sql<Earnings>`SELECT market, sum(earned)::bigint AS earned FROM stock_lending
      WHERE customer_id = ${customerId} GROUP BY market ORDER BY market`,
  );
}

export type Choice = ChoiceRow;

export function choiceOf(reader: Reader, customerId: bigint): Promise<Choice | undefined> {
  return firstRow(
    reader,
    sql<Choice>`SELECT automatic, changed_at FROM stock_lending_choice WHERE customer_id = ${customerId}`,
  );
}

export async function choose(
  transaction: Transaction,
  customerId: bigint,
  automatic: boolean,
  at: number,
): Promise<void> {
  await sql`INSERT INTO stock_lending_choice (customer_id, automatic, changed_at)
    SELECT ${customerId}, ${automatic}, ${timestamp(at)}::timestamptz
    WHERE ${automatic} OR EXISTS (SELECT FROM stock_lending_choice WHERE customer_id = ${customerId})
    ON CONFLICT (customer_id) DO UPDATE SET automatic = excluded.automatic, changed_at = excluded.changed_at
      WHERE stock_lending_choice.automatic <> excluded.automatic`.execute(transaction);
}

const lendableByThemselves = sql`stock_lending_choice c
        JOIN customer own ON own.id = c.customer_id
        JOIN position p ON p.customer_id = c.customer_id
      WHERE c.automatic AND own.state IN ('active', 'trading_disabled')
        AND p.ended_at IS NULL AND p.side = 'long' AND p.leverage = 1 AND p.state IN ('holding', 'closing')
        AND p.opened - p.closed - p.closing_shares > p.lent
        AND NOT EXISTS (SELECT FROM stock_lending s WHERE s.position_id = p.id AND s.kept_back)
        AND NOT EXISTS (SELECT FROM stock_end e
          WHERE e.market = p.market AND e.code = p.code AND e.withdrawn_at IS NULL)`;

/** Whether `positionsToLend` finds any. */
export function isAnyToLend(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM ${lendableByThemselves}) AS due`;
}

/**
 * Positions of whoever lends by themselves of which something is free and nothing was kept back, by customer: one
 * statement for all of them, which finds nobody's where there is nothing to do.
 */
export function positionsToLend(
  reader: Reader,
  after: { customerId: bigint; positionId: bigint },
): Promise<ToLendRow[]> {
  return rows(
    reader,
    sql<ToLendRow>`SELECT p.id, p.customer_id FROM ${lendableByThemselves}
        AND (p.customer_id, p.id) > (${after.customerId}::bigint, ${after.positionId}::bigint)
      ORDER BY p.customer_id, p.id LIMIT ${positionsLentAtOnceMax}`,
  );
}

export const positionsLentAtOnceMax = 1_000;
