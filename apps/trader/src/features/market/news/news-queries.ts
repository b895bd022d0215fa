import type { CallOutput, Calls } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import { call } from "../../../shared/api.ts";
import { useCall } from "../../../shared/queries.ts";

type Page = CallOutput<Calls["/news/list"]>;
export type NewsFilter = MarketKey | "all";

const pageLength = "30";

/** All pages that were scrolled to so far, of one market or of all. */
export function useNews(filter: NewsFilter) {
  const key = ["/news/list", "pages", filter] as const;
  return useInfiniteQuery<
    Page,
    Error,
    InfiniteData<Page, string | null>,
    typeof key,
    string | null
  >({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call(
        "/news/list",
        {
          limit: pageLength,
          ...(filter !== "all" && { type: filter }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        { quiet: true, signal },
      ),
    initialPageParam: null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 60_000,
    meta: { quiet: true },
  });
}

export function useArticle(id: string) {
  return useCall("/news/info", { id }, { quiet: true, staleTime: 60_000 });
}
