import type { MarketKey } from "@sanshi/money";
import { firstRow, rows, sql, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type {
  AllottedOtherwiseRow,
  BundleRow,
  HeldPositionRow,
} from "./recomputed-checks.sql-types.ts";

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

export type Drawn = {
  id: bigint;
  /** Everybody in the list with what they asked for, and what the draw gave them: nothing to most. */
  numbers: readonly string[];
  lots: readonly number[];
  allotted: readonly number[];
  /** From 1 for the first of those who wait, and 0 where nobody does. */
  places: readonly number[];
};

/**
 * Whom a draw gave something else than their record says. Whoever waited may have got what others left, in their turn
 * and never more than they asked for; whoever is not in the list has nothing.
 */
export function allottedOtherwise(
  reader: Reader,
  draws: "offering" | "block_offer",
  drawn: Drawn,
): Promise<Narrowed<AllottedOtherwiseRow, { number: string }>[]> {
  const list = sql`unnest(${[...drawn.numbers]}::text[], ${[...drawn.lots]}::int[],
    ${[...drawn.allotted]}::int[], ${[...drawn.places]}::int[]) AS d (number, lots, allotted, place)`;
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
