import type { IntradayObstacle } from "@sanshi/contract";
import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";
import type { Refusal } from "../../platform/outcome.ts";
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
import type { IntradayCharge } from "@sanshi/rulebook";
import type {
  ChargeRow,
  DueRow,
  DueTradeRow,
  EndedTradeRow,
  OpenedRow,
  ShownTradeRow,
  StockToCarryRow,
  SquareOffRow,
  StoredTrade,
} from "./intraday.sql-types.ts";

export type { StoredTrade } from "./intraday.sql-types.ts";

const columns = sql`t.id, t.customer_id, t.request_id::text AS request_id, t.input_hash,
  t.order_request_id::text AS order_request_id, t.market, t.code, t.side, t.leverage, t.quantity, t.state, t.rule,
  t.applied_at, t.squares_off_at, t.session_ends_at, t.position_id, t.refusal, t.carried_at, t.ended_at,
  t.premium_rate, t.carry_over_rate`;

/** Undefined where the request is known already: of two at once one comes second. */
export function insertTrade(
  transaction: Transaction,
  trade: {
    customerId: bigint;
    requestId: string;
    inputHash: string;
    orderRequestId: string;
    market: MarketKey;
    code: string;
    side: "long" | "short";
    leverage: number;
    quantity: Shares;
    rule: string;
    at: number;
    squaresOffAt: number;
    sessionEndsAt: number;
    premiumRate: number;
    carryOverRate: number;
  },
): Promise<StoredTrade | undefined> {
  return firstRow(
    transaction,
    sql<StoredTrade>`INSERT INTO intraday_trade AS t (customer_id, request_id, input_hash, order_request_id,
        market, code, side, leverage, quantity, rule, applied_at, squares_off_at, session_ends_at,
        premium_rate, carry_over_rate)
      VALUES (${trade.customerId}, ${trade.requestId}::uuid, ${trade.inputHash},
        ${trade.orderRequestId}::uuid, ${trade.market}, ${trade.code}, ${trade.side}, ${trade.leverage},
        ${trade.quantity}, ${trade.rule}, ${timestamp(trade.at)}, ${timestamp(trade.squaresOffAt)},
        ${timestamp(trade.sessionEndsAt)}, ${trade.premiumRate}, ${trade.carryOverRate})
      ON CONFLICT (customer_id, request_id) DO NOTHING RETURNING ${columns}`,
  );
}

export function findByRequest(
  reader: Reader,
  customerId: bigint,
  requestId: string,
): Promise<StoredTrade | undefined> {
  return firstRow(
    reader,
    sql<StoredTrade>`SELECT ${columns} FROM intraday_trade t
      WHERE t.customer_id = ${customerId} AND t.request_id = ${requestId}::uuid`,
  );
}

export function lockTrade(transaction: Transaction, id: bigint): Promise<StoredTrade | undefined> {
  return firstRow(
    transaction,
    sql<StoredTrade>`SELECT ${columns} FROM intraday_trade t WHERE t.id = ${id} FOR UPDATE OF t`,
  );
}

const wasLeft = (before: number) =>
  sql`t.state = 'submitted' AND t.applied_at < ${timestamp(before)}`;

