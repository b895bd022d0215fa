import type { MarketKey, Minor, Price, Shares } from "@sanshi/money";
import { rows, sql, type Reader } from "../../../platform/sql/database.ts";
import type { KnownRequestsRow } from "./requests.sql-types.ts";

/** An order that was filled at once and as a whole, as its position and its first fill keep it. */
export type FilledOrder = {
  positionId: bigint;
  market: MarketKey;
  code: string;
  quantity: Shares;
  price: Price;
  amount: Minor;
  fee: Minor;
  quoteSequence: bigint;
  filledAt: number;
  sellableAt: number;
};

export type KnownRequest = {
  customer_id: bigint;
  request_id: string;
  input_hash: string;
  /** Null where the order was filled at once: then `filled` says it. */
  answer: string | null;
  filled: FilledOrder | null;
};

/** First answers that were already given to some of these requests. */
export async function knownRequests(
  reader: Reader,
  requests: readonly { customerId: bigint; requestId: string }[],
): Promise<KnownRequest[]> {
  const found = await rows(
    reader,
    sql<KnownRequestsRow>`
      SELECT r.customer_id, r.request_id::text, encode(r.input_hash, 'hex') AS input_hash,
        r.answer::text AS answer, f.position_id AS "positionId", p.market, p.code, f.quantity, f.price,
        f.amount, f.fee, f.quote_sequence AS "quoteSequence", f.filled_at AS "filledAt",
        p.sellable_at AS "sellableAt"
      FROM unnest(${requests.map(({ customerId }) => customerId)}::bigint[],
        ${requests.map(({ requestId }) => requestId)}::uuid[]) AS i (customer_id, request_id)
      JOIN client_request r USING (customer_id, request_id)
      LEFT JOIN position p ON p.id = r.position_id
      LEFT JOIN fill f ON f.position_id = r.position_id AND f.number = 0`,
  );
  return found.map(({ customer_id, request_id, input_hash, answer, ...filled }) => {
    return { customer_id, request_id, input_hash, answer, filled: isWhole(filled) ? filled : null };
  });
}

function isWhole(filled: {
  [Name in keyof FilledOrder]: FilledOrder[Name] | null;
}): filled is FilledOrder {
  return filled.positionId !== null;
}
