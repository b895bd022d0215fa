import type { NewsItem } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type RawBuilder,
  type Reader,
} from "../../platform/sql/database.ts";
import type { StoredRow } from "./own-articles.sql-types.ts";

/** An article that an operator wrote, with what it is sorted by. */
export type OwnArticle = { id: string; kind: "article"; at: number; item: NewsItem };
/** Where a page of news begins behind. */
export type NewsPlace = { id: string; kind: NewsItem["kind"]; at: number };

/** What the broker's own articles are read through. */
export type OwnNews = {
  find(id: string): Promise<OwnArticle | null>;
  /**
   * The newest that are not newer than a moment: of those published at that very moment the caller drops
   * what stands before its place. Those about no market in particular stand in every list.
   */
  list(query: {
    market: MarketKey | undefined;
    until: number | null;
    limit: number;
  }): Promise<OwnArticle[]>;
  /** The ones that were published after and before it. */
  neighbours(article: OwnArticle): Promise<{ newer: NewsItem | null; older: NewsItem | null }>;
};

/** Where nobody writes. */
export const nothingWritten: OwnNews = {
  find: () => Promise.resolve(null),
  list: () => Promise.resolve([]),
  neighbours: () => Promise.resolve({ newer: null, older: null }),
};

type Stored = Narrowed<StoredRow, { published_at: number }>;

const idPattern = /^article-([1-9]\d{0,17})$/;

export function isOwnId(id: string): boolean {
  return idPattern.test(id);
}

export function ownNews(reader: Reader): OwnNews {
  return {
    async find(id) {
      const number = numberOf(id);
      if (number === null) return null;
      const row = await firstRow(
        reader,
        sql<Stored>`SELECT id, market, texts, published_at FROM news_article
          WHERE id = ${number} AND state = 'published'`,
      );
      return row === undefined ? null : ownArticle(row);
    },
    async list({ market, until, limit }) {
      const found = await rows(
        reader,
        sql<Stored>`SELECT id, market, texts, published_at FROM news_article
          WHERE state = 'published' ${market === undefined ? sql`` : sql`AND (market IS NULL OR market = ${market})`}
            ${until === null ? sql`` : sql`AND published_at <= ${timestamp(until)}`}
          ORDER BY published_at DESC, id DESC LIMIT ${limit}`,
      );
      return found.map(ownArticle);
    },
    neighbours: async (article) => ({
      newer: await neighbour(reader, article, sql`>`, sql`published_at, id`),
      older: await neighbour(reader, article, sql`<`, sql`published_at DESC, id DESC`),
    }),
  };
}

async function neighbour(
  reader: Reader,
  { id, at }: OwnArticle,
  side: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<NewsItem | null> {
  const row = await firstRow(
    reader,
    sql<Stored>`SELECT id, market, texts, published_at FROM news_article
      WHERE state = 'published' AND (published_at, id) ${side} (${timestamp(at)}, ${numberOf(id)})
      ORDER BY ${order} LIMIT 1`,
  );
  return row === undefined ? null : ownArticle(row).item;
}

function numberOf(id: string): bigint | null {
  const [, number] = idPattern.exec(id) ?? [];
  return number === undefined ? null : BigInt(number);
}

function ownArticle({ id, market, texts, published_at: at }: Stored): OwnArticle {
  const named = `article-${id}`;
  return {
    id: named,
    kind: "article",
    at,
    item: {
      id: named,
      kind: "article",
      type: market,
      trading_date: localDate(market ?? "jpy", at),
      source: "editor",
      at: new Date(at).toISOString(),
      stock: null,
      index: null,
      params: {},
      texts,
    },
  };
}
