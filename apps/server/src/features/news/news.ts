import type { CallOutput, Calls, CheckedInput, NewsArticle } from "@sanshi/contract";
import { marketKeys, type MarketKey } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { compareArticles, placeOfId, type Article } from "./news-articles.rules.ts";
import { articlesOfMonth, monthAfter, monthBefore, newestMonth } from "./news-editions.ts";
import type { NewsContext } from "./news-editions.ts";
import { newsItemOf, newsTables, newsIndexes } from "./news-wire.ts";

export type { NewsContext } from "./news-editions.ts";

type NewsPage = CallOutput<Calls["/news/list"]>;

/** Newest first, of one market or of all; a page begins behind the article that the cursor names. */
export async function newsList(
  context: NewsContext,
  { type, cursor, limit }: CheckedInput<Calls["/news/list"]>,
): Promise<Outcome<NewsPage>> {
  const behind = cursor === undefined ? null : await findArticle(context, cursor);
  if (cursor !== undefined && behind === null) return refuse("news_not_found");
  const count = Number(limit);
  const found: Article[] = [];
  for (const market of type === undefined ? marketKeys : [type]) {
    found.push(...(await articlesBehind(context, market, behind, count + 1)));
  }
  found.sort(compareArticles);
  const shown = found.slice(0, count);
  return accept({
    items: shown.map((article) => newsItemOf(article, context.feed)),
    next_cursor: found.length > count ? shown.at(-1)!.id : null,
  });
}

export async function newsInfo(context: NewsContext, id: string): Promise<Outcome<NewsArticle>> {
  const found = await findArticle(context, id);
  if (found === null) return refuse("news_not_found");
  const { newer, older } = await neighbours(context, found);
  return accept({
    ...newsItemOf(found, context.feed),
    indexes: newsIndexes(found),
    tables: newsTables(found),
    newer: newer && newsItemOf(newer, context.feed),
    older: older && newsItemOf(older, context.feed),
  });
}

async function findArticle(context: NewsContext, id: string): Promise<Article | null> {
  const place = placeOfId(id);
  const month = place?.date.slice(0, 7);
  if (place === null || month === undefined) return null;
  const { articles } = await articlesOfMonth(context, place.market, month);
  return articles.find((article) => article.id === id) ?? null;
}

/** The newest articles of a market, or the newest behind one; months are worked out as they are read. */
async function articlesBehind(
  context: NewsContext,
  market: MarketKey,
  behind: Article | null,
  countMax: number,
): Promise<Article[]> {
  const newest = newestMonth(context, market);
  if (newest === null) return [];
  const asked = behind === null ? newest : localDate(market, behind.at).slice(0, 7);
  const found: Article[] = [];
  for (let month = asked < newest ? asked : newest; ; month = monthBefore(month)) {
    const { articles, hasEarlier } = await articlesOfMonth(context, market, month);
    found.push(
      ...(behind === null
        ? articles
        : articles.filter((article) => compareArticles(behind, article) < 0)),
    );
    if (found.length >= countMax || !hasEarlier) return found.slice(0, countMax);
  }
}

async function neighbours(
  context: NewsContext,
  { id, market, tradingDate }: Article,
): Promise<{ newer: Article | null; older: Article | null }> {
  const month = tradingDate.slice(0, 7);
  const { articles, hasEarlier } = await articlesOfMonth(context, market, month);
  const index = articles.findIndex((article) => article.id === id);
  let newer = articles[index - 1] ?? null;
  let older = articles[index + 1] ?? null;
  if (newer === null && month < (newestMonth(context, market) ?? month)) {
    newer = (await articlesOfMonth(context, market, monthAfter(month))).articles.at(-1) ?? null;
  }
  if (older === null && hasEarlier) {
    older = (await articlesOfMonth(context, market, monthBefore(month))).articles[0] ?? null;
  }
  return { newer, older };
}
