import { StartError } from "./platform/postgres/start-error.ts";
import { firstRow, sql, type Database } from "./platform/sql/database.ts";
import type { ClaimedKindsRow } from "./instance-claim.sql-types.ts";

type Kind = "simulated" | "live";

/** What makes an instance simulated or live: where prices, fills and exchange rates come from. */
type InstanceParts = {
  feed: { name: string; kind: Kind };
  venue: { name: string; kind: Kind };
  rates: { name: string; kind: Kind };
};

/**
 * Simulated and live never mix: the parts are all of one kind, and a database belongs for good to the kind
 * that it was first served by.
 *
 * @throws StartError that names both kinds.
 */
export async function claimInstance(database: Database, parts: InstanceParts): Promise<void> {
  const fault = mixedParts(parts);
  if (fault !== null) throw new StartError(fault);
  const { feed, venue, rates } = parts;
  await sql`
    INSERT INTO instance (market_kind, venue_kind, rates_kind)
    VALUES (${feed.kind}, ${venue.kind}, ${rates.kind})
    ON CONFLICT DO NOTHING`.execute(database.reader);
  const claimed = await firstRow(
    database.reader,
    sql<ClaimedKindsRow>`SELECT market_kind, venue_kind, rates_kind FROM instance`,
  );
  if (claimed === undefined) throw new Error("the claim of this database was not kept");
  const other = [
    { what: "market", was: claimed.market_kind, now: feed },
    { what: "venue", was: claimed.venue_kind, now: venue },
    { what: "source of exchange rates", was: claimed.rates_kind, now: rates },
  ].find(({ was, now }) => was !== now.kind);
  if (other === undefined) return;
  const { what, was, now } = other;
  throw new StartError(
    `This database was claimed by a ${was} ${what} and cannot be served by a ${now.kind} one ("${now.name}"): choose another DATA_DIR or DATABASE_URL.`,
  );
}

function mixedParts({ feed, venue, rates }: InstanceParts): string | null {
  const others = [
    { what: "venue", part: venue },
    { what: "source of exchange rates", part: rates },
  ];
  const mixed = others.find(({ part }) => part.kind !== feed.kind);
  if (mixed === undefined) return null;
  const { what, part } = mixed;
  return `Simulated and live never mix: the market's feed "${feed.name}" is ${feed.kind}, and the ${what} "${part.name}" is ${part.kind}.`;
}
