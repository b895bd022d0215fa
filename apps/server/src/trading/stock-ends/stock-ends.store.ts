import type { MarketKey, Minor, Price, ShareRatio, Shares } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  DueRow,
  EndReceipt,
  ExchangeReceipt,
  HeldOfStock,
  InsertedEnd,
  ListedEnd,
  StoredEnd,
  EndNotice,
} from "./stock-ends.sql-types.ts";

export type { EndReceipt, ListedEnd, StoredEnd, EndNotice } from "./stock-ends.sql-types.ts";

export type NewEnd = {
  feed: string;
  market: MarketKey;
  code: string;
  kind: "delisted" | "merged";
  source: "record" | "simulated" | "operators";
  lastTradingDay: string;
  cashPrice: Price | null;
  /** Of a merger in shares: of which stock of the same market, and how many for each old share. */
  target: { code: string; ratio: ShareRatio } | null;
  documentAddress: string | null;
  proposalId: bigint | null;
  at: number;
};

/** Null where an end of the stock stands already. */
export async function insertEnd(transaction: Transaction, end: NewEnd): Promise<bigint | null> {
  const row = await firstRow(
    transaction,
    sql<InsertedEnd>`INSERT INTO stock_end (feed, market, code, kind, source, last_trading_day, cash_price,
        document_address, proposal_id, announced_at, target_code, ratio_numerator, ratio_denominator)
      VALUES (${end.feed}, ${end.market}, ${end.code}, ${end.kind}, ${end.source}, ${end.lastTradingDay}::date,
        ${end.cashPrice}, ${end.documentAddress}, ${end.proposalId}, ${timestamp(end.at)},
        ${end.target?.code ?? null}, ${end.target?.ratio.numerator ?? null}, ${end.target?.ratio.denominator ?? null})
      ON CONFLICT (feed, market, code) WHERE withdrawn_at IS NULL DO NOTHING RETURNING id`,
  );
  if (row === undefined) return null;
  await addNotice(transaction, row.id, "announced");
  return row.id;
}

const columns = sql`stock_end.id, market, code, stock_end.kind, source,
  to_char(last_trading_day, 'YYYY-MM-DD') AS last_trading_day, cash_price, document_address, announced_at,
  withdrawn_at, settlement_price, to_char(price_of, 'YYYY-MM-DD') AS price_of, settled_at,
  target_code, ratio_numerator, ratio_denominator, target_price`;

/** Locked until the transaction ends: of two who withdraw it, one does. */
export function lockEnd(transaction: Transaction, id: bigint): Promise<StoredEnd | undefined> {
  return firstRow(
    transaction,
    sql<StoredEnd>`SELECT ${columns} FROM stock_end WHERE id = ${id} FOR UPDATE`,
  );
}

export async function noteWithdrawn(
  transaction: Transaction,
  { id, proposalId, at }: { id: bigint; proposalId: bigint; at: number },
): Promise<void> {
  await sql`UPDATE stock_end SET withdrawn_at = ${timestamp(at)}, withdrawal_proposal_id = ${proposalId}
    WHERE id = ${id}`.execute(transaction);
  await addNotice(transaction, id, "withdrawn");
}

/** The first price stands, whichever process has found it; answers whether it was this one. */
export async function publishPrice(
  transaction: Transaction,
  {
    id,
    price,
    priceOf,
    targetPrice,
    at,
  }: { id: bigint; price: Price; priceOf: string; targetPrice: Price | null; at: number },
): Promise<boolean> {
  const published =
    await sql`UPDATE stock_end SET settlement_price = ${price}, price_of = ${priceOf}::date,
      target_price = ${targetPrice}, settled_at = ${timestamp(at)}
    WHERE id = ${id} AND settled_at IS NULL AND withdrawn_at IS NULL`.execute(transaction);
  return published.numAffectedRows === 1n;
}

/**
 * Of a stock whose end is over, what is held again: a venue busts sales days after them. Such fills are few, and have an
 * index of their own.
 */
const heldAgain = sql`SELECT e.id FROM fill f JOIN position p ON p.id = f.position_id AND p.ended_at IS NULL
  JOIN stock_end e ON e.market = p.market AND e.code = p.code AND e.withdrawn_at IS NULL AND e.finished_at IS NOT NULL
  WHERE f.reverses IS NOT NULL`;

/** Every end of a feed that has something left to do once its day is over. */
export function openEnds(reader: Reader, feed: string): Promise<StoredEnd[]> {
  return rows(
    reader,
    sql<StoredEnd>`SELECT ${columns} FROM stock_end
      WHERE feed = ${feed} AND withdrawn_at IS NULL AND (finished_at IS NULL OR id IN (${heldAgain})) ORDER BY id`,
  );
}

/**
 * Whether somebody is to be told of an end, or the last trading day of one may be over: in the East it begins on the day
 * before in UTC.
 */
