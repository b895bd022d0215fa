import type { MarketKey, PerShare, Price, Shares } from "@sanshi/money";
import { firstRow, rows, sql, type Reader, type Transaction } from "../../platform/sql/database.ts";
import type { ExecutionReport } from "../../venues/reporting-venue.ts";
import type {
  DueRequest,
  KeptReport,
  KeptTrade,
  LineRow,
  NextRequestNumberRow,
  StoredVenueOrder,
  UnappliedOrderRow,
  VenueStandingRow,
  LoweringRequestRow,
} from "./venue-orders.sql-types.ts";
import type { BookedTrade, Dispute, VenueOrder, VenueRequest } from "./venue-orders.rules.ts";

export type { DueRequest, KeptReport, StoredVenueOrder } from "./venue-orders.sql-types.ts";

/** What is asked of the venue for our customer's order. */
export type OrderToSubmit = {
  orderId: bigint;
  customerId: bigint;
  market: MarketKey;
  code: string;
  side: "buy" | "sell";
  quantity: Shares;
  limit: Price;
  immediateOrCancel: boolean;
};

export async function ensureLine(reader: Reader, venue: string): Promise<void> {
  await sql`INSERT INTO venue_line (venue) VALUES (${venue}) ON CONFLICT DO NOTHING`.execute(
    reader,
  );
}

export function findLine(reader: Reader, venue: string): Promise<LineRow | undefined> {
  return firstRow(
    reader,
    sql<LineRow>`SELECT received_through, newest, heard_at, app_now() AS now
      FROM venue_line WHERE venue = ${venue}`,
  );
}

/** The order waits to be sent. A second time for the same order changes nothing. */
export async function insertVenueOrder(
  transaction: Transaction,
  venue: string,
  order: OrderToSubmit,
  clientOrderId: string,
): Promise<void> {
  await sql`WITH kept AS (
      INSERT INTO venue_order (order_id, customer_id, venue, market, code, side, immediate_or_cancel,
        client_order_id, quantity, limit_price)
      VALUES (${order.orderId}, ${order.customerId}, ${venue}, ${order.market}, ${order.code},
        ${order.side}, ${order.immediateOrCancel}, ${clientOrderId}, ${order.quantity}, ${order.limit})
      ON CONFLICT DO NOTHING RETURNING order_id)
    INSERT INTO venue_request (client_order_id, order_id, kind, quantity, limit_price, made_at)
    SELECT ${clientOrderId}, order_id, 'new', ${order.quantity}, ${order.limit}, app_now()
    FROM kept`.execute(transaction);
}

const orderColumns = sql`o.order_id, o.customer_id, o.venue, o.market, o.code, o.side,
  o.immediate_or_cancel, o.state, o.venue_order_id, o.client_order_id, o.wants_cancel, o.quantity,
  o.limit_price, o.filled, o.busted, o.dispute, o.request_id, r.kind AS request_kind,
  r.quantity AS request_quantity, r.limit_price AS request_limit`;

/**
 * Locked until the transaction ends, so that reports and requests of one order never cross. It is read once it is
 * locked: a statement that waited for the lock would see the order as it is now, beside the requests of before.
 */
export async function lockVenueOrder(
  transaction: Transaction,
  orderId: bigint,
): Promise<StoredVenueOrder | undefined> {
  await sql`SELECT FROM venue_order WHERE order_id = ${orderId} FOR UPDATE`.execute(transaction);
  return firstRow(
    transaction,
    sql<StoredVenueOrder>`SELECT ${orderColumns} FROM venue_order o
      LEFT JOIN venue_request r ON r.client_order_id = o.request_id
      WHERE o.order_id = ${orderId}`,
  );
}

export async function insertRequest(
  transaction: Transaction,
  orderId: bigint,
  request: Exclude<VenueRequest, { kind: "new" }>,
  lowersFor: PerShare | null,
): Promise<void> {
  const [quantity, limit] =
    request.kind === "replace" ? [request.quantity, request.limit] : [null, null];
  await sql`INSERT INTO venue_request (client_order_id, order_id, kind, quantity, limit_price, per_share,
      made_at)
    VALUES (${request.clientOrderId}, ${orderId}, ${request.kind}, ${quantity}, ${limit}, ${lowersFor},
      app_now())`.execute(transaction);
}

