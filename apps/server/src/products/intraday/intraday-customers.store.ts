import { rows, sql, type Reader } from "../../platform/sql/database.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { IntradayCustomerRow } from "./intraday-customers.sql-types.ts";

/** As the order path knows them: no session stands behind an order that a job goes on with. */
export async function customersById(
  reader: Reader,
  ids: readonly bigint[],
): Promise<Map<bigint, Customer>> {
  const found = await rows(
    reader,
    sql<IntradayCustomerRow>`SELECT id, account, state FROM customer
      WHERE id = ANY (${[...ids]}::bigint[])`,
  );
  return new Map(
    found.map(({ id, account, state }) => [id, { customerId: id, account, state, sessionId: "" }]),
  );
}
