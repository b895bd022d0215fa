import { shares, type MarketKey } from "@sanshi/money";
import { firstRow, rows, sql, type Reader, type Transaction } from "../platform/sql/database.ts";
import type { CodeChange, KeptName } from "./code-changes.ts";
import type { Listing, StockEnd } from "./market-feed.ts";
import type { InstrumentRecord } from "./quote-board.ts";
import type {
  IsGivenCodeRow,
  StoredCodeChange,
  StoredEnd,
  StoredListing,
  StoredName,
  StoredRecord,
} from "./instrument-registry.sql-types.ts";

const codesLockKey = 0x636f6465;

/** What gives a code to a stock waits for all else that does, in every process, until the transaction ends. */
export async function lockCodes(transaction: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${codesLockKey})`.execute(transaction);
}

/** Whether a stock had the code, or is to have it by a change that is decided: it is no other stock's. */
export async function isGivenCode(
  reader: Reader,
  market: MarketKey,
  code: string,
): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<IsGivenCodeRow>`SELECT EXISTS (SELECT FROM code_change c
        WHERE market = ${market} AND ${code} IN (old_code, new_code)
        AND NOT EXISTS (SELECT FROM code_change_step s WHERE s.change_id = c.id AND s.step = 'withdrawn'))
      AS is_given`,
  );
  return row?.is_given ?? true;
}

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

/** What every stock was ever called, oldest first. */
export async function loadNames(reader: Reader): Promise<KeptName[]> {
  const stored = await rows(
    reader,
    sql<StoredName>`SELECT market, code, since, name_jp, name_cn, name_us FROM instrument_name ORDER BY since`,
  );
  return stored.map(({ name_jp: jp, name_cn: cn, name_us: us, ...one }) => ({
    ...one,
    names: { jp, cn, us },
  }));
}

/** What was decided and not withdrawn, by its day. */
export async function loadCodeChanges(reader: Reader): Promise<CodeChange[]> {
  const stored = await rows(
    reader,
    sql<StoredCodeChange>`SELECT c.id, c.market, c.old_code, c.new_code, c.exchange,
        c.name_before_jp, c.name_before_cn, c.name_before_us, c.name_jp, c.name_cn, c.name_us,
        to_char(c.effective_on, 'YYYY-MM-DD') AS effective_on, c.effective_at, s.at AS carried_at
      FROM code_change c LEFT JOIN code_change_step s ON s.change_id = c.id AND s.step = 'carried'
      WHERE NOT EXISTS (SELECT FROM code_change_step w WHERE w.change_id = c.id AND w.step = 'withdrawn')
      ORDER BY c.effective_at, c.id`,
  );
  return stored.map((one) => ({
    id: one.id,
    market: one.market,
    oldCode: one.old_code,
    newCode: one.new_code,
    exchange: one.exchange,
    namesBefore: { jp: one.name_before_jp, cn: one.name_before_cn, us: one.name_before_us },
    names:
      one.name_jp === null || one.name_cn === null || one.name_us === null
        ? null
        : { jp: one.name_jp, cn: one.name_cn, us: one.name_us },
    effectiveOn: one.effective_on,
    effectiveAt: one.effective_at,
    carriedAt: one.carried_at,
  }));
}

/** What was announced of this feed's stocks and stands. */
export async function loadEnds(reader: Reader, feed: string): Promise<StockEnd[]> {
  const stored = await rows(
    reader,
    sql<StoredEnd>`SELECT id, market, code, kind, to_char(last_trading_day, 'YYYY-MM-DD') AS last_trading_day,
        announced_at, cash_price, document_address, settlement_price,
        target_code, ratio_numerator, ratio_denominator, target_price
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
    target: targetOf(one),
    settlementPrice: one.settlement_price,
  }));
}

/** Shares that could not be traded at the end are not given: then it was settled in cash. */
function targetOf(one: StoredEnd): StockEnd["target"] {
  const { target_code: code, ratio_numerator: numerator, ratio_denominator: denominator } = one;
  if (code === null || numerator === null || denominator === null) return null;
  if (one.settlement_price !== null && one.target_price === null) return null;
  return { code, ratio: { numerator, denominator } };
}
