import { defineOperatorCall } from "../operator-call.ts";
import { writtenTexts } from "../people/announcements.ts";
import { recordId, marketKey, time, cursor, listLimit, page, done } from "../wire.ts";
import { newsStates } from "./constants.ts";
import { z } from "zod";

const article = z.object({
  id: recordId,
  state: z.enum(newsStates),
  /** Null for one that is about no market in particular: it stands in every market's list. */
  type: marketKey.nullable(),
  texts: writtenTexts,
  /** Null of what the market's own data tells. */
  written_by: z.string().nullable(),
  updated_at: time,
  published_at: time.nullable(),
  withdrawn_at: time.nullable(),
});

const only = z.strictObject({ id: recordId });

export const newsAdminCalls = {
  "/api/ops/news": defineOperatorCall({
    summary: "The broker's own articles, newest first",
    method: "GET",
    permission: "view_site",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(article),
    refusals: [],
  }),
  "/api/ops/news/save": defineOperatorCall({
    summary: "Writes a draft, or changes one that is not published yet",
    permission: "write_news",
    input: z.strictObject({
      id: recordId.optional(),
      type: marketKey.optional(),
      texts: writtenTexts,
    }),
    output: z.object({ id: recordId }),
    refusals: ["news_article_not_found", "news_article_not_draft", "title_is_the_systems"],
  }),
  "/api/ops/news/:id/publish": defineOperatorCall({
    summary:
      "Publishes another operator's draft among the customers' news, marked as the broker's own",
    permission: "write_news",
    input: only,
    output: done,
    refusals: ["news_article_not_found", "news_article_not_draft", "own_proposal"],
  }),
  "/api/ops/news/:id/withdraw": defineOperatorCall({
    summary: "Takes an article back; a draft is discarded, and nothing of it comes back",
    permission: "write_news",
    input: only,
    output: done,
    refusals: ["news_article_not_found", "news_article_withdrawn"],
  }),
};
