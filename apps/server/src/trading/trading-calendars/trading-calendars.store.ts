import type { MarketKey } from "@sanshi/money";
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
import type { DaysOfYear, Notice } from "./trading-calendars.rules.ts";
import type {
  CountOrdersEndingRow,
  ListedDecision,
  OpenRecallsRow,
  StoredDecision,
  TradersInRow,
} from "./trading-calendars.sql-types.ts";

export type { ListedDecision, StoredDecision } from "./trading-calendars.sql-types.ts";

/** Every decision, the oldest first: a later one of a year stands over those before it. */
export function loadDecisions(reader: Reader): Promise<StoredDecision[]> {
  return rows(
    reader,
    sql<StoredDecision>`SELECT id, market, year, basis, closed_days::text[] AS closed_days,
        half_days::text[] AS half_days, notice_title, notice_address,
        notice_published_on::text AS notice_published_on, holds_from::text AS holds_from
      FROM calendar_decision ORDER BY id`,
  );
}

const shownMax = 100;

/** The newest first, with those who decided. */
export function listDecisions(reader: Reader): Promise<ListedDecision[]> {
  return rows(
    reader,
    sql<ListedDecision>`SELECT decision.id, market, year, basis, cardinality(closed_days) AS closed_days,
        cardinality(half_days) AS half_days, notice_title, notice_address,
        notice_published_on::text AS notice_published_on, holds_from::text AS holds_from,
        proposal.proposed_by, one.email AS proposer, proposal.decided_by AS approved_by,
        other.email AS approver, decision.decided_at
      FROM calendar_decision decision
        JOIN proposal ON proposal.id = decision.proposal_id
        JOIN operator one ON one.id = proposal.proposed_by
        JOIN operator other ON other.id = proposal.decided_by
      ORDER BY decision.id DESC LIMIT ${shownMax}`,
  );
}

/** Until the transaction ends nobody else decides on this market's calendar. */
export async function lockCalendar(transaction: Transaction, market: MarketKey): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('calendar'), hashtext(${market}))`.execute(
    transaction,
  );
}

export async function insertDecision(
  transaction: Transaction,
  decision: DaysOfYear & {
    market: MarketKey;
    year: number;
    /** Null: the expected days may be used. */
    notice: Notice | null;
    holdsFrom: LocalDate;
    proposalId: bigint;
    at: number;
  },
): Promise<void> {
  const { market, year, notice, closed_days, half_days, holdsFrom, proposalId, at } = decision;
  await sql`INSERT INTO calendar_decision (market, year, basis, closed_days, half_days, notice_title,
      notice_address, notice_published_on, holds_from, proposal_id, decided_at)
    VALUES (${market}, ${year}, ${notice === null ? "expected" : "published"},
      ${[...closed_days]}::date[], ${[...half_days]}::date[], ${notice?.title ?? null},
      ${notice?.address ?? null}, ${notice?.published_on ?? null}::date, ${holdsFrom}::date,
      ${proposalId}, ${timestamp(at)})`.execute(transaction);
}

type Traders = Narrowed<TradersInRow, { span: number }>;

export type Span = { from: number; until: number };

/** How many fills of a market there were in each span of the app's time, by customer. */
export function tradersIn(
  reader: Reader,
  market: MarketKey,
  spans: readonly Span[],
): Promise<Traders[]> {
  return rows(
    reader,
    sql<Traders>`SELECT span.number::int AS span, p.customer_id, count(*)::int AS trades
      FROM unnest(${spans.map(({ from }) => timestamp(from))}::timestamptz[],
          ${spans.map(({ until }) => timestamp(until))}::timestamptz[])
          WITH ORDINALITY AS span (begins, ends, number)
        JOIN fill ON fill.filled_at >= span.begins AND fill.filled_at < span.ends
        JOIN position p ON p.id = fill.position_id AND p.market = ${market}
      GROUP BY span.number, p.customer_id ORDER BY span.number, p.customer_id`,
  );
}

/** Shares that lenders have called back, and of whoever is short of them, that are not due yet. */
export function openRecalls(
  reader: Reader,
  market: MarketKey,
  now: number,
): Promise<OpenRecallsRow[]> {
  return rows(
    reader,
    sql<OpenRecallsRow>`SELECT recalled_at, due_at FROM share_recall
        WHERE market = ${market} AND ended_at IS NULL AND due_at > ${timestamp(now)}
      UNION ALL
      SELECT told_at, due_at FROM share_recall_notice
        WHERE market = ${market} AND ended_at IS NULL AND due_at > ${timestamp(now)}`,
  );
}

/** Working orders that end within one of the spans. */
export async function countOrdersEnding(
  reader: Reader,
  market: MarketKey,
  spans: readonly Span[],
): Promise<number> {
  const row = await firstRow(
    reader,
    sql<CountOrdersEndingRow>`SELECT count(*)::int AS orders FROM trade_order o
      WHERE o.market = ${market} AND o.ended_at IS NULL AND EXISTS (
        SELECT FROM unnest(${spans.map(({ from }) => timestamp(from))}::timestamptz[],
          ${spans.map(({ until }) => timestamp(until))}::timestamptz[]) AS s (begins, ends)
        WHERE o.expires_at >= s.begins AND o.expires_at < s.ends)`,
  );
  return row?.orders ?? 0;
}
