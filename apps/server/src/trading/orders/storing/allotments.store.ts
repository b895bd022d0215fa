import type { Minor, Price, Shares } from "@sanshi/money";
import { firstRow, sql, timestamp, type Transaction } from "../../../platform/sql/database.ts";
import type { InsertExchangeFillRow } from "./allotments.sql-types.ts";

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

/** The first fill of what goes on in another company's shares, of the moment of the old position's last; answers it. */
export async function insertExchangeFill(
  transaction: Transaction,
  closed: { positionId: bigint; number: number },
  begun: {
    id: bigint;
    side: "buy" | "sell";
    received: Shares;
    openPrice: Price;
    cost: Minor;
    feed: string;
    sequence: bigint;
    /** The last moment of the old listing: what the new stock pays after it is its holder's. */
    at: number;
  },
): Promise<number> {
  const row = await firstRow(
    transaction,
    sql<InsertExchangeFillRow>`INSERT INTO fill (position_id, number, side, price, quantity, amount, fee, fee_items,
        feed, quote_sequence, bid, ask, quote_at, filled_at)
      SELECT ${begun.id}, 0, ${begun.side}, ${begun.openPrice}, ${begun.received}, ${begun.cost}, 0, '[]',
        ${begun.feed}, ${begun.sequence}, ${begun.openPrice}, ${begun.openPrice}, ${timestamp(begun.at)},
        f.filled_at
      FROM fill f WHERE f.position_id = ${closed.positionId} AND f.number = ${closed.number}
      RETURNING filled_at`,
  );
  if (row === undefined) throw new Error("an exchange without the old position's fill");
  return row.filled_at;
}
