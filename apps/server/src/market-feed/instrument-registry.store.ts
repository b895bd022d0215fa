import { shares } from "@sanshi/money";
import { rows, sql, type Reader } from "../platform/sql/database.ts";
import type { Listing, StockEnd } from "./market-feed.ts";
import type { InstrumentRecord } from "./quote-board.ts";
import type { StoredEnd, StoredListing, StoredRecord } from "./instrument-registry.sql-types.ts";

/** What was ever added to a feed, in the order in which it was. */
export async function loadListings(reader: Reader, feed: string): Promise<Listing[]> {
  const stored = await rows(
    reader,
    sql<StoredListing>`SELECT market, code, exchange, name_jp, name_cn, name_us, search_terms, sector,
        to_char(listed_on, 'YYYY-MM-DD') AS listed_on, added_at, offer_price
      FROM added_instrument WHERE feed = ${feed} ORDER BY added_at, market, code`,
  );
  return stored.map((one) => ({
    market: one.market,
    code: one.code,
    exchange: one.exchange,
    names: { jp: one.name_jp, cn: one.name_cn, us: one.name_us },
    searchTerms: one.search_terms,
    sector: one.sector,
    listedOn: one.listed_on ?? "",
    addedAt: one.added_at,
    ...(one.offer_price !== null && { offerPrice: one.offer_price }),
  }));
}

export async function loadRecords(reader: Reader): Promise<InstrumentRecord[]> {
  const stored = await rows(
    reader,
    sql<StoredRecord>`SELECT market, code, name_jp, name_cn, name_us, search_terms, sector,
        lot_size, offered FROM instrument_record`,
  );
  return stored.map((one) => ({
    market: one.market,
    code: one.code,
    names:
      one.name_jp === null || one.name_cn === null || one.name_us === null
        ? null
        : { jp: one.name_jp, cn: one.name_cn, us: one.name_us },
    searchTerms: one.search_terms,
    sector: one.sector,
    lotSize: one.lot_size === null ? null : shares(one.lot_size),
    offered: one.offered,
  }));
}

/** What was announced of this feed's stocks and stands. */
export async function loadEnds(reader: Reader, feed: string): Promise<StockEnd[]> {
  const stored = await rows(
    reader,
    sql<StoredEnd>`SELECT id, market, code, kind, to_char(last_trading_day, 'YYYY-MM-DD') AS last_trading_day,
        announced_at, cash_price, document_address, settlement_price
      FROM stock_end WHERE feed = ${feed} AND withdrawn_at IS NULL`,
  );
  return stored.map((one) => ({
    id: one.id,
    market: one.market,
    code: one.code,
    kind: one.kind,
    lastTradingDay: one.last_trading_day,
    announcedAt: one.announced_at,
    cashPrice: one.cash_price,
    documentAddress: one.document_address,
    settlementPrice: one.settlement_price,
  }));
}
