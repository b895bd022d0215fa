import type { MarketKey, Minor, Price } from "@sanshi/money";
import { balanceBefore } from "../../ledger/past-balances.ts";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
} from "../../platform/sql/database.ts";
import type {
  BalanceAtRow,
  HeadAfterRow,
  KeptPriceRow,
  RegisteredAtRow,
  TradedRow,
} from "./statements.sql-types.ts";

export async function registeredAt(reader: Reader, customerId: bigint): Promise<number> {
  const row = await firstRow(
    reader,
    sql<RegisteredAtRow>`SELECT registered_at AS at FROM customer WHERE id = ${customerId}`,
  );
  if (row === undefined) throw new Error("a customer who never registered");
  return row.at;
}

type BalanceAt = Narrowed<BalanceAtRow, { before: Minor; after: Minor }>;

/** Each of the customer's accounts at two moments. */
export function balancesAt(
  reader: Reader,
  customerId: bigint,
  { begins, ends }: { begins: number; ends: number },
): Promise<BalanceAt[]> {
  return rows(
    reader,
    sql<BalanceAt>`SELECT a.currency, a.purpose,
        coalesce(earlier.balance, 0) AS before, coalesce(later.balance, 0) AS after
      FROM ledger_account a
      LEFT JOIN LATERAL ${balanceBefore(begins)} earlier ON true
      LEFT JOIN LATERAL ${balanceBefore(ends)} later ON true
      WHERE a.customer_id = ${customerId} ORDER BY a.id`,
  );
}

export type Traded = Narrowed<
  TradedRow,
  { opens: boolean; traded_at: number; profit: Minor | null }
>;

/**
 * The newest `limit` fills between two moments, newest first. No index has both the live positions of a customer and
 * the ended ones: asked for together, everybody's are read.
 */
export function tradesBetween(
  reader: Reader,
  customerId: bigint,
  { begins, ends, limit }: { begins: number; ends: number; limit: number },
): Promise<Traded[]> {
  return rows(
    reader,
    sql<Traded>`SELECT coalesce(f.traded_at, f.filled_at) AS traded_at, f.filled_at, p.market, p.code, p.side,
        (f.side = 'buy') = (p.side = 'long') AS opens,
        f.quantity, f.price, f.amount, f.fee, f.profit, f.feed
      FROM (
        SELECT id, market, code, side FROM position
        WHERE customer_id = ${customerId} AND ended_at IS NULL
        UNION ALL
        SELECT id, market, code, side FROM position
        WHERE customer_id = ${customerId} AND ended_at IS NOT NULL
      ) p JOIN fill f ON f.position_id = p.id
      WHERE f.filled_at >= ${timestamp(begins)} AND f.filled_at < ${timestamp(ends)}
      ORDER BY f.filled_at DESC, f.position_id DESC, f.number DESC LIMIT ${limit}`,
  );
}

/** The price that counts at a moment: the one that was kept first. Null where a stock had none. */
export async function keptPrice(
  reader: Reader,
  { market, code }: { market: MarketKey; code: string },
  endsAt: number,
): Promise<{ price: Price | null } | undefined> {
  return firstRow(
    reader,
    sql<Narrowed<KeptPriceRow, { price: Price | null }>>`SELECT price FROM statement_price
      WHERE ends_at = ${timestamp(endsAt)} AND market = ${market} AND code = ${code}`,
  );
}

export async function insertPrice(
  reader: Reader,
  { market, code }: { market: MarketKey; code: string },
  endsAt: number,
  price: Price | null,
): Promise<void> {
  await sql`INSERT INTO statement_price (ends_at, market, code, price)
    VALUES (${timestamp(endsAt)}, ${market}, ${code}, ${price}) ON CONFLICT DO NOTHING`.execute(
    reader,
  );
}

/** Keeps what statements of periods that end by a moment carry; the first that is kept counts. */
export async function insertHead(reader: Reader, endsAt: number, head: string): Promise<void> {
  await sql`INSERT INTO statement_head (ends_at, head) VALUES (${timestamp(endsAt)}, ${head})
    ON CONFLICT DO NOTHING`.execute(reader);
}

/** The earliest head that was kept at a moment or after it; undefined where there is none yet. */
export async function headAfter(reader: Reader, endsAt: number): Promise<string | undefined> {
  const row = await firstRow(
    reader,
    sql<HeadAfterRow>`SELECT head FROM statement_head WHERE ends_at >= ${timestamp(endsAt)}
      ORDER BY ends_at LIMIT 1`,
  );
  return row?.head;
}
