import type { MarketKey, Price, Shares } from "@sanshi/money";
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
  DueRow,
  FollowedNoticeRow,
  FollowedRecallRow,
  IsSplittingRow,
  JoinedNoticeRow,
  OpenNoticeRow,
  OpenRecallRow,
  PoolNowRow,
  RecalledRow,
  ShortToCallRow,
  StockToSettleRow,
} from "./share-recalls.sql-types.ts";

export type Stock = { market: MarketKey; code: string };

/** Of two processes, or of this and a lender's recall, one settles a stock at a time. It comes before all other locks. */
export async function lockStock(transaction: Transaction, stock: Stock): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`share recall ${stock.market}:${stock.code}`}, 0))`.execute(
    transaction,
  );
}

export type StockToSettle = Narrowed<StockToSettleRow, { market: MarketKey; code: string }>;

/**
 * Whether anything is recalled, or more of a stock is short than customers lend. What the house lends beside them
 * stands in settings, which the job reads.
 */
export function isAnyToSettle(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM share_recall WHERE ended_at IS NULL)
    OR EXISTS (SELECT FROM share_recall_notice WHERE ended_at IS NULL)
    OR EXISTS (SELECT FROM share_pool WHERE short > lent) AS due`;
}

/** Whether anything was lent or given back since the pools' totals were folded. */
export function isAnyUnfolded(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM share_pool_increment) AS due`;
}

/** Stocks of which anything is recalled, or of which shorts were told to give back. */
export function stocksToSettle(reader: Reader): Promise<StockToSettle[]> {
  return rows(
    reader,
    sql<StockToSettle>`SELECT DISTINCT market, code FROM (
        SELECT market, code FROM share_recall WHERE ended_at IS NULL
        UNION ALL SELECT market, code FROM share_recall_notice WHERE ended_at IS NULL) open
      ORDER BY market, code`,
  );
}

/** What is lent and short of a stock at this moment, both of positions that may change in the next. */
export async function poolNow(
  reader: Reader,
  { market, code }: Stock,
): Promise<{ lent: bigint; short: bigint }> {
  const row = await firstRow(
    reader,
    sql<PoolNowRow>`SELECT (SELECT coalesce(sum(lent), 0)::bigint FROM position
          WHERE market = ${market} AND code = ${code} AND lent > 0) AS lent,
        (SELECT coalesce(sum(opened - closed), 0)::bigint FROM position
          WHERE market = ${market} AND code = ${code} AND ended_at IS NULL
            AND (leverage > 1 OR side = 'short') AND side = 'short') AS short`,
  );
  if (row === undefined) throw new Error("a sum without a row");
  return { lent: row.lent ?? 0n, short: row.short ?? 0n };
}

/** `open` is what is still to come back: never more than is lent, as what is sold waits for nothing. */
export type OpenRecall = Narrowed<
  OpenRecallRow,
  { id: bigint; customer_id: bigint; position_id: bigint; open: Shares; due_at: number }
>;

/** The oldest first; their positions are locked, in the order of their ids. */
export async function lockOpenRecalls(
  transaction: Transaction,
  { market, code }: Stock,
): Promise<OpenRecall[]> {
  await sql`SELECT FROM position WHERE id IN (SELECT position_id FROM share_recall
      WHERE market = ${market} AND code = ${code} AND ended_at IS NULL)
    ORDER BY id FOR UPDATE`.execute(transaction);
  return rows(
    transaction,
    sql<OpenRecall>`SELECT r.id, r.customer_id, r.position_id, r.due_at,
        least(r.quantity - r.returned, p.lent)::bigint AS open
      FROM share_recall r JOIN position p ON p.id = r.position_id
      WHERE r.market = ${market} AND r.code = ${code} AND r.ended_at IS NULL ORDER BY r.id`,
  );
}

/** What of a position is recalled and has not come back, and by when it does; undefined where nothing is. */
export type Recalled = Narrowed<RecalledRow, { position_id: bigint; open: Shares; due_at: number }>;

export function recalledOf(reader: Reader, positionIds: readonly bigint[]): Promise<Recalled[]> {
  return rows(
    reader,
    sql<Recalled>`SELECT r.position_id, r.due_at, least(r.quantity - r.returned, p.lent)::bigint AS open
      FROM share_recall r JOIN position p ON p.id = r.position_id
      WHERE r.position_id = ANY (${[...positionIds]}::bigint[]) AND r.ended_at IS NULL`,
  );
}

export type Deadline = { dueAt: number; rule: string; ruleSince: LocalDate };

/** Where one is open already and more is lent since, it is all of that, by the later deadline; its splits are followed. */
export async function insertRecall(
  transaction: Transaction,
  recall: Stock &
    Deadline & { positionId: bigint; customerId: bigint; quantity: bigint; at: number },
): Promise<void> {
  await sql`INSERT INTO share_recall (position_id, customer_id, market, code, quantity, actions, recalled_at, due_at,
      rule, rule_since)
    VALUES (${recall.positionId}, ${recall.customerId}, ${recall.market}, ${recall.code}, ${recall.quantity},
      (SELECT count(*) FROM position_action WHERE position_id = ${recall.positionId}), ${timestamp(recall.at)},
      ${timestamp(recall.dueAt)}, ${recall.rule}, ${recall.ruleSince}::date)
    ON CONFLICT (position_id) WHERE ended_at IS NULL
    DO UPDATE SET quantity = share_recall.returned + excluded.quantity, due_at = excluded.due_at, rule = excluded.rule,
        rule_since = excluded.rule_since
      WHERE share_recall.quantity - share_recall.returned < excluded.quantity`.execute(transaction);
}

/** So much has come back; it ends where nothing is left to wait for. */
export async function returnOf(
  transaction: Transaction,
  recall: { id: bigint; quantity: bigint; isOver: boolean; at: number },
): Promise<void> {
  await sql`UPDATE share_recall SET returned = returned + ${recall.quantity},
      ended_at = CASE WHEN ${recall.isOver} THEN ${timestamp(recall.at)}::timestamptz END
    WHERE id = ${recall.id}`.execute(transaction);
}

/**
 * What a short has still to give back: above what it keeps, whoever bought it back. With `n` for what it was told and `p`
 * for the position.
 */
const stillOpen = sql`(CASE WHEN p.ended_at IS NULL
  THEN greatest(0, least(n.quantity, p.opened - p.closed - n.keeps)) ELSE 0 END)::bigint`;

export type OpenNotice = Narrowed<
  OpenNoticeRow,
  { id: bigint; position_id: bigint; customer_id: bigint; open: Shares; due_at: number }
>;

/** In the order in which they are bought in: by deadline, of one deadline the newest short first. */
export function openNotices(reader: Reader, { market, code }: Stock): Promise<OpenNotice[]> {
  return rows(
    reader,
    sql<OpenNotice>`SELECT n.id, n.position_id, n.customer_id, n.due_at, ${stillOpen} AS open
      FROM share_recall_notice n JOIN position p ON p.id = n.position_id
      WHERE n.market = ${market} AND n.code = ${code} AND n.ended_at IS NULL
      ORDER BY n.due_at, p.opened_at DESC, n.position_id DESC`,
  );
}

/** Shorts that were not told yet, or not of all that they have, the newest first; `quantity` is what is left to tell. */
export type ShortToCall = Narrowed<
  ShortToCallRow,
  { id: bigint; customer_id: bigint; quantity: Shares }
>;

export function shortsToCall(
  reader: Reader,
  { market, code }: Stock,
  limit: number,
): Promise<ShortToCall[]> {
  return rows(
    reader,
    sql<ShortToCall>`SELECT p.id, p.customer_id, (p.opened - p.closed - told.quantity)::bigint AS quantity,
        (SELECT count(*)::int FROM position_action d WHERE d.position_id = p.id) AS actions
      FROM position p CROSS JOIN LATERAL (SELECT coalesce(sum(${stillOpen}), 0) AS quantity
        FROM share_recall_notice n WHERE n.position_id = p.id AND n.ended_at IS NULL) told
      WHERE p.market = ${market} AND p.code = ${code} AND p.ended_at IS NULL
        AND (p.leverage > 1 OR p.side = 'short') AND p.side = 'short' AND p.opened - p.closed > told.quantity
      ORDER BY p.opened_at DESC, p.id DESC LIMIT ${limit}`,
  );
}

/** Whoever inserts has locked the stock. What is called of a short for a deadline that it has already is added to it. */
export async function insertNotice(
  transaction: Transaction,
  notice: Stock &
    Deadline & {
      positionId: bigint;
      customerId: bigint;
      quantity: bigint;
      keeps: bigint;
      actions: number;
      at: number;
    },
): Promise<void> {
  await sql`INSERT INTO share_recall_notice AS told (position_id, customer_id, market, code, quantity, keeps, actions,
      told_at, due_at, rule, rule_since)
    VALUES (${notice.positionId}, ${notice.customerId}, ${notice.market}, ${notice.code}, ${notice.quantity},
      ${notice.keeps}, ${notice.actions}, ${timestamp(notice.at)}, ${timestamp(notice.dueAt)},
      ${notice.rule}, ${notice.ruleSince}::date)
    ON CONFLICT (position_id, due_at) WHERE ended_at IS NULL
    DO UPDATE SET quantity = told.quantity + excluded.quantity, keeps = excluded.keeps`.execute(
    transaction,
  );
}

/** Whether a split has taken effect that not all positions of a stock have: until then nothing of it can be compared. */
export async function isSplitting(reader: Reader, { market, code }: Stock): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<IsSplittingRow>`SELECT d.action_id FROM position_action_due d
      JOIN corporate_action a ON a.id = d.action_id JOIN position p ON p.id = d.position_id
      WHERE a.market = ${market} AND a.code = ${code} AND a.kind = 'split' LIMIT 1`,
  );
  return row !== undefined;
}

/**
 * What is recalled of a stock, and what shorts were told to give back, as the splits since have made of their shares: an
 * action at a time. Rounded so that nothing of what was recalled stays behind.
 */
export async function followSplits(
  transaction: Transaction,
  { market, code }: Stock,
): Promise<void> {
  for (let left = true; left;) {
    const recalls = await rows(
      transaction,
      sql<FollowedRecallRow>`UPDATE share_recall r SET actions = r.actions + 1,
          quantity = r.returned + greatest(1, ceil((r.quantity - r.returned)::numeric * a.after / a.before))::bigint
        FROM (SELECT r.id, ${nextAction} FROM share_recall r CROSS JOIN LATERAL (SELECT * FROM position_action d
            WHERE d.position_id = r.position_id ORDER BY d.applied_at, d.action_id OFFSET r.actions LIMIT 1) d
          WHERE r.market = ${market} AND r.code = ${code} AND r.ended_at IS NULL) a
        WHERE a.id = r.id RETURNING r.id`,
    );
    const notices = await rows(
      transaction,
      sql<FollowedNoticeRow>`UPDATE share_recall_notice n SET actions = n.actions + 1,
          quantity = greatest(1, ceil(n.quantity::numeric * a.after / a.before))::bigint,
          keeps = div(n.keeps::numeric * a.after, a.before)::bigint
        FROM (SELECT n.id, ${nextAction} FROM share_recall_notice n CROSS JOIN LATERAL (SELECT * FROM position_action d
            WHERE d.position_id = n.position_id ORDER BY d.applied_at, d.action_id OFFSET n.actions LIMIT 1) d
          WHERE n.market = ${market} AND n.code = ${code} AND n.ended_at IS NULL) a
        WHERE a.id = n.id RETURNING n.id`,
    );
    left = recalls.length + notices.length > 0;
  }
}

const nextAction = sql`d.quantity_after::numeric AS after, greatest(d.quantity_before, 1)::numeric AS before`;

type Postponement = { id: bigint; dueAt: number; at: number };

/** Moves a deadline in whose last hour nobody could buy; where the short has a call with that one, it is added to it. */
export async function postponeNotice(
  transaction: Transaction,
  { id, dueAt, at }: Postponement,
): Promise<void> {
  const joined = await firstRow(
    transaction,
    sql<JoinedNoticeRow>`UPDATE share_recall_notice n
      SET quantity = n.quantity + moved.quantity, keeps = least(n.keeps, moved.keeps)
      FROM share_recall_notice moved WHERE moved.id = ${id} AND n.id <> moved.id AND n.ended_at IS NULL
        AND n.position_id = moved.position_id AND n.due_at = ${timestamp(dueAt)}
      RETURNING n.id`,
  );
  if (joined !== undefined) return endNotice(transaction, id, "joined", at);
  await sql`UPDATE share_recall_notice SET due_at = ${timestamp(dueAt)} WHERE id = ${id}`.execute(
    transaction,
  );
}

export async function postponeRecall(
  transaction: Transaction,
  { id, dueAt }: Postponement,
): Promise<void> {
  await sql`UPDATE share_recall SET due_at = ${timestamp(dueAt)} WHERE id = ${id}`.execute(
    transaction,
  );
}

export async function endNotice(
  transaction: Transaction,
  id: bigint,
  ending: "closed" | "withdrawn" | "bought_in" | "joined",
  at: number,
): Promise<void> {
  await sql`UPDATE share_recall_notice SET ended_at = ${timestamp(at)}, ending = ${ending}
    WHERE id = ${id} AND ended_at IS NULL`.execute(transaction);
}

export async function insertBuyIn(
  transaction: Transaction,
  bought: {
    positionId: bigint;
    number: number;
    noticeId: bigint;
    quantity: Shares;
    price: Price;
    at: number;
  },
): Promise<void> {
  await sql`INSERT INTO share_buy_in (position_id, number, notice_id, quantity, price, bought_at)
    VALUES (${bought.positionId}, ${bought.number}, ${bought.noticeId}, ${bought.quantity}, ${bought.price},
      ${timestamp(bought.at)})`.execute(transaction);
}
