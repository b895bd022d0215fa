import type { WrittenTexts } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { InsertArticleRow, LockArticleRow, StoredArticle } from "./news-editor.sql-types.ts";

export type ArticleState = "draft" | "published" | "withdrawn";
export type { StoredArticle } from "./news-editor.sql-types.ts";

export function listArticles(
  reader: Reader,
  page: { before: bigint | null; limit: number },
): Promise<StoredArticle[]> {
  return rows(
    reader,
    sql<StoredArticle>`SELECT news_article.id, state, market, texts, operator.email AS written_by,
        updated_at, published_at, withdrawn_at
      FROM news_article LEFT JOIN operator ON operator.id = written_by
      WHERE ${page.before}::bigint IS NULL OR news_article.id < ${page.before}::bigint
      ORDER BY news_article.id DESC LIMIT ${page.limit}`,
  );
}

export async function lockArticle(
  transaction: Transaction,
  id: bigint,
): Promise<LockArticleRow | undefined> {
  return firstRow(
    transaction,
    sql<LockArticleRow>`SELECT state, texts, written_by FROM news_article
      WHERE id = ${id} FOR UPDATE`,
  );
}

type Written = {
  market: MarketKey | null;
  texts: WrittenTexts;
  /** Null of what the market's own data tells. */
  writtenBy: bigint | null;
  at: number;
};

export async function insertArticle(transaction: Transaction, article: Written): Promise<bigint> {
  const row = await firstRow(
    transaction,
    sql<InsertArticleRow>`INSERT INTO news_article (market, texts, written_by, updated_at)
      VALUES (${article.market}, ${JSON.stringify(article.texts)}, ${article.writtenBy},
        ${timestamp(article.at)}) RETURNING id`,
  );
  if (row === undefined) throw new Error("an article was not kept");
  return row.id;
}

export async function changeArticle(
  transaction: Transaction,
  id: bigint,
  article: Written,
): Promise<void> {
  await sql`UPDATE news_article SET market = ${article.market},
      texts = ${JSON.stringify(article.texts)}, written_by = ${article.writtenBy},
      updated_at = ${timestamp(article.at)} WHERE id = ${id}`.execute(transaction);
}

export async function publishArticle(
  transaction: Transaction,
  id: bigint,
  at: number,
): Promise<void> {
  await sql`UPDATE news_article SET state = 'published', published_at = ${timestamp(at)},
      updated_at = ${timestamp(at)} WHERE id = ${id}`.execute(transaction);
}

export async function withdrawArticle(
  transaction: Transaction,
  id: bigint,
  at: number,
): Promise<void> {
  await sql`UPDATE news_article SET state = 'withdrawn', withdrawn_at = ${timestamp(at)},
      updated_at = ${timestamp(at)} WHERE id = ${id}`.execute(transaction);
}
