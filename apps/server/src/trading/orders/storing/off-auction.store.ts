import { sql, timestamp, type Transaction } from "../../../platform/sql/database.ts";
import type { FillRow } from "./openings.store.ts";

/** The first fill of a position that no order has opened. */
export async function insertFirstFill(
  transaction: Transaction,
  positionId: bigint,
  fill: Omit<FillRow, "orderId" | "profit">,
  at: number,
): Promise<void> {
  const { quote } = fill;
  await sql`INSERT INTO fill (position_id, number, order_id, side, price, quantity, amount, fee, fee_items,
      feed, quote_sequence, bid, ask, quote_at, filled_at)
    VALUES (${positionId}, 0, ${positionId}, ${fill.side}, ${fill.price}, ${fill.quantity}, ${fill.amount},
      ${fill.fee}, ${fill.feeItems}::json, ${quote.feed}, ${quote.sequence}, ${quote.bid}, ${quote.ask},
      ${timestamp(quote.at)}, ${timestamp(at)})`.execute(transaction);
}
