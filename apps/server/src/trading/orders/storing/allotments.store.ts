import type { Minor, Price, Shares } from "@sanshi/money";
import { sql, timestamp, type Transaction } from "../../../platform/sql/database.ts";

/** What was allotted of an offering, as the position's first fill has it: the offering stands for the quote. */
export type AllottedFill = {
  positionId: bigint;
  offeringId: bigint;
  quantity: Shares;
  price: Price;
  cost: Minor;
};

/** Names the source on a fill that no market made. */
export const allotmentFeed = "offering";

export async function insertAllotmentFills(
  transaction: Transaction,
  fills: readonly AllottedFill[],
  at: number,
): Promise<void> {
  await sql`INSERT INTO fill (position_id, number, side, price, quantity, amount, fee, fee_items, feed,
      quote_sequence, bid, ask, quote_at, filled_at)
    SELECT position_id, 0, 'buy', price, quantity, cost, 0, '[]', ${allotmentFeed}, offering_id, price, price,
      ${timestamp(at)}, ${timestamp(at)}
    FROM unnest(${fills.map(({ positionId }) => positionId)}::bigint[],
      ${fills.map(({ offeringId }) => offeringId)}::bigint[],
      ${fills.map(({ quantity }) => quantity)}::bigint[], ${fills.map(({ price }) => price)}::bigint[],
      ${fills.map(({ cost }) => cost)}::bigint[]) AS f (position_id, offering_id, quantity, price, cost)`.execute(
    transaction,
  );
}