export function isEndDue(feed: string, now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM stock_end_notice WHERE NOT finished)
    OR EXISTS (SELECT FROM stock_end WHERE feed = ${feed} AND withdrawn_at IS NULL AND finished_at IS NULL
      AND last_trading_day <= (${timestamp(now)}::timestamptz AT TIME ZONE 'UTC')::date + 1)
    OR EXISTS (${heldAgain}) AS due`;
}

/** Once its price is published and nothing of the stock is held or ordered: there is nothing to look after any more. */
export async function finishEnd(reader: Reader, id: bigint, at: number): Promise<void> {
  await sql`UPDATE stock_end e SET finished_at = ${timestamp(at)}
    WHERE id = ${id} AND finished_at IS NULL AND settled_at <= ${timestamp(at)}
      AND NOT EXISTS (SELECT FROM position p WHERE p.market = e.market AND p.code = e.code AND p.ended_at IS NULL)
      AND NOT EXISTS (SELECT FROM trade_order o WHERE o.market = e.market AND o.code = e.code AND o.ended_at IS NULL)`.execute(
    reader,
  );
}

/** What is held of a stock, by id; what an order still works on is left for a later look. */
export function heldOfStock(
  reader: Reader,
  { market, code }: { market: MarketKey; code: string },
  { after, limit }: { after: bigint; limit: number },
): Promise<HeldOfStock[]> {
  return rows(
    reader,
    sql<HeldOfStock>`SELECT id, customer_id FROM position p
      WHERE market = ${market} AND code = ${code} AND ended_at IS NULL AND id > ${after}
        AND NOT EXISTS (SELECT FROM trade_order o WHERE o.id = p.id AND o.ended_at IS NULL)
        AND NOT EXISTS (SELECT FROM trade_order o WHERE o.position_id = p.id AND o.ended_at IS NULL)
      ORDER BY id LIMIT ${limit}`,
  );
}

export async function insertReceipt(
  transaction: Transaction,
  receipt: {
    positionId: bigint;
    number: number;
    endId: bigint;
    quantity: Shares;
    price: Price;
    at: number;
  },
): Promise<void> {
  await sql`INSERT INTO stock_end_settlement (position_id, number, stock_end_id, quantity, price, settled_at)
    VALUES (${receipt.positionId}, ${receipt.number}, ${receipt.endId}, ${receipt.quantity}, ${receipt.price},
      ${timestamp(receipt.at)})`.execute(transaction);
}

export function receiptsOf(reader: Reader, positionId: bigint): Promise<EndReceipt[]> {
  return rows(
    reader,
    sql<EndReceipt>`SELECT s.quantity, s.price, s.settled_at, e.kind,
        to_char(e.last_trading_day, 'YYYY-MM-DD') AS last_trading_day,
        to_char(e.price_of, 'YYYY-MM-DD') AS price_of, e.document_address
      FROM stock_end_settlement s JOIN stock_end e ON e.id = s.stock_end_id
      WHERE s.position_id = ${positionId} ORDER BY s.number`,
  );
}

export async function insertExchange(
  transaction: Transaction,
  receipt: {
    positionId: bigint;
    number: number;
    endId: bigint;
    quantity: Shares;
    newPositionId: bigint | null;
    received: Shares;
    cash: Minor;
    at: number;
  },
): Promise<void> {
  await sql`INSERT INTO share_exchange (position_id, number, stock_end_id, quantity, new_position_id, received,
      cash, exchanged_at)
    VALUES (${receipt.positionId}, ${receipt.number}, ${receipt.endId}, ${receipt.quantity},
      ${receipt.newPositionId}, ${receipt.received}, ${receipt.cash}, ${timestamp(receipt.at)})`.execute(
    transaction,
  );
}

/** Of the position that was exchanged, and of the one that goes on. */
export function exchangesOf(reader: Reader, positionId: bigint): Promise<ExchangeReceipt[]> {
  return rows(
    reader,
    sql<ExchangeReceipt>`SELECT x.position_id, x.new_position_id, x.quantity, x.received, x.cash, x.exchanged_at,
        e.market, e.code, e.target_code, e.ratio_numerator, e.ratio_denominator, e.cash_price, e.target_price,
        to_char(e.price_of, 'YYYY-MM-DD') AS price_of, e.document_address
      FROM share_exchange x JOIN stock_end e ON e.id = x.stock_end_id
      WHERE x.position_id = ${positionId} OR x.new_position_id = ${positionId} ORDER BY x.exchanged_at`,
  );
}

async function addNotice(
  transaction: Transaction,
  id: bigint,
  what: "announced" | "withdrawn",
): Promise<void> {
  await sql`INSERT INTO stock_end_notice (stock_end_id, what) VALUES (${id}, ${what})`.execute(
    transaction,
  );
}

/** One that is not finished; what another process works on is left to it. */
export function lockNotice(transaction: Transaction): Promise<EndNotice | undefined> {
  return firstRow(
    transaction,
    sql<EndNotice>`SELECT ${columns}, notice.what, notice.told_through
      FROM stock_end_notice notice JOIN stock_end ON stock_end.id = notice.stock_end_id
      WHERE NOT notice.finished ORDER BY notice.stock_end_id, notice.what LIMIT 1
      FOR UPDATE OF notice SKIP LOCKED`,
  );
}

export async function markNotified(
  transaction: Transaction,
  { id, what }: Pick<EndNotice, "id" | "what">,
  through: bigint | null,
): Promise<void> {
  await sql`UPDATE stock_end_notice SET finished = ${through === null},
      told_through = coalesce(${through}::bigint, told_through)
    WHERE stock_end_id = ${id} AND what = ${what}`.execute(transaction);
}

/** Newest first, with how many positions were settled by each. */
export function listEnds(
  reader: Reader,
  page: { feed: string; before: bigint | null; limit: number },
): Promise<ListedEnd[]> {
  return rows(
    reader,
    sql<ListedEnd>`SELECT ${columns}, (SELECT count(*)::int FROM stock_end_settlement s
          WHERE s.stock_end_id = stock_end.id)
          + (SELECT count(*)::int FROM share_exchange x WHERE x.stock_end_id = stock_end.id) AS settled_positions
      FROM stock_end WHERE feed = ${page.feed}
        AND (${page.before}::bigint IS NULL OR stock_end.id < ${page.before})
      ORDER BY stock_end.id DESC LIMIT ${page.limit}`,
  );
}
