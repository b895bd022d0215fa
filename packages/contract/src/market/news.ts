import { defineCall } from "../call.ts";
import { names, decimal, marketKey, time, listLimit, page } from "../wire.ts";
import { newsTableKinds, newsKinds, newsSources } from "./constants.ts";
import { z } from "zod";

/** `jpy-20261120-market_close`, `jpy-20261120-limit_up-7203`; an operator's is `article-12`. */
const newsId = z
  .string()
  .regex(/^(?:[a-z]{3}-\d{8}-[a-z_]{3,24}(?:-[0-9A-Z][0-9A-Z.-]{0,11})?|article-[1-9]\d{0,17})$/)
  .meta({ description: "an article's id" });

/** Price and change are of the moment that the article is about; null where it is about none. */
const newsStock = z.object({
  code: z.string(),
  names,
  price: decimal.nullable(),
  change: decimal.nullable(),
  change_percent: decimal.nullable(),
});
export type NewsStock = z.output<typeof newsStock>;

const newsIndex = z.object({
  code: z.string(),
  names,
  level: decimal,
  change: decimal,
  change_percent: decimal,
});
export type NewsIndex = z.output<typeof newsIndex>;

/** `figure` is the volume of the most active, and the dividend per share. */
const newsTable = z.object({
  kind: z.enum(newsTableKinds),
  rows: z.array(newsStock.extend({ figure: decimal.nullable() })),
});
export type NewsTable = z.output<typeof newsTable>;

const newsText = z.object({ title: z.string(), body: z.string() });

export const newsItem = z
  .object({
    id: z.string(),
    kind: z.enum(newsKinds),
    /** Null for an operator's article that is about no market in particular. */
    type: marketKey.nullable(),
    trading_date: z.string(),
    source: z.enum(newsSources),
    at: time,
    stock: newsStock.nullable(),
    index: newsIndex.nullable(),
    /** Fills the gaps of the kind's sentences: counts, prices, dates. */
    params: z.record(z.string(), z.string()),
    texts: z.object({ jp: newsText, cn: newsText, us: newsText }).nullable(),
  })
  .meta({ id: "NewsItem" });
export type NewsItem = z.output<typeof newsItem>;

const newsArticle = newsItem.extend({
  indexes: z.array(newsIndex),
  tables: z.array(newsTable),
  newer: newsItem.nullable(),
  older: newsItem.nullable(),
});
export type NewsArticle = z.output<typeof newsArticle>;

export const newsCalls = {
  "/news/list": defineCall({
    summary: "News computed from the market's own events, newest first; of one market or of all",
    access: "customer",
    input: z.strictObject({
      type: marketKey.optional(),
      cursor: newsId.optional(),
      limit: listLimit,
    }),
    output: page(newsItem),
    refusals: ["news_not_found"],
  }),
  "/news/info": defineCall({
    summary: "One article with its figures, and its neighbours in its market",
    access: "customer",
    input: z.strictObject({ id: newsId }),
    output: newsArticle,
    refusals: ["news_not_found"],
  }),
};
