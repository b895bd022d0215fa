import type { CallOutput, CheckedInput, OperatorCalls } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { singleApprovalHolds } from "../../governance/approvals/approvals.ts";
import { usesSystemTitle } from "../../people/announcements/announcements.ts";
import * as store from "./news-editor.store.ts";

type Listed = CallOutput<OperatorCalls["/api/ops/news"]>;
type Done = Outcome<Record<string, never>>;
type EditorContext = Pick<Context, "database" | "clock">;

export async function articlesListed(
  { database }: EditorContext,
  form: CheckedInput<OperatorCalls["/api/ops/news"]>,
): Promise<Outcome<Listed>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const found = await store.listArticles(database.reader, {
    before: place?.[0] ?? null,
    limit: limit + 1,
  });
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const items = found.slice(0, limit).map(({ id, market, ...one }) => ({
    ...one,
    id: id.toString(),
    type: market,
    updated_at: new Date(one.updated_at).toISOString(),
    published_at: iso(one.published_at),
    withdrawn_at: iso(one.withdrawn_at),
  }));
  const last = items.at(-1);
  const more = found.length > limit && last !== undefined;
  return accept({ items, next_cursor: more ? cursorOf(last.id) : null });
}

export function saveArticle(
  { database, clock }: EditorContext,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/news/save"]>,
): Promise<Outcome<{ id: string }>> {
  if (usesSystemTitle(form.texts)) return Promise.resolve(refuse("title_is_the_systems"));
  return transactionUnlessRefused(database, async (transaction) => {
    const article = {
      market: form.type ?? null,
      texts: form.texts,
      writtenBy: operator.operatorId,
      at: clock.now(),
    };
    let id: bigint;
    if (form.id === undefined) {
      id = await store.insertArticle(transaction, article);
    } else {
      id = BigInt(form.id);
      const before = await store.lockArticle(transaction, id);
      if (before === undefined) return refuse("news_article_not_found");
      if (before.state !== "draft") return refuse("news_article_not_draft");
      await store.changeArticle(transaction, id, article);
    }
    await audit.within(transaction, `article-${id}`, { texts: form.texts, type: form.type ?? "" });
    return accept({ id: id.toString() });
  });
}

/** News of what operators have decided elsewhere, in the caller's transaction. */
export async function publishDecided(
  transaction: Transaction,
  article: Parameters<typeof store.insertArticle>[1],
): Promise<void> {
  const id = await store.insertArticle(transaction, article);
  await store.publishArticle(transaction, id, article.at);
}

export function publishArticle(
  { database, clock }: EditorContext,
  operator: Operator,
  audit: Audit,
  id: bigint,
): Promise<Done> {
  return transactionUnlessRefused(database, async (transaction) => {
    const article = await store.lockArticle(transaction, id);
    if (article === undefined) return refuse("news_article_not_found");
    if (article.state !== "draft") return refuse("news_article_not_draft");
    // All customers read it: nobody publishes own words alone.
    const isOwn = article.written_by === operator.operatorId;
    if (isOwn && !(await singleApprovalHolds(transaction))) {
      return refuse("own_proposal");
    }
    await store.publishArticle(transaction, id, clock.now());
    await audit.within(transaction, `article-${id}`, { state: "published" });
    return accept({});
  });
}

export function withdrawArticle(
  { database, clock }: EditorContext,
  audit: Audit,
  id: bigint,
): Promise<Done> {
  return transactionUnlessRefused(database, async (transaction) => {
    const article = await store.lockArticle(transaction, id);
    if (article === undefined) return refuse("news_article_not_found");
    if (article.state === "withdrawn") return refuse("news_article_withdrawn");
    await store.withdrawArticle(transaction, id, clock.now());
    await audit.within(transaction, `article-${id}`, { state: "withdrawn" });
    return accept({});
  });
}
