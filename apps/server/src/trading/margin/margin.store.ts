import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";
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
import type { SaleReason } from "./margin.rules.ts";
import type {
  AccountBalancesRow,
  AreBehindRow,
  CallRow,
  CountMarginEventsRow,
  DueCallColumns,
  EndCallRow,
  ForcedSaleColumns,
  MarginAccountRow,
  MarginedColumns,
  OpenCallRow,
} from "./margin.sql-types.ts";

export type MarginAccount = Narrowed<MarginAccountRow, { customer_id: bigint }>;

export type MarginedRow = Narrowed<
  MarginedColumns,
  { left: Shares; open_price: Price; opened_at: number; interest_through: LocalDate | null }
>;

const marginedRows = (customerId: bigint, market: MarketKey) => sql`SELECT id, market, code, side,
    state, opened - closed AS left, open_price, opened_at, margin_left, borrowed_left,
    collateral_left, interest_units, interest_through::text AS interest_through
  FROM position WHERE customer_id = ${customerId} AND market = ${market} AND ended_at IS NULL
    AND (leverage > 1 OR side = 'short')
  ORDER BY id`;

/** Leveraged and short, of one customer in one market, the oldest first. */
export function marginedPositions(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
): Promise<MarginedRow[]> {
  return rows(reader, sql<MarginedRow>`${marginedRows(customerId, market)}`);
}

/** The same, locked in the order of their ids: nobody changes them until the transaction ends. */
export function lockMarginedPositions(
  transaction: Transaction,
  customerId: bigint,
  market: MarketKey,
): Promise<MarginedRow[]> {
  return rows(transaction, sql<MarginedRow>`${marginedRows(customerId, market)} FOR UPDATE`);
}

/** Whether a split or dividend is still to be applied to one of them. */
export async function areBehind(
  transaction: Transaction,
  positions: readonly { id: bigint }[],
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<AreBehindRow>`SELECT count(*) > 0 AS behind FROM position_action_due
      WHERE position_id = ANY (${positions.map(({ id }) => id)}::bigint[])`,
  );
  return row?.behind ?? false;
}

export type AccountBalances = Narrowed<
  AccountBalancesRow,
  {
    available: Minor;
    /** Zero or below. */
    shortfall: Minor;
    /** What is owed on credit loans with their interest, zero or below. */
    loan: Minor;
    /** What leverage has borrowed, zero or below, and the lowest that it may be. */
    margin_debt: Minor;
    credit_floor: Minor;
  }
>;

export async function accountBalances(
  reader: Reader,
  customerId: bigint,
  currency: string,
): Promise<AccountBalances> {
  const row = await firstRow(
    reader,
    sql<AccountBalances>`SELECT
        coalesce(sum(b.balance) FILTER (WHERE a.purpose = 'available'), 0)::bigint AS available,
        coalesce(sum(b.balance) FILTER (WHERE a.purpose = 'shortfall_debt'), 0)::bigint AS shortfall,
        coalesce(sum(b.balance) FILTER (WHERE a.purpose IN ('loan_debt', 'loan_interest_debt')), 0)::bigint
          AS loan,
        coalesce(sum(b.balance) FILTER (WHERE a.purpose = 'margin_debt'), 0)::bigint AS margin_debt,
        coalesce(sum(b.floor) FILTER (WHERE a.purpose = 'margin_debt'), 0)::bigint AS credit_floor
      FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
      WHERE a.customer_id = ${customerId} AND a.currency = ${currency}`,
  );
  if (row === undefined) throw new Error("a sum without a row");
  return row;
}

export type { CallRow } from "./margin.sql-types.ts";

export function findOpenCall(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
): Promise<CallRow | undefined> {
  return firstRow(
    reader,
    sql<CallRow>`SELECT id, called_at, due_at, ratio FROM margin_call
      WHERE customer_id = ${customerId} AND market = ${market} AND restored_at IS NULL`,
  );
}

/** The figures that a call or a forced sale stands on. */
export type KeptFigures = {
  equity: bigint;
  exposure: bigint;
  /** Both in hundredths of a per cent. */
  ratio: bigint;
  ratioRequired: bigint;
  rule: string;
  ruleSince: LocalDate;
};

/**
 * Makes a call, or opens the one of the same day again, whose deadline stands. `isNews` is false where
 * the customer does not know otherwise; undefined where another process was first.
 */
export async function openCall(
  transaction: Transaction,
  call: MarginAccount &
    KeptFigures & { calledOn: LocalDate; calledAt: number; dueAt: number; missing: bigint },
): Promise<{ isNews: boolean; dueAt: number } | undefined> {
  const row = await firstRow(
    transaction,
    sql<OpenCallRow>`INSERT INTO margin_call (customer_id, market, called_on,
        called_at, due_at, equity, exposure, ratio, ratio_required, missing, rule, rule_since)
      VALUES (${call.customer_id}, ${call.market}, ${call.calledOn}, ${timestamp(call.calledAt)},
        ${timestamp(call.dueAt)}, ${call.equity}, ${call.exposure}, ${call.ratio},
        ${call.ratioRequired}, ${call.missing}, ${call.rule}, ${call.ruleSince})
      ON CONFLICT (customer_id, market, called_on) DO UPDATE SET restored_at = NULL, told = 'called'
        WHERE margin_call.restored_at IS NOT NULL
      RETURNING due_at,
        -- As it was before this statement; of a new call there was none.
        coalesce((SELECT before.told FROM margin_call before WHERE before.id = margin_call.id), '')
          <> 'called' AS is_news`,
  );
  return row === undefined ? undefined : { isNews: row.is_news, dueAt: row.due_at };
}

