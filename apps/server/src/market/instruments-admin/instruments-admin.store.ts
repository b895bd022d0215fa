import type { MarketKey, Price, Shares } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type {
  FindCustomerIdRow,
  FindListingRow,
  InsertListingRow,
  OfferedCodeRow,
  StoredNamingRow,
  StoredOffer,
  StoredTerms,
} from "./instruments-admin.sql-types.ts";

export type { StoredOffer } from "./instruments-admin.sql-types.ts";

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
    sql<FindCustomerIdRow>`SELECT id FROM customer WHERE account = ${account}`,
  );
  return row?.id;
}

/** Of a code that was added to a feed, the offering by which it came; null where operators added it. */
export function findListing(
  reader: Reader,
  { feed, market, code }: { feed: string; market: MarketKey; code: string },
): Promise<FindListingRow | undefined> {
  return firstRow(
    reader,
    sql<FindListingRow>`SELECT offering_id FROM added_instrument
      WHERE feed = ${feed} AND market = ${market} AND code = ${code}`,
  );
}

/** Whether shares of the code are offered: then its price comes from the offering. */
export async function isOfferedCode(
  reader: Reader,
  market: MarketKey,
  code: string,
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<OfferedCodeRow>`SELECT code FROM offering
      WHERE market = ${market} AND code = ${code} AND withdrawn_at IS NULL LIMIT 1`,
  );
  return row !== undefined;
}

/** False where it was added to the feed already. */
export async function insertListing(
  transaction: Transaction,
  listing: {
    feed: string;
    market: MarketKey;
    code: string;
    exchange: string;
    names: { jp: string; cn: string; us: string };
    searchTerms: readonly string[];
    sector: string;
    listedOn: string | null;
    /** Who stands behind it: two operators, or an offering and what its shares were offered at. */
    reason: { proposalId: bigint } | { offeringId: bigint; offerPrice: Price };
    at: number;
  },
): Promise<boolean> {
  const { feed, market, code, exchange, names, searchTerms, sector, listedOn, reason } = listing;
  const { proposalId, offeringId, offerPrice } =
    "proposalId" in reason
      ? { ...reason, offeringId: null, offerPrice: null }
      : { ...reason, proposalId: null };
  const row = await firstRow(
    transaction,
    sql<InsertListingRow>`INSERT INTO added_instrument (feed, market, code, exchange, name_jp,
        name_cn, name_us, search_terms, sector, listed_on, proposal_id, offering_id, offer_price, added_at)
      VALUES (${feed}, ${market}, ${code}, ${exchange}, ${names.jp}, ${names.cn}, ${names.us},
        ${[...searchTerms]}::text[], ${sector}, ${listedOn}::date, ${proposalId}, ${offeringId},
        ${offerPrice}, ${timestamp(listing.at)})
      ON CONFLICT (feed, market, code) DO NOTHING RETURNING code`,
  );
  return row !== undefined;
}

export type { StoredTerms } from "./instruments-admin.sql-types.ts";

export function findTerms(
  reader: Reader,
  market: MarketKey,
  code: string,
): Promise<StoredTerms | undefined> {
  return firstRow(
    reader,
    sql<StoredTerms>`SELECT lot_size, offered FROM instrument_record
      WHERE market = ${market} AND code = ${code}`,
  );
}

export async function putTerms(
  transaction: Transaction,
  terms: { market: MarketKey; code: string; lotSize: Shares | null; offered: boolean },
): Promise<void> {
  const { market, code, lotSize, offered } = terms;
  await sql`INSERT INTO instrument_record (market, code, lot_size, offered)
    VALUES (${market}, ${code}, ${lotSize}, ${offered})
    ON CONFLICT (market, code) DO UPDATE
      SET lot_size = excluded.lot_size, offered = excluded.offered`.execute(transaction);
}

export type StoredNaming = Narrowed<
  StoredNamingRow,
  { names: { jp: string; cn: string; us: string } | null }
>;

/** Locked until the transaction ends: of two who name it, the second sees what the first said. */
export async function lockNaming(
  transaction: Transaction,
  market: MarketKey,
  code: string,
): Promise<StoredNaming | undefined> {
  // A row that is not there cannot be locked.
  await sql`INSERT INTO instrument_record (market, code) VALUES (${market}, ${code})
    ON CONFLICT (market, code) DO NOTHING`.execute(transaction);
  return firstRow(
    transaction,
    sql<StoredNaming>`SELECT CASE WHEN name_jp IS NOT NULL
          THEN json_build_object('jp', name_jp, 'cn', name_cn, 'us', name_us) END AS names,
        search_terms, sector
      FROM instrument_record WHERE market = ${market} AND code = ${code} FOR UPDATE`,
  );
}

export async function putNaming(
  transaction: Transaction,
  naming: {
    market: MarketKey;
    code: string;
    names: { jp: string; cn: string; us: string } | null;
    search_terms: readonly string[] | null;
    sector: string | null;
  },
): Promise<void> {
  const { market, code, names, sector } = naming;
  const terms = naming.search_terms === null ? null : [...naming.search_terms];
  await sql`INSERT INTO instrument_record
      (market, code, name_jp, name_cn, name_us, search_terms, sector)
    VALUES (${market}, ${code}, ${names?.jp ?? null}, ${names?.cn ?? null}, ${names?.us ?? null},
      ${terms}::text[], ${sector})
    ON CONFLICT (market, code) DO UPDATE
      SET name_jp = excluded.name_jp, name_cn = excluded.name_cn, name_us = excluded.name_us,
        search_terms = excluded.search_terms, sector = excluded.sector`.execute(transaction);
}
