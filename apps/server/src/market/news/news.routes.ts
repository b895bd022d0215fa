import type { Context } from "../../context.ts";
import { newsInfo, newsList } from "./news.ts";
import { ownNews } from "./own-articles.ts";

export function newsRoutes(context: Context): void {
  const { http } = context;
  const own = ownNews(context.database.reader);
  http.handle("/news/list", ({ input }) => newsList(context, input, own));
  http.handle("/news/info", ({ input }) => newsInfo(context, input.id, own));
}