export type LoweringRequest = { kind: "replace" | "cancel"; dividend: PerShare };

/** Whether a replace or a cancel is to lower an order for a dividend; null of every other request. */
export async function loweringRequest(
  reader: Reader,
  clientOrderId: string,
): Promise<LoweringRequest | null> {
  const row = await firstRow(
    reader,
    sql<LoweringRequestRow>`SELECT kind, per_share FROM venue_request
      WHERE client_order_id = ${clientOrderId}`,
  );
  if (row === undefined || row.per_share === null || row.kind === "new") return null;
  return { kind: row.kind, dividend: row.per_share };
}

/** The number that the order's next request is told apart by. */
export async function nextRequestNumber(
  transaction: Transaction,
  orderId: bigint,
): Promise<string> {
  const row = await firstRow(
    transaction,
    sql<NextRequestNumberRow>`SELECT count(*) + 1 AS number FROM venue_request
      WHERE order_id = ${orderId}`,
  );
  return String(row?.number ?? 1n);
}

/** The order as a report or a request leaves it; what is no longer asked for is answered. */
export async function saveVenueOrder(
  transaction: Transaction,
  orderId: bigint,
  order: VenueOrder,
): Promise<void> {
  await sql`UPDATE venue_order SET state = ${order.state}, venue_order_id = ${order.venueOrderId},
      client_order_id = ${order.clientOrderId}, request_id = ${order.request?.clientOrderId ?? null},
      wants_cancel = ${order.wantsCancel}, quantity = ${order.quantity}, limit_price = ${order.limit},
      filled = ${order.filled}, busted = ${order.busted} WHERE order_id = ${orderId}`.execute(
    transaction,
  );
  await sql`UPDATE venue_request r SET answered_at = app_now() FROM venue_order o
    WHERE o.order_id = ${orderId} AND r.order_id = o.order_id AND r.answered_at IS NULL
      AND r.client_order_id IS DISTINCT FROM o.request_id
      AND (r.kind <> 'new' OR o.state <> 'pending_new')`.execute(transaction);
}

export async function saveDispute(
  transaction: Transaction,
  orderId: bigint,
  dispute: Dispute,
): Promise<void> {
  await sql`UPDATE venue_order SET dispute = ${dispute} WHERE order_id = ${orderId}`.execute(
    transaction,
  );
}

/** Keeps what has arrived, in any order and however often. */
export async function keepReports(
  transaction: Transaction,
  venue: string,
  reports: readonly ExecutionReport[],
): Promise<void> {
  const given = reports.map(reportColumns);
  await sql`INSERT INTO venue_report (venue, sequence, execution_id, client_order_id, order_id, type,
      venue_at, venue_order_id, status, cumulative, leaves, quantity, price, refers_to, reason, received_at)
    SELECT ${venue}, sequence, execution_id, client_order_id,
      (SELECT r.order_id FROM venue_request r WHERE r.client_order_id = given.client_order_id), type,
      'epoch'::timestamptz + venue_at * interval '1 millisecond', venue_order_id, status, cumulative,
      leaves, quantity, price, refers_to, reason, app_now()
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (sequence bigint,
      execution_id text, client_order_id text, type text, venue_at bigint, venue_order_id text,
      status text, cumulative bigint, leaves bigint, quantity bigint, price bigint, refers_to text,
      reason text)
    -- One that is the same again; another under an id that was used is a fault of the venue's.
    ON CONFLICT (venue, sequence) DO NOTHING`.execute(transaction);
}

/** Under its number, so that none is missing: what it was, and why it cannot be kept as what it says. */
export async function keepUnreadable(
  transaction: Transaction,
  venue: string,
  report: { sequence: bigint; clientOrderId: string },
  reason: string,
): Promise<void> {
  const { sequence, clientOrderId } = report;
  await sql`INSERT INTO venue_report (venue, sequence, execution_id, client_order_id, order_id, type,
      venue_at, reason, received_at)
    VALUES (${venue}, ${sequence}, ${`unreadable ${sequence}`}, ${clientOrderId},
      (SELECT r.order_id FROM venue_request r WHERE r.client_order_id = ${clientOrderId}), 'unreadable',
      app_now(), ${reason}, app_now())
    ON CONFLICT (venue, sequence) DO NOTHING`.execute(transaction);
}

