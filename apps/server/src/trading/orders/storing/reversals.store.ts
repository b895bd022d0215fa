import {
  firstRow,
  sql,
  timestamp,
  type Narrowed,
  type Transaction,
} from "../../../platform/sql/database.ts";
import type { Minor, Price, Shares } from "@sanshi/money";
import type { FillQuote } from "./openings.store.ts";
import type { ReversibleFillRow } from "./reversals.sql-types.ts";

export type ReversibleFill = Narrowed<
  ReversibleFillRow,
  {
    /** Name and amount of each, as the wire has them. */
    fee_items: { name: string; amount: string }[];
    profit: Minor | null;
    quantity: Shares;
    open_value: bigint;
    beside_quantity: bigint;
    beside_amount: bigint;
    beside_value: bigint;
    /** By name, as the wire has them. */
    paid_items: Readonly<Record<string, string>>;
    was_adjusted: boolean;
  }
>;

/**
 * The fill that an execution of the venue's has become, as long as it counts, with what its position's purchases and
 * the rest of its order come to, and the fees of all of it. Closings of several openings are one order. Its group, its
 * position and its order are locked, in the order in which others lock them.
 */
export async function lockReversible(
  transaction: Transaction,
  wanted: { venue: string; executionId: string; orderId: bigint },
): Promise<ReversibleFill | undefined> {
  const { venue, executionId, orderId } = wanted;
  await sql`SELECT FROM closing_group g JOIN trade_order o ON o.closing_group = g.id
    WHERE o.id = ${orderId} FOR UPDATE OF g`.execute(transaction);
  await sql`SELECT p.id FROM position p
    JOIN trade_order o ON o.position_id = p.id WHERE o.id = ${orderId} FOR UPDATE OF p`.execute(
    transaction,
  );
  return firstRow(
    transaction,
    sql<ReversibleFill>`SELECT f.position_id, f.number, f.side, f.price, f.quantity, f.amount, f.fee, f.fee_items,
        f.profit, f.filled_at, p.revision AS position_revision, p.lent, o.state AS order_state, o.filled,
        (SELECT sum(a.price * a.quantity) FROM fill a
          WHERE a.position_id = p.id AND a.side = 'buy')::bigint AS open_value,
        (whole.quantity - f.quantity)::bigint AS beside_quantity, (whole.amount - f.amount)::bigint AS beside_amount,
        (whole.value - f.price * f.quantity)::bigint AS beside_value, whole.paid_items,
        EXISTS (SELECT FROM position_action d JOIN corporate_action c ON c.id = d.action_id
          WHERE d.position_id = p.id AND c.kind = 'split' AND d.applied_at >= f.filled_at)
          OR EXISTS (SELECT FROM position_action_due d WHERE d.position_id = p.id) AS was_adjusted
      FROM venue_report r
      JOIN trade_order o ON o.id = ${orderId}
      JOIN position p ON p.id = o.position_id
      JOIN fill f ON f.position_id = p.id AND f.order_id = o.id AND f.feed = ${venue}
        AND f.quote_sequence = r.sequence AND f.reverses IS NULL
      CROSS JOIN LATERAL (WITH filled AS (SELECT a.* FROM trade_order x JOIN fill a
            ON a.position_id = x.position_id AND a.order_id = x.id
          WHERE x.id = o.id OR x.customer_id = o.customer_id AND x.closing_group = o.closing_group)
        SELECT sum(a.quantity) AS quantity, sum(a.amount) AS amount, sum(a.price * a.quantity) AS value,
          (SELECT json_object_agg(name, total::text) FROM (
            SELECT item ->> 'name' AS name, sum((item ->> 'amount')::numeric) AS total
            FROM filled, json_array_elements(fee_items) item GROUP BY 1) items) AS paid_items
        FROM filled a) whole
      WHERE r.venue = ${venue} AND r.execution_id = ${executionId}
        AND NOT EXISTS (SELECT FROM fill t WHERE t.position_id = p.id AND t.reverses = f.number)
      FOR UPDATE OF o`,
  );
}

type ReversalFill = {
  side: "buy" | "sell";
  price: Price;
  quantity: Shares;
  amount: Minor;
  fee: Minor;
  /** JSON of the fee's items. */
  feeItems: string;
  profit: Minor | null;
};

export async function insertReversalFill(
  transaction: Transaction,
  at: { positionId: bigint; number: number; orderId: bigint; reverses: number | null; now: number },
  fill: ReversalFill,
  quote: FillQuote,
): Promise<void> {
  await sql`INSERT INTO fill (position_id, number, order_id, side, price, quantity, amount, fee, fee_items,
      profit, feed, quote_sequence, bid, ask, quote_at, filled_at, reverses)
    VALUES (${at.positionId}, ${at.number}, ${at.orderId}, ${fill.side}, ${fill.price}, ${fill.quantity},
      ${fill.amount}, ${fill.fee}, ${fill.feeItems}::json, ${fill.profit}, ${quote.feed}, ${quote.sequence},
      ${quote.bid}, ${quote.ask}, ${timestamp(quote.at)}, ${timestamp(at.now)}, ${at.reverses})`.execute(
    transaction,
  );
}

/**
 * The order as the reversal leaves it. While it works it is for as many shares fewer: nobody looks for them again.
 * Without a fill it is a working order again, or one that ended because its trades were busted.
 */
export async function reverseOrder(
  transaction: Transaction,
  orderId: bigint,
  change: {
    fewer: bigint;
    value: bigint;
    madeGood: bigint;
    reserved: bigint | null;
    /** Of the position: what fills the order next goes on from it. */
    revision: number;
  },
): Promise<void> {
  const { fewer, value, madeGood, reserved, revision } = change;
  await sql`UPDATE closing_group SET filled = filled - ${fewer}, filled_value = filled_value + ${value}
    WHERE id = (SELECT closing_group FROM trade_order WHERE id = ${orderId})`.execute(transaction);
  await sql`UPDATE trade_order SET filled = filled - ${fewer}, filled_value = filled_value + ${value},
      quantity = CASE WHEN ended_at IS NULL THEN quantity - ${fewer} ELSE quantity END,
      taken_back = taken_back + CASE WHEN ended_at IS NULL THEN 0 ELSE ${fewer}::bigint END,
      made_good = made_good + ${madeGood}, reserved = coalesce(${reserved}::bigint, reserved),
      revision = CASE WHEN purpose = 'open' THEN ${revision} ELSE revision END,
      position_id = CASE WHEN purpose = 'open' AND filled = ${fewer} THEN NULL ELSE position_id END,
      reason = CASE WHEN purpose = 'open' AND filled = ${fewer} AND ended_at IS NOT NULL THEN 'busted'
        ELSE reason END
    WHERE id = ${orderId}`.execute(transaction);
}
