import { firstRow, sql, type Reader, type Transaction } from "../../platform/sql/database.ts";

export function findCustomerId(
  reader: Reader,
  account: string,
): Promise<{ id: bigint } | undefined> {
  return firstRow(reader, sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${account}`);
}

/** The proposal that was made for a request; whoever sends the same one meanwhile waits until it is answered. */
export async function findByRequest(
  transaction: Transaction,
  requestId: string,
): Promise<bigint | undefined> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`journal ${requestId}`}, 0))`.execute(
    transaction,
  );
  const row = await firstRow(
    transaction,
    sql<{ id: bigint }>`SELECT id FROM proposal
      WHERE kind = 'journal' AND input ->> 'request_id' = ${requestId}`,
  );
  return row?.id;
}
