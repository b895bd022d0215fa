import type { MarketKey } from "@sanshi/money";
import { firstRow, rows, sql, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type {
  AllottedOtherwiseRow,
  BundleRow,
  ChangeInNews,
  EndInNews,
  HeldPositionRow,
  UnsignedArticle,
} from "./recomputed-checks.sql-types.ts";

export type { ChangeInNews, EndInNews, UnsignedArticle } from "./recomputed-checks.sql-types.ts";

/** Work of one moment: all of a page, and nothing is held between two pages where others trade. */
export type Read = <Result>(work: (reader: Reader) => Promise<Result>) => Promise<Result>;

export type HeldPosition = Narrowed<
  HeldPositionRow,
  { market: MarketKey; side: "long" | "short"; opened_at: number }
>;

/** The next positions that something was filled of, by id. */
export function positionsAfter(
  reader: Reader,
  page: { after: bigint; limit: number },
): Promise<HeldPosition[]> {
  return rows(
    reader,
    sql<HeldPosition>`SELECT p.id, c.account, p.market, p.side, p.opened_at, p.opened, p.closed, p.open_price,
      p.open_value, p.open_value IS NULL AS rounds_price
      FROM position p JOIN customer c ON c.id = p.customer_id
      WHERE p.id > ${page.after} AND p.opened > 0 ORDER BY p.id LIMIT ${page.limit}`,
  );
}

/** A draw's bytes with what its offering says of it; undefined after the last. */
export function nextBundle(
  reader: Reader,
  draws: "offering" | "block_offer",
  after: bigint,
): Promise<BundleRow | undefined> {
  return firstRow(
    reader,
    draws === "offering"
      ? sql<BundleRow>`SELECT b.offering_id AS id, b.body, o.terms_hash, o.root, o.result
          FROM offering_bundle b JOIN offering o ON o.id = b.offering_id
          WHERE b.offering_id > ${after} ORDER BY b.offering_id LIMIT 1`
      : sql<BundleRow>`SELECT b.offer_id AS id, b.body, d.terms_hash, d.root, d.result
          FROM block_draw_bundle b JOIN block_draw d ON d.offer_id = b.offer_id
          WHERE b.offer_id > ${after} ORDER BY b.offer_id LIMIT 1`,
  );
}

/** The list as `drawAgain` returns it. */
export type Drawn = { id: bigint; list: string };

/**
 * Whom a draw gave something else than their record says. Whoever waited may have got what others left, in their turn
 * and never more than they asked for; whoever is not in the list has nothing.
 */
export function allottedOtherwise(
  reader: Reader,
  draws: "offering" | "block_offer",
  drawn: Drawn,
): Promise<Narrowed<AllottedOtherwiseRow, { number: string }>[]> {
  const list = sql`json_to_recordset(${drawn.list}::json) AS d (number text, lots int, allotted int, place int)`;
  return rows(
    reader,
    draws === "offering"
      ? sql<
          Narrowed<AllottedOtherwiseRow, { number: string }>
        >`SELECT coalesce(d.number, s.number) AS number, concat_ws(' of ', coalesce(d.allotted, 0), coalesce(d.lots, 0)) AS expected,
            concat_ws(' of ', s.allotted_lots, s.lots) AS found
          FROM ${list} FULL JOIN (SELECT number, lots, allotted_lots, waiting_place, status
            FROM new_share_subscription WHERE offering_id = ${drawn.id}) s ON s.number = d.number
          WHERE CASE WHEN s.number IS NULL THEN true WHEN d.number IS NULL THEN s.allotted_lots <> 0
            WHEN s.status = 7 AND s.waiting_place IS NULL THEN false
            WHEN d.allotted > 0 THEN s.allotted_lots <> d.allotted OR s.lots <> d.lots
            ELSE s.lots <> d.lots OR s.allotted_lots > s.lots
              OR coalesce(s.waiting_place, 0) <> d.place OR (d.place = 0 AND s.allotted_lots > 0)
              OR (s.allotted_lots > 0 AND EXISTS (SELECT FROM new_share_subscription before
                WHERE before.offering_id = ${drawn.id} AND before.status = 3
                  AND before.waiting_place < s.waiting_place)) END`
      : sql<
          Narrowed<AllottedOtherwiseRow, { number: string }>
        >`SELECT coalesce(d.number, s.number) AS number, concat_ws(' of ', coalesce(d.allotted, 0), coalesce(d.lots, 0)) AS expected,
            concat_ws(' of ', coalesce(s.drawn_lots, 0), s.lots) AS found
          FROM ${list} FULL JOIN (SELECT number, lots, drawn_lots
            FROM block_application WHERE offer_id = ${drawn.id} AND number IS NOT NULL) s ON s.number = d.number
          WHERE (coalesce(d.allotted, 0), coalesce(d.lots, s.lots)) IS DISTINCT FROM (coalesce(s.drawn_lots, 0), s.lots)`,
  );
}

/** The next news that no operator wrote, by id. */
export function unsignedArticlesAfter(
  reader: Reader,
  page: { after: bigint; limit: number },
): Promise<UnsignedArticle[]> {
  return rows(
    reader,
    sql<UnsignedArticle>`SELECT id, texts FROM news_article
      WHERE written_by IS NULL AND id > ${page.after} ORDER BY id LIMIT ${page.limit}`,
  );
}

type Articles = { after: bigint; through: bigint };

/**
 * The ends of listings that such news can be of: announced by the feed at the moment of the news, or settled then. An
 * announcement may name a code that a change has replaced since.
 */
export function endsInNews(reader: Reader, { after, through }: Articles): Promise<EndInNews[]> {
  return rows(
    reader,
    sql<EndInNews>`SELECT n.id AS article, e.id, e.market, e.code,
        ARRAY(SELECT c.old_code FROM code_change c
          WHERE c.market = e.market AND c.effective_at >= e.announced_at) AS former_codes,
        to_char(e.last_trading_day, 'YYYY-MM-DD') AS last_trading_day, e.target_code, e.ratio_numerator,
        e.ratio_denominator, e.settlement_price, e.target_price,
        coalesce(e.proposal_id IS NULL AND e.announced_at = n.published_at, false) AS is_announced,
        coalesce(n.published_at - e.settled_at BETWEEN interval '0' AND interval '1 minute', false) AS is_settled
      FROM news_article n JOIN stock_end e ON e.market = n.market
        AND (e.proposal_id IS NULL AND e.announced_at = n.published_at
          -- Releases before this check read the clock once more for the news.
          OR n.published_at - e.settled_at BETWEEN interval '0' AND interval '1 minute')
      WHERE n.written_by IS NULL AND n.id > ${after} AND n.id <= ${through} ORDER BY n.id, e.id`,
  );
}

/** The changes of code by the feed's record that such news can be of. */
export function changesInNews(
  reader: Reader,
  { after, through }: Articles,
): Promise<ChangeInNews[]> {
  return rows(
    reader,
    sql<ChangeInNews>`SELECT n.id AS article, c.id, c.old_code, c.new_code, c.exchange,
        c.name_before_jp, c.name_before_cn, c.name_before_us, c.name_jp, c.name_cn, c.name_us,
        to_char(c.effective_on, 'YYYY-MM-DD') AS effective_on
      FROM news_article n JOIN code_change c ON c.market = n.market AND c.proposal_id IS NULL
        AND c.decided_at = n.published_at
      WHERE n.written_by IS NULL AND n.id > ${after} AND n.id <= ${through} ORDER BY n.id, c.id`,
  );
}
