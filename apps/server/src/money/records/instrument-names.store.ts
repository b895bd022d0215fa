import type { MarketKey } from "@sanshi/money";
import { sql, timestamp, type Reader } from "../../platform/sql/database.ts";

type Names = { jp: string; cn: string; us: string };
export type Named = { market: MarketKey; code: string; names: Names };

/** Keeps these names from a moment on; what a stock is called already is not kept again. */
export async function insertNames(
  reader: Reader,
  named: readonly Named[],
  since: number,
): Promise<void> {
  await sql`INSERT INTO instrument_name (market, code, since, name_jp, name_cn, name_us)
    SELECT n.market, n.code, ${timestamp(since)}, n.jp, n.cn, n.us
    FROM unnest(${named.map(({ market }) => market)}::text[], ${named.map(({ code }) => code)}::text[],
      ${named.map(({ names }) => names.jp)}::text[], ${named.map(({ names }) => names.cn)}::text[],
      ${named.map(({ names }) => names.us)}::text[]) AS n (market, code, jp, cn, us)
    LEFT JOIN LATERAL (SELECT name_jp, name_cn, name_us FROM instrument_name o
      WHERE o.market = n.market AND o.code = n.code ORDER BY o.since DESC LIMIT 1) newest ON true
    WHERE (newest.name_jp, newest.name_cn, newest.name_us) IS DISTINCT FROM (n.jp, n.cn, n.us)
    ON CONFLICT DO NOTHING`.execute(reader);
}
