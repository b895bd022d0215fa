import type { CallOutput, Calls, CheckedInput, NewsArticle, NewsItem } from "@sanshi/contract";
import { stockNewsMax } from "@sanshi/contract/constants";
import { marketKeys, type MarketKey } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { compareArticles, placeOfId, type Article } from "./news-articles.rules.ts";
import { articlesOfMonth, monthAfter, monthBefore, newestMonth } from "./news-editions.ts";
import type { NewsContext } from "./news-editions.ts";
import { newsItemOf, newsTables, newsIndexes } from "./news-wire.ts";
import {
  isOwnId,
  nothingWritten,
  type NewsPlace,
  type OwnArticle,
  type OwnNews,
} from "./own-articles.ts";

export type { NewsContext } from "./news-editions.ts";

/** So many of the broker's own articles can come out at one moment. */
const sameMomentMax = 20;

type NewsPage = CallOutput<Calls["/news/list"]>;

/** Newest first, of one market or of all; a page begins behind the article that the cursor names. */
export async function newsList(
  context: NewsContext,
  { type, cursor, limit }: CheckedInput<Calls["/news/list"]>,
  own: OwnNews = nothingWritten,
): Promise<Outcome<NewsPage>> {
  const behind = cursor === undefined ? null : await findPlace(context, own, cursor);
  if (cursor !== undefined && behind === null) return refuse("news_not_found");
  const count = Number(limit);
  const found: (Article | OwnArticle)[] = [];
  for (const market of type === undefined ? marketKeys : [type]) {
    found.push(...(await articlesBehind(context, market, behind, count + 1)));
  }
  found.push(...(await ownArticlesBehind(own, type, behind, count + 1)));
  found.sort(compareArticles);
  const shown = found.slice(0, count);
  return accept({
    items: shown.map((one) => ("item" in one ? one.item : newsItemOf(one, context.feed))),
    next_cursor: found.length > count ? shown.at(-1)!.id : null,
  });
}

async function findPlace(
  context: NewsContext,
  own: OwnNews,
  id: string,
): Promise<NewsPlace | null> {
  return isOwnId(id) ? own.find(id) : findArticle(context, id);
}

async function ownArticlesBehind(
  own: OwnNews,
  market: MarketKey | undefined,
  behind: NewsPlace | null,
  countMax: number,
): Promise<OwnArticle[]> {
  const until = behind === null ? null : behind.at;
  // Those of the same moment that stand before the place are dropped here: more are asked for.
  const found = await own.list({ market, until, limit: countMax + sameMomentMax });
  const rest = behind === null ? found : found.filter((one) => compareArticles(behind, one) < 0);
  return rest.slice(0, countMax);
}

export async function newsInfo(
  context: NewsContext,
  id: string,
  own: OwnNews = nothingWritten,
): Promise<Outcome<NewsArticle>> {
  if (isOwnId(id)) return ownInfo(own, id);
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

/** The newest about one stock, of this month and the one before: more would have to be worked out for one page. */
export async function newsOfStock(
  context: NewsContext,
  market: MarketKey,
  code: string,
): Promise<NewsItem[]> {
  const newest = newestMonth(context, market);
  if (newest === null) return [];
  const found: Article[] = [];
  for (const month of [newest, monthBefore(newest)]) {
    const { articles, hasEarlier } = await articlesOfMonth(context, market, month);
    const codes = context.quotes.codes(market, code);
    found.push(...articles.filter(({ stock }) => codes.includes(stock?.instrument.code ?? "")));
    if (found.length >= stockNewsMax || !hasEarlier) break;
  }
  return found.slice(0, stockNewsMax).map((one) => newsItemOf(one, context.feed));
}

async function ownInfo(own: OwnNews, id: string): Promise<Outcome<NewsArticle>> {
  const found = await own.find(id);
  if (found === null) return refuse("news_not_found");
  const beside = await own.neighbours(found);
  return accept({ ...found.item, indexes: [], tables: [], ...beside });
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
  behind: NewsPlace | null,
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
