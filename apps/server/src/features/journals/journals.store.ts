import { firstRow, sql, type Reader } from "../../platform/sql/database.ts";

export function findCustomerId(
  reader: Reader,
  account: string,
): Promise<{ id: bigint } | undefined> {
  return firstRow(reader, sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${account}`);
}
