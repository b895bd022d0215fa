import { firstRow, sql, type Reader } from "../../platform/sql/database.ts";
import type { AccountRow } from "./sellers.sql-types.ts";

export async function findAccount(reader: Reader, account: string): Promise<bigint | null> {
  const row = await firstRow(
    reader,
    sql<AccountRow>`SELECT id FROM customer WHERE account = ${account}`,
  );
  return row?.id ?? null;
}