export type DueCall = Narrowed<DueCallColumns, { called_on: LocalDate }>;

const callsAhead = (market: MarketKey, now: number) => sql`SELECT id, customer_id,
    called_on::text AS called_on, due_at
  FROM margin_call WHERE market = ${market} AND restored_at IS NULL AND due_at > ${timestamp(now)}
  ORDER BY id`;

/** The market's open calls that are not due yet. */
export function dueCalls(reader: Reader, market: MarketKey, now: number): Promise<DueCall[]> {
  return rows(reader, sql<DueCall>`${callsAhead(market, now)}`);
}

/** The same, locked until the transaction ends. */
export function lockDueCalls(
  transaction: Transaction,
  market: MarketKey,
  now: number,
): Promise<DueCall[]> {
  return rows(transaction, sql<DueCall>`${callsAhead(market, now)} FOR UPDATE`);
}

export async function moveCall(
  transaction: Transaction,
  { id, dueAt }: { id: bigint; dueAt: number },
): Promise<void> {
  await sql`UPDATE margin_call SET due_at = ${timestamp(dueAt)} WHERE id = ${id}`.execute(
    transaction,
  );
}

const restoredToldAgainAfter = sql`interval '1 hour'`;

/** `isNews` as above; undefined where another process ended it. */
export async function endCall(
  transaction: Transaction,
  id: bigint,
  at: number,
): Promise<{ isNews: boolean } | undefined> {
  const row = await firstRow(
    transaction,
    sql<EndCallRow>`UPDATE margin_call c SET restored_at = ${timestamp(at)},
        told = CASE WHEN tell THEN 'restored' ELSE told END,
        restored_told_at = CASE WHEN tell THEN ${timestamp(at)} ELSE restored_told_at END
      FROM (SELECT id, coalesce(restored_told_at
          < ${timestamp(at)}::timestamptz - ${restoredToldAgainAfter}, true) AS tell
        FROM margin_call WHERE id = ${id}) now
      WHERE c.id = now.id AND c.restored_at IS NULL
      RETURNING tell AS is_news`,
  );
  return row === undefined ? undefined : { isNews: row.is_news };
}

export type ForcedSale = KeptFigures & {
  positionId: bigint;
  /** The fill's. */
  number: number;
  customerId: bigint;
  market: MarketKey;
  code: string;
  reason: SaleReason;
  decidedAt: number;
  price: Price;
  quantity: Shares;
  call: { calledAt: number; dueAt: number } | null;
};

export async function insertForcedSale(transaction: Transaction, sale: ForcedSale): Promise<void> {
  const { call } = sale;
  await sql`INSERT INTO forced_sale (position_id, number, customer_id, market, code, reason, decided_at,
      price, quantity, equity, exposure, ratio, ratio_required, called_at, due_at, rule, rule_since)
    VALUES (${sale.positionId}, ${sale.number}, ${sale.customerId}, ${sale.market}, ${sale.code},
      ${sale.reason}, ${timestamp(sale.decidedAt)}, ${sale.price}, ${sale.quantity}, ${sale.equity},
      ${sale.exposure}, ${sale.ratio}, ${sale.ratioRequired},
      ${call === null ? null : timestamp(call.calledAt)},
      ${call === null ? null : timestamp(call.dueAt)}, ${sale.rule}, ${sale.ruleSince})`.execute(
    transaction,
  );
}

export type ForcedSaleRow = Narrowed<ForcedSaleColumns, { rule_since: LocalDate }>;

export function forcedSalesOfPosition(
  reader: Reader,
  positionId: bigint,
): Promise<ForcedSaleRow[]> {
  return rows(
    reader,
    sql<ForcedSaleRow>`SELECT reason, decided_at, price, quantity, equity, exposure, ratio,
        ratio_required, called_at, due_at, rule, rule_since::text AS rule_since
      FROM forced_sale WHERE position_id = ${positionId} ORDER BY number`,
  );
}

/** Accounts with an open call, and forced sales since a moment of each market. */
export async function countMarginEvents(
  reader: Reader,
  since: readonly { market: MarketKey; from: number }[],
): Promise<{ called: number; sold: number }> {
  const row = await firstRow(
    reader,
    sql<CountMarginEventsRow>`SELECT
        (SELECT count(*)::int FROM margin_call WHERE restored_at IS NULL) AS called,
        (SELECT count(*)::int FROM forced_sale s
          JOIN unnest(${since.map(({ market }) => market)}::text[],
            ${since.map(({ from }) => timestamp(from))}::timestamptz[]) AS day (market, start)
            ON day.market = s.market AND s.decided_at >= day.start) AS sold`,
  );
  return row ?? { called: 0, sold: 0 };
}
