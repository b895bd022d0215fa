import type { MarketKey } from "@sanshi/money";
import { sql, timestamp, type Transaction } from "../../../platform/sql/database.ts";

/** What would have ended with a day ends with its trading: the search for what has expired finds it within a second. */
export async function endOrdersOfDay(
  transaction: Transaction,
  market: MarketKey,
  { after, until, endsAt }: { after: number; until: number; endsAt: number },
): Promise<void> {
  await sql`UPDATE trade_order SET expires_at = ${timestamp(endsAt)}
    WHERE market = ${market} AND ended_at IS NULL AND expires_at > ${timestamp(after)}
      AND expires_at <= ${timestamp(until)}`.execute(transaction);
}

/** Whatever works on a stock, or would for longer, ends with its last trading day at the latest. */
export async function endOrdersOfStock(
  transaction: Transaction,
  { market, code, endsAt }: { market: MarketKey; code: string; endsAt: number },
): Promise<void> {
  await sql`UPDATE trade_order SET expires_at = ${timestamp(endsAt)}
    WHERE market = ${market} AND code = ${code} AND ended_at IS NULL
      AND (expires_at IS NULL OR expires_at > ${timestamp(endsAt)})`.execute(transaction);
}
