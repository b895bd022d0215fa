import type { Currency, Minor } from "@sanshi/money";
import { rows, sql, timestamp, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type { FollowedGainRow } from "./followed.sql-types.ts";

/** By currency, what a customer's units have gained or lost since they were paid for, at the last valuation. */
export type FollowedGains = ReadonlyMap<Currency, Minor>;

/** Of some customers; one who follows nothing is left out. */
export async function followedGains(
  reader: Reader,
  customerIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, FollowedGains>> {
  return byCustomer(
    await rows(
      reader,
      sql<FollowedGain>`
        SELECT customer_id, currency, sum(value - amount)::bigint AS gain FROM followed_value
        WHERE customer_id = ANY (${[...customerIds]}::bigint[]) GROUP BY customer_id, currency`,
    ),
  );
}

/** The same as it stood right before a moment, by the valuations until then. */
export async function followedGainsBefore(
  reader: Reader,
  customerIds: readonly bigint[],
  moment: number,
): Promise<ReadonlyMap<bigint, FollowedGains>> {
  return byCustomer(
    await rows(
      reader,
      sql<FollowedGain>`
        SELECT f.customer_id, upper(p.market) AS currency,
          sum(div(f.units::numeric * v.unit_value, 1000000000000)::bigint - f.amount)::bigint AS gain
        FROM copy_following f JOIN copy_product p ON p.id = f.product_id
        CROSS JOIN LATERAL (SELECT unit_value FROM copy_valuation
          WHERE product_id = f.product_id AND valued_at < ${timestamp(moment)}
          ORDER BY number DESC LIMIT 1) v
        WHERE f.customer_id = ANY (${[...customerIds]}::bigint[])
          AND f.bought_at < ${timestamp(moment)}
          AND (f.ended_at IS NULL OR f.ended_at >= ${timestamp(moment)})
        GROUP BY f.customer_id, p.market`,
    ),
  );
}

type FollowedGain = Narrowed<
  FollowedGainRow,
  { customer_id: bigint; currency: Currency; gain: Minor }
>;

function byCustomer(found: readonly FollowedGain[]): ReadonlyMap<bigint, FollowedGains> {
  return new Map(
    [...Map.groupBy(found, ({ customer_id: id }) => id)].map(([id, own]) => [
      id,
      new Map(own.map(({ currency, gain }) => [currency, gain])),
    ]),
  );
}
