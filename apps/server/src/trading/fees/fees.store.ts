import { minor, type MarketKey } from "@sanshi/money";
import { rows, sql, type Reader } from "../../platform/sql/database.ts";
import type { CommissionDecision } from "./fees.rules.ts";
import type { Stored } from "./fees.sql-types.ts";

/** Every decision on the commission of the markets, the oldest first. */
export async function loadDecisions(
  reader: Reader,
  markets: readonly MarketKey[],
): Promise<CommissionDecision[]> {
  const stored = await rows(
    reader,
    sql<Stored>`SELECT id, market, valid_from::text AS valid_from, rate, minimum, maximum
      FROM commission_decision WHERE market = ANY (${[...markets]}::text[]) ORDER BY id`,
  );
  return stored.map(decisionOf);
}

function decisionOf({ id, market, valid_from, rate, minimum, maximum }: Stored) {
  const maximumMinor = maximum === null ? null : minor(maximum);
  const terms =
    rate === null || minimum === null
      ? null
      : { rate: BigInt(rate), minimumMinor: minor(minimum), maximumMinor };
  return { id, market, validFrom: valid_from, terms };
}
