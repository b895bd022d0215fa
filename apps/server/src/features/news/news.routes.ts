import type { Context } from "../../context.ts";
import { newsInfo, newsList } from "./news.ts";

export function newsRoutes(context: Context): void {
  const { http } = context;
  http.handle("/news/list", ({ input }) => newsList(context, input));
  http.handle("/news/info", ({ input }) => newsInfo(context, input.id));
}
