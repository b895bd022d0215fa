import type { Currency, Minor } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  type Narrowed,
  type RawBuilder,
  type Reader,
} from "../../platform/sql/database.ts";
import type {
  FillRow,
  MessageRow,
  OwnsAccountRow,
  PositionRow,
  PostingColumns,
  SessionRow,
} from "./customer-history.sql-types.ts";

type PostingRow = Narrowed<
  PostingColumns,
  {
    balance_after: Minor;
    against: { house: boolean; purpose: string; currency: Currency; amount: string }[];
  }
>;

/** Newest first, below the version `before`. */
export function listPostings(
  reader: Reader,
  query: { ledgerAccount: bigint; before: bigint | undefined; limit: number },
): Promise<PostingRow[]> {
  return rows(
    reader,
    sql<PostingRow>`
      SELECT p.transfer_id, p.kind, p.cause_id, p.amount, p.balance_after, p.version,
        p.happened_at, p.currency,
        (SELECT coalesce(json_agg(json_build_object('house', account.customer_id IS NULL,
            'purpose', account.purpose, 'currency', other.currency, 'amount', other.amount::text)
            ORDER BY other.account_id), '[]')
          FROM ledger_posting other JOIN ledger_account account ON account.id = other.account_id
          WHERE other.transfer_id = p.transfer_id AND other.account_id <> p.account_id) AS against
      FROM ledger_posting p
      WHERE p.account_id = ${query.ledgerAccount} AND p.version IS NOT NULL
        AND (${query.before ?? null}::bigint IS NULL OR p.version < ${query.before ?? null}::bigint)
      ORDER BY p.version DESC LIMIT ${query.limit}`,
  );
}

/** Undefined where there is no such customer. */
export async function ownsAccount(
  reader: Reader,
  account: string,
  ledgerAccount: bigint,
): Promise<boolean | undefined> {
  const row = await firstRow(
    reader,
    sql<OwnsAccountRow>`SELECT EXISTS (SELECT FROM ledger_account
        WHERE id = ${ledgerAccount} AND customer_id = customer.id) AS own
      FROM customer WHERE account = ${account}`,
  );
  return row?.own;
}

export type { SessionRow } from "./customer-history.sql-types.ts";

export function listSessions(reader: Reader, customerId: bigint): Promise<SessionRow[]> {
  return rows(
    reader,
    sql<SessionRow>`SELECT id, device, created_at, last_seen_at, revoked_at FROM session
      WHERE customer_id = ${customerId} ORDER BY last_seen_at DESC LIMIT 100`,
  );
}

type Page = { customerId: bigint; before: bigint | undefined; limit: number };

export type { MessageRow } from "./customer-history.sql-types.ts";

export function listMessages(reader: Reader, page: Page): Promise<MessageRow[]> {
  return rows(
    reader,
    sql<MessageRow>`SELECT id, kind, params, texts, sent_at, read_at FROM message
      WHERE customer_id = ${page.customerId}
        AND (${page.before ?? null}::bigint IS NULL OR id < ${page.before ?? null}::bigint)
      ORDER BY id DESC LIMIT ${page.limit}`,
  );
}

export type { PositionRow } from "./customer-history.sql-types.ts";

/** In the words of the partial indexes, so that neither list reads everybody's positions. */
const live = sql`ended_at IS NULL`;
const ended = sql`ended_at IS NOT NULL`;

function positionsWhere(customerId: bigint, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT id, market, code, side, kind, status, leverage, quantity, opened, closed,
      limit_price, open_price, realised, placed_at, opened_at, ended_at, extended_hours
    FROM listed_position WHERE customer_id = ${customerId} AND ${which}`;
}

function positionsOf(customerId: bigint, which: "live" | "ended" | "all"): RawBuilder<unknown> {
  if (which !== "all") return positionsWhere(customerId, which === "live" ? live : ended);
  return sql`${positionsWhere(customerId, live)} UNION ALL ${positionsWhere(customerId, ended)}`;
}

export function listPositions(
  reader: Reader,
  page: Page & { which: "live" | "ended" | "all" },
): Promise<PositionRow[]> {
  return rows(
    reader,
    sql<PositionRow>`SELECT * FROM (${positionsOf(page.customerId, page.which)}) position
      WHERE (${page.before ?? null}::bigint IS NULL OR id < ${page.before ?? null}::bigint)
      ORDER BY id DESC LIMIT ${page.limit}`,
  );
}

export type { FillRow } from "./customer-history.sql-types.ts";

/** The newest position's first; `before` names the last one that was shown. */
export function listFills(
  reader: Reader,
  page: { customerId: bigint; before: { position: bigint; number: number } | null; limit: number },
): Promise<FillRow[]> {
  const { before } = page;
  return rows(
    reader,
    sql<FillRow>`SELECT fill.position_id, fill.number, position.market, position.code, fill.side,
        fill.price, fill.quantity, fill.amount, fill.fee, fill.feed, fill.quote_sequence, fill.bid,
        fill.ask, fill.quote_at, fill.filled_at
      FROM (${positionsOf(page.customerId, "all")}) position
      JOIN fill ON fill.position_id = position.id
      WHERE true ${before === null ? sql`` : sql`AND (fill.position_id, fill.number) < (${before.position}::bigint, ${before.number}::int)`}
      ORDER BY fill.position_id DESC, fill.number DESC LIMIT ${page.limit}`,
  );
}