function reportColumns(report: ExecutionReport) {
  const { sequence, executionId, clientOrderId, type, at } = report;
  return {
    sequence: sequence.toString(),
    execution_id: executionId,
    client_order_id: clientOrderId,
    type,
    venue_at: at,
    venue_order_id: "venueOrderId" in report ? report.venueOrderId : null,
    status: "status" in report ? report.status : null,
    cumulative: "cumulative" in report ? report.cumulative.toString() : null,
    leaves: "leaves" in report ? report.leaves.toString() : null,
    quantity: "quantity" in report ? report.quantity.toString() : null,
    price: pricedAt(report)?.toString() ?? null,
    refers_to: "of" in report ? report.of : null,
    reason: "reason" in report ? report.reason : null,
  };
}

function pricedAt(report: ExecutionReport): Price | null {
  if ("price" in report) return report.price;
  return "limit" in report ? report.limit : null;
}

/** Counts what has arrived without a hole, and how far the venue is. */
export async function advanceLine(
  transaction: Transaction,
  venue: string,
  newest: bigint,
): Promise<void> {
  await sql`UPDATE venue_line l SET received_through = arrived.through,
      newest = greatest(l.newest, arrived.newest, ${newest}::bigint, arrived.through), heard_at = app_now()
    FROM (SELECT coalesce(max(sequence) FILTER (WHERE sequence = after + number), after) AS through,
        coalesce(max(sequence), after) AS newest
      FROM (SELECT at.received_through AS after, p.sequence,
          row_number() OVER (ORDER BY p.sequence) AS number
        FROM venue_line at
        LEFT JOIN venue_report p ON p.venue = at.venue AND p.sequence > at.received_through
        WHERE at.venue = ${venue}) numbered
      GROUP BY after) arrived
    WHERE l.venue = ${venue}`.execute(transaction);
}

/** Nobody has the venue on the line: what is under way there is not known. */
export async function noteAway(reader: Reader, venue: string): Promise<void> {
  await sql`UPDATE venue_line SET heard_at = NULL WHERE venue = ${venue}`.execute(reader);
}

/** Orders with reports that nothing is missing before, that nobody has to look at first, and whose time has come. */
export async function ordersToApply(
  reader: Reader,
  venue: string,
  limit: number,
): Promise<bigint[]> {
  const found = await rows(
    reader,
    sql<UnappliedOrderRow>`SELECT DISTINCT p.order_id FROM venue_report p
      JOIN venue_line l ON l.venue = p.venue JOIN venue_order o ON o.order_id = p.order_id
      WHERE p.venue = ${venue} AND p.applied_at IS NULL AND p.sequence <= l.received_through
        AND o.dispute IS NULL
        AND NOT EXISTS (SELECT FROM venue_set_aside s WHERE s.order_id = p.order_id
          AND s.booked_at IS NULL AND s.retry_at > app_now())
      ORDER BY p.order_id LIMIT ${limit}`,
  );
  return found.flatMap(({ order_id: id }) => (id === null ? [] : [id]));
}

/** The oldest report of an order that has not been applied; nothing is missing before it. */
export function nextReport(
  transaction: Transaction,
  orderId: bigint,
): Promise<KeptReport | undefined> {
  return firstRow(
    transaction,
    sql<KeptReport>`SELECT p.venue, p.sequence, p.execution_id, p.client_order_id, p.type, p.venue_at,
        p.venue_order_id, p.status, p.cumulative, p.leaves, p.quantity, p.price, p.refers_to, p.reason
      FROM venue_report p JOIN venue_line l ON l.venue = p.venue
      WHERE p.order_id = ${orderId} AND p.applied_at IS NULL AND p.sequence <= l.received_through
      ORDER BY p.sequence LIMIT 1`,
  );
}

export async function markApplied(
  transaction: Transaction,
  { venue, sequence }: Pick<KeptReport, "venue" | "sequence">,
): Promise<void> {
  await sql`UPDATE venue_report SET applied_at = app_now()
    WHERE venue = ${venue} AND sequence = ${sequence}`.execute(transaction);
  await sql`UPDATE venue_set_aside SET booked_at = app_now()
    WHERE venue = ${venue} AND sequence = ${sequence} AND booked_at IS NULL`.execute(transaction);
}

