import type { CallOutput, Calls } from "@sanshi/contract";
import { useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import { useEffect } from "react";
import { ask, call } from "../../../shared/api.ts";
import { refresh } from "../../../shared/queries.ts";

type Page = CallOutput<Calls["/user/conversation"]>;
type Pages = InfiniteData<Page, string | null>;

const pageLength = "30";
const listKey = ["/user/conversation", "pages"] as const;

/** The newest page first; earlier ones as they are asked for. */
export function useConversation() {
  return useInfiniteQuery<Page, Error, Pages, typeof listKey, string | null>({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        "/user/conversation",
        { limit: pageLength, ...(pageParam !== null && { cursor: pageParam }) },
        { quiet: true, signal },
      ),
    initialPageParam: null,
    getNextPageParam: (page) => page.next_cursor,
    meta: { quiet: true },
    staleTime: 0,
  });
}

/** What is on the screen is read; one that fails is tried with the next look. */
export function useReadUpTo(id: string | undefined, unread: number): void {
  useEffect(() => {
    if (id === undefined || unread === 0) return;
    void ask("/user/read-conversation", { id }).then((asked) =>
      asked.ok ? refresh("/user/conversation", "/user/getUserinfo") : undefined,
    );
  }, [id, unread]);
}