/** Whether any trade was left without its order before a moment. */
export function isAnyLeft(before: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM intraday_trade t WHERE ${wasLeft(before)}) AS due`;
}

/** Left by a process that was killed between the request and its order. */
export function leftSubmitted(reader: Reader, before: number): Promise<StoredTrade[]> {
  return rows(
    reader,
    sql<StoredTrade>`SELECT ${columns} FROM intraday_trade t
      WHERE ${wasLeft(before)} ORDER BY t.id LIMIT 100`,
  );
}

export async function setTrading(
  transaction: Transaction,
  id: bigint,
  positionId: bigint,
): Promise<void> {
  await sql`UPDATE intraday_trade SET state = 'trading', position_id = ${positionId}
    WHERE id = ${id}`.execute(transaction);
}

export async function setFailed(
  transaction: Transaction,
  id: bigint,
  failed: { refusal: Refusal; at: number },
): Promise<void> {
  await sql`UPDATE intraday_trade SET state = 'failed', refusal = ${JSON.stringify(failed.refusal)},
    ended_at = ${timestamp(failed.at)} WHERE id = ${id}`.execute(transaction);
}

const isClosed = sql`t.state = 'trading' AND p.ended_at IS NOT NULL`;

/** Those whose position has been closed, by whomever. */
export async function completeClosed(executor: Reader): Promise<number> {
  const completed =
    await sql`UPDATE intraday_trade SET state = 'completed', ended_at = closed.ended_at
    FROM (SELECT t.id, p.ended_at FROM intraday_trade t JOIN position p ON p.id = t.position_id
      WHERE ${isClosed} LIMIT 1000 FOR UPDATE OF t SKIP LOCKED) closed
    WHERE intraday_trade.id = closed.id`.execute(executor);
  return Number(completed.numAffectedRows ?? 0n);
}

const squareOffDue = (now: number) =>
  sql`t.state = 'trading' AND t.squares_off_at <= ${timestamp(now)}`;

export function isSquareOffDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM intraday_trade t WHERE ${squareOffDue(now)}) AS due`;
}

/** What is due, in the published order: by its moment, then as it was applied for. A page of it, after a trade. */
export function dueTrades(
  reader: Reader,
  now: number,
  after: { squaresOffAt: number; id: bigint } | null,
  limit: number,
): Promise<DueTradeRow[]> {
  return rows(
    reader,
    sql<DueTradeRow>`SELECT t.id, t.market, t.code, t.side, t.squares_off_at, t.session_ends_at, t.carried_at,
        t.position_id
      FROM intraday_trade t
      WHERE ${squareOffDue(now)}
        AND (${after?.id ?? null}::bigint IS NULL
          OR (t.squares_off_at, t.id) > (${timestamp(after?.squaresOffAt ?? 0)}, ${after?.id ?? null}::bigint))
      ORDER BY t.squares_off_at, t.id LIMIT ${limit}`,
  );
}

/** Each reason is kept once a trade, by whichever process sees it first. */
export async function insertObstacles(
  reader: Reader,
  seen: readonly { tradeId: bigint; reason: IntradayObstacle }[],
  at: number,
): Promise<void> {
  await sql`INSERT INTO intraday_obstacle (trade_id, reason, seen_at)
    SELECT s.trade_id, s.reason, ${timestamp(at)} FROM unnest(${seen.map(({ tradeId }) => tradeId)}::bigint[],
      ${seen.map(({ reason }) => reason)}::text[]) AS s (trade_id, reason)
    ORDER BY s.trade_id ON CONFLICT (trade_id, reason) DO NOTHING`.execute(reader);
}

export type ChargeKind = "premium" | "carry_over";

/** Once a trade and kind. */
export async function insertCharge(
  transaction: Transaction,
  charge: IntradayCharge & { tradeId: bigint; kind: ChargeKind; at: number },
): Promise<void> {
  await sql`INSERT INTO intraday_charge (trade_id, kind, value, rate, units, units_per_minor, charged_at)
    VALUES (${charge.tradeId}, ${charge.kind}, ${charge.value}, ${charge.rate}, ${charge.units},
      ${charge.unitsPerMinor}, ${timestamp(charge.at)})`.execute(transaction);
}

/** What is open of a position, and what that was opened for, in price units; locked until the transaction ends. */
export function lockOpened(
  transaction: Transaction,
  positionId: bigint,
): Promise<Narrowed<OpenedRow, { cost: bigint }> | undefined> {
  return firstRow(
    transaction,
    sql<
      Narrowed<OpenedRow, { cost: bigint }>
    >`SELECT (opened - closed) * open_price AS cost FROM position
      WHERE id = ${positionId} AND ended_at IS NULL AND open_price IS NOT NULL FOR UPDATE`,
  );
}

