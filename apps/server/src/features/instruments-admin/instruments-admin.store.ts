import type { MarketKey } from "@sanshi/money";
import { firstRow, rows, sql, type Reader, type Transaction } from "../../platform/sql/database.ts";

export type StoredOffer = {
  market: MarketKey;
  /** Empty for the whole market. */
  code: string;
  leverages: number[] | null;
  short_offered: boolean | null;
};

export function listOffers(reader: Reader, market: MarketKey): Promise<StoredOffer[]> {
  return rows(
    reader,
    sql<StoredOffer>`SELECT market, code, leverages, short_offered FROM stock_offer
      WHERE market = ${market}`,
  );
}

export function findOffer(
  reader: Reader,
  market: MarketKey,
  code: string,
): Promise<StoredOffer | undefined> {
  return firstRow(
    reader,
    sql<StoredOffer>`SELECT market, code, leverages, short_offered FROM stock_offer
      WHERE market = ${market} AND code = ${code}`,
  );
}

/** What decides nothing is not kept. */
export async function putOffer(transaction: Transaction, offer: StoredOffer): Promise<void> {
  const { market, code, leverages, short_offered: shortOffered } = offer;
  if (leverages === null && shortOffered === null) {
    await sql`DELETE FROM stock_offer WHERE market = ${market} AND code = ${code}`.execute(
      transaction,
    );
    return;
  }
  await sql`INSERT INTO stock_offer (market, code, leverages, short_offered)
    VALUES (${market}, ${code}, ${leverages}, ${shortOffered})
    ON CONFLICT (market, code) DO UPDATE
      SET leverages = excluded.leverages, short_offered = excluded.short_offered`.execute(
    transaction,
  );
}

export async function findCustomerId(reader: Reader, account: string): Promise<bigint | undefined> {
  const row = await firstRow(
    reader,
    sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${account}`,
  );
  return row?.id;
}