/** A trade that counts. */
export function findTrade(
  transaction: Transaction,
  venue: string,
  executionId: string,
): Promise<KeptTrade | undefined> {
  return firstRow(
    transaction,
    sql<KeptTrade>`SELECT execution_id, order_id, quantity, price FROM venue_trade
      WHERE venue = ${venue} AND execution_id = ${executionId} AND reversed_by IS NULL`,
  );
}

export async function insertTrade(
  transaction: Transaction,
  { venue, orderId }: { venue: string; orderId: bigint },
  { executionId, quantity, price }: BookedTrade,
): Promise<void> {
  await sql`INSERT INTO venue_trade (venue, execution_id, order_id, quantity, price, booked_at)
    VALUES (${venue}, ${executionId}, ${orderId}, ${quantity}, ${price}, app_now())`.execute(
    transaction,
  );
}

export async function reverseTrade(
  transaction: Transaction,
  { venue, executionId, by }: { venue: string; executionId: string; by: string },
): Promise<void> {
  await sql`UPDATE venue_trade SET reversed_by = ${by}
    WHERE venue = ${venue} AND execution_id = ${executionId} AND reversed_by IS NULL`.execute(
    transaction,
  );
}

/**
 * Unanswered requests that have to go out, and those that the venue is to be asked about. A submission does not go
 * out once its order is to be cancelled: the cancel says whether it ever arrived.
 */
export function dueRequests(
  reader: Reader,
  venue: string,
  { before, limit }: { before: number; limit: number },
): Promise<DueRequest[]> {
  return rows(
    reader,
    sql<DueRequest>`SELECT r.client_order_id, r.order_id, r.kind, r.quantity, r.limit_price,
        r.sent_at IS NULL AS is_unsent, o.client_order_id AS original_id, o.market, o.code, o.side,
        o.immediate_or_cancel
      FROM venue_request r JOIN venue_order o ON o.order_id = r.order_id
      WHERE r.answered_at IS NULL AND o.venue = ${venue} AND o.dispute IS NULL
        AND (CASE WHEN r.sent_at IS NULL THEN r.kind <> 'new' OR o.request_id IS NULL
          ELSE greatest(r.sent_at, r.asked_at) <= 'epoch'::timestamptz + ${before} * interval '1 millisecond'
          END)
      ORDER BY r.made_at, r.client_order_id LIMIT ${limit}`,
  );
}

export async function markSent(reader: Reader, clientOrderIds: readonly string[]): Promise<void> {
  await sql`UPDATE venue_request SET sent_at = app_now()
    WHERE client_order_id = ANY (${[...clientOrderIds]}::text[])`.execute(reader);
}

export async function markAsked(reader: Reader, clientOrderIds: readonly string[]): Promise<void> {
  await sql`UPDATE venue_request SET asked_at = app_now()
    WHERE client_order_id = ANY (${[...clientOrderIds]}::text[])`.execute(reader);
}

/** It never arrived: it goes out again, under its id. */
export async function markUnsent(transaction: Transaction, clientOrderId: string): Promise<void> {
  await sql`UPDATE venue_request SET sent_at = NULL, asked_at = NULL
    WHERE client_order_id = ${clientOrderId} AND answered_at IS NULL`.execute(transaction);
}

/** How orders of these ids stand at the venue, and since when what is asked of it has had no answer. */
export function venueStandings(
  reader: Reader,
  orderIds: readonly bigint[],
): Promise<VenueStandingRow[]> {
  return rows(
    reader,
    sql<VenueStandingRow>`SELECT o.order_id, o.state, o.dispute, r.kind AS request_kind, o.wants_cancel,
        l.heard_at, l.newest > l.received_through AS has_gap, app_now() AS now,
        (SELECT min(u.made_at) FROM venue_request u
          WHERE u.order_id = o.order_id AND u.answered_at IS NULL) AS asked_at,
        (SELECT count(*) > 0 FROM venue_set_aside s
          WHERE s.order_id = o.order_id AND s.booked_at IS NULL) AS is_set_aside
      FROM venue_order o JOIN venue_line l ON l.venue = o.venue
      LEFT JOIN venue_request r ON r.client_order_id = o.request_id
      WHERE o.order_id = ANY (${[...orderIds]}::bigint[]) AND o.state IN ('pending_new', 'working')`,
  );
}
