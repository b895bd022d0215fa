import type { Context } from "../../context.ts";
import { articlesListed, publishArticle, saveArticle, withdrawArticle } from "./news-editor.ts";

export function newsEditorRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/news", ({ input, audit }) => {
    audit.about("news");
    return articlesListed(context, input);
  });
  operatorHttp.handle("/api/ops/news/save", ({ input, operator, audit }) => {
    audit.about(input.id === undefined ? "article" : `article-${input.id}`);
    return saveArticle(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/news/:id/publish", ({ input, operator, audit }) => {
    audit.about(`article-${input.id}`);
    return publishArticle(context, operator, audit, BigInt(input.id));
  });
  operatorHttp.handle("/api/ops/news/:id/withdraw", ({ input, audit }) => {
    audit.about(`article-${input.id}`);
    return withdrawArticle(context, audit, BigInt(input.id));
  });
}
