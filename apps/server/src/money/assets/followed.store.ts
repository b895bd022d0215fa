import type { Currency, Minor } from "@sanshi/money";
import { rows, sql, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type { FollowedGainRow } from "./followed.sql-types.ts";

/** By currency, what a customer's units have gained or lost since they were paid for, at the last valuation. */
export type FollowedGains = ReadonlyMap<Currency, Minor>;

/** Of some customers; one who follows nothing is left out. */
export async function followedGains(
  reader: Reader,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, FollowedGains>> {
  const found = await rows(
    reader,
    sql<Narrowed<FollowedGainRow, { customer_id: bigint; currency: Currency; gain: Minor }>>`
      SELECT customer_id, currency, sum(value - amount)::bigint AS gain FROM followed_value
      WHERE customer_id = ANY (${[...customerIds]}::bigint[]) GROUP BY customer_id, currency`,
  );
  return new Map(
    [...Map.groupBy(found, ({ customer_id: id }) => id)].map(([id, own]) => [
      id,
      new Map(own.map(({ currency, gain }) => [currency, gain])),
    ]),
  );
}