export function chargesOf(reader: Reader, tradeIds: readonly bigint[]): Promise<ChargeRow[]> {
  return rows(
    reader,
    sql<ChargeRow>`SELECT trade_id, kind, units, units_per_minor FROM intraday_charge
      WHERE trade_id = ANY (${[...tradeIds]}::bigint[])`,
  );
}

export async function insertReceipt(
  transaction: Transaction,
  receipt: { tradeId: bigint; number: number; price: Price; quantity: Shares; at: number },
): Promise<void> {
  await sql`INSERT INTO intraday_square_off (trade_id, number, price, quantity, decided_at)
    VALUES (${receipt.tradeId}, ${receipt.number}, ${receipt.price}, ${receipt.quantity},
      ${timestamp(receipt.at)})`.execute(transaction);
}

const carryDue = (now: number) =>
  sql`state = 'trading' AND carried_at IS NULL AND session_ends_at <= ${timestamp(now)}`;

/** Whether any trade is to be carried over, or has a position that was closed. */
export function isCarryDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM intraday_trade WHERE ${carryDue(now)})
    OR EXISTS (SELECT FROM intraday_trade t JOIN position p ON p.id = t.position_id WHERE ${isClosed}) AS due`;
}

/** Stocks with trades that are to be carried over, with the end of the newest session. */
export function stocksToCarry(reader: Reader, now: number): Promise<StockToCarryRow[]> {
  return rows(
    reader,
    sql<StockToCarryRow>`SELECT market, code, max(session_ends_at) AS session_ends_at FROM intraday_trade
      WHERE ${carryDue(now)} GROUP BY market, code`,
  );
}

/**
 * Those whose session is over and that are open still, each told to one process: one that is being closed is let be, as
 * are those of stocks that have not met all prices of the session.
 */
export function carryOver(
  transaction: Transaction,
  now: number,
  except: readonly { market: MarketKey; code: string }[],
): Promise<EndedTradeRow[]> {
  return rows(
    transaction,
    sql<EndedTradeRow>`UPDATE intraday_trade SET carried_at = ${timestamp(now)}
      WHERE id IN (SELECT t.id FROM intraday_trade t JOIN position p ON p.id = t.position_id
        WHERE t.state = 'trading' AND t.carried_at IS NULL AND t.session_ends_at <= ${timestamp(now)}
          AND NOT EXISTS (SELECT FROM unnest(${except.map(({ market }) => market)}::text[],
            ${except.map(({ code }) => code)}::text[]) AS e (market, code)
            WHERE e.market = t.market AND e.code = t.code)
          AND p.ended_at IS NULL ORDER BY t.id LIMIT 500 FOR UPDATE OF t, p SKIP LOCKED)
      RETURNING id, customer_id, market, code, position_id, premium_rate, carry_over_rate`,
  );
}

export type ShownTrade = Narrowed<
  ShownTradeRow,
  { fees: Minor; interest: Minor; realised: Minor; close_value: bigint; closed: Shares }
>;

/** With what its position has come to so far. */
export function tradesOf(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
  limit: number,
): Promise<ShownTrade[]> {
  return rows(
    reader,
    sql<ShownTrade>`SELECT ${columns}, p.open_price, coalesce(p.close_value, 0) AS close_value,
        coalesce(p.closed, 0) AS closed, coalesce(p.open_fee + p.close_fee + p.stamp_duty, 0) AS fees,
        coalesce(p.interest_paid, 0) AS interest, coalesce(p.realised, 0) AS realised
      FROM intraday_trade t LEFT JOIN position p ON p.id = t.position_id
      WHERE t.customer_id = ${customerId} AND t.market = ${market}
      ORDER BY t.state IN ('completed', 'failed'), t.id DESC LIMIT ${limit}`,
  );
}

export function receiptsOf(reader: Reader, tradeIds: readonly bigint[]): Promise<SquareOffRow[]> {
  return rows(
    reader,
    sql<SquareOffRow>`SELECT trade_id, price, quantity, decided_at FROM intraday_square_off
      WHERE trade_id = ANY (${[...tradeIds]}::bigint[]) ORDER BY id`,
  );
}
